// A plan on the left, the ground on the right, and anchors between them.
import { get, send, venuePath } from "/web/common/api.js";
import { element, fill } from "/web/common/dom.js";
import { takeDrops } from "/web/common/drop.js";
import { LevelSwitch } from "/web/common/levels.js";
import { boxOf, makeMap, ready, show } from "/web/common/map.js";
import { tell, toast, trying } from "/web/common/notices.js";
import { start } from "/web/common/shell.js";
import { Venue } from "/web/common/venue.js";
import { Anchors, anchorsOf } from "/web/align/anchors.js";
import { autoFit } from "/web/align/auto.js";
import { choosePage, downloads, sendPlan } from "/web/align/files.js";
import { Fit } from "/web/align/fit.js";
import { Handles } from "/web/align/handles.js";
import { Overlay } from "/web/align/overlay.js";
import { PlanView, picture } from "/web/align/plan-view.js";
import { Results } from "/web/align/results.js";
import { choose, save } from "/web/align/save.js";
import { Snap } from "/web/align/snap.js";
import { tieLevels } from "/web/align/ties.js";

const page = await start("align", "Align");
const mayAlign = page.may("align");
const work = document.getElementById("work");
let venue = await trying(() => Venue.load(page.venue));
if (venue) await begin();
else fill(work, element("p", { className: "empty" }, "This venue can't be shown. All venues are on the first page."));

