"""Plans, venues and devices that the checks make for themselves."""
import json
import math

# Points of a page to a metre at a scale of 1:200.
POINTS = 1000 / 200 * 72 / 25.4
ORIGIN = (8.54, 47.37)

# Devices that are told of once a second, as the server's stream tells of them.
STREAM = """
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  constructor() { super(); this.readyState = 1; window.stream = this; setTimeout(() => this.onopen?.(), 0); }
  close() {}
};
window.prepare = (count, rounds) => {
  window.prepared = Array.from({ length: rounds }, (_, round) => Array.from({ length: count }, (_, i) => {
    const angle = i * 2.4 + round * 0.05, far = 0.0003 * Math.sqrt(i / count);
    return new MessageEvent("position", { data: JSON.stringify({ type: "Feature",
      geometry: { type: "Point", coordinates: [-29.8697 + far * Math.cos(angle) * 1.4, 45.32035 + far * Math.sin(angle)] },
      properties: { time_ms: 1, level: 0, label: "G", horizontal_accuracy_m: 4, heading_deg: 90, source: "wifi", session: i + "-device" } }) });
  }));
};
window.tell = (round) => { for (const event of window.prepared[round]) window.stream.dispatchEvent(event); };
"""


def pdf(pages, width, height):
    """A PDF of pages that are told by what is drawn on them."""
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode()]
    for number, drawn in enumerate(pages):
        content = drawn.encode()
        objects += [f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents {4 + 2 * number} 0 R>>".encode(),
                    b"<</Length %d>>stream\n%b\nendstream" % (len(content), content)]
    written, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj%b\nendobj\n" % (number, body)
    start = len(written)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return written + b"xref\n0 %d\n0000000000 65535 f \n%btrailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, start)


def feature(kind, id, geometry, **more):
    return {"type": "Feature", "id": id, "properties": {"feature_type": kind, "id": id, **more}, "geometry": geometry}


def tower(levels):
    """A building of levels on each other, five of them under the ground, each with a hall."""
    x, y = ORIGIN
    ring = {"type": "Polygon", "coordinates": [[[x, y], [x + 5e-4, y], [x + 5e-4, y + 3e-4], [x, y + 3e-4], [x, y]]]}

    features = [feature("venue", "tower", None, name="Tower"), feature("building", "b", None, name="Tower")]
    for ordinal in range(-5, levels - 5):
        features += [feature("level", f"l{ordinal}", ring, building_id="b", ordinal=ordinal, label=str(ordinal), name=f"Floor {ordinal}"),
                     feature("unit", f"u{ordinal}", ring, level_id=f"l{ordinal}", building_id="b", category="room", name=f"Hall {ordinal}")]
    return json.dumps({"type": "FeatureCollection", "features": features})


def corridor():
    """A building that is its own half turn, as a venue and as a plan: rooms on both sides of a corridor."""
    widths = [3, 4, 6, 4, 3, 5, 5, 3, 4, 6, 4, 3]
    length, depth, between = sum(widths), 6, 2
    rooms = [("Corridor", "walkway", 0, depth, length, depth + between)]
    for side, low in (("south", 0), ("north", depth + between)):
        x = 0
        for number, room in enumerate(widths, 1):
            rooms.append((f"{side} {number}", "office", x, low, x + room, low + depth))
            x += room

    def place(x, y):
        return [ORIGIN[0] + x / (111_320 * math.cos(math.radians(ORIGIN[1]))), ORIGIN[1] + y / 111_190]

    def ring(west, south, east, north):
        return {"type": "Polygon", "coordinates": [[place(*corner) for corner in ((west, south), (east, south), (east, north), (west, north), (west, south))]]}

    features = [feature("venue", "offices", None, name="Offices"), feature("building", "", None, name="Offices"),
                feature("level", "level-0", ring(0, 0, length, 2 * depth + between), building_id="", ordinal=0, label="0", name="Ground floor")]
    features += [feature("unit", f"room-{number}", ring(*box), level_id="level-0", building_id="", category=category, name=name)
                 for number, (name, category, *box) in enumerate(rooms)]
    left, low = 60, 80
    drawn = "1 w\n" + "".join(
        f"{left + west * POINTS:.2f} {low + south * POINTS:.2f} {(east - west) * POINTS:.2f} {(north - south) * POINTS:.2f} re S\n"
        for _, _, west, south, east, north in rooms)
    # A sheet's title, by which its places on the map differ.
    drawn += "700 30 100 30 re S\n"
    return json.dumps({"type": "FeatureCollection", "features": features}), pdf([drawn], 842, 595)
