import ArgumentParser
import IndoorJSON
import IndoorModel
import IndoorPositioning
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
      printed. The choice rests on the first walks, as many as the largest number up to theirs of four significant binary digits \
      (16, 18 … 30, 32, 36 …), so that it stands while a survey grows by an eighth. A transmitter leaves the map where walks of a month later came within 4 m of at least half of the places, and of three, \
      where it had been heard at -80 dBm or more, and none of them heard it. The same walks in the same order of import give the same map to the byte, whether \
      they are built at once or one after the other: what a walk gives is kept in the file and not worked out again; \
      of the maps before, twenty versions stay (see "radiomap diff" and "rollback"). Where several phones surveyed, what each \
      reads more or less than the survey as a whole is printed, by the places that it shares with others.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let file = try VenueFile.open(venue)
    let new = try SurveyedMap.keepRows(in: file)
    var (map, walks) = try SurveyedMap.build(of: file, mending: true)
    guard map.rowCount > 0 else { throw CommandError.nothingToMap(venue, walks: walks.count) }
    let chosen = try Chosen(for: map, in: file)
    if let chosen { map.matching = chosen.choice.chosen.matching }
    let version = try file.save(map)
    let built = Built(
      map: map, walks: walks.count, new: new, version: version, chosen: chosen,
      phones: SurveyPhones(of: map, walks: walks)?.phones ?? [])
    try Console.result(json ? built.json.text(pretty: true) : "\(venue): \(built.text)")
  }
}

/// The matching that a venue's walks ask for, chosen now or kept from before.
private struct Chosen {
  let choice: MatchingChoice
  /// How many walks it rests on.
  let walks: Int

  init?(for map: RadioMap, in file: VenueFile) throws {
    let basis = MatchingChoice.basis(of: map)
    walks = Set(basis.walks).count
    if let kept = try file.matchingChoice(for: basis, format: MatchingChoice.format) {
      choice = kept
    } else if let choice = MatchingChoice(for: basis) {
      try file.keep(choice, for: basis, format: MatchingChoice.format)
      self.choice = choice
    } else {
      return nil
    }
  }
}

/// What a build says.
private struct Built {
  let map: RadioMap
  let walks: Int
  let new: Int
  let version: Int
  let chosen: Chosen?
  /// What the survey's phones read, where there are several.
  let phones: [SurveyPhones.Phone]

  var text: String {
    var text =
      "\(map.rowCount) reference points on \(map.levels.count) levels from \(walks) walks (\(new) of them new), "
      + "\(map.transmitters.count) transmitters, \(map.rssi.count) readings (version \(version))\n"
      + "  matching: \(map.matching)"
    if let chosen {
      let choice = chosen.choice
      text +=
        "\n  chosen over \(choice.rows) rows of the first \(chosen.walks) walks, located without their own walk, where another came within 4 m: "
        + "\(Self.metres(choice.chosen.penalisedError)) with 15 m a wrong floor; "
        + "the default (\(choice.standard.matching)) would have \(Self.metres(choice.standard.penalisedError))"
    }
    let compared = phones.compactMap { phone in
      phone.offset.map { "\(phone.name) \(Self.signed($0.decibels)) dB" }
    }
    if !compared.isEmpty {
      text += "\n  phones, beside the survey as a whole: " + compared.joined(separator: ", ")
      let alone = phones.filter { $0.offset == nil }.map(\.name)
      if !alone.isEmpty {
        text += "; \(alone.joined(separator: ", ")) shared no place with another"
      }
    }
    return text
  }

  private static func signed(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths < 0 ? "\(tenths)" : "+\(tenths)"
  }

  var json: JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    func candidate(_ candidate: MatchingChoice.Candidate) -> JSONOutput {
      .object([
        ("matching", .string(candidate.matching.description)),
        ("penalisedMean", .number(candidate.penalisedError)),
      ])
    }
    var members: [(String, JSONOutput)] = [
      ("version", count(version)), ("rows", count(map.rowCount)),
      ("levels", count(map.levels.count)), ("walks", count(walks)), ("newWalks", count(new)),
      ("transmitters", count(map.transmitters.count)), ("readings", count(map.rssi.count)),
      ("matching", .string(map.matching.description)),
    ]
    if let chosen {
      members += [
        ("chosen", candidate(chosen.choice.chosen)), ("default", candidate(chosen.choice.standard)),
        ("locatedRows", count(chosen.choice.rows)), ("choiceWalks", count(chosen.walks)),
      ]
    }
    if !phones.isEmpty {
      members.append(
        (
          "phones",
          .object(phones.map { ($0.name, $0.offset.map { .number($0.decibels) } ?? .null) })
        ))
    }
    return .object(members)
  }

  private static func metres(_ value: Double) -> String { "\((value * 100).rounded() / 100) m" }
}
