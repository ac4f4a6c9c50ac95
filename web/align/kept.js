// Anchors that aren't saved, kept over a reload.

/** What is kept of a plan, in the tab that it was set in. */
export class Kept {
  constructor(venue, plan) {
    this.key = `anchors ${venue} ${plan.id} ${plan.version}`;
  }

  /** The anchors; null where there are none. */
  get anchors() {
    const text = sessionStorage.getItem(this.key);
    return text ? JSON.parse(text) : null;
  }

  set anchors(list) {
    if (list) sessionStorage.setItem(this.key, JSON.stringify(list));
    else sessionStorage.removeItem(this.key);
  }
}
