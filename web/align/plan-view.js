// A page of a plan that one moves over and zooms into, drawn of the server's pieces as they come.
import { colour } from "/web/common/map.js";
import { DEEPEST, PAUSES, SIDE, tileAddress } from "/web/align/pieces.js";

export class PlanView extends EventTarget {
  /** Sends "move" when what is seen changes, and "pick" with a point of the page where one clicks. */
  constructor(place) {
    super();
    this.place = place;
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Plan: arrow keys move it, plus and minus zoom");
    place.append(this.canvas);
    this.pen = this.canvas.getContext("2d");
    this.tiles = new Map();
    this.page = null;
    this.coming = 0;
    this.view = { x: 0, y: 0, scale: 1 };
    new ResizeObserver(() => this.resize()).observe(place);
    this.listen();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  /** Shows a page: its box and rotation as the server lists them. */
  show(venue, plan, page, version) {
    this.address = { venue, plan, number: page.number, version };
    this.page = page;
    this.turn = (((page.rotate ?? 0) % 360) + 360) % 360;
    this.tiles.clear();
    this.fit();
  }

  /** Pixels of a page's unit at a zoom. */
  zoomScale(zoom) {
    return (SIDE * 2 ** zoom) / Math.max(this.page.width, this.page.height);
  }

  /** The size of the page as it is seen, in its units. */
  get seen() {
    const { width, height } = this.page;
    return this.turn % 180 ? [height, width] : [width, height];
  }

  /** From the page's units to units from the top left corner of what is seen, y down; and back. */
  toSeen([px, py]) {
    const [x0, y0, , y1] = this.page.box;
    const x = px - x0;
    const y = this.page.isImage ? py - y0 : y1 - py;
    const { width, height } = this.page;
    return { 0: [x, y], 90: [height - y, x], 180: [width - x, height - y], 270: [y, width - x] }[this.turn];
  }
  fromSeen([sx, sy]) {
    const { width, height } = this.page;
    const [x, y] = { 0: [sx, sy], 90: [sy, height - sx], 180: [width - sx, height - sy], 270: [width - sy, sx] }[this.turn];
    const [x0, y0, , y1] = this.page.box;
    return [x + x0, this.page.isImage ? y + y0 : y1 - y];
  }

  /** From the page's units to pixels of the view; and back. */
  project(point) {
    const [x, y] = this.toSeen(point);
    return [x * this.view.scale + this.view.x, y * this.view.scale + this.view.y];
  }
  unproject([x, y]) {
    return this.fromSeen([(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale]);
  }

  get size() { return [this.place.clientWidth, this.place.clientHeight]; }

  /** Shows the page whole. */
  fit() {
    if (!this.page) return;
    const [width, height] = this.size;
    const [across, down] = this.seen;
    const scale = Math.max(1e-6, Math.min((width - 32) / across, (height - 32) / down));
    this.view = { scale, x: (width - across * scale) / 2, y: (height - down * scale) / 2 };
    this.moved();
  }

  zoom(factor, [x, y] = this.size.map((side) => side / 2)) {
    if (!this.page) return;
    const least = Math.min(this.size[0] / this.seen[0], this.size[1] / this.seen[1]) / 4;
    const scale = Math.min(this.zoomScale(DEEPEST) * 4, Math.max(least, this.view.scale * factor));
    const share = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * share, y: y - (y - this.view.y) * share };
    this.moved();
  }

  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.moved();
  }

  /** Moves a point of the page into the middle. */
  centre(point) {
    const [x, y] = this.project(point);
    this.pan(this.size[0] / 2 - x, this.size[1] / 2 - y);
  }

  moved() {
    this.redraw();
    this.dispatchEvent(new Event("move"));
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    const [width, height] = this.size;
    const wasFitted = !this.canvas.width || !this.page;
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    if (wasFitted) this.fit();
    else this.moved();
  }

