// Numbers as people read them, always with their unit.

/** 0.034 m, 3.2 m, 124 m; "–" where nothing is known. */
export function metres(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const digits = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
  return `${value.toFixed(digits)} m`;
}
/** A radius, to a tenth of a metre. */
export function radius(value) {
  return Number.isFinite(value) && value !== null ? `${value.toFixed(1)} m` : "–";
}
export function percent(share) {
  return Number.isFinite(share) && share !== null ? `${Math.round(share * 100)} %` : "–";
}
export function degrees(value) {
  return Number.isFinite(value) && value !== null ? `${Math.round(value)}°` : "–";
}
export function count(number, one, many = `${one}s`) {
  return `${Number(number).toLocaleString("en")} ${number === 1 ? one : many}`;
}
/** 2026-05-31 10:12, in UTC as everything in a venue file is. */
export function moment(text) {
  return text ? text.slice(0, 16).replace("T", " ") : "–";
}
export function bytes(size) {
  return size < 1e6 ? `${Math.ceil(size / 1e3)} KB` : `${(size / 1e6).toFixed(1)} MB`;
}
