// Dots on the map: drawn by the map itself, with a button over each for the pointer, the keyboard and screen readers.
import { element, say } from "/web/common/dom.js";
import { degrees, radius, sureness } from "/web/common/format.js";
import { colour, empty, followScheme } from "/web/common/map.js";
import { toMetres } from "/web/common/mercator.js";
import { SILENT } from "/web/live/devices.js";
import { Points } from "/web/live/points.js";

/** Metres of Web Mercator that a pixel has at zoom 0, of 512-pixel tiles. */
const METRES_A_PIXEL = 78271.51696402048;
/** Beyond so many, radii, trails and headings are the chosen one's alone, and buttons move where somebody is. */
const MANY = 60;
/** Pixels from the pointer within which buttons of many are over their dots, and updates after which all others are again. */
const NEAR = 40;
const TURNS = 10;

export class Dots {
  constructor(map, place, devices, unitOf, chosen) {
    Object.assign(this, { map, devices, unitOf, chosen, level: null, selected: null, trails: true, shown: [], buttons: new Map(), pointer: { x: NaN, y: NaN }, turn: 0 });
    this.layer = element("div", { className: "dots", role: "group", aria: { label: "Devices on the map" } });
    place.append(this.layer);
    if (!map) return;
    map.addSource("devices", { type: "geojson", data: empty(), tolerance: 0, buffer: 64 });
    const metres = ["get", "pixels"];
    const add = (id, type, more) => map.addLayer({ id, type, source: "devices", filter: ["==", ["get", "kind"], id], ...more });
    add("radii", "circle", { paint: { "circle-radius": ["interpolate", ["exponential", 2], ["zoom"], 0, metres, 24, ["*", metres, 2 ** 24]], "circle-stroke-width": 1 } });
    add("trails", "line", { layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-width": 2.5, "line-opacity": 0.55 } });
    add("headings", "line", { layout: { "line-cap": "round" }, paint: { "line-width": 3 } });
    map.addLayer(new Points(() => this.lay()));
    this.paint();
    followScheme(map, () => this.paint());
    map.on("move", () => { if (this.buttons.size <= MANY) this.place(); });
    map.on("moveend", () => this.place());
    place.addEventListener("pointermove", ({ clientX, clientY }) => {
      const { left, top } = place.getBoundingClientRect();
      this.pointer = { x: clientX - left, y: clientY - top };
      if (this.buttons.size > MANY) this.place((button) => this.isMet(button));
    });
  }

  paint() {
    const dot = colour("dot");
    for (const [layer, name, value] of [
      ["radii", "circle-color", dot], ["radii", "circle-opacity", 0.12], ["radii", "circle-stroke-color", dot], ["radii", "circle-stroke-opacity", 0.45],
      ["trails", "line-color", dot], ["headings", "line-color", dot],
    ]) this.map.setPaintProperty(layer, name, value);
  }

  /** Draws the devices of a level. */
  draw() {
    const shown = this.devices.all.filter((device) => device.level === this.level);
    this.shown = shown;
    const isMany = shown.length > MANY;
    this.map?.getSource("devices").setData({ type: "FeatureCollection", features: this.features(isMany ? shown.filter((device) => device.session === this.selected) : shown) });
    const gone = new Set(this.buttons.keys());
    for (const device of shown) {
      gone.delete(device.session);
      const button = this.buttons.get(device.session) ?? this.add(device);
      button.device = device;
      // Of many, each is told in full once somebody turns to it.
      if (!isMany) this.describe(button);
    }
    for (const session of gone) { this.buttons.get(session).node.remove(); this.buttons.delete(session); }
    if (!isMany) { this.place(); return; }
    // Of many, those that somebody may meet with now, and of the others some in turn.
    this.turn += 1;
    let number = this.turn;
    this.place((button) => { number += 1; return number % TURNS === 0 || this.isMet(button); });
  }

  /** What the map's own layers draw: radii, headings and trails. */
  features(devices) {
    return devices.flatMap((device) => [...circle(device), ...heading(device), ...(this.trails && device.trail.length > 2 ? [trail(device)] : [])]);
  }

  describe(button) {
    const { name, label, sure, radius: metres } = button.device;
    const unit = this.unitOf(button.device);
    const words = `Device ${name}, ${unit ? `in ${unit.slice(0, 60)}, ` : ""}level ${label}${sure === null ? "" : ` (${sureness(sure)} sure)`}, within ${radius(metres)}`;
    if (button.words === words) return;
    button.words = words;
    button.node.setAttribute("aria-label", words);
    button.node.title = words;
  }

  add(device) {
    const { session } = device;
    const node = element("button", { type: "button", className: "dot", aria: { label: `Device ${device.name}` }, test: `dot-${session}`, onclick: () => this.chosen(session) });
    const button = { node, device, x: NaN, y: NaN };
    for (const turn of ["focus", "pointerenter"]) node.addEventListener(turn, () => { this.describe(button); this.place((one) => one === button); });
    this.buttons.set(session, button);
    this.layer.append(node);
    return button;
  }

  /** Whether the pointer or the keyboard is at a button, where it stands or where it belongs. */
  isMet({ node, x, y, device }) {
    const isNear = (across, down) => Math.abs(across - this.pointer.x) < NEAR && Math.abs(down - this.pointer.y) < NEAR;
    return Number.isNaN(x) || isNear(x, y) || isNear(device.x, device.y) || node === document.activeElement;
  }

  /** Says of each device where it is on the screen: the map is neither turned nor tilted, so that Web Mercator's metres are pixels at a scale. */
  lay() {
    const centre = this.map.getCenter();
    const middle = this.map.project(centre);
    const [east, north] = toMetres([centre.lng, centre.lat]);
    const scale = 2 ** this.map.getZoom() / METRES_A_PIXEL;
    for (const device of this.shown) {
      device.x = middle.x + (device.metres[0] - east) * scale;
      device.y = middle.y - (device.metres[1] - north) * scale;
      device.isSelected = device.session === this.selected;
      device.isSilent = this.devices.age(device) > SILENT;
    }
    return this.shown;
  }

  /** Lays buttons over their dots. */
  place(isWanted = () => true) {
    if (!this.map) return;
    this.lay();
    for (const button of this.buttons.values()) {
      if (!isWanted(button)) continue;
      const x = Math.round(button.device.x * 10) / 10;
      const y = Math.round(button.device.y * 10) / 10;
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

function trail(device) {
  const places = [];
  for (let i = 0; i < device.trail.length; i += 2) places.push([device.trail[i], device.trail[i + 1]]);
  return line("trails", places);
}

function circle({ place, radius: metres }) {
  if (!(metres > 0)) return [];
  const pixels = metres / (METRES_A_PIXEL * Math.cos(place[1] * Math.PI / 180));
  return [{ type: "Feature", geometry: { type: "Point", coordinates: place }, properties: { kind: "radii", pixels } }];
}

/** A short stroke from the dot to where the device heads. */
function heading({ place, towards }) {
  if (typeof towards !== "number") return [];
  const [east, north] = place;
  const metres = 2.2 / 111320;
  const angle = towards * Math.PI / 180;
  return [line("headings", [place, [east + metres * Math.sin(angle) / Math.cos(north * Math.PI / 180), north + metres * Math.cos(angle)]])];
}

const WORDS = { wifi: "Wi-Fi", ble: "beacons", motion: "motion", pressure: "pressure", map: "walls", fix: "a known place" };

function sources(text) {
  return (text ?? "–").split("+").map((word) => WORDS[word] ?? word).join(", ");
}

/** What words of the panel mean, in the field's terms. */
const MEANT = {
  sure: "The probability that the level is right",
  radius: "The radius that holds 68 % of the errors: two positions of three are nearer than that to where one is",
};

/** What is known of a device, for the panel. */
export class Facts {
  constructor() {
    this.values = {};
    this.node = element("dl", { className: "facts", aria: { live: "off" } });
    for (const [key, name, test] of [["unit", "In"], ["level", "Level", "level"], ["sure", "Sure of the level", "sure"], ["radius", "Place right to within", "radius"], ["heading", "Heading"], ["source", "Known by"], ["age", "Heard"]]) {
      this.values[key] = element("dd", { className: key === "unit" ? "name" : key === "source" || key === "sure" ? "" : "number", dir: key === "unit" ? "auto" : null, test });
      this.node.append(element("dt", { title: MEANT[key] }, name), this.values[key]);
    }
  }

  show(device, seconds, unit) {
    const { label, sure, radius: metres, towards, source } = device;
    const isOutdoors = device.conditions?.includes("outdoors");
    say(this.values.unit, isOutdoors ? "outdoors" : unit ?? "no room");
    say(this.values.level, label);
    say(this.values.sure, `${sureness(sure)}${device.conditions?.includes("unsure-level") ? ", by few known transmitters" : ""}`);
    say(this.values.radius, radius(metres));
    say(this.values.heading, degrees(towards));
    say(this.values.source, sources(source));
    say(this.values.age, seconds < 2 ? "now" : `${Math.round(seconds)} s ago`);
  }
}
