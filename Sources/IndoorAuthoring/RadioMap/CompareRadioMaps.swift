import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorReport
import IndoorStorage
public import IndoorSurveying

/// Says what changed from one version of a venue's radio map to another.
public struct CompareRadioMaps: Sendable {
  /// The venue file.
  public var venue: String
  /// The version to compare from.
  public var from: Int
  /// The version to compare to.
  public var to: Int

  /// Makes a comparison.
  public init(venue: String, from: Int, to: Int) {
    self.venue = venue
    self.from = from
    self.to = to
  }

  /// Compares the versions.
  ///
  /// - Throws: `StorageError`, also where there is no such version.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> ComparedRadioMaps {
    let file = try VenueFile.open(venue, readOnly: true)
    return ComparedRadioMaps(
      venue: venue, from: from, to: to, known: try file.levels(),
      difference: RadioMapDifference(
        from: try file.radioMap(version: from), to: try file.radioMap(version: to)))
  }
}

/// What changed, for people and for machines.
public struct ComparedRadioMaps: Sendable {
  let venue: String
  let from: Int
  let to: Int
  /// The venue with its levels; `nil` where the file has none.
  let known: Venue?
  /// What changed.
  public let difference: RadioMapDifference

  /// The change for people.
  package var text: String {
    let d = difference
    var lines = [
      "\(venue): version \(from) to \(to)",
      "  reference points  \(d.rows.from) to \(d.rows.to)",
      "  readings          \(d.readings.from) to \(d.readings.to)",
      "  transmitters      \(d.new.count) new, \(d.gone.count) gone",
    ]
    let titles = known.map(LevelTitles.init)
    for level in d.levels where level.from != level.to {
      let title = titles?.title(of: level.key) ?? "level \(level.key.ordinal)"
      lines.append("  \(title): \(level.from) to \(level.to)")
    }
    if let matching = d.matching { lines.append("  matching: \(matching.from) to \(matching.to)") }
    for (sign, transmitters) in [("+", d.new), ("-", d.gone)] {
      lines += transmitters.prefix(20).map { "  \(sign) \(TransmitterName.text($0))" }
      if transmitters.count > 20 { lines.append("  \(sign) … \(transmitters.count - 20) more") }
    }
    return lines.joined(separator: "\n")
  }

  /// The change as JSON.
  public var json: String { output.text(pretty: true) }

  private var output: JSONOutput {
    let d = difference
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
              ("label", known?.level($0.key).map { .string($0.label) } ?? .null),
            ])
          })
      ),
    ])
  }
}
