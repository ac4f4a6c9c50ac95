// The radio map: built anew, compared, rolled back, tried.
import { follow, get, send, venuePath } from "/web/common/api.js";
import { element, fill, say } from "/web/common/dom.js";
import { count, metres, moment, percent } from "/web/common/format.js";
import { toast, trying } from "/web/common/notices.js";

export class RadioMap {
  constructor(venue, may, changed) {
    Object.assign(this, { venue, may, changed, rounds: 0 });
    this.path = venuePath(venue.id, "radiomap");
    this.work = element("p", { className: "small muted", role: "status" });
    this.bar = element("progress", { hidden: true, aria: { label: "How far it is" } });
    this.versions = element("tbody", {});
    this.said = element("div", { role: "status", test: "difference" });
    this.curve = element("div", { test: "evaluation" });
    const button = (name, does, test) => element("button", { type: "button", disabled: true, test, onclick: (event) => this.run(event.currentTarget, does) }, name);
    this.buttons = may ? [button("Build it anew", () => this.build(), "rebuild"), button("Try how good it is", () => this.evaluate(), "evaluate")] : [];
    this.node = element("section", { aria: { label: "Radio map" } }, element("h2", {}, "Radio map"),
      may && element("div", { className: "row" }, this.buttons), this.work, this.bar, this.curve,
      this.list = element("details", { hidden: true }, element("summary", {}, "Versions"),
        element("table", {}, element("thead", {}, element("tr", {}, ["Nº", "Made (UTC)", "Rows", ""].map((name) => element("th", { scope: "col" }, name)))), this.versions), this.said));
  }

  async run(button, does) {
    button.disabled = true;
    await trying(does);
    button.disabled = false;
    this.bar.hidden = true;
    say(this.work, "");
  }

  progress({ state, progress }) {
    this.bar.hidden = false;
    say(this.work, state === "waiting" ? "Waiting for other work on this venue…" : progress ? `${progress.work}…` : "At work…");
    if (progress?.total) { this.bar.max = progress.total; this.bar.value = progress.done; }
  }

  async build() {
    const { value: job } = await send("POST", this.path);
    const built = await follow(job, (now) => this.progress(now));
    toast(built.version === this.newest ? `Nothing changed since: version ${built.version} of the radio map stays in use.`
      : `Version ${built.version} of the radio map is in use: ${count(built.rows, "row")}, ${count(built.transmitters, "transmitter")}.`);
    await this.changed();
  }

  /** Lists versions; without a survey there is nothing to build one of. */
  async load(isSurveyed) {
    for (const button of this.buttons) button.disabled = !isSurveyed;
    if (!isSurveyed) say(this.work, "It is built of walks.");
    const round = ++this.rounds;
    const { versions } = await get(`${this.path}/versions`);
    if (round !== this.rounds) return;
    this.list.hidden = !versions.length;
    const newest = versions.at(-1);
    this.newest = newest?.version;
    fill(this.versions, [...versions].reverse().slice(0, 50).map((version) => element("tr", {},
      element("td", { className: "number" }, String(version.version)), element("td", {}, moment(version.created)), element("td", { className: "number" }, version.rows.toLocaleString("en")),
      element("td", {}, version === newest ? element("span", { className: "tag" }, "in use") : element("div", { className: "row" },
        element("button", { type: "button", className: "plain", aria: { label: `Compare version ${version.version} with the newest` }, onclick: () => trying(() => this.compare(version.version, newest.version)) }, "Compare"),
        this.may && element("button", { type: "button", className: "plain", aria: { label: `Roll back to version ${version.version}` }, test: `rollback-${version.version}`, onclick: () => trying(() => this.rollBack(version.version)) }, "Roll back"))))));
  }

  async compare(from, to) {
    const { rows, readings, new: added, gone } = await get(`${this.path}/diff?from=${from}&to=${to}`);
    fill(this.said, element("p", { className: "small" }, `From ${from} to ${to}: rows ${rows[0]} → ${rows[1]}, readings ${readings[0]} → ${readings[1]}, ${count(added.length, "transmitter")} new, ${gone.length} gone.`),
      [...added.map((name) => `+ ${name}`), ...gone.map((name) => `− ${name}`)].slice(0, 20).map((name) => element("p", { className: "small muted", dir: "auto" }, name.slice(0, 120))));
  }

  async rollBack(version) {
    const { value } = await send("POST", `${this.path}/rollback`, { version });
    toast(`Version ${version} is in use again, as version ${value.version}.`);
    await this.changed();
  }

  async evaluate() {
    const { value: job } = await send("POST", `${this.path}/evaluate`, { leaveOut: "walks" });
    const found = await follow(job, (now) => this.progress(now));
    fill(this.curve, element("dl", { className: "facts" },
      [["Mean error", metres(found.mean)], ["Half within", metres(found.median)], ["95 % within", metres(found.p95)], ["Right level", percent(found.floor)]]
        .flatMap(([name, value]) => [element("dt", {}, name), element("dd", { className: "number" }, value)])), chart(found.curve),
      element("p", { className: "small muted" }, "Each scan placed by the other walks alone. Across: metres of error; up: the share of scans within."));
  }
}

/** Errors in metres by the share of scans that are within: [[percent, metres], …]. */
function chart(curve) {
  const points = curve.filter(([, far]) => far !== null);
  const most = Math.max(1, ...points.filter(([share]) => share <= 95).map(([, far]) => far));
  const [left, right, top, bottom] = [36, 296, 8, 128];
  const x = (far) => left + (Math.min(far, most) / most) * (right - left);
  const y = (share) => bottom - (share / 100) * (bottom - top);
  const space = "http://www.w3.org/2000/svg";
  const made = (tag, values, text) => {
    const node = document.createElementNS(space, tag);
    for (const name in values) node.setAttribute(name, values[name]);
    if (text) node.textContent = text;
    return node;
  };
  const picture = made("svg", { viewBox: "0 0 304 150", class: "curve", role: "img", "aria-label": `Half of the scans are within ${metres(points.find(([share]) => share === 50)?.[1])}, 95 % within ${metres(points.find(([share]) => share === 95)?.[1])}` });
  for (const share of [50, 95]) picture.append(made("line", { class: "grid", x1: left, x2: right, y1: y(share), y2: y(share) }), made("text", { x: 0, y: y(share) + 4 }, `${share} %`));
  picture.append(made("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` }),
    made("path", { d: points.filter(([share]) => share <= 95).map(([share, far], i) => `${i ? "L" : "M"}${x(far).toFixed(1)} ${y(share).toFixed(1)}`).join("") }),
    made("text", { x: left, y: 146 }, "0 m"), made("text", { x: right, y: 146, "text-anchor": "end" }, `${most.toFixed(1)} m`));
  return picture;
}
