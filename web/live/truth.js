// The truth beside a recording: where the device truly was, by moments.

/**
 * Rows of a truth file: recording, time_ms, latitude, longitude, level, …
 *
 * The levels are ordinals, or labels of the buildings' levels: `unknown` is told the first that is none, and how many.
 */
export function rowsOf(text, buildings, unknown) {
  const [head, ...lines] = text.split("\n").filter((line) => line.trim());
  const columns = (head ?? "").replace(/^\uFEFF/, "").split(",").map((name) => name.trim());
  const at = Object.fromEntries(columns.map((name, index) => [name, index]));
  if (at.time_ms === undefined || at.latitude === undefined) throw Object.assign(new Error("This CSV has no columns time_ms, latitude and longitude: drop the recording's truth."), { status: 0 });
  const cellsOf = lines.map((line) => line.split(",").map((cell) => cell.trim()));
  const words = new Set(cellsOf.map((cells) => cells[at.level] ?? ""));
  // One word that is no number makes all of them labels.
  const ordinals = areLabels(words, buildings) ? labelled(buildings) : null;
  const rows = cellsOf.map((cells) => ({
    recording: cells[at.recording] ?? "", time: Number(cells[at.time_ms]),
    place: [Number(cells[at.longitude]), Number(cells[at.latitude])],
    level: ordinals ? ordinals.get(folded(cells[at.level] ?? "")) : Number(cells[at.level]),
  }));
  const strange = rows.findIndex((row) => row.level === undefined);
  if (strange >= 0) unknown(cellsOf[strange][at.level] ?? "", rows.filter((row) => row.level === undefined).length);
  return rows.filter((row) => row.level !== undefined);
}

/** Whether words are labels: one is no number, or all are labels and one is no ordinal. */
function areLabels(words, buildings) {
  const levels = buildings.flatMap((building) => building.levels);
  const [labels, ordinals] = [labelled(buildings), new Set(levels.map((level) => level.ordinal))];
  return [...words].some((word) => Number.isNaN(Number(word)))
    || [...words].every((word) => labels.has(folded(word))) && [...words].some((word) => !ordinals.has(Number(word)));
}

/** The ordinals of levels by their labels, without labels of several ordinals. */
function labelled(buildings) {
  const ordinals = new Map();
  for (const { label, ordinal } of buildings.flatMap((building) => building.levels)) {
    const word = folded(label ?? "");
    ordinals.set(word, ordinals.has(word) && ordinals.get(word) !== ordinal ? undefined : ordinal);
  }
  return ordinals;
}

/** A label without what people write now in one way, now in another. */
function folded(label) {
  return label.trim().split(/\s+/).join(" ").toLowerCase();
}

/** What of the rows says where one recording was, in order of time: those that name it or none, as `locate` has it. */
export function truthOf(rows, { file, id }) {
  return rows.filter((row) => row.recording === "" || names(row.recording, file, id)).sort((a, b) => a.time - b.time);
}

/** The recording of a .jsonl file by its name and its text, whose header may have an id. */
export function recordingOf(file, text) {
  let id;
  try { id = JSON.parse(text.slice(0, text.search(/\r?\n|$/))).id; } catch { /* The server says what is wrong with it. */ }
  return { file, id };
}

/** Whether a name is a recording's: its own id, or its file's with or without folders and ending. */
function names(text, file, id) {
  if (text === id) return true;
  const last = text.toLowerCase().split("/").filter((part) => part !== "" && part !== ".").at(-1);
  return [file, file.replace(/(.)\.[^.]*$/, "$1")].some((name) => name.toLowerCase() === last);
}
