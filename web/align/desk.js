// The plan that is worked on: its page, its anchors, the fit of them, and what of it is stored.
import { get, send, venuePath } from "/web/common/api.js";
import { apart, apply, toPlace } from "/web/common/mercator.js";
import { Anchors, anchorsOf, isWhole, sentOf } from "/web/align/anchors.js";
import { Fit } from "/web/align/fit.js";
import { Kept } from "/web/align/kept.js";
import { outline } from "/web/align/pieces.js";
import { save } from "/web/align/save.js";
import { lieOf, pageOf } from "/web/align/stored.js";

/** Tells "turn" when another plan or page lies on it. */
export class Desk extends EventTarget {
  constructor(venue, mayAlign) {
    super();
    Object.assign(this, { venue, mayAlign, plans: [], plan: null, page: null, tag: null, savedAs: "[]", tied: null, turns: 0 });
    this.anchors = new Anchors();
    this.fit = new Fit(venue.id);
  }

  async list() {
    this.plans = (await get(venuePath(this.venue.id, "plans"))).plans;
    this.plan = this.plans.find((plan) => plan.id === this.plan?.id) ?? this.plan;
  }

  /** The plan that lies on a level; null where none does. */
  planOn(ordinal) {
    return this.plans.find((plan) => plan.level === ordinal && plan.pageToLocal) ?? null;
  }

  /** Turns to a plan; answers the anchors that the server has of it, or null where another was turned to meanwhile. */
  async turnTo(plan, page = null) {
    const turn = ++this.turns;
    const [stored, listed] = await Promise.all([this.stored(plan.id), page ?? pageOf(this.venue.id, plan)]);
    if (turn !== this.turns) return null;
    this.fit.clear();
    Object.assign(this, { plan, page: listed, tag: stored.tag });
    this.dispatchEvent(new Event("turn"));
    return stored.anchors;
  }

  /** A plan's anchors as they are stored, and the tag of that state. */
  async stored(id) {
    const { value, tag } = await send("GET", `${venuePath(this.venue.id, "plans", id)}/anchors`);
    return { anchors: anchorsOf(value), tag };
  }

  /** Takes stored anchors; answers whether others, which weren't saved, took their place. */
  load(stored) {
    // Both are noted first: what changes is kept.
    const own = this.mayAlign ? this.kept.anchors : null;
    this.savedAs = JSON.stringify(sentOf(stored));
    this.anchors.load(stored);
    if (own && !this.areSaved(own)) {
      this.anchors.replace(own);
      return true;
    }
    this.anchors.change();
    return false;
  }

  get kept() { return new Kept(this.venue.id, this.plan); }
  get isAsSaved() { return JSON.stringify(this.anchors.sent) === this.savedAs; }
  noteSaved() { this.savedAs = JSON.stringify(this.anchors.sent); }

  /** Whether anchors are those that are saved, without a half that the server doesn't take. */
  areSaved(list, savedAs = this.savedAs) {
    return list.every(isWhole) && JSON.stringify(sentOf(list)) === savedAs;
  }

  /** Keeps what isn't saved, and asks what the anchors give. */
  changed() {
    if (this.plan) this.kept.anchors = this.areSaved(this.anchors.list) ? null : this.anchors.list;
    this.fit.request(this.plan?.id, () => ({ anchors: this.anchors.sent, page: this.page.number }));
  }

  /** Where points of the page are by what is stored; null where something else is shown. */
  get storedLie() {
    const isShown = this.plan && this.isAsSaved && this.page.number === this.plan.page;
    return isShown ? lieOf(this.venue, this.plan.pageToLocal) : null;
  }

  /** Where they are by the newest fit. */
  get fittedLie() {
    const { result } = this.fit;
    return result ? (point) => toPlace(apply(result.pageToWebMercator, point)) : null;
  }

  /** Where they are shown: where ties would put them, where they are stored, or where the anchors put them. */
  get lie() { return lieOf(this.venue, this.tied) ?? this.storedLie ?? this.fittedLie; }

  /** Metres at most between the stored place and that of the anchors alone, which ties to other levels are the reason for. */
  get pulled() {
    const { storedLie, fittedLie } = this;
    return storedLie && fittedLie ? Math.max(...outline(this.page).map((point) => apart(storedLie(point), fittedLie(point)))) : 0;
  }

  /** Stores the placement as it is now; answers whether that was done. Meanwhile anchors may change, or another plan lie here. */
  async save(ordinal) {
    const { plan, kept } = this;
    const sent = JSON.stringify(this.anchors.sent);
    const stored = await save(this.venue.id, this, this.anchors, ordinal, async () => {
      const theirs = await this.stored(plan.id);
      if (!this.isOf(plan)) return;
      this.tag = theirs.tag;
      this.anchors.replace(theirs.anchors);
      this.noteSaved();
      this.anchors.change();
    });
    if (!stored) return false;
    if (this.isOf(plan)) Object.assign(this, { tag: stored.tag, savedAs: sent });
    // What was changed meanwhile is kept with the version that the plan has now.
    await this.list();
    const own = kept.anchors;
    kept.anchors = null;
    const now = this.plans.find((one) => one.id === plan.id);
    if (now && own && !this.areSaved(own, sent)) new Kept(this.venue.id, now).anchors = own;
    return true;
  }

  /** Whether a plan is the one that is worked on. */
  isOf(plan) { return this.plan?.id === plan.id; }

  /** Takes the tag that tying gave the plan, unless somebody set other anchors meanwhile: then saving says so. */
  async noteTied() {
    const { plan } = this;
    const { anchors, tag } = await this.stored(plan.id);
    if (this.isOf(plan) && JSON.stringify(sentOf(anchors)) === this.savedAs) this.tag = tag;
  }

  async remove() {
    const { plan, kept } = this;
    await send("DELETE", venuePath(this.venue.id, "plans", plan.id), undefined, { headers: { "If-Match": this.tag } });
    kept.anchors = null;
    if (this.isOf(plan)) this.noteSaved();
  }
}
