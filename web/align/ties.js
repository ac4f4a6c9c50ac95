// Levels above each other: lifts and stairs tie their plans together.
import { send, venuePath } from "/web/common/api.js";
import { element } from "/web/common/dom.js";
import { metres } from "/web/common/format.js";
import { apply, offset } from "/web/common/mercator.js";
import { toast, trying } from "/web/common/notices.js";

/** Tries what tying gives, shows it, and stores it where that is wanted. */
export async function tieLevels(venue, overlay, reload) {
  const path = venuePath(venue.id, "plans", "align-levels");
  const { value: tried } = await send("POST", path, { dryRun: true });
  const rows = tried.connectors.flatMap((connector) => connector.levels.map((tie) => [connector.name, tie]));
  const lies = new Map(tried.levels.map((level) => [level.level, level.pageToLocal]));
  overlay?.tieTogether(rows.filter(([, tie]) => lies.has(tie.level))
    .map(([, tie]) => offset([venue.origin.longitude, venue.origin.latitude], ...apply(lies.get(tie.level), tie.page))));
  const dialog = document.body.appendChild(element("dialog", { className: "side", aria: { label: "Tie levels" }, test: "ties", onclose: () => { overlay?.tieTogether([]); dialog.remove(); } },
    element("div", { className: "form" }, element("h1", {}, "Levels tied by lifts and stairs"),
      element("p", {}, `The levels' lifts and stairs stand ${metres(tried.rmsBeforeMetres)} apart now, and ${metres(tried.rmsAfterMetres)} once they are tied (root mean square).`),
      element("table", {}, element("thead", {}, element("tr", {}, ["Tie", "Level", "Now", "Tied"].map((name) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, rows.slice(0, 100).map(([name, tie]) => element("tr", {}, element("td", { dir: "auto" }, String(name ?? "").slice(0, 80)), element("td", {}, String(tie.label ?? tie.level)),
          element("td", { className: "number" }, metres(tie.beforeMetres)), element("td", { className: "number" }, metres(tie.afterMetres)))))),
      element("div", { className: "row end" }, element("button", { type: "button", onclick: () => dialog.close() }, "Leave them"),
        element("button", { type: "button", className: "primary", onclick: store }, "Tie them")))));
  dialog.show();

  async function store() {
    await trying(async () => {
      await send("POST", path, {});
      dialog.close();
      toast("The levels are tied.");
      await reload();
    });
  }
}
