// The devices that send where they are: the newest position of each, and its trail.
import { toMetres } from "/web/common/mercator.js";

/** Positions of a trail. */
const TRAIL = 90;
/** Seconds after which a device counts as silent, and after which it is forgotten. */
export const SILENT = 20;
const FORGOTTEN = 900;

export class Devices extends EventTarget {
  constructor() {
    super();
    this.known = new Map();
    this.isDue = false;
  }

  /** Takes a position as the stream sends it. What is kept of it is written over what was there: hundreds come each second. */
  take({ geometry, properties }) {
    const { session, level } = properties;
    if (!session || !geometry) return;
    let device = this.known.get(session);
    if (!device) this.known.set(session, (device = { session, name: session.slice(0, 6), level, place: [0, 0], metres: [0, 0], trail: [] }));
    if (device.level !== level) device.trail.length = 0;
    const [longitude, latitude] = geometry.coordinates;
    [device.place[0], device.place[1]] = [longitude, latitude];
    [device.metres[0], device.metres[1]] = toMetres(geometry.coordinates);
    device.level = level;
    device.label = properties.label ?? String(level);
    device.sure = properties.level_confidence ?? null;
    device.radius = properties.horizontal_accuracy_m;
    device.towards = properties.heading_deg;
    device.source = properties.source;
    device.unit = properties.unit;
    device.conditions = properties.conditions;
    device.heard = performance.now();
    // Longitudes and latitudes in turn.
    device.trail.push(longitude, latitude);
    if (device.trail.length > 2 * TRAIL) device.trail.splice(0, 2);
    this.due();
  }

  end(session) {
    if (this.known.delete(session)) this.due();
  }

  /** Forgets who was silent for long. */
  sweep() {
    for (const device of this.known.values()) if (this.age(device) > FORGOTTEN) this.known.delete(device.session);
    this.due();
  }

  age(device) {
    return (performance.now() - device.heard) / 1000;
  }

  /** All that comes at about the same time is drawn at once. */
  due() {
    if (this.isDue) return;
    this.isDue = true;
    setTimeout(() => {
      this.isDue = false;
      performance.mark("update-begin");
      this.dispatchEvent(new Event("change"));
      performance.measure("update", "update-begin");
    }, 60);
  }

  get all() { return [...this.known.values()]; }

  counts() {
    const counts = new Map();
    for (const device of this.known.values()) counts.set(device.level, (counts.get(device.level) ?? 0) + 1);
    return counts;
  }
}

/** Hears the venue's stream, and begins anew where it broke. */
export function listen(path, devices, stateChanged) {
  let source;
  let begun = 0;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => {
      begun = performance.now();
      stateChanged(true);
      // Who doesn't speak soon after a break is gone: the server may have begun anew.
      setTimeout(() => { for (const device of devices.all) if (device.heard < begun - SILENT * 1000) devices.end(device.session); }, SILENT * 1000);
    };
    source.addEventListener("position", (event) => devices.take(JSON.parse(event.data)));
    source.addEventListener("end", (event) => devices.end(JSON.parse(event.data).session));
    source.onerror = () => {
      stateChanged(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 2000);
    };
  };
  open();
  addEventListener("pagehide", () => source.close());
}
