// Plans that are dropped or chosen: sent, and of several pages one is picked.
import { get, upload, venuePath } from "/web/common/api.js";
import { element, fill } from "/web/common/dom.js";
import { sentName } from "/web/common/drop.js";
import { tileAddress } from "/web/align/pieces.js";

/** Sends a plan; answers its id. */
export async function sendPlan(venue, file, taken, progress) {
  const base = file.name.toLowerCase().replace(/\.[a-z0-9]+$/, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 56) || "plan";
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  const name = encodeURIComponent(sentName(file.name, "plan"));
  await upload("PUT", `${venuePath(venue, "plans", id)}?name=${name}`, file, progress);
  return id;
}

/** Asks which page is meant, where there are several; answers it, or null. */
export async function choosePage(venue, plan) {
  const { pages, count, next } = await get(`${venuePath(venue, "plans", plan.id)}/pages?limit=24`);
  if (count === 1) return pages[0];
  return new Promise((resolve) => {
    const list = element("div", { className: "pages" });
    const more = element("button", { type: "button", hidden: !next }, "More pages");
    let following = next;
    const add = (some) => list.append(...some.map((page) => element("button", { type: "button", disabled: Boolean(page.problem), test: `page-${page.number}`, onclick: () => { chosen = page; dialog.close(); } },
      page.problem ? element("span", { className: "bad small" }, page.problem) : element("img", { loading: "lazy", alt: "", src: tileAddress({ venue, plan: plan.id, number: page.number, version: plan.version }, 0, 0, 0) }),
      element("span", { dir: "auto" }, page.label ?? `Page ${page.number}`))));
    let chosen = null;
    more.onclick = async () => {
      const page = await get(following);
      following = page.next;
      more.hidden = !following;
      add(page.pages);
    };
    const dialog = document.body.appendChild(element("dialog", { className: "wide", aria: { label: "Choose a page" }, onclose: () => { dialog.remove(); resolve(chosen); } },
      element("div", { className: "form" }, element("h1", {}, `Which of the ${count} pages?`), list, more,
        element("div", { className: "row end" }, element("button", { type: "button", onclick: () => dialog.close() }, "Cancel")))));
    add(pages);
    dialog.showModal();
  });
}

/** Every form in which a placed plan can be had. */
export function downloads(place, venue, plan) {
  if (!plan) { fill(place); return; }
  const path = venuePath(venue, "plans", plan.id);
  const link = (name, address, file) => element("a", { className: "button", href: address, download: file ?? "" }, name);
  if (plan.level === null) { fill(place, element("p", { className: "small muted" }, "Save the plan's place first. Then it can be had as GeoTIFF, KML, tiles and more, and its anchors as a file.")); return; }
  fill(place, element("p", { className: "small muted" }, "As it was saved last."), element("div", { className: "downloads" },
    link("Anchors (GeoJSON)", `${path}/anchors`, `${plan.id}.anchors.geojson`), link("QGIS .points", `${path}/anchors?as=points`, `${plan.id}.points`),
    [["GeoTIFF", "geotiff"], ["GeoPackage tiles", "gpkg-tiles"], ["MBTiles", "mbtiles"], ["KML", "kml"], ["World file", "worldfile"], ["MapLibre", "maplibre"], ["MapKit", "mapkit"], ["Control points", "gcp"]]
      .map(([name, form]) => link(name, `${path}/export?as=${form}`))));
}
