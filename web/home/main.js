// All venues with their state, and the ways into each.
import { all, get, send, upload, venuePath } from "/web/common/api.js";
import { element, fill, named } from "/web/common/dom.js";
import { eachFile, fileButton, takeDrops } from "/web/common/drop.js";
import { count, moment, percent, radius } from "/web/common/format.js";
import { toast, trying } from "/web/common/notices.js";
import { start } from "/web/common/shell.js";

const page = await start("home", "Venues");
const work = document.getElementById("work");
const list = element("ul", { className: "venues", aria: { label: "Venues" } });
let rounds = 0;
const progress = element("progress", { max: 1, value: 0, hidden: true, aria: { label: "Upload" } });
if (page.may("admin")) takeDrops(document.body, take);
fill(work, element("div", { className: "head row spread" }, element("h1", {}, "Venues"),
  page.may("admin") && element("div", { className: "row" }, fileButton("New venue from a file…", take, { accept: ".geojson,.json,.zip,.osm,.xml,.imdf" }),
    element("button", { type: "button", onclick: makeEmpty, test: "new-venue" }, "New venue from a plan…"))), progress, list,
page.may("admin") && element("section", { className: "drop", aria: { label: "What makes a venue" } },
  element("p", {}, element("strong", {}, "A building's file"), " (GeoJSON, an IMDF archive, OpenStreetMap's XML or Overpass JSON) has its levels and rooms: choose it above, or drop it here."),
  element("p", {}, element("strong", {}, "A plan"), " (PDF, PNG, JPEG, SVG, DXF, TIFF) is a drawing: it is laid over a venue's map under Align, and brings no rooms. Where there is nothing but a plan, begin with “New venue from a plan…”.")));
await trying(refresh);

async function refresh() {
  const round = ++rounds;
  const venues = await all("/v1/venues", "venues");
  if (round !== rounds) return;
  fill(list, venues.map(card));
  if (!venues.length) {
    fill(list, element("li", { className: "empty" }, page.may("admin")
      ? "No venue yet."
      : "No venue yet, or none that your token may see. Whoever runs the server can add one."));
  }
}

/** A venue; what takes longer to know comes in later. */
function card(venue) {
  // A venue that was made for a first plan holds nothing until that is placed.
  const isBare = venue.problem?.code === "no-venue";
  const facts = element("dl", { className: "facts" });
  const path = `/v/${encodeURIComponent(venue.id)}`;
  const made = element("li", { className: "card", test: `venue-${venue.id}` },
    element("div", {}, element("h2", {}, named(venue.name || venue.id)), venue.name && element("span", { className: "small muted" }, venue.id)),
    isBare ? element("p", { className: "muted" }, "Nothing in it yet: place its first plan.") : venue.problem !== undefined && element("p", { className: "bad" }, venue.problem?.detail ?? "It can't be read."),
    facts,
    element("div", { className: "ways" },
      (isBare ? ["align"] : ["align", "survey", "live"]).map((name) => element("a", {
        className: "button", href: `${path}/${name}`, aria: { label: `${name[0].toUpperCase()}${name.slice(1)}: ${venue.name || venue.id}`.slice(0, 120) },
      }, { align: "Align", survey: "Survey", live: "Live" }[name]))));
  if (venue.problem === undefined) describe(venue.id, facts);
  return made;
}

async function describe(id, facts) {
  const add = (name, value, kind = "") => facts.append(element("dt", {}, name), element("dd", { className: `number ${kind}` }, value));
  await trying(async () => {
    const venue = await get(venuePath(id));
    const levels = venue.buildings.flatMap((building) => building.levels);
    const placed = levels.filter((level) => level.plan).length;
    add("Levels", String(levels.length));
    add("Plans placed", `${placed} of ${levels.length}`);
    add("Survey", venue.walks ? `${count(venue.walks, "walk")}, ${count(venue.fingerprints, "scan")}` : "none yet");
    add("Radio map", venue.radioMap ? `version ${venue.radioMap.version}` : "none yet");
    if (!venue.walks) return;
    const [coverage, problems, walks] = await Promise.all([
      get(`${venuePath(id)}/coverage?as=json`), get(`${venuePath(id)}/problems`), all(`${venuePath(id)}/walks`, "walks"),
    ]);
    const area = coverage.levels.reduce((sum, level) => sum + (level.walkableSquareMetres ?? 0), 0);
    const covered = coverage.levels.reduce((sum, level) => sum + (level.covered ?? 0) * (level.walkableSquareMetres ?? 0), 0);
    if (area) add("Covered", percent(covered / area));
    const medians = coverage.levels.map((level) => level.predictedMedian).filter((value) => value !== null);
    if (medians.length) add("Positions right to", `${radius(Math.min(...medians))} to ${radius(Math.max(...medians))}`);
    const last = walks.map((walk) => walk.to).filter(Boolean).sort().at(-1);
    if (last) add("Last survey", moment(last).slice(0, 10));
    const found = [problems.errors && count(problems.errors, "error"), problems.warnings && count(problems.warnings, "warning")].filter(Boolean).join(", ");
    add("Problems", found ? element("a", { href: `/v/${encodeURIComponent(id)}/survey` }, found) : "none",
      problems.errors ? "bad" : problems.warnings ? "warn" : "good");
  });
}

async function take(files) {
  await eachFile(files, async (file) => {
    if (/\.(pdf|png|jpe?g|svg|dxf|tiff?)$/i.test(file.name)) {
      toast(`${file.name.slice(0, 80)} is a plan: a drawing, without rooms that a venue could be made of. Drop it on a venue's Align page; where there is none yet, begin with “New venue from a plan…”.`, { isError: true });
      return;
    }
    const id = await askID(file.name);
    if (!id) return;
    progress.hidden = false;
    try {
      const type = /\.zip$|\.imdf$/i.test(file.name) ? "application/zip" : "application/octet-stream";
      await upload("POST", venuePath(id), file, (share) => { progress.value = share; }, { "Content-Type": type });
      toast(`${id} is there now.`);
      await refresh();
    } finally { progress.hidden = true; }
  });
}

async function makeEmpty() {
  const id = await askID("");
  if (!id) return;
  await trying(async () => {
    await send("POST", venuePath(id));
    location.href = `/v/${id}/align`;
  });
}

/** Asks for a venue's id; what a file's name suggests stands there already. */
function askID(name) {
  const offered = name.toLowerCase().replace(/\.[a-z]+$/, "").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 64);
  return new Promise((resolve) => {
    const field = element("input", { name: "id", value: offered, required: true, pattern: "[a-z0-9\\-]{1,64}", maxLength: 64, title: "small letters, digits and hyphens", test: "venue-id" });
    const dialog = document.body.appendChild(element("dialog", { aria: { label: "Name the venue" }, onclose: () => { dialog.remove(); resolve(dialog.returnValue === "ok" ? field.value : null); } },
      element("form", { className: "form", method: "dialog", onsubmit: (event) => { event.preventDefault(); dialog.close("ok"); } },
        element("h1", {}, "Name the venue"),
        element("label", {}, "Short name: small letters, digits and hyphens, as it stands in addresses", field),
        element("div", { className: "row end" }, element("button", { type: "button", onclick: () => dialog.close("") }, "Cancel"),
          element("button", { type: "submit", className: "primary" }, "Make it")))));
    dialog.showModal();
    field.select();
  });
}
