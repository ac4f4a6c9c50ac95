// The truth beside a recording: where the device truly was, by moments.

/**
 * Rows of a truth file: recording, time_ms, latitude, longitude, level, …
 *
 * The levels are ordinals, or labels of the buildings' levels: `unknown` is told the first that is none, and how many.
 */
export function rowsOf(text, buildings, unknown) {
  const [columns = [], ...lines] = tableOf(text);
  const at = Object.fromEntries(columns.map((name, index) => [name, index]));
  const missing = ["time_ms", "latitude", "longitude", "level"].filter((name) => !(name in at));
  if (missing.length) {
    const mark = columns.join().match(/[;\t]/)?.[0];
    throw fault(mark ? `The fields of this CSV are separated by ${mark === ";" ? "semicolons" : "tabs"}: save it with commas, and with points in its numbers.`
      : `This CSV has no column ${missing.join(" and no ")}: drop the recording's truth.`);
  }
  // Files that were joined end to end have the header again.
  const cellsOf = lines.filter((cells) => String(cells) !== String(columns));
  if (cellsOf.some((cells) => !cells[at.level])) throw fault("A row of the truth has no level: write the ordinal, 0 for the ground floor, or the label.");
  const words = new Set(cellsOf.map((cells) => cells[at.level]));
  // One word that is no number makes all of them labels.
  const ordinals = areLabels(words, buildings) ? labelled(buildings) : null;
  const number = (cells, name, isRight, remedy) => {
    const value = cells[at[name]] ? Number(cells[at[name]]) : NaN;
    if (!isRight(value)) throw fault(`A row of the truth has ${cells[at[name]] ? `the ${name} “${cells[at[name]].slice(0, 40)}”` : `no ${name}`}: write ${remedy}.`);
    return value;
  };
  const degrees = (cells, name, most) => number(cells, name, (value) => Math.abs(value) <= most, `degrees of -${most} to ${most}, with a point`);
  const whole = (text) => Number.isInteger(Number(text)) ? Number(text) : undefined;
  const rows = cellsOf.map((cells) => ({
    recording: cells[at.recording] ?? "",
    time: number(cells, "time_ms", Number.isInteger, "whole milliseconds since 1970"),
    place: [degrees(cells, "longitude", 180), degrees(cells, "latitude", 90)],
    level: ordinals ? ordinals.get(folded(cells[at.level])) : whole(cells[at.level]),
  }));
  const strange = rows.findIndex((row) => row.level === undefined);
  if (strange >= 0) unknown(cellsOf[strange][at.level], rows.filter((row) => row.level === undefined).length);
  return rows.filter((row) => row.level !== undefined);
}

/** The rows of a CSV by RFC 4180, without those that hold nothing; what is quoted may have commas, line ends and doubled quotes. */
function tableOf(text) {
  const rows = [[""]];
  let [isQuoted, isStart] = [false, true];
  const signs = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  for (let i = 0; i < signs.length; i++) {
    const row = rows.at(-1);
    const sign = signs[i];
    if (isQuoted && sign === '"' && signs[i + 1] !== '"') isQuoted = false;
    else if (isQuoted) {
      row[row.length - 1] += sign;
      if (sign === '"') i++;
    } else if (sign === '"' && isStart) isQuoted = true;
    else if (sign === "," || sign === "\n") {
      if (sign === ",") row.push(""); else rows.push([""]);
      isStart = true;
      continue;
    } else row[row.length - 1] += sign;
    isStart = false;
  }
  if (isQuoted) throw fault("This CSV has a quotation mark that is not closed: close it, or take it out.");
  return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
}

/** What is said of a file. */
function fault(words) {
  return Object.assign(new Error(words), { status: 0 });
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

/**
 * What of the rows says where one recording was, in order of time: those that name it or none, as `locate` has it. Of a moment
 * the first counts that names it, and where none does the first.
 */
export function truthOf(rows, { file, id }) {
  const moments = new Map();
  for (const row of rows.filter(({ recording }) => recording === "" || names(recording, file, id))) {
    const known = moments.get(row.time);
    if (!known || known.recording === "" && row.recording !== "") moments.set(row.time, row);
  }
  return [...moments.values()].sort((a, b) => a.time - b.time);
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
