// The walks of a survey: sent, listed, renamed, taken back.
import { ask, send, upload, venuePath } from "/web/common/api.js";
import { element, fill, named, say } from "/web/common/dom.js";
import { eachFile, fileButton, sentName } from "/web/common/drop.js";
import { count, moment } from "/web/common/format.js";
import { sha256 } from "/web/common/sha256.js";
import { toast, trying } from "/web/common/notices.js";

export class Walks {
  constructor(venue, may, { changed, choose }) {
    Object.assign(this, { venue, may, changed, choose, rows: new Map() });
    this.list = element("ul", { className: "list", aria: { label: "Walks" } });
    this.title = element("span", {}, "Walks");
    this.findings = element("div", { className: "form", role: "status", aria: { live: "polite" } });
    this.bar = element("progress", { max: 1, value: 0, hidden: true, aria: { label: "Upload" } });
    this.node = element("section", { aria: { label: "Walks" } }, element("h2", {}, this.title),
      may && fileButton("Send recordings…", (files) => this.take(files), { multiple: true, dropped: "or drop them on this page" }),
      this.bar, this.findings, element("div", { className: "clip" }, this.list));
  }

  show(walks) {
    this.walks = walks;
    const counting = walks.filter((walk) => !walk.removed);
    say(this.title, counting.length ? count(counting.length, "walk") : "Walks");
    this.rows.clear();
    const inUse = this.list.contains(document.activeElement) ? document.activeElement.closest("li").dataset.test : null;
    fill(this.list, walks.map((walk) => {
      const title = named(walk.recording);
      const pick = element("button", { type: "button", className: "item", aria: { pressed: "false" }, onclick: () => this.choose(walk.hash) }, element("span", { className: "tag", dir: "auto" }, walk.levels.map((level) => level.label ?? level.ordinal).join(" ").slice(0, 16) || "–"),
        element("span", {}, title, element("span", { className: "second" }, walk.removed ? `taken back by ${walk.removed.by}`.slice(0, 80) : `${walk.surveyor ? `${walk.surveyor.slice(0, 40)}, ` : ""}${moment(walk.from)} UTC, ${count(walk.scans, "scan")}`)), "");
      this.rows.set(walk.hash, pick);
      const act = (name, label, does) => element("button", { type: "button", className: "plain", aria: { label: `${label} ${walk.recording.slice(0, 60)}` }, onclick: () => trying(does) }, name);
      return element("li", { className: walk.removed ? "walk removed" : "walk", test: `walk-${walk.id}` }, pick, this.may && element("div", { className: "acts" },
        walk.removed ? act("Restore", "Restore", () => this.change("POST", walk, "restore"))
          : [act("Rename", "Rename", () => this.rename(walk)), act("Remove", "Remove", () => this.change("DELETE", walk))]));
    }));
    if (!walks.length) fill(this.list, element("li", { className: "empty" }, "Nobody has walked here yet. Record a walk (above it says how), then drop the recording on this page."));
    // Who goes by the keyboard stays where they were.
    if (inUse) this.list.querySelector(`[data-test="${inUse}"] button`)?.focus();
  }

  mark(hash) {
    for (const [other, row] of this.rows) row.setAttribute("aria-pressed", String(other === hash));
    this.rows.get(hash)?.scrollIntoView({ block: "nearest" });
  }

  async change(method, walk, verb) {
    await send(method, venuePath(this.venue.id, "walks", walk.hash, ...(verb ? [verb] : [])));
    toast(verb ? `${walk.recording.slice(0, 80)} counts again. Build the radio map anew to use it.` : `${walk.recording.slice(0, 80)} no longer counts. Build the radio map anew to leave it out; “Restore” brings it back.`);
    await this.changed();
  }

  rename(walk) {
    const field = element("input", { value: walk.recording, maxLength: 200, required: true, dir: "auto" });
    const dialog = document.body.appendChild(element("dialog", { aria: { label: "Rename the walk" }, onclose: () => dialog.remove() },
      element("form", { className: "form", onsubmit: (event) => { event.preventDefault(); trying(async () => {
        await send("PATCH", venuePath(this.venue.id, "walks", walk.hash), { name: field.value.trim() });
        dialog.close();
        await this.changed();
      }); } }, element("h1", {}, "Rename the walk"), element("label", {}, "Name", field),
      element("div", { className: "row end" }, element("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), element("button", { type: "submit", className: "primary" }, "Rename")))));
    dialog.showModal();
    field.select();
  }

  /** Sends recordings, one after the other, and says what was found in each. */
  async take(files) {
    await eachFile(files, async (file) => {
      this.bar.hidden = false;
      try {
        const bytes = await file.arrayBuffer();
        const name = encodeURIComponent(sentName(file.name, "recording"));
        const { value, status } = await upload("PUT", `${venuePath(this.venue.id, "walks", await sha256(bytes))}?name=${name}`, file, (share) => { this.bar.value = share; });
        const leftOut = Object.entries(value.skipped).map(([reason, lines]) =>
          `${lines} × ${reason} left out${value.firstSkipped[reason]?.length ? `, first at ${value.firstSkipped[reason].join(", ").replaceAll("upload:", "line ").replaceAll("upload", file.name.slice(0, 80))}` : ""}: look at what was recorded there.`);
        fill(this.findings, element("p", { className: "small", dir: "auto", test: "uploaded" }, `${file.name.slice(0, 80)}: ${status === 201 ? "" : "known already: "}${count(value.walks.length, "walk")}, ${count(value.fingerprints, "scan")} placed${value.findings.length || leftOut.length ? "" : ", nothing wrong in it"}.`),
          leftOut.map((words) => element("p", { className: "small warn", dir: "auto" }, words.slice(0, 400))),
          value.findings.slice(0, 20).map((finding) => element("p", { className: "small warn", dir: "auto" }, String(finding.message ?? finding).slice(0, 400))));
        await this.changed();
      } finally { this.bar.hidden = true; }
    });
  }
}

/** How a walk is recorded, in a nutshell. */
export function howTo() {
  return element("details", { test: "how-to" }, element("summary", {}, "How to record a walk"),
    element("ol", { className: "small" }, [
      "On an Android phone take an app that records Wi-Fi or Bluetooth: Sensor Logger, GetSensorData, Anyplace Logger, FIND3, WiGLE, or your own app with IndoorKit. iPhones record beacons alone.",
      "Start it, stand for ten seconds, set the first mark, and walk at a stroll.",
      "Set a mark (in Sensor Logger an annotation with the place's name, or its latitude and longitude) at the start, at every turn and at the end.",
      "Stop, export (Sensor Logger: as zipped CSV), and drop the file on this page. It says at once what is wrong in it.",
    ].map((step) => element("li", {}, step))),
    element("p", { className: "small muted" }, "docs/recording.md, which comes with IndoorKit, says for each app what to switch on and what to tap."));
}
