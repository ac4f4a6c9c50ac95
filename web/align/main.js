// A plan on the left, the ground on the right, and anchors between them.
import { element, fill, say } from "/web/common/dom.js";
import { eachFile, takeDrops } from "/web/common/drop.js";
import { metres } from "/web/common/format.js";
import { LevelSwitch } from "/web/common/levels.js";
import { makeMap, ready, shown } from "/web/common/map.js";
import { apart } from "/web/common/mercator.js";
import { toast, trying } from "/web/common/notices.js";
import { start } from "/web/common/shell.js";
import { openVenue, Venue } from "/web/common/venue.js";
import { autoFit } from "/web/align/auto.js";
import { Beside } from "/web/align/beside.js";
import { blinker, hints, makeControls, unsaved, zoomButtons } from "/web/align/controls.js";
import { Desk } from "/web/align/desk.js";
import { choosePage, downloads, sendPlan } from "/web/align/files.js";
import { Handles } from "/web/align/handles.js";
import { likelyLevel, offerLevels, offerPlans } from "/web/align/lists.js";
import { Overlay } from "/web/align/overlay.js";
import { PlanView } from "/web/align/plan-view.js";
import { Results } from "/web/align/results.js";
import { choose } from "/web/align/save.js";
import { Snap } from "/web/align/snap.js";
import { tieLevels } from "/web/align/ties.js";

const page = await start("align", "Align");
const mayAlign = page.may("align");
const work = document.getElementById("work");
const venue = await openVenue(page, work);
if (venue) await begin();

