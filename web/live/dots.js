// Dots on the map: drawn by the map itself, with a button over each for the pointer, the keyboard and screen readers.
import { element, say } from "/web/common/dom.js";
import { degrees, radius } from "/web/common/format.js";
import { colour, empty, followScheme } from "/web/common/map.js";
import { SILENT } from "/web/live/devices.js";

/** Metres of a pixel at zoom 0 at the equator, of 512-pixel tiles. */
const METRES_A_PIXEL = 78271.51696402048;
/** Beyond so many, buttons are moved only when the map stands still. */
const MANY = 60;

export class Dots {
  constructor(map, place, devices, unitOf, chosen) {
    Object.assign(this, { map, devices, unitOf, chosen, level: null, selected: null, trails: true, buttons: new Map() });
    this.layer = element("div", { className: "dots", role: "group", aria: { label: "Devices on the map" } });
    place.append(this.layer);
    if (!map) return;
    for (const name of ["trails", "radii", "headings", "dots"]) map.addSource(name, { type: "geojson", data: empty(), tolerance: 0, buffer: 64 });
    const metres = ["get", "pixels"];
    map.addLayer({ id: "radii", type: "circle", source: "radii", paint: { "circle-radius": ["interpolate", ["exponential", 2], ["zoom"], 0, metres, 24, ["*", metres, 2 ** 24]], "circle-stroke-width": 1 } });
    map.addLayer({ id: "trails", type: "line", source: "trails", layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-width": 2.5, "line-opacity": 0.55 } });
    map.addLayer({ id: "headings", type: "line", source: "headings", layout: { "line-cap": "round" }, paint: { "line-width": 3 } });
    map.addLayer({ id: "dots", type: "circle", source: "dots", paint: { "circle-radius": ["case", ["get", "selected"], 9, 7], "circle-stroke-width": 2.5, "circle-opacity": ["case", ["get", "silent"], 0.4, 1] } });
    this.paint();
    followScheme(map, () => this.paint());
    map.on("move", () => { if (this.buttons.size <= MANY) this.place(); });
    map.on("moveend", () => this.place());
  }

  paint() {
    const dot = colour("dot");
    for (const [layer, name, value] of [
      ["radii", "circle-color", dot], ["radii", "circle-opacity", 0.12], ["radii", "circle-stroke-color", dot], ["radii", "circle-stroke-opacity", 0.45],
      ["trails", "line-color", dot], ["headings", "line-color", dot], ["dots", "circle-color", dot], ["dots", "circle-stroke-color", colour("dot-line")],
    ]) this.map.setPaintProperty(layer, name, value);
  }

  /** Draws the devices of a level. */
  draw() {
    const shown = this.devices.all.filter((device) => device.level === this.level);
    const many = shown.length > MANY;
    if (this.map) {
      const points = shown.map((device) => point(device.place, {
        silent: this.devices.age(device) > SILENT, selected: device.session === this.selected,
      }));
      this.set("dots", points);
      this.set("radii", shown.filter((device) => !many || device.session === this.selected).flatMap(circle));
      this.set("headings", shown.filter((device) => !many || device.session === this.selected).flatMap(heading));
      this.set("trails", this.trails ? shown.filter((device) => device.trail.length > 1 && (!many || device.session === this.selected)).map((device) => line(device.trail)) : []);
    }
    const gone = new Set(this.buttons.keys());
    for (const device of shown) {
      gone.delete(device.session);
      const button = this.buttons.get(device.session) ?? this.add(device.session);
      button.device = device;
      // Of many, each is told in full once somebody turns to it.
      if (!many || !button.words) this.describe(button);
    }
    for (const session of gone) { this.buttons.get(session).node.remove(); this.buttons.delete(session); }
    this.place();
  }

  describe(button) {
    const { name, level, feature } = button.device;
    const { label, horizontal_accuracy_m: metres } = feature.properties;
    const unit = this.unitOf(button.device);
    const words = `Device ${name}, ${unit ? `in ${unit.slice(0, 60)}, ` : ""}level ${label ?? level}, within ${radius(metres)}`;
    if (button.words === words) return;
    button.words = words;
    button.node.setAttribute("aria-label", words);
    button.node.title = words;
  }

  set(source, features) {
    this.map.getSource(source).setData({ type: "FeatureCollection", features });
  }

  add(session) {
    const node = element("button", { type: "button", className: "dot", test: `dot-${session}`, onclick: () => this.chosen(session) });
    const button = { node, x: NaN, y: NaN };
    for (const turn of ["focus", "pointerenter"]) node.addEventListener(turn, () => this.describe(button));
    this.buttons.set(session, button);
    this.layer.append(node);
    return button;
  }

  /** Lays the buttons over the dots. */
  place() {
    if (!this.map) return;
    for (const button of this.buttons.values()) {
      const { x, y } = this.map.project(button.device.place);
      if (x === button.x && y === button.y) continue;
      Object.assign(button, { x, y });
      button.node.style.transform = `translate(${x - 12}px, ${y - 12}px)`;
    }
  }
}

function point(coordinates, properties) {
  return { type: "Feature", geometry: { type: "Point", coordinates }, properties };
}
function line(coordinates) {
  return { type: "Feature", geometry: { type: "LineString", coordinates }, properties: {} };
}

function circle(device) {
  const metres = device.feature.properties.horizontal_accuracy_m;
  if (!(metres > 0)) return [];
  return [point(device.place, { pixels: metres / (METRES_A_PIXEL * Math.cos(device.place[1] * Math.PI / 180)) })];
}

/** A short stroke from the dot to where the device heads. */
function heading(device) {
  const towards = device.feature.properties.heading_deg;
  if (typeof towards !== "number") return [];
  const [east, north] = device.place;
  const metres = 2.2 / 111320;
  const angle = towards * Math.PI / 180;
  return [line([device.place, [east + metres * Math.sin(angle) / Math.cos(north * Math.PI / 180), north + metres * Math.cos(angle)]])];
}

const WORDS = { wifi: "Wi-Fi", ble: "beacons", motion: "motion", pressure: "pressure", map: "walls", fix: "a known place" };

function sources(text) {
  return (text ?? "–").split("+").map((word) => WORDS[word] ?? word).join(", ");
}

/** What is known of a device, for the panel. */
export class Facts {
  constructor() {
    this.values = {};
    this.node = element("dl", { className: "facts", aria: { live: "off" } });
    for (const [key, name, test] of [["unit", "In"], ["level", "Floor", "floor"], ["radius", "Radius (68 %)", "radius"], ["heading", "Heading"], ["source", "Known by"], ["age", "Heard"]]) {
      this.values[key] = element("dd", { className: key === "unit" ? "name" : key === "source" ? "" : "number", dir: key === "unit" ? "auto" : null, test });
      this.node.append(element("dt", {}, name), this.values[key]);
    }
  }

  show(device, seconds, unit) {
    const { label, level, horizontal_accuracy_m: metres, heading_deg: towards, source } = device.feature.properties;
    say(this.values.unit, unit ?? "–");
    say(this.values.level, String(label ?? level));
    say(this.values.radius, radius(metres));
    say(this.values.heading, degrees(towards));
    say(this.values.source, sources(source));
    say(this.values.age, seconds < 2 ? "now" : `${Math.round(seconds)} s ago`);
  }
}
