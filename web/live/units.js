// Which unit a place is in.
import { boxOf } from "/web/common/map.js";

export class UnitFinder {
  /** `arrived` is told when a level's units are known. */
  constructor(venue, arrived) {
    Object.assign(this, { venue, arrived });
    this.levels = new Map();
  }

  /** The name of the unit that a device is in, as soon as its level's units are known. */
  name(device) {
    const units = this.levels.get(device.level);
    if (!units) {
      // They are asked for once, and null as long as they are on their way.
      if (this.levels.has(device.level)) return null;
      this.levels.set(device.level, null);
      this.venue.unitsOf(device.level).then((features) => {
        this.levels.set(device.level, new Units(features));
        this.arrived();
      }, () => {});
      return null;
    }
    const id = device.unit;
    return (id ? units.nameOf(id) : units.nameAt(device.place)) ?? id ?? null;
  }
}

/** A level's units, each with the box around it, which rules out most of them at once. */
class Units {
  constructor(features) {
    this.names = new Map(features.map((feature) => [feature.properties.id, feature.properties.name]));
    this.boxed = features.filter((feature) => feature.properties.name).map((feature) => ({ feature, box: boxOf([feature]) })).filter(({ box }) => box);
  }

  nameOf(id) { return this.names.get(id) ?? null; }

  nameAt([x, y]) {
    return this.boxed.find(({ feature, box: [[west, south], [east, north]] }) => x >= west && x <= east && y >= south && y <= north && contains(feature.geometry, [x, y]))?.feature.properties.name ?? null;
  }
}

/** Whether a polygon or one of several holds a point. */
export function contains(geometry, [x, y]) {
  const polygons = geometry?.type === "Polygon" ? [geometry.coordinates] : geometry?.type === "MultiPolygon" ? geometry.coordinates : [];
  return polygons.some((rings) => {
    let isInside = false;
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [ax, ay] = ring[i];
        const [bx, by] = ring[j];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
      }
    }
    return isInside;
  });
}
