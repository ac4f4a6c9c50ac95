import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import TestWorlds
import Testing

/// OpenStreetMap's own files: XML and what Overpass answers as JSON.
struct OSMElementTests {
  private static let data = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]
  private static let hasGDAL = FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr")

  private func read(_ text: String, _ name: String = "a.osm") throws -> (
    venue: Venue, findings: [VenueFinding]
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var sources = VenueImport()
    try sources.read(path)
    return try sources.finish()
  }

  /// Nodes of a grid of 10 by 10, a ten-thousandth of a degree apart: node 10 y + x + 1.
  private var grid: String {
    (0..<100).map {
      "<node id='\($0 + 1)' lat='\(50 + Double($0 / 10) * 1e-4)' lon='\(10 + Double($0 % 10) * 1e-4)'/>"
    }.joined(separator: "\n")
  }

  private func way(_ id: Int, _ nodes: [Int], _ tags: String = "") -> String {
    "<way id='\(id)'>\(nodes.map { "<nd ref='\($0)'/>" }.joined())\(tags)</way>"
  }

  private func relation(_ id: Int, _ members: [(Int, String)], _ tags: String) -> String {
    let list = members.map { "<member type='way' ref='\($0.0)' role='\($0.1)'/>" }.joined()
    return "<relation id='\(id)'>\(list)<tag k='type' v='multipolygon'/>\(tags)</relation>"
  }

  private let room = "<tag k='indoor' v='room'/><tag k='level' v='0'/>"

  private func squares(_ unit: IndoorModel.Unit) -> [Double] {
    let frame = LocalFrame(origin: Coordinate(latitude: 50, longitude: 10))
    let side = frame.local(from: Coordinate(latitude: 50.0001, longitude: 10.0001))
    return unit.geometry.map { polygon in
      (polygon.map { frame.local(from: $0) }.area / (side.x * side.y) * 10).rounded() / 10
    }.sorted()
  }

  @Test func `multipolygons have several outer rings, holes, and ways that others share`() throws {
    let text = """
      <?xml version='1.0' encoding='UTF-8'?><osm version='0.6'>\(grid)
      \(way(-1, [1, 2, 3, 4, 5]))\(way(-2, [5, 15, 25, 35, 45, 44, 43, 42, 41]))\(way(-3, [41, 31, 21, 11, 1]))
      \(way(-4, [12, 13, 23, 22, 12]))\(way(-5, [7, 8, 18, 17, 7]))
      \(way(-6, [5, 6, 16, 26, 36, 46, 45]))
      \(relation(-10, [(-3, "outer"), (-2, "outer"), (-1, "outer"), (-4, "inner"), (-5, "outer")], room))
      \(relation(-11, [(-6, "outer"), (-7, "outer")], room))
      </osm>
      """
    let (venue, findings) = try read(text)
    let unit = try #require(venue.units.first)
    // 4 × 4 squares less one, and one beside them.
    #expect(squares(unit) == [1, 15])
    #expect(unit.geometry.map(\.holes.count).sorted() == [0, 1])
    // The other's ring doesn't close: a way is missing.
    #expect(venue.units.count == 1)
    #expect(findings.contains { $0.rule == .ringNotClosed && $0.message.contains("relation/-11") })
  }

  @Test func `what JOSM deleted is not there, and a file of nothing says so`() throws {
    let gone =
      "<way id='9' action='delete'><nd ref='1'/><nd ref='2'/><nd ref='12'/><nd ref='1'/>\(room)</way>"
    let (venue, _) = try read(
      "<osm version='0.6'>\(grid)\(way(1, [1, 2, 12, 11, 1], room))\(gone)</osm>")
    #expect(venue.units.map(\.id) == ["way/1"])
    let error = #expect(throws: VenueError.self) { try read("<osm version='0.6'></osm>") }
    #expect(error?.code == .empty)
  }

  @Test func `doors lie along the room, the wall or the building that they are a node of`() throws {
    let door = "<tag k='door' v='hinged'/><tag k='level' v='0'/>"
    // On the room's lower wall, on a wall that stands alone, on the building's left edge.
    let doors = ["<node id='2' ", "<node id='34' ", "<node id='51' "]
    let nodes = grid.split(separator: "\n").map { line -> String in
      let isDoor = doors.contains { line.hasPrefix($0) }
      return isDoor ? String(line).replacing("/>", with: ">\(door)</node>") : String(line)
    }.joined(separator: "\n")
    let (venue, _) = try read(
      """
      <osm version='0.6'>\(nodes)\(way(1, [1, 2, 3, 13, 11, 1], room))
      \(way(2, [33, 34, 35], "<tag k='indoor' v='wall'/><tag k='level' v='0'/>"))
      \(way(3, [1, 10, 100, 91, 51, 1], "<tag k='building' v='yes'/>"))</osm>
      """)
    let frame = LocalFrame(origin: Coordinate(latitude: 50, longitude: 10))
    let lines = venue.openings.map { opening in
      (opening.id, opening.line.map { frame.local(from: $0) })
    }
    #expect(lines.map(\.0) == ["node/2", "node/34", "node/51"])
    for ((_, line), isAcross) in zip(lines, [false, false, true]) {
      let (dx, dy) = (abs(line[1].x - line[0].x), abs(line[1].y - line[0].y))
      #expect(abs(max(dx, dy) - 0.9) < 1e-3 && min(dx, dy) < 1e-3)
      #expect((dy > dx) == isAcross)
    }
  }

  @Test func `Overpass' answers are read with nodes or with geometry, and refused with centres`()
    throws
  {
    let nodes = (0..<100).map {
      #"{"type":"node","id":\#($0 + 1),"lat":\#(50 + Double($0 / 10) * 1e-4),"lon":\#(10 + Double($0 % 10) * 1e-4)}"#
    }.joined(separator: ",\n")
    let tags = #""tags":{"indoor":"room","level":"0"}"#
    let body =
      #"{"version":0.6,"elements":[{"type":"way","id":5,"nodes":[1,3,23,21,1],\#(tags)},\#(nodes)]}"#
    let geometry = [(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)].map {
      #"{"lat":\#(50 + Double($0.1) * 1e-4),"lon":\#(10 + Double($0.0) * 1e-4)}"#
    }.joined(separator: ",")
    let geom =
      #"{"elements":[{"type":"way","id":5,"nodes":[1,3,23,21,1],"geometry":[\#(geometry)],\#(tags)}]}"#
    let relation = #"""
      {"elements":[{"type":"relation","id":5,"members":[{"type":"way","ref":6,"role":"outer","geometry":[\#(geometry)]}],
      "tags":{"type":"multipolygon","indoor":"room","level":"0"}}]}
      """#
    let places = [(1, 0, 0), (3, 2, 0), (23, 2, 2), (21, 0, 2), (1, 0, 0)].map {
      "<nd ref='\($0.0)' lat='\(50 + Double($0.2) * 1e-4)' lon='\(10 + Double($0.1) * 1e-4)'/>"
    }.joined()
    let xml = "<osm><way id='5'>\(places)\(room)</way></osm>"
    for (text, name) in [body, geom, relation].map({ ($0, "a.json") }) + [(xml, "a.osm")] {
      let (venue, findings) = try read(text, name)
      #expect(findings.isEmpty && venue.units.count == 1)
      #expect(squares(try #require(venue.units.first)) == [4])
    }
    let center = #"{"elements":[\#n{"type":"way","id":5,"center":{"lat":50,"lon":10},\#(tags)}]}"#
    let error = #expect(throws: VenueError.self) { try read(center, "a.json") }
    #expect(error?.message.contains(":2: way 5 has no nodes") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("out geom") == true)
  }

  private static let billionLaughs: String = {
    let entities = (1..<10).map { level in
      "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
    }
    return "<!DOCTYPE osm [<!ENTITY a0 \"ha\">\(entities.joined())]><osm><tag k=\"&a9;\"/></osm>"
  }()

  @Test(arguments: [
    ("<gpx></gpx>", "of XML only OpenStreetMap's is read"),
    ("<osm version='0.6'><node id='1' lat='50' lon='10'></osm>", "isn't well-formed XML"),
    ("<!DOCTYPE osm [<!ENTITY a \"b\">]><osm>&a;</osm>", "document type"),
    // Each entity is ten of the one before: 10⁹ in all, of half a kilobyte.
    (Self.billionLaughs, "document type"),
    ("<osm><node id='x' lat='1' lon='1'/></osm>", "no id"),
    ("<osm><node id='1' lat='91' lon='1'/></osm>", "no place on Earth"),
    ("<osm><node id='1'/></osm>", "no lat and lon"),
    (String(repeating: "<osm>", count: 100), "nests deeper"),
  ])
  func `what is no such file is refused with a sentence`(text: String, words: String) throws {
    let error = #expect(throws: VenueError.self) { try read(text) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  /// XML 1.0, sections 2.5 and 2.7: a comment ends at `-->` alone, a section of text at `]]>`
  /// alone.
  @Test(arguments: [
    "<!-- a]]> <b \(String(repeating: "=", count: 300)) -->",
    "<!--><b \(String(repeating: "=", count: 300)) -->",
    "<note><![CDATA[ a--> <b \(String(repeating: "=", count: 300)) ]]]></note>",
    String(repeating: "\n", count: 80),
  ])
  func `comments, sections of text and empty lines hide nothing`(text: String) throws {
    let room = way(1, [1, 2, 12, 11, 1], room)
    for osm in ["\(text)<osm>\(grid)\(room)</osm>", "<osm>\(text)\(grid)\(room)</osm>"]
    where !osm.hasPrefix("<note") {
      #expect(try read(osm).venue.units.map(\.id) == ["way/1"])
    }
  }

  @Test func `what is wrong is told by its own line, though the parser reads ahead`() throws {
    let lines = grid.split(separator: "\n")
    let text =
      (["<osm>"] + lines.prefix(40) + ["<node id='x' lat='50'\nlon='10'/>"] + lines.dropFirst(40))
      .joined(separator: "\n")
    let error = #expect(throws: VenueError.self) { try read(text + "</osm>") }
    #expect(error?.message.contains("a.osm:43: ") == true, "\(error?.message ?? "")")
  }

  /// Numbers, ids and tags are exchanged one for another, so that most files still are files.
  private func shuffled(_ text: String, _ random: inout SplitMix64) -> String {
    let words = [
      "0", "-1", "1e308", "-180", "90", "9223372036854775807", "", "outer", "0;1-9", "level",
      "nan", "2", "1", "room", "yes",
    ]
    let quote: Character = text.contains("<osm") ? "'" : "\""
    var pieces = text.split(separator: quote, omittingEmptySubsequences: false).map(String.init)
    // Every other piece stands between quotation marks.
    let quoted = Array(stride(from: 1, to: pieces.count, by: 2))
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard let at = quoted.randomElement(using: &random),
        let other = quoted.randomElement(using: &random),
        let word = words.randomElement(using: &random)
      else { break }
      pieces[at] = Bool.random(using: &random) ? pieces[other] : word
    }
    return pieces.joined(separator: String(quote))
  }

  @Test func `altered files of OpenStreetMap and Overpass are imported or refused`() throws {
    let xml = """
      <osm version='0.6'>\(grid)\(way(1, [1, 2, 12, 11, 1]))
      \(way(2, [3, 4, 14, 13, 3], room))\(relation(3, [(1, "outer"), (2, "inner")], room))
      <node id='200' lat='50' lon='10.00005'><tag k='door' v='yes'/><tag k='level' v='0'/></node></osm>
      """
    let geometry = [(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)].map {
      #"{"lat":\#(50 + Double($0.1) * 1e-4),"lon":\#(10 + Double($0.0) * 1e-4)}"#
    }.joined(separator: ",")
    let json = #"""
      {"version":0.6,"elements":[{"type":"way","id":5,"nodes":[1,2,3,1],"tags":{"indoor":"room","level":"0;1"}},
      {"type":"node","id":1,"lat":50,"lon":10},{"type":"node","id":2,"lat":50.0001,"lon":10},
      {"type":"node","id":3,"lat":50.0001,"lon":10.0001,"tags":{"door":"yes","level":"0"}},
      {"type":"relation","id":6,"members":[{"type":"way","ref":7,"role":"outer","geometry":[\#(geometry)]}],
      "tags":{"type":"multipolygon","indoor":"corridor","level":"0"}}]}
      """#
    var random = SplitMix64(seed: 3)
    for (text, name) in [(xml, "a.osm"), (json, "a.json")] {
      var imported = 0
      for round in 0..<600 {
        let altered =
          round % 2 == 0
          ? shuffled(text, &random)
          : String(decoding: random.mutated(Array(text.utf8)), as: UTF8.self)
        do {
          let venue = try read(altered, name).venue
          #expect(venue.origin.isValid)
          imported += 1
        } catch {
          #expect((error as? any IndoorError)?.message.contains(name) == true, "\(error)")
        }
      }
      #expect(imported > 20, "\(name): \(imported)")
    }
  }

  @Test(
    .enabled(if: data != nil, "set INDOORKIT_DATA to read the public extracts"),
    .enabled(if: hasGDAL, "install gdal-bin"),
    arguments: ["caserne.osm", "caserne.geojson", "gare-de-l-est.geojson"])
  func `a public extract has the units that GDAL counts and the doors that are tagged`(
    extract: String
  ) throws {
    let path = "\(try #require(Self.data))/osm/\(extract)"
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = folder.appending(path: "osmconf.ini").path
    try Data(
      """
      closed_ways_are_polygons=building,indoor
      [points]
      osm_id=yes
      attributes=door,level
      [multipolygons]
      osm_id=yes
      attributes=type,indoor,level

      """.utf8
    ).write(to: URL(fileURLWithPath: configuration))
    func features(_ kind: String, _ layer: String) throws -> [[String: Any]] {
      let output = folder.appending(path: "\(layer).geojson")
      let gdal = Process()
      gdal.executableURL = URL(fileURLWithPath: "/usr/bin/ogr2ogr")
      gdal.arguments = [
        "-q", "--config", "OSM_CONFIG_FILE", configuration, "-f", "GeoJSON", output.path, path,
      ]
      // Of GeoJSON GDAL makes one layer.
      if extract.hasSuffix(".osm") { gdal.arguments?.append(layer) }
      try gdal.run()
      gdal.waitUntilExit()
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: output)) as? [String: Any]
      return (json?["features"] as? [[String: Any]] ?? []).compactMap { feature in
        let geometry = feature["geometry"] as? [String: Any]
        guard (geometry?["type"] as? String)?.hasSuffix(kind) == true else { return nil }
        return feature["properties"] as? [String: Any]
      }
    }
    // A room on two levels is two units; the extract names levels as `-1;0`.
    let rooms = try features("Polygon", "multipolygons").filter { $0["indoor"] is String }
    let counted = rooms.reduce(0) {
      $0 + ($1["level"] as? String ?? "").split(separator: ";").count
    }
    let doors = try features("Point", "points").filter {
      $0["door"] is String && $0["door"] as? String != "no" && $0["level"] is String
    }
    var sources = VenueImport()
    try sources.read(path)
    let (venue, findings) = try sources.finish()
    #expect(venue.units.count == counted && counted > 60, "\(venue.units.count) of \(counted)")
    #expect(venue.openings.count == doors.count, "\(findings.map(\.message))")
    // The page's table, which scripts/osm-extracts prints.
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appending(path: "../../../docs/venues.md")
        .standardized, encoding: .utf8)
    let levels = rooms.filter { $0["level"] is String }.count
    let row =
      "| `\(extract)` | \(levels) | \(counted) | \(venue.units.count) | \(doors.count) | \(venue.openings.count) |"
    #expect(page.contains(row), "\(row)")
  }
}
