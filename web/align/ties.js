// Levels above each other: lifts and stairs tie their plans together, and are shown on both levels that stand side by side.
import { send, venuePath } from "/web/common/api.js";
import { closeByEscape, element } from "/web/common/dom.js";
import { metres } from "/web/common/format.js";
import { toast, trying } from "/web/common/notices.js";
import { lieOf } from "/web/align/stored.js";

/** Ties that are listed; the maps show all. */
const LISTED = 100;

/**
 * Tries what tying gives, shows it on each of `panes`, and stores it where that is wanted. A pane shows a level, its
 * plan where a transform puts it, and ties; `planOn` names the plan that lies on a level.
 */
export async function tieLevels(venue, panes, planOn, reload) {
  const path = venuePath(venue.id, "plans", "align-levels");
  const { value: tried } = await send("POST", path, { dryRun: true });
  const after = new Map(tried.levels.map((level) => [level.level, level.pageToLocal]));
  const rows = tried.connectors.flatMap(({ name, levels }) => levels.map((tie) => ({ name: String(name ?? ""), ...tie })))
    .filter((tie) => after.has(tie.level) && planOn(tie.level))
    .map((tie) => ({ ...tie, now: lieOf(venue, planOn(tie.level).pageToLocal)(tie.page), tied: lieOf(venue, after.get(tie.level))(tie.page) }));
  let chosen = null;
  const isTied = element("input", { type: "checkbox", onchange: () => lay(), test: "show-tied" });
  const buttons = new Map();
  const body = element("tbody", {}, rows.slice(0, LISTED).map((row) => {
    const button = element("button", { type: "button", className: "plain", aria: { pressed: "false" }, onclick: () => look(row) }, row.name.slice(0, 80));
    buttons.set(row, button);
    return element("tr", {}, element("td", { dir: "auto" }, button), element("td", { dir: "auto" }, String(row.label ?? row.level).slice(0, 20)),
      element("td", { className: "number" }, metres(row.beforeMetres)), element("td", { className: "number" }, metres(row.afterMetres)));
  }));
  const dialog = document.body.appendChild(element("dialog", { className: "side right", aria: { label: "Tie levels" }, test: "ties", onclose: end, onkeydown: closeByEscape },
    element("div", { className: "form" }, element("h1", {}, "Levels tied by lifts and stairs"),
      element("p", { title: "Root mean square" }, `The levels' lifts and stairs stand ${metres(tried.rmsBeforeMetres)} apart now, and ${metres(tried.rmsAfterMetres)} once they are tied.`),
      (tried.warnings ?? []).slice(0, 10).map((warning) => element("p", { className: "warning", dir: "auto" }, String(warning.message).slice(0, 400))),
      element("table", {}, element("thead", {}, element("tr", {}, ["Tie", "Level", "Now", "Tied"].map((name) => element("th", { scope: "col" }, name)))), body),
      rows.length > LISTED && element("p", { className: "small muted" }, `and ${rows.length - LISTED} more, on the maps`),
      element("label", { className: "check" }, isTied, "Show the plans as they come to lie"),
      element("div", { className: "row end" }, element("button", { type: "button", onclick: () => dialog.close() }, "Leave them"),
        element("button", { type: "button", className: "primary", onclick: store }, "Tie them")))));
  // On a narrow screen the maps are further up than what was pressed.
  panes[0]?.reveal();
  for (const pane of panes) pane.shown = draw;
  draw();
  dialog.show();

  /** Marks the ties of each pane's level. */
  function draw() {
    for (const pane of panes) pane.tie(rows.filter((row) => row.level === pane.level).map((row) => ({ ...row, isChosen: row.name === chosen })));
    if (isTied.checked) lay();
  }

  function lay() {
    for (const pane of panes) pane.lay(isTied.checked ? after.get(pane.level) ?? null : null);
  }

  /** Goes to a tie, which both maps mark. */
  function look(row) {
    chosen = chosen === row.name ? null : row.name;
    for (const [other, button] of buttons) button.setAttribute("aria-pressed", String(other.name === chosen));
    if (panes.length && !panes.some((pane) => pane.level === row.level)) panes[0].choose(row.level);
    panes.at(-1)?.centre(row.tied);
    draw();
  }

  function end() {
    for (const pane of panes) {
      pane.shown = () => {};
      pane.tie([]);
      pane.lay(null);
    }
    dialog.remove();
  }

  async function store() {
    await trying(async () => {
      await send("POST", path, {});
      dialog.close();
      toast("The levels are tied.");
      await reload();
    });
  }
}
