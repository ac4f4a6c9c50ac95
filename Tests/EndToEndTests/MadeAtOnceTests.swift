import Foundation
import IndoorAuthoring
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import Synchronization
import Testing

/// Programs that make one venue file at the same time: whoever comes second stores into what the
/// first one made, as if it had come later.
@Suite struct MadeAtOnceTests {
  /// A walk of 40 m at a latitude.
  private func walk(_ number: Int, latitude: Double, in scratch: Scratch) throws -> String {
    var recording = SurveySamples.recording(number)
    recording.waypoints = recording.waypoints.map { waypoint in
      guard case .coordinate(let place) = waypoint.place else { return waypoint }
      return Waypoint(
        time: waypoint.time,
        place: .coordinate(Coordinate(latitude: latitude, longitude: place.longitude)),
        level: waypoint.level)
    }
    let path = scratch.path("\(recording.id).jsonl")
    try RecordingWriter.write(recording, to: path)
    return path
  }

  /// Runs a use case's work once, when it first tells of some work.
  private func meanwhile(
    _ work: AuthoringProgress.Work, _ other: @escaping @Sendable () throws -> Void
  ) -> ProgressHandler {
    let isDone = Mutex(false)
    return { progress in
      guard case .working(let now, _, _) = progress, now == work else { return }
      let isFirst = isDone.withLock { done in
        defer { done = true }
        return !done
      }
      if isFirst { #expect(throws: Never.self) { try other() } }
    }
  }

  /// Where a file's walks were stored, by recording, on the earth.
  private func latitudes(of path: String) throws -> [String: [Double]] {
    let file = try VenueFile.open(path, readOnly: true)
    let frame = try #require(try file.venue()).frame
    var found: [String: [Double]] = [:]
    let names = Dictionary(
      try file.walks().map { ($0.hash, $0.recording) }, uniquingKeysWith: { a, _ in a })
    try file.forEachWalk { walk in
      found[names[walk.hash] ?? "", default: []] += walk.fingerprints.map {
        frame.coordinate(from: $0.place).latitude
      }
    }
    return found
  }

  @Test func `a survey lies where it was walked beside another that made the file`() throws {
    try Scratch.with { scratch in
      let south = try walk(0, latitude: 48, in: scratch)
      let north = try walk(3, latitude: 48.0005, in: scratch)
      let file = scratch.path("v.gpkg")
      let tally = try ImportSurvey(venue: file, sources: [south]).run(
        progress: meanwhile(.importing) {
          _ = try ImportSurvey(venue: file, sources: [north]).run()
        })
      #expect(tally.new == 1)
      let latitudes = try latitudes(of: file)
      for (recording, latitude) in [("walk-0", 48), ("walk-3", 48.0005)] {
        let places = try #require(latitudes[recording])
        #expect(places.count == 40)
        // A hundred-millionth of a degree is a millimetre.
        #expect(places.allSatisfy { abs($0 - latitude) < 1e-8 })
      }
    }
  }

  @Test func `a venue that is imported beside a survey that made the file takes its origin`() throws
  {
    try Scratch.with { scratch in
      let walk = try walk(0, latitude: 52.5001, in: scratch)
      let source = try scratch.write(
        SmallVenue.geoJSON().replacingOccurrences(of: "13.4", with: "11.0"), to: "s.geojson")
      let file = scratch.path("v.gpkg")
      let origin = Mutex<Coordinate?>(nil)
      let result = try ImportVenue(venue: file, sources: [source]).run(
        progress: meanwhile(.reading) {
          _ = try ImportSurvey(venue: file, sources: [walk]).run()
          let made = try VenueFile.open(file, readOnly: true).venue()?.origin
          origin.withLock { $0 = made }
        })
      let stored = try #require(try VenueFile.open(file, readOnly: true).venue())
      #expect(stored.origin == origin.withLock { $0 })
      #expect(result.venue.origin == stored.origin)
      #expect(stored.levels.map(\.key) == [LevelKey(ordinal: 0)])
      #expect(stored.units.count == 2)
      #expect(try latitudes(of: file)["walk-0"]?.allSatisfy { abs($0 - 52.5001) < 1e-8 } == true)
    }
  }

  /// The anchors come through a pipe: aligning has looked at the file when it reads them.
  @Test func `a plan lies in a venue that came while it was aligned as in one that was there`()
    throws
  {
    try Scratch.with { scratch in
      let result = try IndoorCommand.shell(
        """
        plans='\(repository)/FloorPlans/museum'
        align() { $indoor align --plan $plans/level-G.pdf --anchors "$1" --level 0 --into $2; }
        mkfifo p
        # Where aligning ends before it reads, somebody has to read.
        { align p late.gpkg || { cat p > pipe.txt; false; }; } & late=$!
        exec 3>p
        $indoor venue import late.gpkg $plans/venue.geojson || exit 1
        cat $plans/level-G.anchors.geojson >&3
        exec 3>&-
        wait $late || exit 2
        $indoor venue import there.gpkg $plans/venue.geojson
        align $plans/level-G.anchors.geojson there.gpkg
        """, in: scratch)
      #expect(result.status == 0, "\(result)")
      let files = try ["late", "there"].map {
        try VenueFile.open(scratch.path("\($0).gpkg"), readOnly: true)
      }
      #expect(try files[0].placements().count == 1)
      #expect(try files[0].placements() == files[1].placements())
      let (late, there) = (try files[0].venue(), try files[1].venue())
      #expect(late?.levels == there?.levels)
      #expect(late?.origin == there?.origin)
    }
  }

  @Test func `a plan isn't stored where metres count from another origin than its venue's`() throws
  {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      _ = try ImportSurvey(venue: file, sources: [try walk(0, latitude: 48, in: scratch)]).run()
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let result = try IndoorCommand.shell(
        """
        plans='\(repository)/FloorPlans/museum'
        $indoor venue import m.gpkg $plans/venue.geojson
        $indoor align --plan $plans/level-G.pdf --anchors $plans/level-G.anchors.geojson --level 0 \
          --venue m.gpkg --into v.gpkg
        """, in: scratch)
      #expect(result.status == 65, "\(result)")
      #expect(result.sentences.first?.hasPrefix("v.gpkg: counts metres from another") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }
}
