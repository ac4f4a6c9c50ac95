import ArgumentParser
import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// `indoor radiomap diff VENUE.gpkg FROM TO`
struct RadioMapDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what changed from one version of the radio map to another.")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "The version to compare from.")
  var from: Int

  @Argument(help: "The version to compare to.")
  var to: Int

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let file = try VenueFile.open(venue, readOnly: true)
    let difference = RadioMapDifference(
      from: try file.radioMap(version: from), to: try file.radioMap(version: to))
    try Console.result(json ? Self.json(difference).text(pretty: true) : text(difference))
  }

  private func text(_ d: RadioMapDifference) -> String {
    var lines = [
      "\(venue): version \(from) to \(to)",
      "  reference points  \(d.rows.from) to \(d.rows.to)",
      "  readings          \(d.readings.from) to \(d.readings.to)",
      "  transmitters      \(d.new.count) new, \(d.gone.count) gone",
    ]
    for level in d.levels where level.from != level.to {
      let building = level.key.building.isEmpty ? "" : "\(level.key.building) "
      lines.append("  \(building)level \(level.key.ordinal): \(level.from) to \(level.to)")
    }
    if let matching = d.matching { lines.append("  matching: \(matching.from) to \(matching.to)") }
    for (sign, transmitters) in [("+", d.new), ("-", d.gone)] {
      lines += transmitters.prefix(20).map { "  \(sign) \(TransmitterName.text($0))" }
      if transmitters.count > 20 { lines.append("  \(sign) … \(transmitters.count - 20) more") }
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ d: RadioMapDifference) -> JSONOutput {
    func pair(_ a: Int, _ b: Int) -> JSONOutput {
      .array([.integer(Int64(a)), .integer(Int64(b))])
    }
    func names(_ transmitters: [Transmitter]) -> JSONOutput {
      .array(transmitters.map { .string(TransmitterName.text($0)) })
    }
    return .object([
      ("rows", pair(d.rows.from, d.rows.to)), ("readings", pair(d.readings.from, d.readings.to)),
      ("new", names(d.new)), ("gone", names(d.gone)),
      (
        "levels",
        .array(
          d.levels.map {
            .object([
              ("building", .string($0.key.building)), ("level", .integer(Int64($0.key.ordinal))),
              ("rows", pair($0.from, $0.to)),
            ])
          })
      ),
    ])
  }
}
