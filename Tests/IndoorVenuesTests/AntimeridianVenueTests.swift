import Foundation
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// A house on Taveuni, through which the antimeridian goes.
struct AntimeridianVenueTests {
  private func place(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(latitude: -16.8 + y, longitude: x > 0 ? x - 180 : x == 0 ? 180 : 180 + x)
  }

  /// A room like an E, whose three arms reach across, a court with a hole on the line, and a door.
  private var venue: Venue {
    let key = LevelKey(building: "b", ordinal: 0)
    let arms = [
      (-0.0005, 0.0), (0.0005, 0), (0.0005, 0.0002), (-0.0002, 0.0002), (-0.0002, 0.0004),
      (0.0005, 0.0004), (0.0005, 0.0006), (-0.0002, 0.0006), (-0.0002, 0.0008), (0.0005, 0.0008),
      (0.0005, 0.001), (-0.0005, 0.001),
    ].map { place($0.0, $0.1) }
    func square(_ middle: Double, _ y: Double, _ half: Double) -> [Coordinate] {
      [(-half, -half), (half, -half), (half, half), (-half, half)].map {
        place(middle + $0.0, y + $0.1)
      }
    }
    return Venue(
      id: "v", name: "v", origin: place(0, 0.0005), buildings: [Building(id: "b", name: "House")],
      levels: [
        Level(id: "l", key: key, label: "G", outline: [Polygon(exterior: square(0, 0.001, 0.002))])
      ],
      units: [
        Unit(id: "arms", level: key, category: "room", geometry: [Polygon(exterior: arms)]),
        Unit(
          id: "court", level: key, category: "room",
          geometry: [
            Polygon(
              exterior: square(0.0001, 0.002, 0.0005), holes: [square(0.0001, 0.002, 0.0002)])
          ]),
        Unit(
          id: "east", level: key, category: "room",
          geometry: [Polygon(exterior: square(0.001, 0.002, 0.0001))]),
      ],
      openings: [
        Opening(
          id: "door", level: key, category: "pedestrian",
          line: [place(-0.00001, 0), place(0.00003, 0.00004)])
      ])
  }

  private func features(_ text: String) throws -> [String: GeoJSONGeometry] {
    let all = try GeoJSONFeatureCollection(
      JSONDocument(bytes: Array(text.utf8), name: "out.geojson"))
    var found: [String: GeoJSONGeometry] = [:]
    for feature in all.features { found[feature.id ?? ""] = feature.geometry }
    return found
  }

  /// RFC 7946, section 3.1.9: cut "so that neither part's representation crosses the antimeridian".
  @Test func `what crosses the antimeridian is cut there, and nothing else is`() throws {
    let written = try features(GeoJSONVenueWriter.text(of: venue))
    let counts = written.mapValues { $0.polygons.count + $0.lines.count }
    // Of the E one part is west and its three arms are east; the court is cut through its hole.
    #expect(
      counts
        == ["v": 0, "l": 2, "arms": 4, "court": 2, "east": 1, "door": 2].filter {
          written[$0.key] != nil
        })
    for (id, geometry) in written {
      for part in geometry.polygons.map(\.exterior) + geometry.lines {
        let longitudes = part.map(\.longitude)
        #expect((longitudes.max() ?? 0) - (longitudes.min() ?? 0) < 0.01, "\(id)")
        #expect(longitudes.allSatisfy { abs($0) <= 180 }, "\(id)")
      }
    }
    // Where the line meets 180°: a quarter of the way, 0.00001° of latitude on.
    let ends = written["door"]?.lines.map { [$0.first, $0.last] } ?? []
    let seam = [ends.first?.last, ends.last?.first].compactMap { $0 ?? nil }
    #expect(seam.map(\.longitude) == [180, -180])
    #expect(seam.allSatisfy { abs($0.latitude - -16.79999) < 1e-9 })
  }

  /// All of it is on one side, so all its longitudes are (RFC 7946, section 3.1.9).
  @Test(arguments: [
    ([179.99999, -180], [179.99999, 180]), ([-180, 179.99999], [180, 179.99999]),
    ([-179.99999, 180], [-179.99999, -180]), ([180, -179.99999], [-180, -179.99999]),
    ([180, -180], [-180, -180]), ([179.99998, 179.99999, -180], [179.99998, 179.99999, 180]),
    ([179.99999, 180], [179.99999, 180]),
  ])
  func `a line that ends on the antimeridian stays on its side`(
    before: [Double], after: [Double]
  ) throws {
    var venue = venue
    // Latitudes whose difference and sum aren't exact.
    let latitudes = [-16.9999, -16.99987, -16.99983]
    let line = zip(latitudes, before).map { Coordinate(latitude: $0, longitude: $1) }
    venue.openings[0].line = line
    let lines = try features(GeoJSONVenueWriter.text(of: venue))["door"]?.lines
    #expect(lines?.count == 1)
    #expect(lines?.first?.map(\.longitude) == after)
    #expect(lines?.first?.map(\.latitude) == line.map(\.latitude))
  }

  @Test func `an outline that ends on the antimeridian stays on its side`() throws {
    var venue = venue
    for (inner, edge, side) in [(179.999, -180.0, 180.0), (-179.999, 180, -180)] {
      let ring = [(inner, 0.0), (edge, 0), (edge, 0.001), (inner, 0.001)].map {
        Coordinate(latitude: -17 + $0.1, longitude: $0.0)
      }
      venue.units[2].geometry = [Polygon(exterior: ring)]
      let parts = try features(GeoJSONVenueWriter.text(of: venue))["east"]?.polygons ?? []
      #expect(parts.count == 1)
      #expect(Set(parts.flatMap(\.exterior).map(\.longitude)) == [inner, side])
    }
  }

  @Test func `what was cut is read back whole`() throws {
    let (read, findings) = try assembled(
      GeoJSONFeatureCollection(
        JSONDocument(bytes: Array(GeoJSONVenueWriter.text(of: venue).utf8), name: "out.geojson")))
    #expect(findings.isEmpty, "\(findings)")
    let frame = venue.frame
    func corners(_ polygons: [Polygon<Coordinate>]) -> [[Int]] {
      polygons.flatMap(\.rings).flatMap { $0 }.map {
        let point = frame.local(from: $0)
        return [Int((point.x * 1000).rounded()), Int((point.y * 1000).rounded())]
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(read.units.map(\.id) == venue.units.map(\.id))
    for (after, before) in zip(read.units, venue.units) {
      #expect(after.geometry.count == 1 && corners(after.geometry) == corners(before.geometry))
    }
    #expect(corners(read.levels[0].outline) == corners(venue.levels[0].outline))
    #expect(read.openings.map(\.line.count) == [2])
    #expect(read.openings[0].line[1] == venue.openings[0].line[1])
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo"), "needs GDAL's ogrinfo"))
  func `GDAL finds no outline around the world`() throws {
    let path = NSTemporaryDirectory() + "antimeridian-\(UUID().uuidString).geojson"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoJSONVenueWriter.text(of: venue).write(toFile: path, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ogrinfo")
    process.arguments = [
      "-ro", "-q", path, "-dialect", "OGRSQL", "-sql",
      "SELECT OGR_GEOM_AREA AS area FROM \"\(URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent)\"",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let areas = output.matches(of: #/area \(Real\) = ([-+.0-9e]+)/#).compactMap {
      Double($0.output.1)
    }
    // The level is 0.004° wide and high.
    #expect(areas.max().map { abs($0 - 1.6e-5) < 1e-10 } == true, "\(output)")
  }
}
