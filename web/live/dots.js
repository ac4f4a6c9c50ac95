// Dots on the map: drawn by the map itself, with a button over each for the pointer, the keyboard and screen readers.
import { element, say } from "/web/common/dom.js";
import { degrees, radius } from "/web/common/format.js";
import { colour, empty, followScheme } from "/web/common/map.js";
import { toMetres } from "/web/common/mercator.js";
import { SILENT } from "/web/live/devices.js";

/** Metres of Web Mercator that a pixel has at zoom 0, of 512-pixel tiles. */
const METRES_A_PIXEL = 78271.51696402048;
/** Beyond so many, radii, trails and headings are the chosen one's alone, and buttons move when the map stands still. */
const MANY = 60;

export class Dots {
  constructor(map, place, devices, unitOf, chosen) {
    Object.assign(this, { map, devices, unitOf, chosen, level: null, selected: null, trails: true, buttons: new Map() });
    this.layer = element("div", { className: "dots", role: "group", aria: { label: "Devices on the map" } });
    place.append(this.layer);
    if (!map) return;
    map.addSource("devices", { type: "geojson", data: empty(), tolerance: 0, buffer: 64 });
    const metres = ["get", "pixels"];
    const add = (id, type, more) => map.addLayer({ id, type, source: "devices", filter: ["==", ["get", "kind"], id], ...more });
    add("radii", "circle", { paint: { "circle-radius": ["interpolate", ["exponential", 2], ["zoom"], 0, metres, 24, ["*", metres, 2 ** 24]], "circle-stroke-width": 1 } });
    add("trails", "line", { layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-width": 2.5, "line-opacity": 0.55 } });
    add("headings", "line", { layout: { "line-cap": "round" }, paint: { "line-width": 3 } });
    add("dots", "circle", { paint: { "circle-radius": ["case", ["get", "selected"], 9, 7], "circle-stroke-width": 2.5, "circle-opacity": ["case", ["get", "silent"], 0.4, 1] } });
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
    const isMany = shown.length > MANY;
    if (this.map) this.map.getSource("devices").setData({ type: "FeatureCollection", features: this.features(shown, isMany) });
    const gone = new Set(this.buttons.keys());
    for (const device of shown) {
      gone.delete(device.session);
      const button = this.buttons.get(device.session) ?? this.add(device);
      button.device = device;
      // Of many, each is told in full once somebody turns to it.
      if (!isMany) this.describe(button);
    }
    for (const session of gone) { this.buttons.get(session).node.remove(); this.buttons.delete(session); }
    this.place();
  }

  /** What the map draws. Dots that look alike are one feature, which the map takes over in a fraction of the time. */
  features(shown, isMany) {
    const alike = new Map();
    const features = [];
    for (const device of shown) {
      const isSelected = device.session === this.selected;
      const silent = this.devices.age(device) > SILENT;
      const look = `${silent} ${isSelected}`;
      if (!alike.has(look)) alike.set(look, { silent, selected: isSelected, places: [] });
      alike.get(look).places.push(device.place);
      if (isMany && !isSelected) continue;
      features.push(...circle(device), ...heading(device));
      if (this.trails && device.trail.length > 1) features.push(line("trails", device.trail));
    }
    for (const { places, ...properties } of alike.values()) features.push({ type: "Feature", geometry: { type: "MultiPoint", coordinates: places }, properties: { kind: "dots", ...properties } });
    return features;
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

  add(device) {
    const { session } = device;
    const node = element("button", { type: "button", className: "dot", aria: { label: `Device ${device.name}` }, test: `dot-${session}`, onclick: () => this.chosen(session) });
    const button = { node, device, x: NaN, y: NaN };
    for (const turn of ["focus", "pointerenter"]) node.addEventListener(turn, () => this.describe(button));
    this.buttons.set(session, button);
    this.layer.append(node);
    return button;
  }

  /** Lays the buttons over the dots: the map is neither turned nor tilted, so that Web Mercator's metres are pixels at a scale. */
  place() {
    if (!this.map) return;
    const centre = this.map.getCenter();
    const middle = this.map.project(centre);
    const [east, north] = toMetres([centre.lng, centre.lat]);
    const scale = 2 ** this.map.getZoom() / METRES_A_PIXEL;
    for (const button of this.buttons.values()) {
      const [mx, my] = button.device.metres;
      const x = Math.round((middle.x + (mx - east) * scale) * 10) / 10;
      const y = Math.round((middle.y - (my - north) * scale) * 10) / 10;
      if (x === button.x && y === button.y) continue;
      button.x = x;
      button.y = y;
      button.node.style.transform = `translate(${x - 12}px, ${y - 12}px)`;
    }
  }
}

function line(kind, coordinates) {
  return { type: "Feature", geometry: { type: "LineString", coordinates }, properties: { kind } };
}

function circle(device) {
  const metres = device.feature.properties.horizontal_accuracy_m;
  if (!(metres > 0)) return [];
  const pixels = metres / (METRES_A_PIXEL * Math.cos(device.place[1] * Math.PI / 180));
  return [{ type: "Feature", geometry: { type: "Point", coordinates: device.place }, properties: { kind: "radii", pixels } }];
}

/** A short stroke from the dot to where the device heads. */
function heading(device) {
  const towards = device.feature.properties.heading_deg;
  if (typeof towards !== "number") return [];
  const [east, north] = device.place;
  const metres = 2.2 / 111320;
  const angle = towards * Math.PI / 180;
  return [line("headings", [device.place, [east + metres * Math.sin(angle) / Math.cos(north * Math.PI / 180), north + metres * Math.cos(angle)]])];
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
