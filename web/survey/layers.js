// The survey on the map: what is covered and how well, where people walked, what is wrong, and where to walk next.
import { element, say } from "/web/common/dom.js";
import { count, moment, radius } from "/web/common/format.js";
import { colour, empty, followScheme } from "/web/common/map.js";

/** Predicted radii in metres up to which a colour stands; blue to orange, which everyone can tell apart. */
export const STEPS = [[3, "#2166ac"], [5, "#67a9cf"], [8, "#d9c27a"], [12, "#ef8a62"], [Infinity, "#b2182b"]];

/** What a problem is called in the list and on its pin; plain numbers are the next walk's steps. */
export function pinName({ number }) {
  return `P${number}`;
}

/** Pixels between the numbers of a walk's steps. */
const STEP = 20;

export class Layers {
  constructor(map, stage, { chooseWalk, chooseProblem }) {
    Object.assign(this, { map, stage, chooseProblem, level: null, problems: [], steps: [], walks: new Map() });
    this.pins = element("div", { className: "pins" });
    this.tip = element("div", { className: "float tip", hidden: true, role: "status" });
    stage.append(this.pins, this.tip);
    if (!map) return;
    for (const name of ["coverage", "paths", "next"]) map.addSource(name, { type: "geojson", data: empty() });
    const predicted = ["get", "predicted_radius_m"];
    map.addLayer({ id: "coverage", type: "fill", source: "coverage", paint: {
      "fill-opacity": 0.6, "fill-antialias": false,
      "fill-color": ["case", ["!=", ["typeof", predicted], "number"], "#8a8f96", ["step", predicted, STEPS[0][1], ...STEPS.slice(0, -1).flatMap(([most], i) => [most, STEPS[i + 1][1]])]],
    } }, "units-line");
    map.addLayer({ id: "paths", type: "line", source: "paths", layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-width": ["case", ["get", "chosen"], 4, 1.6], "line-opacity": ["case", ["get", "chosen"], 1, 0.75] } });
    map.addLayer({ id: "next", type: "line", source: "next", layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-width": 4, "line-dasharray": [1, 1.6] } });
    this.paint();
    followScheme(map, () => this.paint());
    map.on("move", () => this.place());
    map.on("mousemove", (event) => this.hover(event));
    map.on("mouseout", () => { this.tip.hidden = true; });
    map.on("click", (event) => {
      const found = this.under(event.point);
      if (found) chooseWalk(found.properties.walk);
    });
  }

  paint() {
    this.map.setPaintProperty("paths", "line-color", ["case", ["get", "chosen"], colour("accent"), colour("text")]);
    this.map.setPaintProperty("next", "line-color", colour("truth"));
  }

  show(level) {
    this.level = level;
    if (!this.map) return;
    for (const layer of ["coverage", "paths", "next"]) this.map.setFilter(layer, ["==", ["get", "level"], level]);
    this.drawPins();
  }

  setCoverage(collection) { this.map?.getSource("coverage").setData(collection); }
  toggle(layer, isShown) { this.map?.setLayoutProperty(layer, "visibility", isShown ? "visible" : "none"); }

  setPaths(features, chosen = null) {
    this.features = features;
    this.map?.getSource("paths").setData({ type: "FeatureCollection", features: features.map((feature) => ({ ...feature, properties: { ...feature.properties, chosen: feature.properties.walk === chosen } })) });
  }

  setProblems(problems, chosen = null) {
    Object.assign(this, { problems, chosen });
    this.drawPins();
  }

  setNext(feature) {
    this.next = feature;
    this.map?.getSource("next").setData({ type: "FeatureCollection", features: feature ? [feature] : [] });
    this.drawPins();
  }

  drawPins() {
    const pins = this.problems.filter((problem) => problem.place && problem.level === this.level).map((problem) => {
      const node = element("button", { type: "button", className: `pin ${problem.severity}${problem === this.chosen ? " chosen" : ""}`, aria: { label: `Problem ${pinName(problem)}: ${problem.message.slice(0, 120)}` }, onclick: () => this.chooseProblem(problem) }, pinName(problem));
      return { node, place: problem.place, shift: [2, -26] };
    });
    const corners = this.next && this.next.properties.level === this.level ? this.next.geometry.coordinates : [];
    const steps = corners.map((place, index) => ({ node: element("span", { className: "step" }, String(index + 1)), place, shift: [-11, -11], yields: index > 0 && index < corners.length - 1 }));
    // The ends come first, so that what is between yields to them.
    this.shown = [...steps.filter((step) => !step.yields), ...steps.filter((step) => step.yields), ...pins];
    this.pins.replaceChildren(...this.shown.map(({ node }) => node));
    this.place();
  }

  place() {
    const clear = [];
    for (const { node, place, shift, yields } of this.shown ?? []) {
      const { x, y } = this.map.project(place);
      node.style.transform = `translate(${x + shift[0]}px, ${y + shift[1]}px)`;
      if (yields === undefined) continue;
      // A step that would lie on another isn't seen until one looks closer; where the walk begins and ends always is.
      node.hidden = yields && clear.some((other) => Math.hypot(other.x - x, other.y - y) < STEP);
      if (!node.hidden) clear.push({ x, y });
    }
  }

  under({ x, y }) {
    return this.map.queryRenderedFeatures([[x - 5, y - 5], [x + 5, y + 5]], { layers: ["paths"] })[0] ?? null;
  }

  /** Says whose walk is under the pointer, or how good positions are there. */
  hover(event) {
    const found = this.under(event.point);
    const cell = found ? null : this.map.queryRenderedFeatures(event.point, { layers: ["coverage"] })[0];
    this.tip.hidden = !found && !cell;
    if (found) {
      const walk = this.walks.get(found.properties.walk);
      say(this.tip, walk ? `${walk.recording.slice(0, 80)}: ${walk.surveyor ?? "unknown"}, ${moment(walk.from)} UTC, ${count(walk.scans, "scan")}` : found.properties.recording.slice(0, 80));
    } else if (cell) {
      const { predicted_radius_m: metres, scans, walks } = cell.properties;
      say(this.tip, `${typeof metres === "number" ? `right to within ${radius(metres)}` : "nothing predicted"}; ${count(scans, "scan")} of ${count(walks, "walk")} here`);
    }
    const width = this.stage.clientWidth;
    this.tip.style.transform = `translate(${Math.min(event.point.x + 14, width - 270)}px, ${event.point.y + 14}px)`;
  }
}
