import Foundation
import IndoorKit
import IndoorRecordings

/// A blue dot at a terminal: opens a venue file, replays a recording in the place of a phone's
/// sensors, and says where the visitor is. What it hears it records, as an app does that surveys.
///
///     BlueDot museum.gpkg visit.jsonl [heard.jsonl]
@main struct BlueDot {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 || arguments.count == 3 else {
      fail("usage: BlueDot VENUE.gpkg RECORDING [OUTPUT.jsonl]", status: 64)
    }
    do {
      try await run(
        venue: arguments[0], recording: arguments[1],
        output: arguments.count == 3 ? arguments[2] : nil)
    } catch {
      // Each of the kit's errors is one sentence: what is wrong where, and what to do.
      fail("\(error)", status: 65)
    }
  }

  private static func run(venue path: String, recording: String, output: String?) async throws {
    let file = try VenueFile.open(path, readOnly: true)
    let map = try file.positioningMap()
    guard let venue = try file.venue() else { return }
    print("\(venue.name): \(venue.levels.count) levels, \(venue.units.count) units")

    let sensors = try Sensors(replaying: recording, recordingTo: output)
    var companion = Companion(venue: venue)
    // An app shows the dot here; see the SwiftUI view in docs/apps.md.
    for try await update in PositionUpdates(of: sensors.observations, map: map) {
      companion.lines(for: update).forEach { print($0) }
    }
    try await sensors.finish()
  }

  private static func fail(_ sentence: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("error: \(sentence)\n".utf8))
    exit(status)
  }
}
