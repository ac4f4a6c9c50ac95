// The level switch: one button a level, the topmost first; arrow keys go up and down.
import { element, say } from "/web/common/dom.js";
import { empty } from "/web/common/map.js";
import { tell } from "/web/common/notices.js";

export class LevelSwitch {
  /** `changed` is told the ordinal that is chosen. */
  constructor(venue, map, changed = () => {}, { label = "Levels", test = "level" } = {}) {
    Object.assign(this, { venue, map, changed, current: null, counts: new Map() });
    this.node = element("div", { className: "float levels", role: "group", aria: { label }, onkeydown: (event) => this.key(event) });
    this.buttons = new Map();
    for (const level of venue.levels) {
      const tally = element("span", { className: "count" });
      const button = element("button", {
        type: "button", aria: { pressed: "false", label: `Level ${level.label}` }, test: `${test}-${level.ordinal}`, onclick: () => this.choose(level.ordinal),
      }, element("span", { dir: "auto" }, level.label.slice(0, 12)), tally);
      this.buttons.set(level.ordinal, { button, tally, level });
      this.node.append(button);
    }
    this.counted = element("span", { className: "counted", hidden: true });
    this.node.append(this.counted);
    this.node.hidden = venue.levels.length === 0;
  }

  /** Takes the level with which the map was made as the one that is shown. */
  begin() {
    if (this.venue.first) this.mark(this.venue.first.ordinal);
  }

  mark(ordinal) {
    this.current = ordinal;
    for (const [other, { button }] of this.buttons) button.setAttribute("aria-pressed", String(other === ordinal));
    this.reveal(this.buttons.get(ordinal).button);
    this.changed(ordinal);
  }

  /** Shows a level, once its units are there. */
  async choose(ordinal) {
    if (this.current === ordinal || !this.buttons.has(ordinal)) return;
    this.mark(ordinal);
    try {
      const features = await this.venue.unitsOf(ordinal);
      if (this.current === ordinal) this.map?.getSource("units")?.setData({ type: "FeatureCollection", features });
    } catch (error) {
      if (this.current !== ordinal) return;
      this.map?.getSource("units")?.setData(empty());
      tell(error);
    }
  }

  /** Scrolls to a button where there are more than there is room for; the page stays where it is. */
  reveal({ offsetTop, offsetHeight }) {
    const { node } = this;
    if (offsetTop < node.scrollTop || offsetTop + offsetHeight > node.scrollTop + node.clientHeight) node.scrollTop = offsetTop - node.clientHeight / 2;
  }

  /** Says how many there are of something on each level. */
  count(counts, one) {
    for (const [ordinal, { button, tally, level }] of this.buttons) {
      const number = counts.get(ordinal) ?? 0;
      say(tally, number ? String(number) : "");
      const label = `Level ${level.label}${number ? `, ${number} ${one}${number === 1 ? "" : "s"}` : ""}`;
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.title = label;
    }
    // Under the switch stands what its numbers count.
    say(this.counted, `${one}s`);
    this.counted.hidden = ![...counts.values()].some(Boolean);
  }

  key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const buttons = [...this.buttons.values()].map(({ button }) => button);
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (next) { next.focus(); next.click(); event.preventDefault(); }
  }
}

/** Says on a map's place what to do where a venue has no levels. */
export function tellBare(stage, venue) {
  if (venue.levels.length) return;
  stage.append(element("p", { className: "float hint" }, "This venue has no levels yet. ", element("a", { href: `/v/${encodeURIComponent(venue.id)}/align` }, "Place a plan first"), "."));
}
