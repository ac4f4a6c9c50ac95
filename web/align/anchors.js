// Anchors as they are set: each a point of the page, a place on the ground, or so far only one of them. Undo and redo.

export class Anchors extends EventTarget {
  constructor() {
    super();
    this.list = [];
    this.past = [];
    this.future = [];
    this.selected = null;
    this.next = 1;
  }

  /** What the server stored, in the place of all. */
  load(anchors) {
    this.list = anchors.map((anchor) => ({ ...anchor, key: this.next++ }));
    this.past = [];
    this.future = [];
    this.selected = null;
    this.change();
  }

  /** Those that are whole. */
  get whole() { return this.list.filter(isWhole); }

  /** The one that waits for its other half. */
  get half() { return this.list.find((anchor) => !isWhole(anchor)) ?? null; }

  find(key) { return this.list.find((anchor) => anchor.key === key); }

  /** Notes what is there now, so that it can be come back to. */
  remember() {
    this.past.push(JSON.stringify(this.list));
    if (this.past.length > 200) this.past.shift();
    this.future = [];
  }

  /** Sets a point of the page or a place: of the half that waits for it, or of a new anchor. */
  pick(kind, picked) {
    const value = rounded(kind, picked);
    this.remember();
    const half = this.half;
    if (half) half[kind] = value;
    else this.list.push({ key: this.next++, name: "", page: null, place: null, sigmaMetres: null, sigmaPage: null, [kind]: value });
    this.selected = (half ?? this.list.at(-1)).key;
    this.change();
  }

  /** Changes one, without a step of its own to undo: who begins to drag remembers first. */
  set(key, values) {
    const anchor = this.find(key);
    if (!anchor) return;
    Object.assign(anchor, values);
    this.change();
  }

  replace(anchors) {
    this.remember();
    this.list = anchors.map((anchor) => ({ name: "", sigmaMetres: null, sigmaPage: null, ...anchor, key: this.next++ }));
    this.selected = null;
    this.change();
  }

  remove(key) {
    this.remember();
    this.list = this.list.filter((anchor) => anchor.key !== key);
    if (this.selected === key) this.selected = null;
    this.change();
  }

  select(key) {
    if (this.selected === key) return;
    this.selected = key;
    this.dispatchEvent(new Event("select"));
  }

  undo() { this.step(this.past, this.future); }
  redo() { this.step(this.future, this.past); }

  step(from, to) {
    if (!from.length) return;
    to.push(JSON.stringify(this.list));
    this.list = JSON.parse(from.pop());
    this.change();
  }

  change() { this.dispatchEvent(new Event("change")); }

  /** Those that are whole, as the server takes them. */
  get sent() { return sentOf(this.whole); }
}

/** Whether an anchor has both a point of the page and a place. */
export function isWhole({ page, place }) {
  return Boolean(page && place);
}

/** Anchors as the server takes them. */
export function sentOf(anchors) {
  return anchors.map(({ page, place, name, sigmaMetres, sigmaPage }) => ({
    page, latitude: place[1], longitude: place[0],
    ...(name ? { name } : {}), ...(sigmaMetres !== null ? { sigmaMetres } : {}), ...(sigmaPage !== null ? { sigmaPage } : {}),
  }));
}

/** Anchors of an anchors file. */
export function anchorsOf(collection) {
  return collection.features.map(({ geometry, properties }) => ({
    page: properties.page, place: geometry.coordinates.slice(0, 2), name: properties.name ?? "",
    sigmaMetres: properties.sigmaMetres ?? null, sigmaPage: properties.sigmaPage ?? null,
  }));
}

/** A point of a page to a thousandth of its unit, or a place to a tenth of a millimetre: nobody points better. */
export function rounded(kind, pair) {
  const digits = kind === "page" ? 3 : 9;
  return pair.map((value) => Number(value.toFixed(digits)));
}
