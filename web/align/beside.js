// Another level beside the one that is worked on: two maps that move together, and on each a mark where the pointer is on the
// other, so that a lift or a stair is found above itself.
import { element, say } from "/web/common/dom.js";
import { LevelSwitch } from "/web/common/levels.js";
import { makeMap, ready } from "/web/common/map.js";
import { trying } from "/web/common/notices.js";
import { Overlay } from "/web/align/overlay.js";
import { lieOf, StoredPlans } from "/web/align/stored.js";

export class Beside {
  /** `planOn` names the plan that lies on a level; `changed` is told when another level is shown. */
  constructor(page, venue, map, ground, planOn, changed) {
    Object.assign(this, { page, venue, planOn, changed, other: map, overlay: null, levels: null, laid: null, isFollowing: false });
    this.stored = new StoredPlans(venue);
    this.place = element("div", { className: "map" });
    this.words = element("p", { className: "float hint", role: "status" });
    this.node = element("div", { className: "stage beside", hidden: true, test: "beside" }, this.place, this.words);
    this.marks = [mark(this.node), mark(ground)];
  }

  get isOpen() { return !this.node.hidden; }

  /** Shows a level, as the other map is seen. */
  async open(ordinal) {
    this.node.hidden = false;
    await (this.made ??= this.make());
    // To take another size is no move that the other map goes along with.
    this.isFollowing = true;
    this.map.resize();
    follow(this.other, this.map);
    this.isFollowing = false;
    if (this.levels.current === ordinal) await this.lay();
    else await this.levels.choose(ordinal);
  }

  close() {
    this.node.hidden = true;
    for (const one of this.marks) one.hidden = true;
  }

  async make() {
    this.map = makeMap(this.place, { baseMap: this.page.settings.baseMap, label: `Map of another level of ${this.venue.name}`.slice(0, 80) });
    await ready(this.map);
    this.overlay = new Overlay(this.map);
    this.levels = new LevelSwitch(this.venue, this.map, () => { trying(() => this.lay()); this.changed(); }, { label: "Level beside", test: "beside-level" });
    this.node.append(this.levels.node);
    const maps = [this.map, this.other];
    maps.forEach((map, index) => {
      const [to, ghost] = [maps[1 - index], this.marks[1 - index]];
      map.on("move", () => {
        if (this.isFollowing || !this.isOpen) return;
        this.isFollowing = true;
        follow(map, to);
        this.isFollowing = false;
      });
      map.on("mousemove", ({ lngLat }) => {
        const { x, y } = to.project(lngLat);
        ghost.hidden = !this.isOpen;
        ghost.style.transform = `translate(${x - 9}px, ${y - 9}px)`;
      });
      map.on("mouseout", () => { ghost.hidden = true; });
      // By the keyboard one points with the middle of both.
      const canvas = map.getCanvas();
      canvas.addEventListener("focus", () => { if (this.isOpen && canvas.matches(":focus-visible")) this.markMiddles(); });
      canvas.addEventListener("blur", () => { for (const one of this.marks) one.hidden = true; });
    });
  }

  markMiddles() {
    for (const one of this.marks) {
      one.hidden = false;
      one.style.transform = `translate(${one.parentNode.clientWidth / 2 - 9}px, ${one.parentNode.clientHeight / 2 - 9}px)`;
    }
  }

  /** Lays the level's plan as it is stored, or where a transform to the venue's metres puts it. */
  async lay(pageToLocal = null) {
    const ordinal = this.levels.current;
    const plan = this.planOn(ordinal);
    this.laid = pageToLocal;
    const { page, picture } = plan ? await this.stored.of(plan) : {};
    if (this.levels.current !== ordinal || this.laid !== pageToLocal) return;
    say(this.words, plan ? "" : "No plan lies on this level yet.");
    this.words.hidden = Boolean(plan);
    this.node.dataset.plan = plan?.id ?? "";
    if (this.overlay.picture !== picture) this.overlay.setPicture(picture ?? null);
    this.overlay.lay(plan ? lieOf(this.venue, pageToLocal ?? plan.pageToLocal) : null, page);
  }
}

function follow(map, to) {
  to.jumpTo({ center: map.getCenter(), zoom: map.getZoom() });
}
function mark(place) {
  const node = element("div", { className: "ghost", hidden: true });
  place.append(node);
  return node;
}