async function begin() {
  page.name(venue.name);
  const anchors = new Anchors();
  const fit = new Fit(venue.id);
  const results = new Results(anchors);
  const state = { plan: null, page: null, tag: null, plans: [], savedAs: "[]" };

  // What is there, from left to right.
  const planPlace = element("div", { className: "stage plan", test: "plan" });
  const mapPlace = element("div", { className: "map" });
  const ground = element("div", { className: "stage ground", test: "map" }, mapPlace);
  const planHint = element("p", { className: "float hint", role: "status" });
  const mapHint = element("p", { className: "float hint", role: "status", hidden: true });
  const plans = element("select", { aria: { label: "Plan" }, onchange: () => trying(() => open(plans.value)), test: "plans" });
  const level = element("select", { aria: { label: "Level of the plan" }, test: "level" });
  const newLevel = element("input", { type: "number", min: -100, max: 200, step: 1, value: 0, hidden: true, aria: { label: "Ordinal of the new level; 0 is the ground floor" } });
  const file = element("input", { type: "file", hidden: true, accept: ".pdf,.png,.jpg,.jpeg,.svg,.dxf,.tif,.tiff", onchange: () => take([...file.files]) });
  const progress = element("progress", { max: 1, value: 0, hidden: true, aria: { label: "Upload" } });
  const undo = element("button", { type: "button", onclick: () => anchors.undo(), test: "undo", title: "Undo (Ctrl+Z)" }, "Undo");
  const redo = element("button", { type: "button", onclick: () => anchors.redo(), test: "redo", title: "Redo (Ctrl+Shift+Z)" }, "Redo");
  const opacity = element("input", { type: "range", min: 0, max: 1, step: 0.05, value: 0.8, oninput: () => overlay?.fade(Number(opacity.value)), test: "opacity" });
  const blink = element("button", { type: "button", aria: { pressed: "false" }, onclick: () => startBlinking() }, "Blink");
  const tint = element("input", { type: "checkbox", checked: true, onchange: () => overlay?.tint(tint.checked) });
  const snapping = element("input", { type: "checkbox", checked: true, onchange: () => { snap.isOn = snapping.checked; } });
  const add = element("button", { type: "button", onclick: addAnchor, test: "add", title: "Adds one in the middle of both views, to be moved or typed" }, "Add anchor");
  const auto = element("button", { type: "button", onclick: () => trying(fitByItself), test: "auto" }, "Fit by itself");
  const ties = element("button", { type: "button", onclick: () => trying(() => tieLevels(venue, overlay, reload)), test: "align-levels" }, "Tie levels…");
  const saveButton = element("button", { type: "button", className: "primary", disabled: true, onclick: () => trying(store), test: "save" }, "Save");
  const status = element("span", { className: "small muted", role: "status" });
  const files = element("div", {});
  const tools = element("div", { className: "tools", role: "toolbar", aria: { label: "Plan" } },
    element("label", {}, "Plan", plans), mayAlign && element("button", { type: "button", onclick: () => file.click(), test: "upload" }, "Add a plan…"), file, progress,
    element("label", {}, "Level", level), newLevel, undo, redo, element("span", { className: "gap" }),
    element("label", {}, "Plan over map", opacity), blink, element("label", {}, tint, "One colour"), element("label", {}, snapping, "Snap"));
  const panel = element("aside", { className: "panel", aria: { label: "Anchors and fit" } },
    mayAlign && element("section", {}, element("div", { className: "row" }, saveButton, auto, add, ties), status), ...results.nodes,
    element("section", {}, element("h2", {}, "Take it along"), files,
      mayAlign && element("div", { className: "row" }, element("button", { type: "button", className: "plain danger", onclick: () => trying(removePlan) }, "Remove this plan…"))));
  fill(work, tools, planPlace, ground, panel);

  const view = new PlanView(planPlace);
  planPlace.append(zoomButtons(view), planHint);
  const map = makeMap(mapPlace, { baseMap: page.settings.baseMap, label: `Map of ${venue.name}`.slice(0, 80) });
  if (map) await ready(map);
  const overlay = map ? new Overlay(map) : null;
  const snap = new Snap(map);
  const levels = new LevelSwitch(venue, map, async (ordinal) => {
    if (!map) return;
    const features = await venue.unitsOf(ordinal).catch(() => []);
    if (levels.current === ordinal) snap.take(features);
  });
  ground.append(levels.node, mapHint);

  const onPlan = new Handles(planPlace, anchors, { kind: "page", label: "on the plan", project: (point) => (state.page ? view.project(point) : null), unproject: (pixel) => view.unproject(pixel) });
  const onMap = map && new Handles(ground, anchors, {
    kind: "place", label: "on the map", snap: (place) => snap.near(place),
    project: (place) => { const { x, y } = map.project(place); return [x, y]; }, unproject: (pixel) => map.unproject(pixel).toArray(),
  });
  view.addEventListener("move", () => onPlan.draw());
  map?.on("move", () => onMap.draw());
  view.addEventListener("pick", ({ detail }) => { if (mayAlign) anchors.pick("page", detail); });
  map?.on("click", ({ lngLat }) => { if (mayAlign && state.page) anchors.pick("place", snap.near(lngLat.toArray())); });
  results.moved = (place) => { if (map && !map.getBounds().contains(place)) map.jumpTo({ center: place, zoom: Math.max(18, map.getZoom()) }); };

  anchors.addEventListener("change", () => {
    hint();
    ask();
    const isChanged = JSON.stringify(anchors.sent) !== state.savedAs;
    saveButton.disabled = !isChanged && state.plan?.level !== null || anchors.whole.length < 2 || !state.plan;
    undo.disabled = !anchors.past.length;
    redo.disabled = !anchors.future.length;
    if (state.plan) status.textContent = isChanged ? "Changed since it was saved." : state.plan.level === null ? "Not placed yet." : "As saved.";
    keep();
  });
  fit.addEventListener("change", () => {
    results.show(fit.result, fit.problem);
    onPlan.draw();
    onMap?.draw();
    overlay?.lay(fit.result, state.page, anchors.whole);
    work.dataset.fit = fit.result ? String(fit.result.rmseMetres) : "";
  });
  level.onchange = () => { newLevel.hidden = level.value !== "new"; if (level.value !== "new") levels.choose(Number(level.value)); };
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input")) return;
    event.preventDefault();
    if (event.shiftKey) anchors.redo(); else anchors.undo();
  });
  takeDrops(document.body, (dropped) => mayAlign && take(dropped));
  addEventListener("beforeunload", (event) => { if (state.plan && anchors.past.length && JSON.stringify(anchors.sent) !== state.savedAs) event.preventDefault(); });

  listLevels();
  await trying(listPlans);
  const first = venue.levels.find((one) => one.ordinal === 0) ?? venue.levels.at(-1);
  if (first) await levels.choose(first.ordinal);
  const wanted = new URLSearchParams(location.search).get("plan");
  const opened = state.plans.find((plan) => plan.id === wanted) ?? state.plans[0];
  if (opened) await trying(() => open(opened.id));
  else { hint(); downloads(files, venue.id, null); }
  const box = levels.current === null ? null : boxOf(await venue.unitsOf(levels.current).catch(() => []));
  if (map && box) show(map, box);
  work.dataset.ready = "true";

  function listLevels() {
    fill(level, venue.levels.map((one) => element("option", { value: one.ordinal }, `${one.label}${one.label === String(one.ordinal) ? "" : ` (${one.ordinal})`}`.slice(0, 40))), element("option", { value: "new" }, "a new level"));
    if (!venue.levels.length) level.value = "new";
    newLevel.hidden = level.value !== "new";
    ties.hidden = venue.levels.filter((one) => one.plan).length < 2;
    auto.hidden = !venue.levels.length;
  }

  async function listPlans() {
    state.plans = (await get(venuePath(venue.id, "plans"))).plans;
    fill(plans, state.plans.map((plan) => element("option", { value: plan.id }, `${plan.file || plan.id}${plan.level === null ? " · not placed" : ` · level ${venue.label(plan.level)}`}`.slice(0, 80))));
    plans.disabled = !state.plans.length;
    if (!state.plans.length) fill(plans, element("option", {}, "none yet"));
    else if (state.plan) plans.value = state.plan.id;
  }

  /** Opens a plan with the anchors that the server has of it. */
  async function open(id, chosen = null) {
    const plan = state.plans.find((one) => one.id === id);
    if (!plan) return;
    fit.clear();
    const [stored, listed] = await Promise.all([stored_(id), chosen ? null : get(`${venuePath(venue.id, "plans", id)}/pages?limit=1&after=${plan.page - 1}`)]);
    Object.assign(state, { plan, page: chosen ?? listed.pages[0], tag: stored.tag });
    plans.value = id;
    history.replaceState(null, "", `?plan=${encodeURIComponent(id)}`);
    view.show(venue.id, id, state.page, plan.version);
    if (plan.level !== null) { level.value = String(plan.level); await levels.choose(plan.level); } else guessLevel(plan);
    newLevel.hidden = level.value !== "new";
    overlay?.setPicture(null);
    picture(view.address, state.page).then((made) => { if (state.plan === plan) overlay?.setPicture(made); });
    load(stored.anchors);
    downloads(files, venue.id, plan);
    work.dataset.plan = id;
  }

  async function stored_(id) {
    const { value, tag } = await send("GET", `${venuePath(venue.id, "plans", id)}/anchors`);
    return { anchors: anchorsOf(value), tag };
  }

  function load(stored) {
    anchors.load(stored);
    state.savedAs = JSON.stringify(anchors.sent);
    const kept = sessionStorage.getItem(keptAs());
    if (kept && kept !== JSON.stringify(anchors.list) && mayAlign) {
      anchors.replace(JSON.parse(kept));
      toast("Your anchors from before, which weren't saved, are here again. Undo takes them back.");
    } else anchors.change();
  }

  /** What isn't saved is kept over a reload. */
  function keptAs() { return `anchors ${venue.id} ${state.plan?.id} ${state.plan?.version}`; }
  function keep() {
    if (!state.plan) return;
    if (JSON.stringify(anchors.sent) === state.savedAs) sessionStorage.removeItem(keptAs());
    else sessionStorage.setItem(keptAs(), JSON.stringify(anchors.list));
  }

  /** A file called level-G or P2 is the plan of that level, most likely. */
  function guessLevel(plan) {
    const words = plan.file.toLowerCase().replace(/\.[a-z]+$/, "").split(/[^\p{L}\p{N}-]+|-(?=\D)|(?<=\D)-/u);
    const found = venue.levels.find((one) => words.includes(one.label.toLowerCase()) && !one.plan) ?? venue.levels.find((one) => one.ordinal === levels.current && !one.plan) ?? venue.levels.find((one) => !one.plan);
    level.value = found ? String(found.ordinal) : venue.levels.length ? String(levels.current) : "new";
    if (found) levels.choose(found.ordinal);
  }

  function ask() {
    // Trying a fit takes the same scope as placing a plan.
    if (mayAlign) fit.request(state.plan?.id, () => ({ anchors: anchors.sent, page: state.page.number }));
  }

  function hint() {
    const half = anchors.half;
    const words = !state.plan ? (mayAlign ? "Drop a plan here: PDF, PNG, JPEG, SVG or DXF." : "There is no plan yet.")
      : half && !half.page ? "Now click the same point on the plan." : !half && !anchors.list.length && mayAlign ? "Click a point that you know on the map, too: a corner of the building." : "";
    planHint.textContent = words;
    planHint.hidden = !words;
    const isBare = !venue.levels.length && !page.settings.baseMap && !anchors.whole.length;
    const other = half && half.page ? (isBare ? "Nothing is known of this place yet: type the point's latitude and longitude, and the map goes there." : "Now click the same point on the map, or type where it is.") : "";
    mapHint.textContent = other;
    mapHint.hidden = !other;
  }

  function addAnchor() {
    if (!state.page) { toast("Add a plan first.", { isError: true }); return; }
    anchors.remember();
    const key = anchors.next++;
    const box = map && map.getZoom() > 3 ? map.getCenter().toArray() : null;
    anchors.list.push({ key, name: "", page: view.unproject(view.size.map((side) => side / 2)), place: box, sigmaMetres: null, sigmaPage: null });
    anchors.selected = key;
    anchors.change();
    results.form.querySelector("input")?.focus();
  }

  async function take(dropped) {
    file.value = "";
    for (const one of dropped) {
      await trying(async () => {
        progress.hidden = false;
        const taken = new Set(state.plans.map((plan) => plan.id));
        const id = await sendPlan(venue.id, one, taken, (share) => { progress.value = share; });
        await listPlans();
        const plan = state.plans.find((known) => known.id === id);
        const chosen = await choosePage(venue.id, plan);
        if (chosen) plan.page = chosen.number;
        await open(id, chosen);
      });
      progress.hidden = true;
    }
  }

  async function removePlan() {
    if (!state.plan) return;
    const answer = await choose("Remove this plan?", `${state.plan.file || state.plan.id} goes from the venue, with its anchors. Its level stays.`, [["Keep it", ""], ["Remove it", "remove"]]);
    if (answer !== "remove") return;
    await send("DELETE", venuePath(venue.id, "plans", state.plan.id), undefined, { headers: { "If-Match": state.tag } });
    state.savedAs = JSON.stringify(anchors.sent);
    keep();
    location.href = location.pathname;
  }

  async function fitByItself() {
    if (!state.plan) throw Object.assign(new Error("Add a plan first: its lines are laid on the venue's walls."), { status: 0 });
    const found = await autoFit(venue, state, anchors, overlay, levels);
    if (!found) return;
    if (found.level !== null) { level.value = String(found.level); await levels.choose(found.level); }
    anchors.replace(found.anchors);
    toast("The plan lies on the walls now. Look at it, then save.");
  }

  async function store() {
    const ordinal = level.value === "new" ? Number(newLevel.value) : Number(level.value);
    saveButton.disabled = true;
    const stored = await save(venue.id, state, anchors, ordinal, async () => {
      const theirs = await stored_(state.plan.id);
      state.tag = theirs.tag;
      anchors.replace(theirs.anchors);
      state.savedAs = JSON.stringify(anchors.sent);
      anchors.change();
    }).finally(() => { saveButton.disabled = false; });
    if (!stored) return;
    state.tag = stored.tag;
    state.savedAs = JSON.stringify(anchors.sent);
    sessionStorage.removeItem(keptAs());
    await reload();
    toast(`Saved: ${state.plan.file || state.plan.id} lies on level ${venue.label(ordinal)}.`);
  }

  /** Looks at the venue anew, after something was stored. */
  async function reload() {
    const known = venue.levels.map((one) => one.ordinal).join();
    const fresh = await Venue.load(venue.id);
    if (fresh.levels.map((one) => one.ordinal).join() !== known) { location.reload(); return; }
    venue.levels = fresh.levels;
    const chosen = level.value;
    listLevels();
    level.value = chosen;
    await listPlans();
    state.plan = state.plans.find((plan) => plan.id === state.plan?.id) ?? state.plan;
    downloads(files, venue.id, state.plan);
    anchors.change();
  }

  let blinking = null;
  function startBlinking() {
    if (blinking) { clearInterval(blinking); blinking = null; overlay?.fade(Number(opacity.value)); }
    else {
      let isOn = false;
      blinking = setInterval(() => { overlay?.fade(isOn ? Number(opacity.value) : 0); isOn = !isOn; }, 600);
    }
    blink.setAttribute("aria-pressed", String(Boolean(blinking)));
  }
}

function zoomButtons(view) {
  const button = (words, label, does) => element("button", { type: "button", aria: { label }, onclick: does }, words);
  return element("div", { className: "float corner", role: "group", aria: { label: "Plan's zoom" } },
    button("+", "Zoom in", () => view.zoom(1.5)), button("−", "Zoom out", () => view.zoom(1 / 1.5)), button("Whole", "Show the page whole", () => view.fit()));
}