  redraw() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.draw();
    });
  }

  draw() {
    const ratio = devicePixelRatio || 1;
    const { pen, view } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.page) return;
    const { width, height } = this.page;
    // The page before its rotation is what the pieces show.
    pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
    if (this.turn === 90) pen.transform(0, 1, -1, 0, height, 0);
    if (this.turn === 180) pen.transform(-1, 0, 0, -1, width, height);
    if (this.turn === 270) pen.transform(0, -1, 1, 0, 0, width);
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    const wanted = Math.min(DEEPEST, Math.max(0, Math.ceil(Math.log2((view.scale * ratio) / this.zoomScale(0)) - 0.25)));
    // Coarser pieces that are there stand in for finer ones that aren't yet.
    for (let zoom = 0; zoom <= wanted; zoom++) this.drawZoom(zoom, zoom === wanted || zoom === 0);
    pen.strokeStyle = colour("line-strong");
    pen.lineWidth = 1 / view.scale;
    pen.strokeRect(0, 0, width, height);
  }

  drawZoom(zoom, asks) {
    const side = SIDE / this.zoomScale(zoom);
    const { width, height } = this.page;
    const corners = [[0, 0], [this.size[0], 0], this.size, [0, this.size[1]]].map((corner) => {
      const [x, y] = this.unproject(corner);
      return [x - this.page.box[0], this.page.isImage ? y - this.page.box[1] : this.page.box[3] - y];
    });
    const low = [0, 1].map((axis) => Math.max(0, Math.floor(Math.min(...corners.map((corner) => corner[axis])) / side)));
    const high = [width, height].map((whole, axis) => Math.min(Math.ceil(whole / side - 1e-6) - 1, Math.floor(Math.max(...corners.map((corner) => corner[axis])) / side)));
    for (let row = low[1]; row <= high[1]; row++) {
      for (let column = low[0]; column <= high[0]; column++) {
        const tile = this.tile(zoom, column, row, asks);
        if (tile) this.pen.drawImage(tile, column * side, row * side, side, side);
      }
    }
  }

  tile(zoom, column, row, asks) {
    const key = `${zoom}/${column}/${row}`;
    const known = this.tiles.get(key);
    if (known || !asks) return known?.complete && known.naturalWidth ? known : null;
    this.ask(key, tileAddress(this.address, zoom, column, row));
    return null;
  }

  /** Asks for a piece; of a busy server again, after a pause. */
  ask(key, address, attempt = 0) {
    const tile = new Image();
    this.coming += 1;
    const come = () => { this.coming -= 1; this.dispatchEvent(new Event("tile")); };
    tile.onload = () => { this.redraw(); come(); };
    tile.onerror = () => {
      come();
      if (attempt < PAUSES.length) setTimeout(() => { if (this.tiles.get(key) === tile) this.ask(key, address, attempt + 1); }, PAUSES[attempt]);
    };
    tile.src = address;
    this.tiles.set(key, tile);
  }

  /** Waits until no piece is on its way. */
  async settled() {
    for (;;) {
      // What is asked for is known once the view was drawn.
      await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
      if (!this.coming) return;
      await new Promise((resolve) => { this.addEventListener("tile", resolve, { once: true }); });
    }
  }

  listen() {
    const { canvas } = this;
    const fingers = new Map();
    let travelled = 0;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
      if (fingers.size === 1) travelled = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = [event.offsetX, event.offsetY];
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      travelled += Math.hypot(now[0] - before[0], now[1] - before[1]);
      if (other) {
        const span = (point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
        this.zoom(span(now) / span(before), other);
      } else if (travelled > 4) this.pan(now[0] - before[0], now[1] - before[1]);
      fingers.set(event.pointerId, now);
    });
    const up = (event) => {
      const was = fingers.delete(event.pointerId);
      if (was && event.type === "pointerup" && travelled <= 4 && this.page) {
        this.dispatchEvent(new CustomEvent("pick", { detail: this.unproject([event.offsetX, event.offsetY]) }));
      }
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), [event.offsetX, event.offsetY]);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (step) this.pan(...step);
      else if (event.key === "+" || event.key === "=") this.zoom(1.4);
      else if (event.key === "-") this.zoom(1 / 1.4);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
  }
}
