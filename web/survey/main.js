// What was surveyed, how good positions are by it, what is wrong, and where to walk next.
import { all, get, venuePath } from "/web/common/api.js";
import { element, fill, say } from "/web/common/dom.js";
import { takeDrops } from "/web/common/drop.js";
import { count, metres, percent, radius } from "/web/common/format.js";
import { LevelSwitch } from "/web/common/levels.js";
import { boxOf, makeMap, ready, show } from "/web/common/map.js";
import { trying } from "/web/common/notices.js";
import { start } from "/web/common/shell.js";
import { Venue } from "/web/common/venue.js";
import { Layers, STEPS } from "/web/survey/layers.js";
import { RadioMap } from "/web/survey/radiomap.js";
import { Walks } from "/web/survey/walks.js";

const page = await start("survey", "Survey");
const venue = await trying(() => Venue.load(page.venue));
const work = document.getElementById("work");
if (venue) await begin();
else fill(work, element("p", { className: "empty" }, "This venue can't be shown. All venues are on the first page."));

async function begin() {
  page.name(venue.name);
  const place = element("div", { className: "map", test: "map" });
  const stage = element("div", { className: "stage" }, place);
  const coverage = element("dl", { className: "facts", test: "coverage" });
  const next = element("div", { className: "form", test: "next-walk" });
  const problemList = element("ul", { className: "list", aria: { label: "Problems" } });
  const problemTitle = element("span", {}, "Problems");
  const levelTitle = element("h2", {}, "Coverage");
  const walks = new Walks(venue, page.may("survey"), { changed: refresh, choose: chooseWalk });
  const radioMap = new RadioMap(venue, page.may("survey"), refresh);
  const showing = (name, layer) => {
    const box = element("input", { type: "checkbox", checked: true, onchange: () => layers.toggle(layer, box.checked) });
    return element("label", { className: "small" }, box, name);
  };
  const panel = element("aside", { className: "panel", aria: { label: "Survey" } },
    element("section", {}, levelTitle, coverage, element("div", { className: "row" }, showing("Coverage", "coverage"), showing("Walks", "paths"))),
    element("section", { aria: { label: "Where to walk next" } }, element("h2", {}, "Walk next"), next),
    element("section", { aria: { label: "Problems" } }, element("h2", {}, problemTitle), element("div", { className: "clip" }, problemList)),
    walks.node, radioMap.node);
  fill(work, stage, panel);
  const map = makeMap(place, { baseMap: page.settings.baseMap, label: `Map of ${venue.name}`.slice(0, 80) });
  if (map) await ready(map);
  const layers = new Layers(map, stage, { chooseWalk, chooseProblem });
  const levels = new LevelSwitch(venue, map, (ordinal) => { layers.show(ordinal); draw(); });
  stage.append(levels.node, legend());
  const data = { levels: [], proposals: [], problems: [], paths: [] };
  let chosenWalk = null;
  let shownNext = null;
  takeDrops(document.body, (files) => page.may("survey") && walks.take(files));

  const first = venue.levels.find((level) => level.ordinal === 0) ?? venue.levels.at(-1);
  if (first) {
    await levels.choose(first.ordinal);
    const box = boxOf(await venue.unitsOf(first.ordinal).catch(() => []));
    if (map && box) show(map, box);
  }
  await trying(refresh);
  work.dataset.ready = "true";

  /** Asks for everything anew. */
  async function refresh() {
    const path = venuePath(venue.id);
    const listed = await all(`${path}/walks?removed=true`, "walks");
    walks.show(listed);
    layers.walks = new Map(listed.map((walk) => [walk.hash, walk]));
    if (!listed.some((walk) => !walk.removed)) { draw(); return; }
    const [figures, cells, proposals, report, paths] = await Promise.all([
      get(`${path}/coverage?as=json`), get(`${path}/coverage`), get(`${path}/next-walk`), get(`${path}/problems`), get(`${path}/paths`)]);
    Object.assign(data, { levels: figures.levels, proposals: proposals.features, paths: paths.features });
    data.problems = report.findings.map((finding, index) => ({ ...finding, where: finding.place, number: index + 1, place: finding.latitude === undefined ? null : [finding.longitude, finding.latitude] }));
    layers.setCoverage(cells);
    layers.setPaths(data.paths, chosenWalk);
    layers.setProblems(data.problems);
    say(problemTitle, data.problems.length ? count(data.problems.length, "problem") : "No problems");
    drawProblems(null);
    levels.count(tally(data.problems), "problem");
    draw();
    await radioMap.load();
  }

  function tally(problems) {
    const counts = new Map();
    for (const { level } of problems) if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
    return counts;
  }

  function draw() {
    const ordinal = levels.current;
    say(levelTitle, ordinal === null ? "Coverage" : `Coverage of level ${venue.label(ordinal)}`);
    const here = data.levels.filter((level) => level.level === ordinal);
    const facts = here.flatMap((level) => [
      ["Covered", level.covered === null ? "unknown" : `${percent(level.covered)} of ${Math.round(level.walkableSquareMetres)} m²`],
      ["Half of it within", radius(level.predictedMedian)], ["Worst tenth beyond", radius(level.predictedWorstTenth)],
      ["Walks, scans", `${level.walks}, ${level.scans.toLocaleString("en")}`]]);
    fill(coverage, facts.length ? facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { className: "number" }, value)]) : [element("dt", {}, "Covered"), element("dd", {}, "nothing here yet")]);
    const offered = data.proposals.filter((walk) => walk.properties.level === ordinal);
    shownNext = offered[0] ?? null;
    layers.setNext(shownNext);
    // The best walk of all comes first.
    const better = data.proposals[0]?.properties.level !== ordinal ? data.proposals[0] : null;
    fill(next,
      shownNext ? element("p", {}, `${metres(shownNext.properties.metres)} along the numbers on the map, for ${Math.round(shownNext.properties.covers_m2)} m² that are surveyed too thinly.${better ? " Another level gains more." : ""}`)
        : element("p", { className: "muted" }, data.levels.length ? "This level is surveyed well enough." : "Begin anywhere: stand at a known point, mark it, and walk."),
      data.proposals.length ? element("div", { className: "row" },
        shownNext && element("button", { type: "button", onclick: () => map && show(map, boxOf([shownNext])) }, "Show it"),
        better && element("button", { type: "button", onclick: () => levels.choose(better.properties.level) }, `Go to level ${venue.label(better.properties.level)}`),
        element("a", { className: "button", href: `${venuePath(venue.id)}/next-walk?as=gpx`, download: `${venue.id}-next-walks.gpx` }, "GPX")) : null);
  }

  function drawProblems(chosen) {
    fill(problemList, data.problems.length ? data.problems.map((problem) => element("li", {}, element("button", {
      type: "button", className: "item problem", aria: { pressed: String(problem === chosen) }, test: `problem-${problem.number}`, onclick: () => chooseProblem(problem),
    }, element("span", { className: `severity ${problem.severity}`, title: problem.severity }, String(problem.number)),
    element("span", {}, element("span", { className: "unseen" }, `${problem.severity}: `), element("strong", {}, words(problem.code)), element("br"),
      element("span", { dir: "auto" }, problem.message.slice(0, 400)), element("span", { className: "second" }, [problem.label !== undefined && ` Level ${problem.label}`, problem.where ?? null].filter(Boolean).join(", ").slice(0, 80)),
      element("span", { className: "remedy second" }, problem.remedy))))) : element("li", { className: "empty" }, "Nothing is wrong with this survey."));
  }

  function chooseProblem(problem) {
    drawProblems(problem);
    layers.setProblems(data.problems, problem);
    problemList.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
    if (problem.level !== undefined) levels.choose(problem.level);
    if (problem.place && map) map.easeTo({ center: problem.place, zoom: Math.max(19.5, map.getZoom()), duration: 300 });
    const walk = problem.walk && [...layers.walks.values()].find((one) => one.recording === problem.walk || one.hash.startsWith(problem.walk));
    if (walk) mark(walk.hash);
  }

  function mark(hash) {
    chosenWalk = chosenWalk === hash ? null : hash;
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
  return element("div", { className: "float legend" }, element("span", { className: "muted" }, "Predicted radius (68 %)"), element("div", { className: "scale" }, STEPS.map(([most, shade]) => {
    const box = element("span", { className: "box" });
    box.style.background = shade;
    const words = most === Infinity ? `over ${from} m` : `${from}–${most} m`;
    from = most;
    return element("span", {}, box, words);
  })));
}
