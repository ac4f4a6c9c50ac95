// Corners of units, to which places snap.

/** Pixels within which a place snaps. */
const REACH = 12;

export class Snap {
  constructor(map) {
    Object.assign(this, { map, corners: [], isOn: true });
  }

  /** The units whose corners count. */
  take(features) {
    const known = new Map();
    const visit = (part) => {
      if (typeof part?.[0] === "number") known.set(`${part[0]},${part[1]}`, [part[0], part[1]]);
      else if (Array.isArray(part)) part.forEach(visit);
    };
    for (const feature of features) visit(feature.geometry?.coordinates);
    this.corners = [...known.values()];
  }

  /** The nearest corner within reach, or the place itself. */
  near(place) {
    if (!this.isOn) return place;
    const here = this.map.project(place);
    const edge = this.map.unproject([here.x + REACH, here.y - REACH]);
    const reach = [Math.abs(edge.lng - place[0]), Math.abs(edge.lat - place[1])];
    let [best, least] = [place, REACH];
    for (const corner of this.corners) {
      if (Math.abs(corner[0] - place[0]) > reach[0] || Math.abs(corner[1] - place[1]) > reach[1]) continue;
      const there = this.map.project(corner);
      const far = Math.hypot(there.x - here.x, there.y - here.y);
      if (far < least) [best, least] = [corner, far];
    }
    return best;
  }
}
