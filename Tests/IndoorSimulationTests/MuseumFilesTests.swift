import Foundation
import IndoorAlignment
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorSimulation
import IndoorVenues
import Testing

/// What is committed under FloorPlans/museum and Surveys/museum is what the description makes
/// today; where it isn't, `make museum` makes it so.
struct MuseumFilesTests {
  private let building = BuildingDescription.museum
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func committed(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.root.appendingPathComponent(path)))
  }

  @Test func `the ground floor's drawing and anchors are the committed bytes`() throws {
    let sheet = Sheet.museum[1]
    let level = try #require(building.levels.first { $0.ordinal == sheet.ordinal })
    let pdf = try committed("FloorPlans/museum/level-G.pdf")
    #expect(sheet.pdf(of: level, in: building) == pdf, "run make museum")
    let anchors = sheet.anchors(of: level, in: building, seed: BuildingDescription.museumSeed)
    let file = try committed("FloorPlans/museum/level-G.anchors.geojson")
    #expect(Array(AnchorFile.text(of: anchors).utf8) == file, "run make museum")
    #expect(try AnchorFile.read(bytes: file, name: "level-G.anchors.geojson") == anchors)
  }

  @Test func `the ground floor's features are the committed lines`() throws {
    let text = GeoJSONVenueWriter.text(of: try building.venue())
    let file = try committed("FloorPlans/museum/venue.geojson")
    func ground(_ lines: String) -> [Substring] {
      lines.split(separator: "\n").filter { $0.contains("level-G") }
    }
    let lines = ground(text)
    #expect(lines == ground(String(decoding: file, as: UTF8.self)), "run make museum")
    let level = building.levels[1]
    #expect(lines.count == 1 + level.rooms.count + level.doors.count)
  }

  @Test func `the committed anchors place each drawing to scale, turned as the site is`() throws {
    for sheet in Sheet.museum {
      let level = try #require(building.levels.first { $0.ordinal == sheet.ordinal })
      let name = "FloorPlans/museum/level-\(level.label).anchors.geojson"
      let anchors = try AnchorFile.read(bytes: try committed(name), name: name)
      let page = PlanPage(
        number: 1, box: sheet.cropBox, rotate: sheet.rotate, userUnit: 1, isImage: false)
      let placed = try PlanAligner(page: page).align(anchors)
      // 0.3 points of picking at 1:150 are 16 mm; over 80 m that turns and stretches by some 0.02%.
      let metres = sheet.scale * 0.0254 / 72
      #expect(abs(placed.metresPerUnit / metres - 1) < 5e-4)
      let turned = building.site.rotationDegrees - Double(sheet.rotate)
      #expect(abs(placed.rotationDegrees - turned) < 0.03)
      #expect(try #require(placed.rmseMetres) < 0.03)
      #expect(!placed.isMirrored && placed.warnings.isEmpty)
    }
  }

  @Test func `a visit is the committed recording`() throws {
    let plan = try #require(WalkPlan.museumVisits.last)
    let world = try SimulatedWorld(venue: building.venue(), seed: BuildingDescription.museumSeed)
    let path = NSTemporaryDirectory() + "museum-\(ProcessInfo.processInfo.processIdentifier).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try RecordingWriter.write(world.walk(plan).recording, to: path)
    let remade = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(remade == (try committed("Surveys/museum/\(plan.id).jsonl")), "run make museum")
  }

  @Test func `all of it is under ten megabytes`() throws {
    var size = 0
    for folder in ["FloorPlans/museum", "Surveys/museum"] {
      let url = Self.root.appendingPathComponent(folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      for file in files where file.contains(".") {
        size += try Data(contentsOf: url.appendingPathComponent(file)).count
      }
    }
    #expect(size > 1_000_000 && size < 10_000_000)
  }
}
