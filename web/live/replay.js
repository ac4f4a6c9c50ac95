// A recording replayed: where the server places it, second by second, beside where it truly was.
import { ask, venuePath } from "/web/common/api.js";
import { element, fill, say } from "/web/common/dom.js";
import { eachFile, fileButton, takeDrops } from "/web/common/drop.js";
import { metres, radius, sureness } from "/web/common/format.js";
import { colour, empty, followScheme } from "/web/common/map.js";
import { apart } from "/web/common/mercator.js";
import { toast } from "/web/common/notices.js";
import { recordingOf, rowsOf, truthOf } from "/web/live/truth.js";

export class Replay {
  constructor(venue, map, levels) {
    Object.assign(this, { venue, map, levels, positions: [], rows: [], truth: [], recording: null, timer: null, asked: 0 });
    this.slider = element("input", { type: "range", min: 0, max: 0, step: 1, aria: { label: "Time" }, oninput: () => this.show(Number(this.slider.value)), test: "time" });
    this.play = element("button", { type: "button", onclick: () => this.toggle() }, "Play");
    this.clock = element("span", { className: "time", test: "replay-time" });
    this.error = element("span", { className: "number", test: "replay-error" });
    this.radius = element("span", { className: "number", test: "replay-radius" });
    this.level = element("span", { className: "number", dir: "auto", test: "replay-level" });
    this.controls = element("div", { className: "form", hidden: true }, this.slider,
      element("div", { className: "row spread" }, this.play, this.clock),
      element("dl", { className: "facts" }, [["Level", this.level], ["Place right to within", this.radius], ["Off the truth", this.error]].flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)])),
      element("button", { type: "button", className: "plain", onclick: () => this.clear() }, "Put the recording away"));
    this.node = element("section", {}, element("h2", {}, "Replay"),
      element("p", { className: "muted small" }, "Shows where a recording (.jsonl) is placed, second by second, beside where it truly was if there is a file of that (.truth.csv)."),
      fileButton("Replay a recording…", (files) => this.take(files), { accept: ".jsonl,.csv", multiple: true, test: "replay" }), this.controls);
    takeDrops(document.body, (files) => this.take(files));
    if (!map) return;
    map.addSource("replay", { type: "geojson", data: empty() });
    map.addLayer({ id: "replay-lines", type: "line", source: "replay", filter: ["==", ["geometry-type"], "LineString"], paint: { "line-width": 2, "line-opacity": 0.8 } });
    map.addLayer({ id: "replay-points", type: "circle", source: "replay", filter: ["==", ["geometry-type"], "Point"], paint: { "circle-radius": 7, "circle-stroke-width": 2 } });
    this.paint();
    followScheme(map, () => this.paint());
  }

  paint() {
    const kind = ["match", ["get", "kind"], "truth", colour("truth"), colour("plan")];
    this.map.setPaintProperty("replay-lines", "line-color", kind);
    this.map.setPaintProperty("replay-points", "circle-color", kind);
    this.map.setPaintProperty("replay-points", "circle-stroke-color", colour("dot-line"));
  }

  async take(files) {
    if (this.timer) this.toggle();
    let isNewer = false;
    await eachFile(files, async (file) => {
      if (/\.csv$/i.test(file.name)) {
        this.rows = rowsOf(await file.text(), this.venue.described.buildings ?? [], (word, count) =>
          toast(`Level “${word.slice(0, 40)}” of the truth is none of the venue's labels (${count} row${count === 1 ? "" : "s"} passed over): write one of these, or the ordinals of all levels.`, { isError: true }));
        if (!this.positions.length && files.length === 1) toast("The truth is here. Now drop its recording (.jsonl).");
      }
      else {
        const asked = ++this.asked;
        // Without its header, which says what it is: a recording's lines alone are placed.
        const text = await file.text();
        const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith('{"format"'));
        const response = await ask("POST", `${venuePath(this.venue.id)}/positions`, { body: lines.join("\n"), headers: { "Content-Type": "application/x-ndjson" } });
        const placed = (await response.json()).features.filter((feature) => feature.geometry);
        // Another recording was asked for meanwhile, or this one put away.
        if (asked !== this.asked) { isNewer = true; return; }
        Object.assign(this, { recording: recordingOf(file.name, text), positions: placed });
        if (!this.positions.length) toast(`Nothing in ${file.name.slice(0, 80)} could be placed: drop a recording of this venue, as .jsonl.`, { isError: true });
      }
    });
    if (isNewer) return;
    if (!this.positions.length) { this.hide(); return; }
    this.truth = truthOf(this.rows, this.recording);
    if (this.rows.length && !this.truth.length) toast(`No row of the truth is of ${this.recording.file.slice(0, 80)}: correct its column recording, or leave that empty.`, { isError: true });
    this.slider.max = String(this.positions.length - 1);
    this.slider.value = "0";
    this.controls.hidden = false;
    this.show(0);
  }

  /** Shows one moment: the position, where it truly was, and the ways to there. */
  show(index) {
    const now = this.positions[index];
    if (!now) return;
    const { time_ms: time, level, level_confidence: sure, horizontal_accuracy_m: metresAround } = now.properties;
    const true_ = this.truthAt(time);
    const features = [
      way(this.positions.slice(0, index + 1).filter((feature) => feature.properties.level === level).map((feature) => feature.geometry.coordinates), "replay"),
      way(this.truth.filter((row) => row.time <= time && row.level === level).map((row) => row.place), "truth"),
      true_ && true_.level === level ? spot(true_.place, "truth") : null, spot(now.geometry.coordinates, "replay"),
    ].filter(Boolean);
    this.map?.getSource("replay").setData({ type: "FeatureCollection", features });
    this.levels.choose(level);
    const seconds = Math.round((time - this.positions[0].properties.time_ms) / 1000);
    say(this.clock, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`);
    say(this.level, `${this.venue.label(level)}, ${sureness(sure)} sure`);
    say(this.radius, radius(metresAround));
    say(this.error, true_ ? (true_.level === level ? metres(apart(true_.place, now.geometry.coordinates)) : `on level ${this.venue.label(true_.level)} instead`) : "no truth given");
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
  }

  truthAt(time) {
    let [low, high] = [0, this.truth.length - 1];
    if (high < 0 || time < this.truth[0].time - 1000 || time > this.truth[high].time + 1000) return null;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.truth[middle].time <= time) low = middle; else high = middle - 1;
    }
    return this.truth[low];
  }

  toggle() {
    if (this.timer) { clearInterval(this.timer); this.timer = null; }
    else {
      this.timer = setInterval(() => {
        const next = Number(this.slider.value) + 1;
        if (next >= this.positions.length) return this.toggle();
        this.slider.value = String(next);
        this.show(next);
      }, 250);
    }
    say(this.play, this.timer ? "Pause" : "Play");
  }

  clear() {
    this.asked++;
    Object.assign(this, { positions: [], rows: [], truth: [], recording: null });
    this.hide();
  }

  hide() {
    if (this.timer) this.toggle();
    this.controls.hidden = true;
    this.map?.getSource("replay").setData(empty());
  }
}

function way(coordinates, kind) {
  return coordinates.length > 1 ? { type: "Feature", geometry: { type: "LineString", coordinates }, properties: { kind } } : null;
}
function spot(coordinates, kind) {
  return { type: "Feature", geometry: { type: "Point", coordinates }, properties: { kind } };
}
