// The venue on a map: its units, level by level, in the page's colours.
import { element } from "/web/common/dom.js";

// What computes beside the page starts while the page still asks what to show.
window.maplibregl?.prewarm();

/** A colour of the page's style. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** What every layer of the page paints with, anew when light becomes dark. */
function unitPaint() {
  return {
    background: { "background-color": colour("map") },
    "units-fill": {
      "fill-color": ["match", ["get", "category"],
        ["walkway", "corridor", "hallway", "opentobelow", "ramp"], colour("unit-walk"),
        ["stairs", "elevator", "escalator", "restroom", "nonpublic", "service"], colour("unit-service"), colour("unit")],
    },
    "units-line": { "line-color": colour("unit-line"), "line-width": ["interpolate", ["linear"], ["zoom"], 16, 0.5, 20, 1.4] },
  };
}

/**
 * Makes a map in a place. `baseMap` is the address of tiles under it, or null. It begins with `units` and shows them whole, or
 * with a `centre` where there are none: each frame that is drawn in vain comes before the first picture.
 * Answers null where the map's program is missing; the page then says so.
 */
export function makeMap(place, { baseMap = null, label = "Map", hash = false, units = [], centre = null } = {}) {
  if (!window.maplibregl) return null;
  const sources = {};
  const layers = [{ id: "background", type: "background", paint: unitPaint().background }];
  if (baseMap) {
    sources.base = { type: "raster", tiles: [baseMap], tileSize: 256, attribution: new URL(baseMap.replace(/[{}]/g, "")).host };
    layers.push({ id: "base", type: "raster", source: "base" });
  }
  sources.units = { type: "geojson", data: { type: "FeatureCollection", features: units } };
  layers.push(
    { id: "units-fill", type: "fill", source: "units", filter: ["==", ["geometry-type"], "Polygon"], paint: unitPaint()["units-fill"] },
    { id: "units-line", type: "line", source: "units", paint: unitPaint()["units-line"] },
    {
      id: "units-name", type: "symbol", source: "units", minzoom: 16,
      filter: ["all", ["has", "name"], ["!=", ["get", "name"], null]],
      layout: { "icon-image": ["concat", "name:", ["get", "name"]], "icon-padding": 4, "symbol-placement": "point" },
    });
  const box = boxOf(units);
  const view = box ? { bounds: box, fitBoundsOptions: around(place) } : { center: centre ?? [0, 0], zoom: centre ? 17 : 1 };
  const map = new window.maplibregl.Map({
    container: place, style: { version: 8, sources, layers }, fadeDuration: 0, hash, maxZoom: 24, ...view,
    attributionControl: baseMap ? { compact: true } : false, dragRotate: false, pitchWithRotate: false, touchPitch: false,
    boxZoom: true, clickTolerance: 4,
  });
  styled.set(map, new Promise((resolve) => map.once("style.load", resolve)));
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new window.maplibregl.NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new window.maplibregl.ScaleControl({ maxWidth: 120 }), "bottom-left");
  map.getCanvas().setAttribute("aria-label", label);
  drawNames(map);
  followScheme(map, () => {
    const paints = unitPaint();
    for (const layer in paints) for (const name in paints[layer]) map.setPaintProperty(layer, name, paints[layer][name]);
  });
  return map;
}

export function empty() {
  return { type: "FeatureCollection", features: [] };
}

/** Calls back when the reader's scheme changes between light and dark. */
export function followScheme(map, paint) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const id of map.listImages()) if (id.startsWith("name:")) map.removeImage(id);
    if (map.isStyleLoaded()) paint();
    else map.once("idle", paint);
    map.triggerRepaint();
  });
}

/** The longest name that is drawn; longer ones end in an ellipsis. */
const LONGEST = 36;

/** Names are drawn by the browser, which knows every script and direction; the map takes pictures of them. */
function drawNames(map) {
  map.on("styleimagemissing", ({ id }) => {
    if (!id.startsWith("name:") || map.hasImage(id)) return;
    const whole = [...id.slice(5).replace(/\s+/g, " ")];
    const text = whole.length > LONGEST ? `${whole.slice(0, LONGEST).join("")}…` : whole.join("");
    const ratio = 2;
    const canvas = element("canvas");
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const font = `${12 * ratio}px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
    pen.font = font;
    canvas.width = Math.min(1024, Math.ceil(pen.measureText(text).width) + 8 * ratio);
    canvas.height = 18 * ratio;
    pen.font = font;
    Object.assign(pen, { textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: 3 * ratio, strokeStyle: colour("unit"), fillStyle: colour("unit-text") });
    pen.strokeText(text, canvas.width / 2, canvas.height / 2, canvas.width);
    pen.fillText(text, canvas.width / 2, canvas.height / 2, canvas.width);
    map.addImage(id, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: ratio });
  });
}

/** The box around coordinates of any depth, as [[west, south], [east, north]]; null where there are none. */
export function boxOf(features) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (part) => {
    if (typeof part?.[0] === "number") {
      box[0] = Math.min(box[0], part[0]); box[1] = Math.min(box[1], part[1]);
      box[2] = Math.max(box[2], part[0]); box[3] = Math.max(box[3], part[1]);
    } else if (Array.isArray(part)) part.forEach(visit);
  };
  for (const feature of features) visit(feature.geometry?.coordinates);
  return box[0] <= box[2] ? [[box[0], box[1]], [box[2], box[3]]] : null;
}

/** Moves the map to a box, with room around it. */
export function show(map, box, options = {}) {
  map.fitBounds(box, { ...around(map.getContainer()), duration: 0, ...options });
}

/** The room around what is shown whole in a place. */
function around({ clientWidth, clientHeight }) {
  return { padding: Math.max(24, Math.min(64, Math.min(clientWidth, clientHeight) / 10)), maxZoom: 21 };
}

/** Waits until the units that the map was made with are drawn, and notes it on the page's main part: that is what one sees first. */
export async function shown(map, work) {
  if (map) {
    await new Promise((resolve) => {
      const look = () => {
        if (!map.isSourceLoaded("units")) return;
        map.off("render", look);
        resolve();
      };
      map.on("render", look);
    });
  }
  work.dataset.shown = "true";
}

const styled = new WeakMap();

/** Waits until the map can be drawn on, which is before it shows anything. */
export function ready(map) {
  return styled.get(map);
}
