// Files that are chosen or dropped, alike on every page.
import { element } from "/web/common/dom.js";

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
