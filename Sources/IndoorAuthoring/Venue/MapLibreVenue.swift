import IndoorAlignment
import IndoorFiles
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorReport
import IndoorVenues

/// All levels of a venue as one MapLibre style: each one's plan, units and openings as layers of
/// their own, of which one level's are visible.
struct MapLibreVenue {
  /// The metadata's name, which no other program's styles have.
  static let levels = "indoor:levels"

  private let venue: Venue
  private let plans: [LevelKey: (picture: String, corners: [Coordinate])]
  private let levels: [Level]
  private let units: [LevelKey: [Unit]]
  private let openings: [LevelKey: [Opening]]
  /// The level that is shown first: the ground floor, else the lowest above it.
  private let first: LevelKey?

  /// - Parameter plans: the plans' pictures by their URL, with their corners from the top left,
  ///   clockwise.
  init(_ venue: Venue, plans: [LevelKey: (picture: String, corners: [Coordinate])]) {
    var venue = venue
    venue.levels = venue.allLevels(with: Set(plans.keys))
    self.venue = venue
    self.plans = plans
    levels = venue.levels.sorted { $0.key < $1.key }
    units = Dictionary(grouping: venue.units, by: \.level)
    openings = Dictionary(grouping: venue.openings, by: \.level)
    first =
      (levels.filter { $0.key.ordinal >= 0 }.min { $0.key.ordinal < $1.key.ordinal } ?? levels.last)?
      .key
  }

  /// The style, version 8. `metadata` lists the levels with their layers' ids, for a switch.
  var style: JSONOutput {
    var (sources, layers): ([(String, JSONOutput)], [JSONOutput]) = ([], [])
    for (number, level) in levels.enumerated() {
      let visibility: JSONOutput = .object([
        ("visibility", .string(level.key.ordinal == first?.ordinal ? "visible" : "none"))
      ])
      func add(_ name: String, _ source: String, _ type: String, _ rest: [(String, JSONOutput)]) {
        layers.append(
          .object(
            [
              ("id", .string("\(name)-\(number)")), ("type", .string(type)),
              ("source", .string("\(source)-\(number)")), ("layout", visibility),
            ] + rest))
      }
      if let plan = plans[level.key] {
        sources.append(
          (
            "plan-\(number)",
            .object([
              ("type", .string("image")), ("url", .string(plan.picture)),
              (
                "coordinates",
                .array(plan.corners.map { .array([.number($0.longitude), .number($0.latitude)]) })
              ),
            ])
          ))
        add("plan", "plan", "raster", [("paint", .object([("raster-fade-duration", .integer(0))]))])
      }
      sources.append(
        ("venue-\(number)", .object([("type", .string("geojson")), ("data", data(of: level))])))
      func paint(_ members: [(String, JSONOutput)]) -> (String, JSONOutput) {
        ("paint", .object(members))
      }
      func kind(_ name: String) -> (String, JSONOutput) {
        (
          "filter",
          .array([.string("=="), .array([.string("get"), .string("kind")]), .string(name)])
        )
      }
      add(
        "units", "venue", "fill",
        [
          kind("unit"),
          paint([
            ("fill-color", .string("#4477aa")),
            ("fill-opacity", .number(plans[level.key] == nil ? 0.25 : 0.1)),
          ]),
        ])
      add(
        "walls", "venue", "line",
        [kind("unit"), paint([("line-color", .string("#4477aa")), ("line-width", .number(1))])])
      add(
        "openings", "venue", "line",
        [kind("opening"), paint([("line-color", .string("#ee6677")), ("line-width", .number(3))])])
      add(
        "outline", "venue", "line",
        [kind("level"), paint([("line-color", .string("#555555")), ("line-width", .number(1.5))])])
    }
    return .object([
      ("version", .integer(8)), ("name", .string(venue.name)),
      ("center", position(middle)), ("zoom", .number(17)),
      ("metadata", .object([(Self.levels, .array(switchEntries))])),
      ("sources", .object(sources)), ("layers", .array(layers)),
    ])
  }

  /// The origin, but where that lies off all that is drawn.
  private var middle: Coordinate {
    let ground = VenueGround(venue)
    let isOff = ground.metres(toOrigin: venue.origin) > 0
    return isOff ? ground.bounds.centre ?? venue.origin : venue.origin
  }

