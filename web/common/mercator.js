// Web Mercator (EPSG:3857), in which the server says how a page lies on the map, and pages' transforms.

const RADIUS = 6378137;
const DEGREES = 180 / Math.PI;

/** [longitude, latitude] of metres. */
export function toPlace([x, y]) {
  return [(x / RADIUS) * DEGREES, Math.atan(Math.sinh(y / RADIUS)) * DEGREES];
}
/** Metres of [longitude, latitude]. */
export function toMetres([longitude, latitude]) {
  return [(longitude / DEGREES) * RADIUS, Math.asinh(Math.tan(latitude / DEGREES)) * RADIUS];
}
/** A point under a transform [a, b, c, d, x, y], as PDF writes them. */
export function apply([a, b, c, d, tx, ty], [x, y]) {
  return [a * x + c * y + tx, b * x + d * y + ty];
}
export function invert([a, b, c, d, tx, ty]) {
  const k = a * d - b * c;
  return [d / k, -b / k, -c / k, a / k, (c * ty - d * tx) / k, (b * tx - a * ty) / k];
}
/** A point so many metres east and north of a place; near enough to draw by. */
export function offset([longitude, latitude], east, north) {
  return [longitude + (east / (RADIUS * Math.cos(latitude / DEGREES))) * DEGREES, latitude + (north / RADIUS) * DEGREES];
}
