// Where everyone is now.
import { venuePath } from "/web/common/api.js";
import { element, fill, named, say } from "/web/common/dom.js";
import { count, radius } from "/web/common/format.js";
import { LevelSwitch, tellBare } from "/web/common/levels.js";
import { makeMap, ready, shown } from "/web/common/map.js";
import { start } from "/web/common/shell.js";
import { openVenue } from "/web/common/venue.js";
import { Devices, listen } from "/web/live/devices.js";
import { Dots, Facts } from "/web/live/dots.js";
import { Replay } from "/web/live/replay.js";
import { UnitFinder } from "/web/live/units.js";

/** Devices that are listed; the map shows all. */
const LISTED = 60;

const page = await start("live", "Live");
const work = document.getElementById("work");
const venue = await openVenue(page, work);
if (venue) await begin();

async function begin() {
  const place = element("div", { className: "map", test: "map" });
  const stage = element("div", { className: "stage" }, place);
  const state = element("span", { className: "small muted", role: "status" }, "connecting…");
  const list = element("ul", { className: "list", aria: { label: "Devices" } });
  const facts = new Facts();
  const title = element("h2", {});
  const followed = element("button", { type: "button", aria: { pressed: "false" }, onclick: () => follow(!isFollowing), test: "follow" }, "Follow");
  const away = element("button", { type: "button", hidden: true, onclick: () => choose(selected), test: "away" });
  const detail = element("section", { hidden: true }, element("div", { className: "row spread" }, title, followed), facts.node, away);
  const news = element("p", { className: "small", role: "status", hidden: true, test: "news" });
  const trails = element("input", { type: "checkbox", checked: true, onchange: () => { dots.trails = trails.checked; dots.draw(); } });
  const hint = element("p", { className: "float hint", hidden: true }, venue.described.radioMap ? "Nobody sends where they are now. Dots appear as soon as a device does."
    : ["This venue has no radio map yet. ", element("a", { href: `/v/${encodeURIComponent(venue.id)}/survey` }, "Survey it first"), ", then devices can be placed."]);
  const panel = element("aside", { className: "panel", aria: { label: "Devices" } }, news, detail,
    element("section", {}, element("h2", {}, element("span", { test: "count" }, "Devices"), state), element("div", { className: "scroll" }, list),
      element("label", {}, trails, "Trails")));
  fill(work, stage, panel);
  const map = makeMap(place, { baseMap: page.settings.baseMap, label: `Map of ${venue.name}`.slice(0, 80), hash: "at", ...await venue.beginning() });
  const devices = new Devices();
  const finder = new UnitFinder(venue, () => devices.due());
  const levels = new LevelSwitch(venue, map, (ordinal) => { dots.level = ordinal; dots.draw(); });
  stage.append(levels.node, hint);
  if (map) await ready(map);
  const dots = new Dots(map, stage, devices, (device) => finder.name(device), (session) => choose(session));
  let selected = null;
  let isFollowing = false;
  let hasChosenLevel = false;
  // Who was chosen by the reader, and where they were last: nobody takes their place without a word.
  let chosen = null;
  levels.node.addEventListener("click", () => { hasChosenLevel = true; letGo("you chose a level"); drawDetail(); });
  map?.on("dragstart", () => letGo("you moved the map"));

  tellBare(stage, venue);
  levels.begin();

  function follow(isOn) {
    isFollowing = isOn;
    followed.setAttribute("aria-pressed", String(isOn));
    say(followed, isOn ? "Following" : "Follow");
    keepUp();
  }

  function letGo(why) {
    if (!isFollowing) return;
    follow(false);
    tell(`Following stopped: ${why}.`);
  }

  function tell(words) {
    say(news, words);
    news.hidden = !words;
  }

  function keepUp() {
    const device = isFollowing && devices.known.get(selected);
    if (!device) return;
    if (levels.current !== device.level) levels.choose(device.level);
    map?.easeTo({ center: device.place, zoom: Math.max(map.getZoom(), 18.5), duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 600 });
  }

  function choose(session) {
    selected = session;
    dots.selected = session;
    const device = devices.known.get(session);
    chosen = { session };
    tell("");
    if (device && device.level !== levels.current) levels.choose(device.level);
    draw();
  }

  function draw() {
    const everyone = devices.all;
    if (!devices.known.has(selected)) {
      if (chosen?.name) tell(`Device ${chosen.name} is heard no more. It was last on level ${chosen.level}${chosen.unit ? `, in ${chosen.unit}` : ""}.`);
      if (isFollowing) follow(false);
      chosen = null;
      selected = dots.selected = everyone[0]?.session ?? null;
    }
    // The first one who is seen is shown where they are, until the reader chooses a level.
    if (everyone.length && !hasChosenLevel) { hasChosenLevel = true; levels.choose(everyone[0].level); }
    levels.count(devices.counts(), "device");
    dots.draw();
    keepUp();
    drawList(everyone);
    drawDetail();
    hint.hidden = everyone.length > 0 || !venue.levels.length;
  }

  function drawDetail() {
    const device = devices.known.get(selected);
    detail.hidden = !device;
    if (!device) return;
    if (chosen || isFollowing) chosen = { session: selected, name: device.name, level: device.label, unit: finder.name(device) };
    away.hidden = device.level === levels.current;
    say(away, `On level ${device.label}: show it`);
    say(title, `Device ${device.name}`);
    facts.show(device, devices.age(device), finder.name(device));
  }

  const rows = new Map();
  function drawList(everyone) {
    say(panel.querySelector("[data-test=count]"), count(everyone.length, "device"));
    const listed = everyone.slice(0, LISTED);
    const wanted = new Set(listed.map((device) => device.session));
    for (const [session, row] of rows) if (!wanted.has(session)) { row.item.remove(); rows.delete(session); }
    for (const device of listed) {
      const row = rows.get(device.session) ?? addRow(device);
      say(row.where, finder.name(device) ?? `level ${venue.label(device.level)}`);
      say(row.radius, radius(device.radius));
      say(row.level, venue.label(device.level));
      const pressed = String(device.session === selected);
      if (row.button.getAttribute("aria-pressed") !== pressed) row.button.setAttribute("aria-pressed", pressed);
    }
  }

  function addRow(device) {
    const row = { where: element("span", { className: "name second", dir: "auto" }), radius: element("span", { className: "number" }), level: element("span", { className: "tag" }) };
    row.button = element("button", { type: "button", className: "item", aria: { pressed: "false" }, test: `device-${device.session}`, onclick: () => choose(device.session) },
      row.level, element("span", {}, element("span", {}, device.name), row.where), row.radius);
    row.item = element("li", {}, row.button);
    list.append(row.item);
    rows.set(device.session, row);
    return row;
  }

  devices.addEventListener("change", draw);
  setInterval(() => devices.sweep(), 2000);
  if (page.may("live")) listen(`${venuePath(venue.id)}/live`, devices, (isOpen) => say(state, isOpen ? "live" : "waiting for the server…"));
  else say(state, "your token doesn't show devices");
  if (page.may("locate") && venue.described.radioMap) panel.append(new Replay(venue, map, levels).node);
  draw();
  place.dataset.ready = "true";
  await shown(map, work);
}