  private var switchEntries: [JSONOutput] {
    let titles = LevelTitles(venue)
    return levels.enumerated().map { number, level in
      let names =
        (plans[level.key] == nil ? [] : ["plan"]) + ["units", "walls", "openings", "outline"]
      return .object([
        ("building", .string(level.key.building)),
        ("ordinal", .integer(Int64(level.key.ordinal))), ("label", .string(level.label)),
        ("title", .string(titles.fullTitle(of: level.key))),
        ("layers", .array(names.map { .string("\($0)-\(number)") })),
      ])
    }
  }

  private func data(of level: Level) -> JSONOutput {
    func feature(
      _ kind: String, _ id: String, _ name: String?, _ category: String?, _ type: String,
      _ coordinates: JSONOutput
    ) -> JSONOutput {
      .object([
        ("type", .string("Feature")),
        (
          "properties",
          .object([
            ("kind", .string(kind)), ("id", .string(id)),
            ("name", name.map(JSONOutput.string) ?? .null),
            ("category", category.map(JSONOutput.string) ?? .null),
          ])
        ),
        (
          "geometry",
          .object([("type", .string(type)), ("coordinates", coordinates)])
        ),
      ])
    }
    let units = (units[level.key] ?? []).map {
      feature("unit", $0.id, $0.name, $0.category, "MultiPolygon", polygons($0.geometry))
    }
    let openings = (openings[level.key] ?? []).map {
      feature(
        "opening", $0.id, $0.name, $0.category, "LineString", .array($0.line.map(position)))
    }
    let outline = feature(
      "level", level.id, level.name, nil, "MultiPolygon", polygons(level.outline))
    return .object([
      ("type", .string("FeatureCollection")), ("features", .array([outline] + units + openings)),
    ])
  }

  /// Longitudes run on across the antimeridian, else MapLibre would draw around the world.
  private func position(_ place: Coordinate) -> JSONOutput {
    let place = place.unbroken(near: venue.origin.longitude)
    return .array([.number(place.longitude), .number(place.latitude)])
  }

  private func polygons(_ polygons: [Polygon<Coordinate>]) -> JSONOutput {
    .array(
      polygons.map { polygon in
        .array(polygon.rings.map { .array(($0 + $0.prefix(1)).map(position)) })
      })
  }

  /// A page with its style and a button a level; it loads MapLibre GL JS from the network.
  func page(_ style: JSONOutput) -> String {
    // In a script `<!--` and `<script` mean something, too; JSON has `<` in strings alone.
    let style = style.text().replacing("<", with: "\\u003c")
    let title = XMLText.escaped(venue.name)
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="stylesheet" href="https://unpkg.com/maplibre-gl@5/dist/maplibre-gl.css">
      <script src="https://unpkg.com/maplibre-gl@5/dist/maplibre-gl.js"></script>
      <style>body{margin:0}#map{position:absolute;inset:0}#levels{position:absolute;right:1em;bottom:3em;display:flex;
      flex-direction:column-reverse;gap:2px}#levels button{font:1em system-ui;padding:.5em 1em;border:1px solid #888;
      background:#fff}#levels button[aria-pressed=true]{background:#246;color:#fff}</style></head>
      <body><div id="map"></div><div id="levels"></div><script>
      const style = \(style);
      const map = new maplibregl.Map({container: "map", style});
      const levels = style.metadata["indoor:levels"], box = document.getElementById("levels");
      const ordinals = [...new Set(levels.map(l => l.ordinal))].sort((a, b) => a - b);
      function show(ordinal) {
        for (const l of levels) for (const id of l.layers)
          map.setLayoutProperty(id, "visibility", l.ordinal === ordinal ? "visible" : "none");
        for (const b of box.children) b.setAttribute("aria-pressed", b.dataset.ordinal === String(ordinal));
      }
      for (const ordinal of ordinals) {
        const b = document.createElement("button");
        b.dataset.ordinal = ordinal;
        b.textContent = [...new Set(levels.filter(l => l.ordinal === ordinal).map(l => l.label))].join(", ");
        b.onclick = () => show(ordinal);
        b.setAttribute("aria-pressed", ordinal === \(first?.ordinal ?? 0));
        box.append(b);
      }
      </script></body></html>

      """
  }
}
