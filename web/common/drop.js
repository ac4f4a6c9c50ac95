// Files that are chosen or dropped, alike on every page.
import { element } from "/web/common/dom.js";
import { tell } from "/web/common/notices.js";

/** Bytes of UTF-8 that the server takes of a file's name. */
const NAMED = 128;

/** A file's name as the server takes it, cut at a character and with its ending; `none` where nothing is left of it. */
export function sentName(name, none) {
  // Halves of characters, as damaged names have them, can't stand in an address.
  const whole = name.replace(/[/\u0000-\u001f]/g, "-").replace(/^\.+/, "").replace(/\p{Cs}/gu, "\uFFFD");
  const ending = whole.match(/.(\.[a-z0-9]{1,16})$/i)?.[1] ?? "";
  const bytes = (text) => new TextEncoder().encode(text).length;
  if (bytes(whole) <= NAMED) return whole || none;
  let [kept, left] = ["", NAMED - ending.length];
  for (const sign of whole) {
    left -= bytes(sign);
    if (left < 0) break;
    kept += sign;
  }
  return kept + ending;
}

/** Does something with files, one after the other: what goes wrong with one is told with its name, and the next goes on. */
export async function eachFile(files, does) {
  for (const file of files) {
    try { await does(file); } catch (error) {
      const name = file.name.slice(0, 80);
      if (!error.message.includes(name)) error = Object.assign(new Error(`${name}: ${error.message}`), { name: error.name, code: error.code, status: error.status });
      tell(error);
    }
  }
}

/** A button that asks for files, beside the words that they can be dropped as well. */
export function fileButton(words, taken, { accept = "", multiple = false, test = "upload", dropped = "or drop it on this page" } = {}) {
  const field = element("input", { type: "file", hidden: true, multiple, accept, onchange: () => {
    const files = [...field.files];
    // The same file may be chosen again.
    field.value = "";
    taken(files);
  } });
  return element("span", { className: "row" }, element("button", { type: "button", onclick: () => field.click(), test }, words), field,
    dropped && element("span", { className: "small muted" }, dropped));
}

/** Calls back with the files that are dropped on an element. */
export function takeDrops(place, taken) {
  let depth = 0;
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const mark = (change) => {
    depth = Math.max(0, depth + change);
    place.classList.toggle("dropping", depth > 0);
  };
  place.addEventListener("dragenter", (event) => { if (hasFiles(event)) mark(1); });
  place.addEventListener("dragleave", (event) => { if (hasFiles(event)) mark(-1); });
  place.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  place.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(-depth);
    taken([...event.dataTransfer.files]);
  });
}
