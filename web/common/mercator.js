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
/** Metres between two places that are near each other. */
export function apart([ax, ay], [bx, by]) {
  return Math.hypot((ax - bx) * Math.cos(ay / DEGREES), ay - by) * (RADIUS / DEGREES);
}
/** A point so many metres east and north of a place; near enough to draw by. */
export function offset([longitude, latitude], east, north) {
  return [longitude + (east / (RADIUS * Math.cos(latitude / DEGREES))) * DEGREES, latitude + (north / RADIUS) * DEGREES];
}

/** WGS 84's squared first eccentricity. */
const E2 = 0.00669437999014;

/**
 * Where points of a venue's own frame are, metres east and north of its origin: the transverse Mercator of scale 1 in which
 * the server places plans. Snyder (1987), "Map projections: a working manual", eqs. 8-17 and 8-18; within 2 km of the origin
 * to a millimetre.
 */
export function localFrame({ latitude, longitude }) {
  const origin = latitude / DEGREES;
  const flat = (angle) => 1 - E2 * Math.sin(angle) ** 2;
  const alongMeridian = (angle) => (RADIUS * (1 - E2)) / flat(angle) ** 1.5;
  return ([east, north]) => {
    // The latitude of the point's foot on the meridian, by the radius half way there.
    const rough = origin + north / alongMeridian(origin);
    const foot = origin + north / alongMeridian((origin + rough) / 2);
    const across = RADIUS / Math.sqrt(flat(foot));
    const far = east / across;
    const steep = Math.tan(foot) ** 2;
    return [
      longitude + ((far - (1 + 2 * steep) * (far ** 3 / 6)) / Math.cos(foot)) * DEGREES,
      (foot - ((across * Math.tan(foot)) / alongMeridian(foot)) * (far ** 2 / 2)) * DEGREES,
    ];
  };
}
