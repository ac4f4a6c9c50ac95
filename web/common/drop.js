// Files that are dropped on a page.

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
