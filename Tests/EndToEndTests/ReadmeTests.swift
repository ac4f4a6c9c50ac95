import Foundation
import GRDB
import IndoorKit
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import Testing

/// What the README shows is what runs here.
@Suite struct ReadmeTests {
  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [
    ("README.md", ["ReadmeExamples"]), ("docs/apps.md", ["AppsExamples", "AppsExamples+iOS"]),
    ("docs/guide.md", ["GuideExamples"]),
  ])
  func `a page's Swift stands in the examples word for word`(
    page: String, files: [String]
  ) throws {
    let examples = Set(
      try files.flatMap { try Self.lines("Tests/EndToEndTests/\($0).swift") })
    var shown = 0
    var isSwift = false
    for line in try Self.lines(page) {
      if line.hasPrefix("```") {
        isSwift = line == "```swift"
      } else if isSwift, !line.isEmpty {
        shown += 1
        #expect(examples.contains(line), "not in \(files): \(line)")
      }
    }
    #expect(shown >= 15)
  }

  @Test func `a museum app's logic runs on the museum`() throws {
    try Scratch.with { scratch in
      let path = scratch.path("museum.gpkg")
      let museum = "\(repository)/FloorPlans/museum"
      let venue = "\(museum)/venue.geojson"
      #expect(try IndoorCommand.run("venue", "import", path, venue).status == 0)
      try ReadmeExamples.survey(VenueFile.open(path))
      #expect(try IndoorCommand.run("guide", "import", path, "\(museum)/guide").status == 0)

      var app = try MuseumApp(path, language: "de")
      #expect(try app.works().first?.id.key == "OS-1001")
      var visits = try RecordingStream("\(repository)/Surveys/museum/visit-upper.jsonl")
      for observation in try #require(try visits.next()).recording.observations {
        app.observe(observation)
      }
      // The visitor ends on the first floor.
      #expect(app.here?.ordinal == 1)
      #expect(try app.works().first?.place.level == 1)
      #expect(app.found("gudrun").map(\.title) == ["Bug der Gudrun"])
      let dialled = try #require(try app.dialled("101"))
      #expect(dialled.row.id.key == "OS-1001" && dialled.sound?.uri == "101-de.mp3")
      #expect(try app.dialled("99999") == nil)
      #expect(try app.page(of: "OS-1001").contains("artist: Shipyard Tornes"))
      let stops = try app.walk("highlights")
      #expect(
        try !stops.isEmpty && stops.last?.title == app.guide.tour("highlights").stops.last?.title)
    }
  }

  @Test func `the README's Swift goes the whole way on the museum`() throws {
    try Scratch.with { scratch in
      let path = scratch.path("museum.gpkg")
      let source = "\(repository)/FloorPlans/museum/venue.geojson"
      #expect(try IndoorCommand.run("venue", "import", path, source).status == 0)

      let file = try VenueFile.open(path)
      try ReadmeExamples.align(file)
      try ReadmeExamples.survey(file)
      #expect(try file.walks().count == 17)
      // The command, of the same walks, makes the same map to the byte: so it isn't stored again.
      #expect(try IndoorCommand.run("radiomap", "build", path).status == 0)
      let maps = try DatabaseQueue(path: path).read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM radio_maps")
      }
      #expect(maps == 1)

      var visits = try RecordingStream("\(repository)/Surveys/museum/visit-upper.jsonl")
      let visit = try #require(try visits.next())
      var track: [Position] = []
      try ReadmeExamples.locate(path, visit.recording.observations) { track.append($0) }
      // It stays on the first floor, and the walk takes minutes.
      #expect(track.count > 100)
      let onFloor = track.filter { $0.level.ordinal == 1 }.count
      #expect(Double(onFloor) > 0.9 * Double(track.count))
    }
  }
}
