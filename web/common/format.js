// Numbers as people read them, always with their unit.

/** 0.03 m, 3.2 m, 124 m: no finer than anything here is known; "–" where nothing is. */
export function metres(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return `${signed(value.toFixed(size < 0.995 ? 2 : size < 9.95 ? 1 : 0))} m`;
}
/** A radius: half metres aren't known of one beyond ten. */
export function radius(value) {
  return Number.isFinite(value) && value !== null ? `${value.toFixed(value < 9.95 ? 1 : 0)} m` : "–";
}
export function percent(share) {
  return Number.isFinite(share) && share !== null ? `${Math.round(share * 100)} %` : "–";
}
/** How sure something is: never quite. */
export function sureness(share) {
  if (!Number.isFinite(share) || share === null) return "–";
  return share >= 0.995 ? "over 99 %" : percent(share);
}
export function degrees(value) {
  return Number.isFinite(value) && value !== null ? `${signed(String(Math.round(value)))}°` : "–";
}
/** A number's text with a minus sign where it has a hyphen. */
export function signed(text) {
  return String(text).replace(/^-/, "−");
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
