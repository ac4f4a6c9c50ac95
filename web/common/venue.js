// A venue as pages show it: its levels, and their units as they are first looked at.
import { all, connection, get, Problem, venuePath } from "/web/common/api.js";
import { element, fill } from "/web/common/dom.js";

export class Venue {
  constructor(id, described) {
    this.id = id;
    this.name = described.venue || id;
    this.described = described;
    this.origin = described.origin;
    this.units = new Map();
    const levels = new Map();
    for (const building of described.buildings ?? []) {
      for (const level of building.levels) {
        const known = levels.get(level.ordinal);
        const label = short(level.label) || String(level.ordinal);
        if (!known) levels.set(level.ordinal, { ordinal: level.ordinal, label, plan: level.plan, units: level.units });
        else if (level.label && known.label !== label) known.label = String(level.ordinal);
      }
    }
    /** The topmost level first, as a lift's buttons are. */
    this.levels = [...levels.values()].sort((a, b) => b.ordinal - a.ordinal);
  }

  static async load(id) {
    // The list says of a venue that can't be described why not, and of none that it isn't there.
    const listed = (await all("/v1/venues?limit=1000", "venues")).find((venue) => venue.id === id);
    if (!listed) throw new Problem(404, "no-venue", `There is no venue “${id.slice(0, 64)}” here, or your token may not see it.`);
    // A file that was made for a first plan has no levels yet.
    if (listed.problem?.code === "no-venue") return new Venue(id, { venue: id, buildings: [], origin: { latitude: 0, longitude: 0 } });
    return new Venue(id, await get(venuePath(id)));
  }

  /** The level that is shown first: the ground floor, or the lowest where there is none. */
  get first() {
    return this.levels.find((level) => level.ordinal === 0) ?? this.levels.at(-1) ?? null;
  }

  /** What a map of the venue begins with. */
  async beginning() {
    const { first, origin } = this;
    const units = first ? await this.unitsOf(first.ordinal).catch(() => []) : [];
    return { units, centre: first ? [origin.longitude, origin.latitude] : null };
  }

  /** What the lift's button says. */
  label(ordinal) {
    return this.levels.find((level) => level.ordinal === ordinal)?.label ?? String(ordinal);
  }

  /** The units of a level. */
  unitsOf(ordinal) {
    if (!this.units.has(ordinal)) {
      this.units.set(ordinal, this.fetchUnits(ordinal).catch((error) => {
        this.units.delete(ordinal);
        throw error;
      }));
    }
    return this.units.get(ordinal);
  }

  async fetchUnits(ordinal) {
    const features = [];
    for (let next = `${venuePath(this.id, "levels", ordinal)}/units.geojson`; next; ) {
      const page = await get(next);
      features.push(...page.features);
      next = page.links.find((link) => link.rel === "next")?.href;
    }
    return features;
  }
}

/** The venue that a page is of; null where it can't be shown, and then the page says why. */
export async function openVenue(page, work) {
  try {
    const venue = await Venue.load(page.venue);
    page.name(venue.name);
    return venue;
  } catch (error) {
    if (!(error.status >= 0)) throw error;
    fill(work, element("p", { className: "alone", role: "alert", dir: "auto" }, `${error.message} `, element("a", { href: "/" }, "All venues")));
    connection.addEventListener("found", () => location.reload());
    return null;
  }
}

/** A label as a lift's button has room for it, and a sentence. */
function short(label) {
  const signs = [...(label ?? "")];
  return signs.length > 24 ? `${signs.slice(0, 24).join("")}…` : signs.join("");
}
