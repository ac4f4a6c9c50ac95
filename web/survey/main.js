// What was surveyed, how good positions are by it, what is wrong, and where to walk next.
import { all, get, venuePath } from "/web/common/api.js";
import { element, fill, say } from "/web/common/dom.js";
import { takeDrops } from "/web/common/drop.js";
import { count, metres, percent, radius } from "/web/common/format.js";
import { LevelSwitch, tellBare } from "/web/common/levels.js";
import { boxOf, empty, makeMap, ready, show, shown } from "/web/common/map.js";
import { toast, trying } from "/web/common/notices.js";
import { start } from "/web/common/shell.js";
import { openVenue } from "/web/common/venue.js";
import { Layers, pinName, STEPS } from "/web/survey/layers.js";
import { RadioMap } from "/web/survey/radiomap.js";
import { howTo, Walks } from "/web/survey/walks.js";

/** What stands where the server still computes. */
const COMING = "being worked out…";

const page = await start("survey", "Survey");
const work = document.getElementById("work");
const venue = await openVenue(page, work);
if (venue) await begin();

async function begin() {
  const place = element("div", { className: "map", test: "map" });
  const stage = element("div", { className: "stage" }, place);
  const coverage = element("dl", { className: "facts", test: "coverage" });
  const next = element("div", { className: "form", test: "next-walk" });
  const problemList = element("ul", { className: "list", aria: { label: "Problems" } }, element("li", { className: "empty" }, COMING));
  const problemTitle = element("span", {}, "Problems");
  const levelTitle = element("h2", {}, "Coverage");
  const walks = new Walks(venue, page.may("survey"), { changed: refresh, choose: chooseWalk });
  const radioMap = new RadioMap(venue, page.may("survey"), refresh);
  const showing = (name, layer) => {
    const box = element("input", { type: "checkbox", checked: true, onchange: () => layers.toggle(layer, box.checked) });
    return element("label", { className: "small" }, box, name);
  };
  const panel = element("aside", { className: "panel", aria: { label: "Survey" } },
    element("section", {}, levelTitle, element("p", { className: "small muted" }, "Ground is covered where four usable scans lie within 6 m: scans of which other walks there heard the like, or where none came by."), coverage, element("div", { className: "row" }, showing("Coverage", "coverage"), showing("Walks", "paths"))),
    element("section", { aria: { label: "Where to walk next" } }, element("h2", {}, "Walk next"), next, howTo()),
    element("section", { aria: { label: "Problems" } }, element("h2", {}, problemTitle), element("div", { className: "clip" }, problemList)),
    walks.node, radioMap.node);
  fill(work, stage, panel);
  const map = makeMap(place, { baseMap: page.settings.baseMap, label: `Map of ${venue.name}`.slice(0, 80), ...await venue.beginning() });
  if (map) await ready(map);
  const layers = new Layers(map, stage, { chooseWalk, chooseProblem });
  const levels = new LevelSwitch(venue, map, (ordinal) => { layers.show(ordinal); draw(); });
  const scale = legend();
  stage.append(levels.node, scale);
  // What is null is on its way.
  const data = { levels: null, proposals: null, problems: null, paths: [] };
  let chosenWalk = null;
  let shownNext = null;
  let hasChosenLevel = false;
  let rounds = 0;
  levels.node.addEventListener("click", () => { hasChosenLevel = true; });
  takeDrops(document.body, (files) => (page.may("survey") ? walks.take(files) : toast("Your token doesn't let you send recordings.", { isError: true })));

  tellBare(stage, venue);
  levels.begin();
  // The map takes the survey over once the venue is seen.
  const seen = shown(map, work);
  await trying(refresh);
  work.dataset.ready = "true";

  /** Asks for everything anew, and shows each part as it comes, unless it was asked for anew since. */
  async function refresh() {
    const round = ++rounds;
    const path = venuePath(venue.id);
    const listed = await all(`${path}/walks?removed=true`, "walks");
    if (round !== rounds) return;
    walks.show(listed);
    layers.walks = new Map(listed.map((walk) => [walk.hash, walk]));
    const isSurveyed = listed.some((walk) => !walk.removed);
    const part = async (what, none, take) => {
      const found = isSurveyed ? await get(`${path}/${what}`) : none;
      if (round !== rounds) return;
      take(found);
      draw();
    };
    await Promise.all([
      part("coverage?as=json", { levels: [] }, (figures) => { data.levels = figures.levels; }),
      part("coverage", empty(), (cells) => seen.then(() => round === rounds && layers.setCoverage(cells))),
      part("next-walk", empty(), ({ features }) => { data.proposals = features; }),
      part("paths", empty(), ({ features }) => { data.paths = features; seen.then(() => round === rounds && layers.setPaths(features, chosenWalk)); }),
      part("problems", { findings: [] }, ({ findings }) => takeProblems(findings, isSurveyed)),
      radioMap.load(isSurveyed)]);
    if (!hasChosenLevel && round === rounds) await showWorst();
  }

  /** Shows the level that the survey is worst on: where the best next walk is, or else most problems. */
  async function showWorst() {
    hasChosenLevel = true;
    const counted = [...tally(data.problems.filter((one) => one.severity !== "info"))].sort(([, a], [, b]) => b - a);
    const worst = data.proposals[0]?.properties.level ?? counted[0]?.[0];
    if (worst !== undefined) await levels.choose(worst);
  }

  function takeProblems(findings, isSurveyed) {
    data.problems = findings.map((finding, index) => ({ ...finding, where: finding.place, number: index + 1, place: finding.latitude === undefined ? null : [finding.longitude, finding.latitude] }));
    layers.setProblems(data.problems);
    const kinds = [["error", "error"], ["warning", "warning"], ["info", "note"]].map(([severity, name]) => [data.problems.filter((one) => one.severity === severity).length, name]);
    say(problemTitle, kinds.filter(([number]) => number).map(([number, name]) => count(number, name)).join(", ") || (isSurveyed ? "No problems" : "Problems"));
    listProblems(isSurveyed ? "Nothing is wrong with this survey." : "None can be found before somebody has walked here.");
    levels.count(tally(data.problems), "problem");
  }

  function tally(problems) {
    const counts = new Map();
    for (const { level } of problems) if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
    return counts;
  }

  function draw() {
    const ordinal = levels.current;
    say(levelTitle, ordinal === null ? "Coverage" : `Coverage of level ${venue.label(ordinal)}`);
    const here = (data.levels ?? []).filter((level) => level.level === ordinal);
    const facts = here.flatMap((level) => [
      ["Covered", level.covered === null ? "unknown" : `${percent(level.covered)} of ${Math.round(level.walkableSquareMetres)} m²`],
      ["Positions right to", radius(level.predictedMedian)], ["In its worst tenth", level.predictedWorstTenth === null ? "–" : `over ${radius(level.predictedWorstTenth)}`],
      ["Surveyed by", `${count(level.walks, "walk")}, ${count(level.scans, "scan")}`]]);
    scale.hidden = !data.levels?.length;
    fill(coverage, facts.length ? facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { className: "number" }, value)]) : [element("dt", {}, "Covered"), element("dd", {}, data.levels ? "nothing here yet" : COMING)]);
    const proposals = data.proposals ?? [];
    const offered = proposals.filter((walk) => walk.properties.level === ordinal);
    shownNext = offered[0] ?? null;
    layers.setNext(shownNext);
    // The best walk of all comes first.
    const better = proposals[0]?.properties.level !== ordinal ? proposals[0] : null;
    const past = shownNext?.properties.past ?? [];
    fill(next,
      shownNext ? [element("p", {}, `${metres(shownNext.properties.metres)} for ${Math.round(shownNext.properties.covers_m2)} m² that are surveyed too thinly: from 1 on along the dotted line, which goes where one can walk and through doors. Set a mark at each number.`),
        past.length > 0 && element("p", { className: "small muted", dir: "auto" }, `It begins ${past.slice(0, 8).map((name) => name.slice(0, 60)).join(", then ")}${past.length > 8 ? " …" : ""}.`)]
        : element("p", { className: "muted" }, !data.proposals || !data.levels ? COMING : data.levels.length ? "This level is surveyed well enough." : venue.levels.length ? "Begin anywhere: stand at a known point, mark it, and walk." : "Place a plan first, under Align."),
      better && element("p", { className: "small" }, `A walk on level ${venue.label(better.properties.level)} gains more.`),
      proposals.length ? element("div", { className: "row" },
        shownNext && element("button", { type: "button", onclick: showNext }, "Show it"),
        better && element("button", { type: "button", onclick: () => levels.choose(better.properties.level) }, `Go to level ${venue.label(better.properties.level)}`),
        element("a", { className: "button", href: `${venuePath(venue.id)}/next-walk?as=gpx`, download: `${venue.id}-next-walks.gpx`, title: "All levels' walks, as routes that map apps show" }, "Download GPX")) : null);
  }

  function showNext() {
    if (map && shownNext) show(map, boxOf([shownNext]));
    stage.scrollIntoView({ block: "nearest" });
  }

  function listProblems(none) {
    fill(problemList, data.problems.length ? data.problems.map((problem) => {
      const where = [problem.where, problem.label !== undefined && `level ${problem.label}`].filter(Boolean).join(", ").slice(0, 120);
      problem.button = element("button", { type: "button", className: "item problem", aria: { pressed: "false" }, test: `problem-${problem.number}`, onclick: () => chooseProblem(problem) },
        element("span", { className: `severity ${problem.severity}`, title: problem.severity }, pinName(problem)),
        element("span", {}, element("span", { className: "unseen" }, `${problem.severity}: `), element("strong", { dir: "auto" }, [words(problem.code), where].filter(Boolean).join(" ")), element("br"),
          element("span", { dir: "auto" }, problem.message.slice(0, 400)),
          element("span", { className: "remedy second" }, `${problem.remedy[0].toUpperCase()}${problem.remedy.slice(1)}.`)));
      problem.acts = element("div", { className: "row problem-acts", hidden: true });
      return element("li", {}, problem.button, problem.acts);
    }) : element("li", { className: "empty" }, none));
  }

  /** What can be looked at of a problem. */
  function actsOf(problem) {
    const walk = walkOf(problem);
    const isGap = ["coverage-gap", "level-not-surveyed", "few-scans", "one-direction"].includes(problem.code);
    return [
      walk && element("button", { type: "button", onclick: () => showWalk(walk), test: `show-walk-${problem.number}` }, "Show the walk"),
      isGap && data.proposals?.some((one) => one.properties.level === problem.level) && element("button", { type: "button", onclick: () => { levels.choose(problem.level); showNext(); } }, "Show where to walk"),
    ].filter(Boolean);
  }

  /** The walk that a problem is about; undefined where it is about none. */
  function walkOf(problem) {
    if (!problem.walk) return undefined;
    const walks = [...layers.walks.values()];
    // Several walks may have one name.
    return problem.hash ? walks.find((one) => one.hash === problem.hash) : walks.find((one) => one.recording === problem.walk || one.hash.startsWith(problem.walk));
  }

  function showWalk(walk) {
    mark(walk.hash, true);
    const path = data.paths.filter((feature) => feature.properties.walk === walk.hash);
    if (!path.length) return;
    levels.choose(path[0].properties.level);
    if (map) show(map, boxOf(path));
    stage.scrollIntoView({ block: "nearest" });
  }

  function chooseProblem(problem) {
    hasChosenLevel = true;
    for (const other of data.problems) {
      other.button.setAttribute("aria-pressed", String(other === problem));
      other.acts.hidden = true;
    }
    const acts = actsOf(problem);
    fill(problem.acts, acts);
    problem.acts.hidden = !acts.length;
    problem.button.parentNode.scrollIntoView({ block: "nearest" });
    layers.setProblems(data.problems, problem);
    if (problem.level !== undefined) levels.choose(problem.level);
    if (problem.place && map) map.easeTo({ center: problem.place, zoom: Math.max(19.5, map.getZoom()), duration: 300 });
    const walk = walkOf(problem);
    if (walk) mark(walk.hash, true);
  }

  function mark(hash, stays = false) {
    chosenWalk = chosenWalk === hash && !stays ? null : hash;
    walks.mark(chosenWalk);
    layers.setPaths(data.paths, chosenWalk);
  }

  function chooseWalk(hash) {
    mark(hash);
    const path = data.paths.filter((feature) => feature.properties.walk === chosenWalk);
    if (!path.length) return;
    if (!path.some((feature) => feature.properties.level === levels.current)) levels.choose(path[0].properties.level);
  }
}

/** A code as words: "silent-transmitter" is "Silent transmitter". */
function words(code) {
  const text = code.replaceAll("-", " ");
  return text[0].toUpperCase() + text.slice(1);
}

function legend() {
  let from = 0;
  return element("div", { className: "float legend" }, element("span", { className: "muted", title: "The predicted radius that holds 68 % of the errors of single scans" }, "Positions right to within"), element("div", { className: "scale" }, STEPS.map(([most, shade]) => {
    const box = element("span", { className: "box" });
    box.style.background = shade;
    const words = most === Infinity ? `over ${from} m` : `${from}–${most} m`;
    from = most;
    return element("span", {}, box, words);
  })));
}
