// A page in the server's pieces: where each is, and all of them as one picture.
import { venuePath } from "/web/common/api.js";

/** Pixels of a piece's side, and the deepest zoom that there is. */
export const SIDE = 512;
export const DEEPEST = 5;

/** Where a piece of a page is. */
export function tileAddress({ venue, plan, number, version }, zoom, column, row) {
  // The version makes another file's pieces other pictures.
  return `${venuePath(venue, "plans", plan)}/page/${zoom}/${column}/${row}.png?page=${number}&v=${version}`;
}

/** Milliseconds between attempts to get a piece that a busy server doesn't give at once; then it stays away. */
export const PAUSES = [1000, 2000, 4000, 8000];

/** A piece, asked for again where the server was too busy; null where it doesn't come. */
async function fetched(address) {
  for (const pause of [...PAUSES, null]) {
    const tile = new Image();
    tile.src = address;
    try { await tile.decode(); return tile; } catch { if (pause) await new Promise((resolve) => setTimeout(resolve, pause)); }
  }
  return null;
}

/** A page whole, as a picture of 512 pixels, doubled with each zoom. */
export async function picture(address, page, zoom = 2) {
  const scale = (SIDE * 2 ** zoom) / Math.max(page.width, page.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(page.width * scale));
  canvas.height = Math.max(1, Math.round(page.height * scale));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const pieces = [];
  for (let row = 0; row * SIDE < canvas.height; row++) {
    for (let column = 0; column * SIDE < canvas.width; column++) pieces.push([column, row]);
  }
  await Promise.all(pieces.map(async ([column, row]) => {
    const tile = await fetched(tileAddress(address, zoom, column, row));
    if (!tile) return;
    pen.drawImage(tile, column * SIDE, row * SIDE);
  }));
  return canvas;
}

/** A page's corners, from the top left one round to the right. */
export function outline({ box: [x0, y0, x1, y1], isImage }) {
  const [top, bottom] = isImage ? [y0, y1] : [y1, y0];
  return [[x0, top], [x1, top], [x1, bottom], [x0, bottom]];
}
