import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorReport

/// What tying levels came to, for people.
struct LevelAlignmentText {
  private let alignment: LevelAlignment
  private let venue: Venue
  private let connectors: [VenueConnector]

  init(_ alignment: LevelAlignment, venue: Venue, connectors: [VenueConnector]) {
    self.alignment = alignment
    self.venue = venue
    self.connectors = connectors
  }

  var text: String {
    var lines = [row("lift or stairs", "level", "before", "after", "")]
    for name in alignment.names {
      for (level, tied) in alignment.ties where tied.tie.connector == name {
        lines.append(
          row(
            name, label(level), metres(tied.before), metres(tied.after),
            tied.tie.isFound ? "found on the plan" : "named"))
      }
    }
    lines.append(
      "beside the mean place of each, over all: \(ShortNumber.metres(alignment.rmsBefore)) RMS before, "
        + "\(ShortNumber.metres(alignment.rmsAfter)) after")
    for level in alignment.levels {
      lines.append(
        "\(label(level.placement.level)), held by \(level.isByAnchors ? "its anchors" : "its placement"): moved "
          + "\(ShortNumber.metres(level.shiftMetres)), turned \(ShortNumber.fixed(level.turnDegrees, decimals: 3))°; "
          + "predicted error at the worst corner \(ShortNumber.metres(level.predictedBefore)) before, "
          + "\(ShortNumber.metres(level.predictedAfter)) after")
    }
    if let worst = worstOfVenue {
      lines.append(
        "the venue's own units: \(worst.connector.name) lies \(metres(worst.part.offset)) off its mean place on "
          + "\(label(worst.part.level)), the most of \(connectors.count) lifts and stairs")
    }
    return lines.joined(separator: "\n")
  }

  private var worstOfVenue: (connector: VenueConnector, part: VenueConnector.Part)? {
    connectors.flatMap { connector in connector.parts.map { (connector, $0) } }
      .max { hypot($0.1.offset.x, $0.1.offset.y) < hypot($1.1.offset.x, $1.1.offset.y) }
  }

  private func label(_ key: LevelKey) -> String { key.title(in: venue) }

  private func metres(_ offset: LocalPoint) -> String {
    ShortNumber.metres(hypot(offset.x, offset.y))
  }

  private func row(
    _ name: String, _ level: String, _ before: String, _ after: String, _ source: String
  ) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(name, 24) + padded(level, 16) + padded(before, 10) + padded(after, 10) + source
  }
}
