// The plan on the map: its lines in a colour of their own, how far each anchor is off, and how wrong the corners may be.
import { colour, empty, followScheme } from "/web/common/map.js";
import { offset } from "/web/common/mercator.js";
import { outline, picture } from "/web/align/pieces.js";

export class Overlay {
  constructor(map) {
    Object.assign(this, { map, picture: null, tinted: null, isTinted: true, opacity: 0.8, corners: null });
    for (const name of ["residuals", "predicted", "ties"]) map.addSource(name, { type: "geojson", data: empty() });
    map.addLayer({ id: "predicted", type: "line", source: "predicted", paint: { "line-width": 1.5, "line-dasharray": [2, 2] } });
    map.addLayer({ id: "residuals", type: "line", source: "residuals", layout: { "line-cap": "round" }, paint: { "line-width": 3 } });
    map.addLayer({ id: "ties-ways", type: "line", source: "ties", layout: { "line-cap": "round" }, paint: { "line-width": 3 } });
    map.addLayer({ id: "ties", type: "circle", source: "ties", filter: ["==", ["geometry-type"], "Point"], paint: { "circle-radius": ["case", ["get", "chosen"], 10, 7], "circle-stroke-width": ["case", ["get", "chosen"], 4, 2], "circle-opacity": 0.3 } });
    map.addLayer({ id: "ties-names", type: "symbol", source: "ties", filter: ["==", ["geometry-type"], "Point"], layout: { "icon-image": ["concat", "name:", ["get", "name"]], "icon-anchor": "bottom", "icon-offset": [0, -10], "icon-allow-overlap": true } });
    this.paint();
    followScheme(map, () => { this.paint(); this.redraw(); });
  }

  paint() {
    this.map.setPaintProperty("predicted", "line-color", colour("plan"));
    this.map.setPaintProperty("residuals", "line-color", ["case", ["get", "outlier"], colour("bad"), colour("venue")]);
    this.map.setPaintProperty("ties", "circle-color", colour("venue"));
    this.map.setPaintProperty("ties", "circle-stroke-color", colour("venue"));
    this.map.setPaintProperty("ties-ways", "line-color", colour("bad"));
    this.map.setPaintProperty("units-line", "line-color", colour("venue"));
  }

  /** Takes the page of a view, roughly at once, and finely when the view's own pieces are there. */
  async show(view) {
    const { address, page } = view;
    const take = async (zoom) => {
      const made = await picture(address, page, zoom);
      if (view.address === address) this.setPicture(made);
    };
    this.setPicture(null);
    await take(0);
    await view.settled();
    if (view.address === address) await take(2);
  }

  /** Another page's picture, or null. */
  setPicture(picture) {
    this.picture = picture;
    this.redraw();
  }

  tint(isTinted) {
    this.isTinted = isTinted;
    this.redraw();
  }

  /** Makes the picture that is laid on the map: all that is white in it is clear. */
  redraw() {
    const { map } = this;
    if (map.getLayer("plan")) map.removeLayer("plan");
    if (map.getSource("plan")) map.removeSource("plan");
    if (!this.picture || !this.corners) return;
    let shown = this.picture;
    if (this.isTinted) {
      shown = document.createElement("canvas");
      [shown.width, shown.height] = [this.picture.width, this.picture.height];
      const pen = shown.getContext("2d", { willReadFrequently: true });
      pen.drawImage(this.picture, 0, 0);
      const image = pen.getImageData(0, 0, shown.width, shown.height);
      const [red, green, blue] = colour("plan").match(/[0-9a-f]{2}/gi).map((pair) => parseInt(pair, 16));
      const { data } = image;
      for (let i = 0; i < data.length; i += 4) {
        const dark = (255 - (data[i] * 77 + data[i + 1] * 151 + data[i + 2] * 28) / 256) * (data[i + 3] / 255);
        data[i] = red; data[i + 1] = green; data[i + 2] = blue;
        data[i + 3] = Math.min(255, dark * 1.6);
      }
      pen.putImageData(image, 0, 0);
    }
    map.addSource("plan", { type: "canvas", canvas: shown, coordinates: this.corners, animate: false });
    map.addLayer({ id: "plan", type: "raster", source: "plan", paint: { "raster-opacity": this.opacity, "raster-fade-duration": 0 } }, "predicted");
  }

  fade(opacity) {
    this.opacity = opacity;
    if (this.map.getLayer("plan")) this.map.setPaintProperty("plan", "raster-opacity", opacity);
  }

  /**
   * Lays a page where `lie` says that its points are; null takes it off. Of anchors it is shown how far each is off, and of
   * a fit how wrong the corners may be.
   */
  lay(lie, page, { anchors = [], fit = null } = {}) {
    if (!lie || !page) {
      this.corners = null;
      this.redraw();
      this.map.getSource("residuals").setData(empty());
      this.map.getSource("predicted").setData(empty());
      return;
    }
    this.preview(outline(page).map(lie));
    this.map.getSource("residuals").setData(collection(anchors.map((anchor, index) => line([anchor.place, lie(anchor.page)], { outlier: Boolean(fit?.anchors?.[index]?.outlier) }))));
    const radii = fit?.predictedErrorMetres?.corners ?? [];
    this.map.getSource("predicted").setData(collection((fit?.corners ?? []).map((corner, index) => line(ring(corner, radii[index] ?? 0), {}))));
  }

  /** Shows the page at corners, from its top left one round to the right. */
  preview(corners) {
    const had = this.corners;
    this.corners = corners;
    if (had && this.map.getSource("plan")) this.map.getSource("plan").setCoordinates(corners);
    else this.redraw();
  }

  /** Marks ties: each with its name, where it lies now, and where it comes to lie. */
  tieTogether(ties) {
    this.map.getSource("ties").setData(collection(ties.flatMap(({ name, now, tied, isChosen }) => [
      line([now, tied], { name, chosen: isChosen }),
      { type: "Feature", geometry: { type: "Point", coordinates: tied }, properties: { name, chosen: isChosen } }])));
  }
}

function collection(features) {
  return { type: "FeatureCollection", features };
}
function line(coordinates, properties) {
  return { type: "Feature", geometry: { type: "LineString", coordinates }, properties };
}
function ring(centre, metres) {
  return Array.from({ length: 33 }, (_, i) => offset(centre, metres * Math.cos((i * Math.PI) / 16), metres * Math.sin((i * Math.PI) / 16)));
}
