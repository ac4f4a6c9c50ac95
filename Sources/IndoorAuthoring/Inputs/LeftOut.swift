import IndoorJSON
import IndoorRecordings

/// What readers left out of files: how much for which reason, and where the first of it is.
struct LeftOut: Sendable {
  private var skipped = SkippedLines()
  /// The first places of each reason, as `file:line`.
  private var places: [SkippedLines.Reason: [String]] = [:]
  /// The waypoints that have no place.
  var waypoints = LeftOutWaypoints()

  /// The reasons that somebody will want to look at.
  private static let placed: [SkippedLines.Reason] = [
    .malformed, .glued, .outOfRange, .noPressure, .noStrength, .notANumber, .decimalComma,
    .dressedNumber, .otherSeparator, .noHeader, .noPlaceColumns, .keyTwice, .fieldCount, .openQuote,
    .noAddress, .noTime, .shortenedTime, .noMilliseconds, .contradictingFix, .uselessFix, .vagueFix,
    .cutLine,
    .unwrittenEnd,
  ]

  /// Counts what a reader left out of a file.
  mutating func add(_ some: SkippedLines, of path: String) {
    guard !some.isEmpty else { return }
    for (reason, count) in some.counts { skipped.add(reason, count) }
    for reason in Self.placed {
      let room = SkippedLines.mostLines - (places[reason]?.count ?? 0)
      for line in (some.lines[reason] ?? []).prefix(room) {
        places[reason, default: []].append("\(path):\(line)")
      }
    }
  }

  /// Why some were left out, how many, and where the first of them are.
  struct Reason {
    var name: String
    var count: Int
    var places: [String] = []
    /// What of the venue it is about.
    var levels: [String] = []

    /// Names that are said.
    private static let most = 12

    /// The reason and the places.
    var text: String {
      let some =
        levels.prefix(Self.most)
        + (levels.count > Self.most ? ["\(levels.count - Self.most) more"] : [])
      let name = levels.isEmpty ? name : "\(name): \(Counted.list(Array(some)))"
      guard let last = places.last else { return name }
      let list = [places.dropLast().joined(separator: ", "), last].filter { !$0.isEmpty }
      return name + (count > places.count ? ", first at " : " at ")
        + list.joined(separator: " and ")
    }
  }

  /// What to do where a number can't be read, by the reason.
  private static let numberRemedies: [(SkippedLines.Reason, String)] = [
    (.notANumber, "write a number in each field that must hold one"),
    (.decimalComma, "write numbers with a point, as 52.5"),
    (.dressedNumber, "write numbers plainly, as -50"),
  ]

  /// What to do about the numbers that can't be read.
  var numberRemedies: [String] {
    Self.numberRemedies.filter { skipped[$0.0] > 0 }.map(\.1)
  }

  /// Whether a table has no columns of places.
  var hasPlacelessTable: Bool { skipped[.noPlaceColumns] > 0 }

  /// How many numbers can't be read.
  var unreadNumbers: Int { Self.numberRemedies.reduce(0) { $0 + skipped[$1.0] } }

  /// By reason, those that there are.
  var reasons: [Reason] {
    SkippedLines.Reason.allCases.map {
      Reason(name: $0.rawValue, count: skipped[$0], places: places[$0] ?? [])
    }.filter { $0.count > 0 } + waypoints.reasons
  }

  /// A sentence of what could not be read, `nil` where all could: what a format has that isn't
  /// asked for is not in it.
  ///
  /// - Parameter isUsed: whether anything came of what could be read.
  func warning(isUsed: Bool) -> AuthoringProgress? {
    Self.text(reasons.filter { !$0.places.isEmpty }).map {
      .warning(
        .linesLeftOut,
        "some of the recordings' lines were left out: \($0); look at them"
          + (isUsed ? ", the rest was read" : ""))
    }
  }

  /// What the warning doesn't tell, as a clause of a sentence: what was left out with reason, such
  /// as scans that were joined.
  var rest: String? { Self.text(asked.filter { $0.places.isEmpty }) }

  /// By reason, without lines and files that nobody asked for.
  var asked: [Reason] {
    let unasked = [SkippedLines.Reason.unneeded, .media, .unknownType].map(\.rawValue)
    return reasons.filter { !unasked.contains($0.name) }
  }

  /// As a clause of a sentence.
  static func text(_ reasons: [Reason]) -> String? {
    reasons.isEmpty ? nil : reasons.map { "\($0.count) × \($0.text)" }.joined(separator: "; ")
  }

  /// As members of a JSON object.
  static func json(_ reasons: [Reason]) -> [(String, JSONOutput)] {
    [
      ("skipped", .object(reasons.map { ($0.name, .integer(Int64($0.count))) })),
      (
        "firstSkipped",
        .object(
          reasons.filter { !$0.places.isEmpty }.map {
            ($0.name, .array($0.places.map { .string($0) }))
          })
      ),
    ]
  }
}
