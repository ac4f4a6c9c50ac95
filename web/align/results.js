// What a fit says: the anchors with how far each is off, and how wrong the page may be.
import { element, fill, named, say } from "/web/common/dom.js";
import { degrees, metres } from "/web/common/format.js";

export class Results {
  /** `mayAlign` says whether anchors can be changed here. */
  constructor(anchors, mayAlign) {
    Object.assign(this, { anchors, mayAlign });
    this.rmse = element("dd", { test: "rmse" });
    this.predicted = element("dd", { test: "predicted" });
    this.detail = element("p", { className: "small muted" });
    this.warnings = element("div", { className: "form", role: "status", aria: { live: "polite", label: "Warnings" } });
    this.body = element("tbody", {});
    this.empty = element("p", { className: "empty" }, mayAlign
      ? "Click a point on the plan, then its place on the map. Two anchors place a plan; a third shows whether they agree." : "No anchor was set on this plan.");
    this.table = element("table", { className: "anchors-table" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Nº"), element("th", { scope: "col" }, "Anchor"), element("th", { scope: "col", className: "number" }, "Off by"), element("th", {}, element("span", { className: "unseen" }, "Remove")))), this.body);
    this.form = element("form", { className: "form", hidden: true, onsubmit: (event) => event.preventDefault() });
    this.fits = element("div", { className: "fits" },
      element("dl", { title: "Root mean square error (RMSE) of the anchors: how far their points lie from their places" }, element("dt", {}, "Anchors agree to"), this.rmse),
      element("dl", { title: "The radius that holds 68 % of the errors that the worst corner of the page may have" }, element("dt", {}, "Corners right to"), this.predicted));
    this.nodes = [element("section", { aria: { label: "Fit" } }, element("h2", {}, "Fit"), this.fits, this.detail, this.warnings),
      element("section", { aria: { label: "Anchors" } }, element("h2", {}, "Anchors"), this.empty, this.table, this.form)];
    this.rows = new Map();
    anchors.addEventListener("change", () => { this.drawRows(); this.drawForm(); });
    anchors.addEventListener("select", () => { this.drawRows(); this.drawForm(); });
  }

  show(fit, problem, page) {
    say(this.rmse, fit ? metres(fit.rmseMetres) : "–");
    const corners = fit?.predictedErrorMetres?.corners ?? [];
    say(this.predicted, corners.length ? metres(Math.max(...corners)) : "–");
    say(this.detail, fit
      ? `The page's centre is right to ${metres(fit.predictedErrorMetres.centre)}. ${scaleOf(fit, page)}, turned by ${degrees(fit.rotationDegrees)}${fit.mirrored ? ", mirrored" : ""}.${fit.rmseMetres === null ? " Two anchors always agree: set a third to see whether they are right." : ""}`
      : "");
    const said = fit?.warnings ?? [];
    const shown = problem ? [{ code: problem.code, message: problem.message }] : said;
    const text = JSON.stringify(shown);
    if (this.said !== text) {
      this.said = text;
      fill(this.warnings, shown.map((warning) => element("p", { className: "warning", dir: "auto", test: `warning-${warning.code}` }, warning.message)));
    }
    // Residuals stand in the order of the anchors that are whole.
    let next = 0;
    for (const anchor of this.anchors.list) {
      const fitted = anchor.page && anchor.place ? fit?.anchors?.[next++] : null;
      anchor.residual = fitted?.residualMetres ?? null;
      anchor.isOutlier = Boolean(fitted?.outlier);
    }
    this.drawRows();
  }

  /** The same for who may only look: how many metres each anchor is off where the plan is stored. */
  showStored(metresOff) {
    say(this.detail, metresOff.length ? "The plan lies as it is stored; each anchor says how far its point lies from its place." : "");
    this.anchors.whole.forEach((anchor, index) => { anchor.residual = metresOff[index] ?? null; });
    this.drawRows();
  }

  drawRows() {
    const { list } = this.anchors;
    this.empty.hidden = list.length > 0;
    this.table.hidden = list.length === 0;
    const gone = new Set(this.rows.keys());
    list.forEach((anchor, index) => {
      gone.delete(anchor.key);
      const row = this.rows.get(anchor.key) ?? this.addRow(anchor.key);
      if (this.body.children[index] !== row.node) this.body.insertBefore(row.node, this.body.children[index] ?? null);
      say(row.number, String(index + 1));
      const words = anchor.name || (!anchor.place ? "now click its place on the map" : !anchor.page ? "now click it on the plan" : "unnamed");
      if (row.words !== words) { row.words = words; fill(row.name, named(words)); }
      row.pick.setAttribute("aria-label", `Anchor ${index + 1}: ${words.slice(0, 80)}`);
      say(row.off, anchor.page && anchor.place ? metres(anchor.residual ?? null) : "–");
      row.off.dataset.test = `residual-${index + 1}`;
      row.off.classList.toggle("out", Boolean(anchor.isOutlier));
      row.remove.setAttribute("aria-label", `Remove anchor ${index + 1}`);
      row.node.classList.toggle("selected", anchor.key === this.anchors.selected);
    });
    for (const key of gone) { this.rows.get(key).node.remove(); this.rows.delete(key); }
  }

  addRow(key) {
    const row = { number: element("td", { className: "number" }), off: element("td", { className: "number" }), name: element("span", {}) };
    row.pick = element("button", { type: "button", className: "plain", onclick: () => this.anchors.select(key) }, row.name);
    row.remove = element("button", { type: "button", className: "plain", onclick: () => this.anchors.remove(key) }, "✕");
    row.remove.hidden = !this.mayAlign;
    row.node = element("tr", { onclick: (event) => { if (event.target !== row.remove) this.anchors.select(key); } }, row.number, element("td", {}, row.pick), row.off, element("td", {}, row.remove));
    this.rows.set(key, row);
    return row;
  }

  /** Goes to where a place is typed. */
  type() {
    const field = this.form.querySelector("[data-test=latitude]");
    field?.scrollIntoView({ block: "center" });
    field?.focus();
  }

  /** The chosen anchor's numbers, to be typed. */
  drawForm() {
    const anchor = this.anchors.find(this.anchors.selected);
    this.form.hidden = !anchor || !this.mayAlign;
    if (this.form.hidden) { this.key = null; return; }
    if (this.key !== anchor.key) {
      this.key = anchor.key;
      const number = (name, get, set, options = {}) => {
        const field = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", ...options });
        const refuse = (words) => {
          field.setCustomValidity(words);
          if (words) field.reportValidity();
          return words !== "";
        };
        field.addEventListener("change", () => {
          // A pair as maps copy it: latitude, longitude.
          const pair = options.test === "latitude" && field.value.trim().match(/^(-?\d+(?:\.\d+)?)[\s,;]+(-?\d+(?:\.\d+)?)$/);
          if (pair && /[.]|[,;]\s|\s/.test(field.value)) {
            if (refuse(rangeFault("latitude", Number(pair[1])) || rangeFault("longitude", Number(pair[2])))) return;
            this.anchors.remember();
            this.anchors.set(this.key, { place: [Number(pair[2]), Number(pair[1])] });
            this.moved?.(this.anchors.find(this.key).place);
            field.blur();
            this.drawForm();
            return;
          }
          const text = field.value.trim().replace(",", ".");
          const value = text === "" ? null : Number(text);
          const isFit = value === null ? options.required !== true : Number.isFinite(value);
          if (refuse(!isFit ? "This is no number." : rangeFault(options.test, value))) return;
          this.anchors.remember();
          set(this.anchors.find(this.key), value);
          this.anchors.change();
        });
        this.fields.push([field, get]);
        return element("label", {}, name, field);
      };
      this.fields = [];
      const name = element("input", { type: "text", maxLength: 200, dir: "auto" });
      name.addEventListener("change", () => { this.anchors.remember(); this.anchors.set(this.key, { name: name.value.trim() }); });
      this.fields.push([name, (it) => it.name ?? ""]);
      const half = (kind, index) => [(it) => it[kind]?.[index] ?? it[`typed-${kind}`]?.[index], (it, value) => {
        const typed = it[kind] ? [...it[kind]] : it[`typed-${kind}`] ?? [null, null];
        typed[index] = value;
        if (typed[0] !== null && typed[1] !== null) {
          it[kind] = typed;
          delete it[`typed-${kind}`];
          if (kind === "place") this.moved?.(typed);
        } else it[`typed-${kind}`] = typed;
      }];
      fill(this.form, element("label", {}, "Name", name),
        element("div", { className: "pair" }, number("Latitude, °", ...half("place", 1), { test: "latitude" }), number("Longitude, °", ...half("place", 0), { test: "longitude" })),
        element("div", { className: "pair" }, number("Page x", ...half("page", 0), { test: "page-x" }), number("Page y", ...half("page", 1), { test: "page-y" })),
        element("div", { className: "pair" }, number("Place known to, m", (it) => it.sigmaMetres, (it, value) => { it.sigmaMetres = value; }, { title: "Standard deviation (1 σ) of the place" }), number("Point known to, page units", (it) => it.sigmaPage, (it, value) => { it.sigmaPage = value; }, { title: "Standard deviation (1 σ) of the point on the page" })));
    }
    for (const [field, get] of this.fields) {
      if (field === document.activeElement) continue;
      const value = get(anchor);
      const text = value === null || value === undefined ? "" : typeof value === "number" ? String(Number(value.toFixed(9))) : value;
      if (field.value !== text) field.value = text;
      // What was refused doesn't stand there any more.
      field.setCustomValidity("");
    }
  }
}

/** What is wrong with a number of degrees, as a sentence; nothing for what has no range. */
function rangeFault(kind, degrees) {
  const most = { latitude: 90, longitude: 180 }[kind];
  return degrees !== null && Math.abs(degrees) > most ? `A ${kind} is -${most} to ${most}; are the two exchanged?` : "";
}

/** The scale that a fit has, as a drawing bears it: on paper a unit is `userUnit` times 1/72 inch, where that isn't 0. */
function scaleOf({ metresPerUnit }, page) {
  const paper = page?.isImage ? 0 : (page?.userUnit ?? 1) * 0.0254 / 72;
  const factor = metresPerUnit / paper;
  const number = Math.max(factor, 1 / factor);
  const digits = (number < 100 ? Math.round(number * 10) / 10 : Math.round(number)).toLocaleString("en");
  // What is drawn larger than it is has the 1 behind.
  const scale = factor < 1 && digits !== "1" ? `${digits}\u00a0:\u00a01` : `1\u00a0:\u00a0${digits}`;
  return paper > 0 ? `Scale about ${scale}` : `One ${page.isImage ? "pixel" : "unit"} is ${metresPerUnit.toPrecision(2)} m`;
}
