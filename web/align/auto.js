// The plan laid on the venue's walls by the server, and the choice where that is open.
import { follow, send, venuePath } from "/web/common/api.js";
import { closeByEscape, element, fill, say } from "/web/common/dom.js";
import { degrees } from "/web/common/format.js";
import { apply, localFrame, toPlace } from "/web/common/mercator.js";

/** Lays the desk's plan by itself; answers anchors that hold it there and its level, or null, as where another plan is turned to. */
export async function autoFit(venue, desk, anchors, overlay, levels) {
  const { plan, page } = desk;
  const work = element("p", { role: "status" }, "Beginning…");
  const bar = element("progress", { aria: { label: "How far it is" } });
  const choices = element("div", { className: "form" });
  let answered = null;
  const dialog = document.body.appendChild(element("dialog", { aria: { label: "Fit by itself" }, test: "auto-dialog", className: "side", onkeydown: closeByEscape, onclose: () => { dialog.remove(); answered?.(null); } },
    element("div", { className: "form" }, element("h1", {}, "Fit by itself"), work, bar, choices,
      element("div", { className: "row end" }, element("button", { type: "button", onclick: () => dialog.close() }, "Cancel")))));
  // It stands beside the map, on which the place is shown that one points at.
  dialog.show();
  const leave = () => dialog.close();
  desk.addEventListener("turn", leave);
  try {
    const { value: job } = await send("POST", `${venuePath(venue.id, "plans", plan.id)}/auto`, { page: page.number });
    const result = await follow(job, ({ state: now, progress }) => {
      say(work, now === "waiting" ? "Waiting for other work on this venue…" : `Laying the plan's lines on the walls${progress ? `: ${progress.work}` : ""}…`);
      if (progress?.total) { bar.max = progress.total; bar.value = progress.done; }
    });
    if (!dialog.open) return null;
    if (!result.refused) {
      return { level: result.fit?.level ?? null, anchors: corners(page, (point) => toPlace(apply(result.pageToWebMercator, point)), result.fit?.rmsMetres) };
    }
    bar.hidden = true;
    const ways = result.candidates.length;
    say(work, ways > 1 ? `The plan's lines lie on the walls as well in ${ways} ways. Look at each, and use the right one.` : "The plan's lines lie on the walls, but not surely. Look, and use the place if it is right.");
    const frame = localFrame(venue.origin);
    const places = result.candidates.map((candidate) => ({ candidate, lie: (point) => frame(apply(candidate.pageToLocal, point)) }));
    return await new Promise((resolve) => {
      answered = resolve;
      const look = ({ candidate, lie }) => { levels.choose(candidate.level); overlay?.lay(lie, page); };
      fill(choices, places.map(({ candidate, lie }, index) => element("button", { type: "button", test: `candidate-${index + 1}`, onmouseenter: () => look(places[index]), onfocus: () => look(places[index]), onclick: () => {
        answered = null;
        resolve({ level: candidate.level, anchors: corners(page, lie) });
      } }, `Use place ${index + 1}: level ${candidate.label ?? candidate.level}, turned by ${turn(candidate)}${candidate.mirrored ? ", mirrored" : ""}, ${Math.round(candidate.inliers * 100)} % of the lines on walls`)));
      // The likeliest is looked at first; Tab and the pointer show the others.
      choices.firstChild?.focus();
    });
  } finally {
    desk.removeEventListener("turn", leave);
    if (dialog.isConnected) { answered = null; dialog.close(); }
    // What was only looked at is taken off.
    anchors.change();
  }
}

/** How far the page's x axis is turned from the east, counter-clockwise. */
function turn({ pageToLocal: [a, b] }) {
  return degrees((Math.atan2(b, a) * 180) / Math.PI);
}

/** Four anchors well inside the page, where it was found to lie. */
function corners(page, lie, metres) {
  const [x0, y0, x1, y1] = page.box;
  return [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]].map(([x, y], index) => {
    const point = [x0 + x * (x1 - x0), y0 + y * (y1 - y0)];
    return { name: `found by itself ${index + 1}`, page: point, place: lie(point), sigmaMetres: metres ?? null, sigmaPage: null };
  });
}
