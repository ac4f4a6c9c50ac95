import Foundation
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

struct GeoJSONVenueWriterTests {
  static let venue: Venue = {
    func c(_ longitude: Double, _ latitude: Double) -> Coordinate {
      Coordinate(latitude: latitude, longitude: longitude)
    }
    let ring = [c(10, 50), c(10.001, 50), c(10.001, 50.001), c(10, 50.001)]
    let hole = [c(10.0004, 50.0004), c(10.0004, 50.0006), c(10.0006, 50.0006), c(10.0006, 50.0004)]
    let key = LevelKey(building: "b", ordinal: -1)
    return Venue(
      id: "v", name: "A \"museum\"\\", origin: c((10 + 10.001) / 2, 50.0005),
      buildings: [Building(id: "b", name: "Main")],
      levels: [
        Level(id: "L", key: key, label: "B1", name: "Cellar", outline: [Polygon(exterior: ring)])
      ],
      units: [
        Unit(
          id: "u", level: key, category: "room", name: "é",
          geometry: [Polygon(exterior: ring, holes: [hole])])
      ],
      openings: [Opening(id: "o", level: key, category: "pedestrian", line: [ring[0], hole[0]])])
  }()

  func read(_ text: String) throws -> GeoJSONFeatureCollection {
    try GeoJSONFeatureCollection(JSONDocument(bytes: Array(text.utf8), name: "out.geojson"))
  }

  @Test func `what is written is read back as the same venue`() throws {
    let (venue, findings) = try assembled(read(GeoJSONVenueWriter.text(of: Self.venue)))
    #expect(findings.isEmpty)
    #expect(venue == Self.venue)
  }

  @Test func `outer rings are written counter-clockwise and holes clockwise`() throws {
    var venue = Self.venue
    for index in venue.units[0].geometry.indices {
      venue.units[0].geometry[index].exterior.reverse()
      for hole in venue.units[0].geometry[index].holes.indices {
        venue.units[0].geometry[index].holes[hole].reverse()
      }
    }
    let collection = try read(GeoJSONVenueWriter.text(of: venue))
    let polygons = collection.features.flatMap { $0.geometry?.polygons ?? [] }.map {
      venue.frame.local(from: $0)
    }
    #expect(polygons.allSatisfy { Polygon<LocalPoint>.signedArea($0.exterior) > 0 })
    #expect(polygons.flatMap(\.holes).allSatisfy { Polygon<LocalPoint>.signedArea($0) < 0 })
    #expect(polygons.count == 2)
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo"), "needs GDAL's ogrinfo"))
  func `GDAL reads every feature`() throws {
    let path = NSTemporaryDirectory() + "venue-\(UUID().uuidString).geojson"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoJSONVenueWriter.text(of: Self.venue).write(
      toFile: path, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ogrinfo")
    process.arguments = ["-ro", "-al", "-q", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(output.components(separatedBy: "OGRFeature(").count == 6, "\(output)")
    #expect(
      output.contains("LINESTRING (10 50,10.0004 50.0004)"), "\(output)")
    #expect(!output.contains("Warning") && !output.contains("ERROR"), "\(output)")
  }
}
