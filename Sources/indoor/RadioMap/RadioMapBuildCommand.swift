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
      A row is a scan with its place. Entries that the phone only remembered fade with their age, and beacons \
      of the last 5 s join the Wi-Fi scan. How scans are compared with rows, and how many of the most alike make a place, \
      is chosen by locating rows with the rows of all other walks; what the literature's default would have cost is \
      printed. A transmitter leaves the map where walks of a month later came within 4 m of at least half of the places, and of three, \
      where it had been heard at -80 dBm or more, and none of them heard it. The same walks give the same map to the byte; \
      of the maps before, twenty versions stay (see "radiomap diff" and "rollback").
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let file = try VenueFile.open(venue)
    var (map, walks) = try SurveyedMap.build(of: file)
    guard map.rowCount > 0 else { throw CommandError.noWalks(venue) }
    let choice = MatchingChoice(for: map)
    if let choice { map.matching = choice.chosen.matching }
    let version = try file.save(map)
    if json {
      print(Self.json(map, walks.count, version, choice).text(pretty: true))
    } else {
      print(Self.text(map, walks.count, version, choice, venue))
    }
  }

  private static func text(
    _ map: RadioMap, _ walks: Int, _ version: Int, _ choice: MatchingChoice?, _ venue: String
  ) -> String {
    var text =
      "\(venue): \(map.rowCount) reference points on \(map.levels.count) levels from \(walks) walks, "
      + "\(map.transmitters.count) transmitters, \(map.rssi.count) readings (version \(version))\n"
      + "  matching: \(map.matching)"
    if let choice {
      text +=
        "\n  chosen over \(choice.rows) rows located without their own walk, where another came within 4 m: "
        + "\(metres(choice.chosen.penalisedError)) with 15 m a wrong floor; "
        + "the default (\(choice.standard.matching)) would have \(metres(choice.standard.penalisedError))"
    }
    return text
  }

  private static func metres(_ value: Double) -> String { "\((value * 100).rounded() / 100) m" }

  private static func json(
    _ map: RadioMap, _ walks: Int, _ version: Int, _ choice: MatchingChoice?
  ) -> JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    func candidate(_ candidate: MatchingChoice.Candidate) -> JSONOutput {
      .object([
        ("matching", .string(candidate.matching.description)),
        ("penalisedMean", .number(candidate.penalisedError)),
      ])
    }
    var members: [(String, JSONOutput)] = [
      ("version", count(version)), ("rows", count(map.rowCount)),
      ("levels", count(map.levels.count)), ("walks", count(walks)),
      ("transmitters", count(map.transmitters.count)), ("readings", count(map.rssi.count)),
      ("matching", .string(map.matching.description)),
    ]
    if let choice {
      members += [
        ("chosen", candidate(choice.chosen)), ("default", candidate(choice.standard)),
        ("locatedRows", count(choice.rows)),
      ]
    }
    return .object(members)
  }
}