async function begin() {
  const desk = new Desk(venue, mayAlign);
  const { anchors, fit } = desk;
  const results = new Results(anchors, mayAlign);

  const planPlace = element("div", { className: "stage plan", test: "plan" });
  const mapPlace = element("div", { className: "map" });
  const ground = element("div", { className: "stage ground", test: "map" }, mapPlace);
  const planHint = element("p", { className: "float hint", role: "status" });
  const mapWords = element("span", { role: "status" });
  const typing = element("button", { type: "button", onclick: () => results.type(), test: "type" }, "Type it");
  const mapHint = element("div", { className: "float hint", hidden: true }, mapWords, " ", typing);
  const startBlinking = blinker((opacity) => fade(opacity));
  const controls = makeControls(mayAlign, {
    open: (id) => trying(() => open(id)), chooseLevel, take, undo: () => anchors.undo(), redo: () => anchors.redo(),
    fade: (opacity) => fade(opacity), tint: (isTinted) => { overlay?.tint(isTinted); beside?.overlay?.tint(isTinted); }, snap: (isOn) => { snap.isOn = isOn; },
    blink: () => controls.blink.setAttribute("aria-pressed", String(startBlinking(() => Number(controls.opacity.value)))),
    beside: () => trying(() => standBeside(!beside.isOpen)), add: addAnchor,
    auto: () => trying(fitByItself), tie: () => trying(tie), save: () => trying(store), remove: () => trying(removePlan),
  }, results);
  const { plans, level, newLevel, files } = controls;
  fill(work, controls.tools, planPlace, ground, controls.panel);

  const view = new PlanView(planPlace);
  planPlace.append(zoomButtons(view), planHint);
  const map = makeMap(mapPlace, { baseMap: page.settings.baseMap, label: `Map of ${venue.name}`.slice(0, 80), ...await venue.beginning() });
  if (map) await ready(map);
  const overlay = map ? new Overlay(map) : null;
  const snap = new Snap(map);
  const levels = new LevelSwitch(venue, map, async (ordinal) => {
    pane.shown();
    if (!map) return;
    // Beside another level, each level is seen with its own plan.
    const own = beside.isOpen && desk.planOn(ordinal);
    if (own && own.id !== desk.plan?.id) trying(() => open(own.id));
    const features = await venue.unitsOf(ordinal).catch(() => []);
    if (levels.current === ordinal) snap.take(features);
  });
  ground.append(levels.node, mapHint);
  const beside = map ? new Beside(page, venue, map, ground, (ordinal) => desk.planOn(ordinal), () => paneBeside.shown()) : null;
  if (beside) planPlace.after(beside.node);
  // The two maps as ties are shown on them.
  const pane = {
    shown() {}, get level() { return levels.current; }, choose: (ordinal) => levels.choose(ordinal), centre: (place) => map.jumpTo({ center: place, zoom: Math.max(20, map.getZoom()) }),
    tie: (ties) => overlay.tieTogether(ties), lay: (pageToLocal) => { desk.tied = pageToLocal; layPlan(); },
  };
  const paneBeside = {
    ...pane, reveal: () => beside.node.scrollIntoView({ block: "start" }), get level() { return beside.levels.current; }, choose: (ordinal) => beside.levels.choose(ordinal),
    tie: (ties) => beside.overlay.tieTogether(ties), lay: (pageToLocal) => trying(() => beside.lay(pageToLocal)),
  };

  const onPlan = new Handles(planPlace, anchors, { kind: "page", label: "on the plan", mayMove: mayAlign, project: (point) => (desk.page ? view.project(point) : null), unproject: (pixel) => view.unproject(pixel) });
  const onMap = map && new Handles(ground, anchors, {
    kind: "place", label: "on the map", mayMove: mayAlign, snap: (place) => snap.near(place),
    project: (place) => { const { x, y } = map.project(place); return [x, y]; }, unproject: (pixel) => map.unproject(pixel).toArray(),
  });
  view.addEventListener("move", () => onPlan.draw());
  map?.on("move", () => onMap.draw());
  view.addEventListener("pick", ({ detail }) => { if (mayAlign) anchors.pick("page", detail); });
  map?.on("click", ({ lngLat }) => { if (mayAlign && desk.page && !beside.isOpen) anchors.pick("place", snap.near(lngLat.toArray())); });
  results.moved = (place) => { if (map && !map.getBounds().contains(place)) map.jumpTo({ center: place, zoom: Math.max(18, map.getZoom()) }); };

  anchors.addEventListener("change", () => {
    hint();
    // Trying a fit takes the same scope as placing a plan.
    if (mayAlign) desk.changed();
    else showFit();
    allowSaving();
    controls.undo.disabled = !anchors.past.length;
    controls.redo.disabled = !anchors.future.length;
  });
  fit.addEventListener("change", showFit);
  addEventListener("keydown", (event) => {
    if (!mayAlign || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input")) return;
    event.preventDefault();
    if (event.shiftKey) anchors.redo(); else anchors.undo();
  });
  takeDrops(document.body, (dropped) => (mayAlign ? take(dropped) : toast("Your token doesn't let you add plans.", { isError: true })));
  addEventListener("beforeunload", (event) => { if (desk.plan && anchors.past.length && !desk.isAsSaved) event.preventDefault(); });

  let isSaving = false;
  listLevels();
  const listing = trying(listPlans);
  levels.begin();
  const seen = shown(map, work);
  await listing;
  const wanted = new URLSearchParams(location.search).get("plan");
  const opened = desk.plans.find((plan) => plan.id === wanted) ?? desk.plans[0];
  if (opened) await trying(() => open(opened.id));
  else {
    if (levels.current !== null) level.value = String(levels.current);
    results.show(null, null, null);
    hint();
    downloads(files, venue.id, null);
  }
  await seen;
  work.dataset.ready = "true";

  // What is there

  function listLevels() {
    offerLevels(controls, venue, { mayAlign, hasMap: Boolean(map) });
  }

  async function listPlans() {
    await desk.list();
    offerPlans(controls, venue, desk);
  }

  /** Opens a plan with the anchors that the server has of it. */
  async function open(id, chosen = null) {
    const plan = desk.plans.find((one) => one.id === id);
    if (!plan) return;
    const stored = await desk.turnTo(plan, chosen);
    if (!stored) return;
    const { turns } = desk;
    plans.value = id;
    history.replaceState(null, "", `?plan=${encodeURIComponent(id)}`);
    view.show(venue.id, id, desk.page, plan.version);
    const lies = plan.level ?? likelyLevel(plan, venue, levels.current)?.ordinal ?? levels.current;
    level.value = lies === null ? "new" : String(lies);
    controls.asNew.hidden = level.value !== "new";
    overlay?.show(view);
    // Before anything is waited for: a plan never stands with the anchors of another.
    if (desk.load(stored)) toast("Your anchors from before, which weren't saved, are here again. Undo takes them back.");
    downloads(files, venue.id, plan);
    if (lies !== null) await levels.choose(lies);
    if (turns !== desk.turns) return;
    work.dataset.plan = id;
  }

  // What is seen of it

  function hint() {
    const isBare = !venue.levels.length && !page.settings.baseMap && !anchors.whole.length;
    const hasRooms = venue.levels.some((one) => one.units > 0);
    const said = hints({ plan: desk.plan, anchors, mayAlign, isBare, hasRooms });
    for (const [place, words] of [[planHint, said.plan], [mapWords, said.map]]) say(place, words);
    planHint.hidden = !said.plan;
    mapHint.hidden = !said.map;
    typing.hidden = !said.mayType;
  }

  function showFit() {
    const { storedLie, plan, pulled } = desk;
    if (mayAlign) results.show(fit.result, fit.problem, desk.page);
    else results.showStored(storedLie ? anchors.whole.map((anchor) => apart(storedLie(anchor.page), anchor.place)) : []);
    onPlan.draw();
    onMap?.draw();
    layPlan();
    work.dataset.fit = fit.result ? String(fit.result.rmseMetres) : "";
    if (!plan) return;
    const words = !desk.isAsSaved ? (plan.level === null ? unsaved(anchors) : "Changed since it was saved.") : plan.level === null ? "Not placed yet." : "As saved.";
    say(controls.status, pulled > 0.005 ? `${words} Ties to other levels hold it up to ${metres(pulled)} from where its anchors alone put it.` : words);
  }

  function layPlan() {
    const { lie } = desk;
    overlay?.lay(lie, desk.page, { anchors: anchors.whole, fit: fit.result });
    work.dataset.laid = lie ? "true" : "";
  }

  function fade(opacity) {
    overlay?.fade(opacity);
    beside?.overlay?.fade(opacity);
  }

  function chooseLevel() {
    controls.asNew.hidden = level.value !== "new";
    if (level.value !== "new") levels.choose(Number(level.value));
  }

  /** Shows another level in the plan's place, or the plan again. */
  async function standBeside(isWanted, wanted = null) {
    controls.beside.setAttribute("aria-pressed", String(isWanted));
    planPlace.hidden = isWanted;
    if (!isWanted) { beside.close(); return; }
    // The one below, or the one above where that is the lowest.
    const order = venue.levels.map((one) => one.ordinal);
    const here = order.indexOf(levels.current);
    await beside.open(wanted ?? order[here + 1] ?? order[here - 1]);
    fade(Number(controls.opacity.value));
  }

  // What is done

  function allowSaving() {
    controls.save.disabled = isSaving || desk.isAsSaved && desk.plan?.level !== null || anchors.whole.length < 2 || !desk.plan;
  }

  function addAnchor() {
    if (!desk.page) { toast("Add a plan first.", { isError: true }); return; }
    anchors.remember();
    const key = anchors.next++;
    const place = map && map.getZoom() > 3 ? map.getCenter().toArray() : null;
    anchors.list.push({ key, name: "", page: view.unproject(view.size.map((side) => side / 2)), place, sigmaMetres: null, sigmaPage: null });
    anchors.selected = key;
    anchors.change();
    results.form.querySelector("input")?.focus();
  }

  async function take(dropped) {
    if (beside?.isOpen) await standBeside(false);
    await eachFile(dropped, async (one) => {
      controls.progress.hidden = false;
      try {
        const taken = new Set(desk.plans.map((plan) => plan.id));
        const id = await sendPlan(venue.id, one, taken, (share) => { controls.progress.value = share; });
        await listPlans();
        const plan = desk.plans.find((known) => known.id === id);
        const chosen = await choosePage(venue.id, plan);
        if (chosen) plan.page = chosen.number;
        await open(id, chosen);
      } finally { controls.progress.hidden = true; }
    });
  }

  async function removePlan() {
    if (!desk.plan) return;
    const answer = await choose("Remove this plan?", `${desk.plan.file || desk.plan.id} goes from the venue, with its anchors. Its level stays.`, [["Keep it", ""], ["Remove it", "remove"]]);
    if (answer !== "remove") return;
    await desk.remove();
    location.href = location.pathname;
  }

  async function fitByItself() {
    if (!desk.plan) throw Object.assign(new Error("Add a plan first: its lines are laid on the venue's walls."), { status: 0 });
    // Where plans of other levels stand beside, a level that is looked at opens its own.
    if (beside?.isOpen) await standBeside(false);
    const found = await autoFit(venue, desk, anchors, overlay, levels);
    if (!found) return;
    anchors.replace(found.anchors);
    toast("The plan lies on the walls now. Look at it, then save.");
    if (found.level !== null) { level.value = String(found.level); await levels.choose(found.level); }
  }

  /** Ties levels, with a placed plan on either side. */
  async function tie() {
    if (desk.plan?.pageToLocal) await levels.choose(desk.plan.level);
    else await open(desk.plans.find((plan) => plan.pageToLocal).id);
    const placed = venue.levels.map((one) => one.ordinal).filter((ordinal) => desk.planOn(ordinal));
    const here = placed.indexOf(levels.current);
    if (map) await standBeside(true, placed[here + 1] ?? placed[here - 1]);
    await tieLevels(venue, map ? [paneBeside, pane] : [], (ordinal) => desk.planOn(ordinal), async () => {
      await reload();
      await desk.noteTied();
    });
  }

  async function store() {
    const ordinal = level.value === "new" ? Number(newLevel.value) : Number(level.value);
    const { plan } = desk;
    isSaving = true;
    allowSaving();
    const isStored = await desk.save(ordinal).finally(() => {
      isSaving = false;
      allowSaving();
    });
    if (!isStored) return;
    await reload();
    toast(`Saved: ${plan.file || plan.id} lies on level ${venue.label(ordinal)}.`);
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
    if (beside?.isOpen) await beside.lay();
    downloads(files, venue.id, desk.plan);
    anchors.change();
  }
}
