import ArgumentParser
import IndoorJSON
import IndoorModel
import IndoorStorage
import IndoorSurveying

/// `indoor radiomap build VENUE.gpkg`
struct RadioMapBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the radio map from all walks of a venue file, and store it there.",
    discussion: """
      A row is a scan with its place. Entries that the phone only remembered for over 4.5 s are left out, and beacons \
      of the last 5 s join the Wi-Fi scan. The same walks give the same map to the byte.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let file = try VenueFile.open(venue)
    let bar = ProgressBar("building", total: try file.walkCount())
    var builder = RadioMapBuilder()
    var walks = 0
    try file.forEachWalk { walk in
      builder.add(walk)
      walks += 1
      bar.update(walks)
    }
    bar.finish()
    let map = try builder.map()
    let version = try file.save(map)
    print(json ? Self.json(map, walks, version).text(pretty: true) : Self.text(map, walks, venue))
  }

  private static func text(_ map: RadioMap, _ walks: Int, _ venue: String) -> String {
    "\(venue): \(map.rowCount) reference points on \(map.levels.count) levels from \(walks) walks, "
      + "\(map.transmitters.count) transmitters, \(map.rssi.count) readings"
  }

  private static func json(_ map: RadioMap, _ walks: Int, _ version: Int) -> JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    return .object([
      ("version", count(version)), ("rows", count(map.rowCount)),
      ("levels", count(map.levels.count)),
      ("walks", count(walks)), ("transmitters", count(map.transmitters.count)),
      ("readings", count(map.rssi.count)),
    ])
  }
}
