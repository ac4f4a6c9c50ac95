// The truth beside a recording: where the device truly was, by moments.

/** Rows of a truth file: recording, time_ms, latitude, longitude, level, … */
export function rowsOf(text) {
  const [head, ...lines] = text.split("\n").filter((line) => line.trim());
  const columns = (head ?? "").replace(/^\uFEFF/, "").split(",").map((name) => name.trim());
  const at = Object.fromEntries(columns.map((name, index) => [name, index]));
  if (at.time_ms === undefined || at.latitude === undefined) throw Object.assign(new Error("This CSV has no columns time_ms, latitude and longitude: drop the recording's truth."), { status: 0 });
  return lines.map((line) => line.split(",").map((cell) => cell.trim())).map((cells) => ({
    recording: cells[at.recording] ?? "", time: Number(cells[at.time_ms]),
    place: [Number(cells[at.longitude]), Number(cells[at.latitude])], level: Number(cells[at.level]),
  }));
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
