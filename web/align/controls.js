// What one presses on the align page, from left to right. `does` says what each does.
import { element } from "/web/common/dom.js";
import { fileButton } from "/web/common/drop.js";

/** The bar above plan and map, the panel beside them, and what in both is read or changed later. */
export function makeControls(mayAlign, does, results) {
  const button = (words, doing, more = {}) => element("button", { type: "button", onclick: doing, ...more }, words);
  const box = (doing) => element("input", { type: "checkbox", checked: true, onchange: (event) => doing(event.currentTarget.checked) });
  const made = {
    plans: element("select", { aria: { label: "Plan" }, onchange: () => does.open(made.plans.value), test: "plans" }),
    level: element("select", { aria: { label: "Level of the plan" }, test: "level", onchange: () => does.chooseLevel() }),
    newLevel: element("input", { type: "number", min: -100, max: 200, step: 1, value: 0, aria: { label: "Ordinal of the new level; 0 is the ground floor" } }),
    progress: element("progress", { max: 1, value: 0, hidden: true, aria: { label: "Upload" } }),
    undo: button("Undo", does.undo, { test: "undo", title: "Undo (Ctrl+Z)" }),
    redo: button("Redo", does.redo, { test: "redo", title: "Redo (Ctrl+Shift+Z)" }),
    opacity: element("input", { type: "range", min: 0, max: 1, step: 0.05, value: 0.8, oninput: () => does.fade(Number(made.opacity.value)), test: "opacity" }),
    blink: button("Blink", does.blink, { aria: { pressed: "false" }, title: "Shows the plan and the map in turn" }),
    beside: button("Compare two levels", does.beside, { aria: { pressed: "false" }, test: "beside-switch", title: "Shows another level in the plan's place; both maps move together" }),
    add: button("Add anchor", does.add, { test: "add", title: "Adds one in the middle of both views, to be moved or typed" }),
    auto: button("Fit by itself", does.auto, { test: "auto", title: "Lays the plan's lines on the map's walls" }),
    ties: button("Tie levels…", does.tie, { test: "align-levels", title: "Puts lifts and stairs of placed plans above each other" }),
    save: button("Save", does.save, { className: "primary", disabled: true, test: "save" }),
    status: element("span", { className: "small muted", role: "status" }),
    files: element("div", {}),
  };
  made.tools = element("div", { className: "tools", role: "toolbar", aria: { label: "Plan" } },
    element("label", {}, "Plan", made.plans), mayAlign && fileButton("Add a plan…", does.take, { accept: ".pdf,.png,.jpg,.jpeg,.svg,.dxf,.tif,.tiff", multiple: true, dropped: null }), made.progress,
    element("label", {}, "Level", made.level), made.asNew = element("label", { hidden: true }, made.newLevel, "0: ground"), mayAlign && made.undo, mayAlign && made.redo, element("span", { className: "gap" }), made.beside,
    element("label", {}, "Plan over map", made.opacity), made.blink, element("label", { title: "Draws the plan's lines in a colour of their own, and all that is white in it clear" }, box(does.tint), "One colour"),
    mayAlign && element("label", { title: "Clicks on the map go to the nearest corner of a room" }, box(does.snap), "Snap"));
  made.panel = element("aside", { className: "panel", aria: { label: "Anchors and fit" } },
    element("section", {}, mayAlign && element("div", { className: "row" }, made.save, made.auto, made.add, made.ties), made.status), ...results.nodes,
    made.along = element("section", {}, element("h2", {}, "Download"), made.files,
      mayAlign && element("div", { className: "row" }, button("Remove this plan…", does.remove, { className: "plain danger" }))));
  return made;
}

/** The plan's own buttons. */
export function zoomButtons(view) {
  const button = (words, label, does) => element("button", { type: "button", aria: { label }, onclick: does }, words);
  return element("div", { className: "float corner", role: "group", aria: { label: "Plan's zoom" } },
    button("+", "Zoom in", () => view.zoom(1.5)), button("−", "Zoom out", () => view.zoom(1 / 1.5)), button("Whole", "Show the page whole", () => view.fit()));
}

/** What to do next, on the plan and on the map. */
export function hints({ plan, anchors, mayAlign, isBare, hasRooms }) {
  const { half, whole } = anchors;
  const rooms = hasRooms ? "The rooms on the map are the venue's own, from its file; a plan is a drawing that you lay over them."
    : "A plan is a drawing that you lay over the map. It brings no rooms: those come with a file of the building (GeoJSON, IMDF, OpenStreetMap), under Venues.";
  if (!plan) return { plan: mayAlign ? `Drop a plan here: PDF, PNG, JPEG, SVG, DXF or TIFF. ${rooms}` : "There is no plan yet.", map: "" };
  if (half?.page) {
    return { plan: "", map: isBare ? "Nothing is known of this place yet: type the point's latitude and longitude, and the map goes there." : "Now click the same point on the map, or type where it is.", mayType: mayAlign };
  }
  if (half) return { plan: "Now click the same point on the plan.", map: "" };
  const isNew = mayAlign && plan.level === null;
  if (isNew && !whole.length) return { plan: "Click a point here that you know on the map, too: a corner of the building.", map: rooms };
  if (isNew && whole.length === 1) return { plan: "One more: click a second point here, far from the first.", map: "" };
  return { plan: "", map: "" };
}

/** What is left to do with a plan that nobody saved yet. */
export function unsaved({ whole: { length } }) {
  return length < 2 ? `Two anchors place the plan: ${length ? "one more" : "both are missing"}.`
    : length === 2 ? "The plan lies on the map. Save it, or set a third anchor first, which shows whether the two are right." : "The plan lies on the map. Look at it, then save.";
}

/** Fades the plan in and out until it is called again; answers whether it blinks now. */
export function blinker(fade) {
  let timer = null;
  return (opacity) => {
    if (timer) {
      clearInterval(timer);
      timer = null;
      fade(opacity());
      return false;
    }
    let isOn = false;
    timer = setInterval(() => { fade(isOn ? opacity() : 0); isOn = !isOn; }, 600);
    return true;
  };
}
