internal import Foundation
internal import IndoorGeometry
package import IndoorModel

/// To which digit places are written: the last that any of a source's numbers has.
///
/// Programs drop zeros at the end of a number, so that one says little, and all of a source's
/// together say to which digit it has them.
package struct WrittenDigits: Hashable, Sendable {
  /// What the digits count.
  enum Unit: Hashable, Sendable {
    /// A reference system's own unit, degrees where there is none.
    case ofSystem
    case degrees
    case minutes
    case seconds
  }

  let unit: Unit
  /// How many stand behind the point.
  let decimals: Int

  /// Digits behind the point beyond which a number has no more.
  private static let most = 20
  /// Metres by half a last digit beyond which it is told: a surveyor's whole metres and five
  /// decimals of a degree go unsaid.
  private static let told = 1.0

  init(unit: Unit, decimals: Int) {
    (self.unit, self.decimals) = (unit, min(max(decimals, 0), Self.most))
  }

  /// The digits of a decimal number, which may have an exponent.
  init(of number: some StringProtocol, unit: Unit = .ofSystem) {
    let parts = number.lowercased().split(separator: "e")
    let behind = parts.first?.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
    let power = parts.dropFirst().first.flatMap { Int($0) } ?? 0
    self.init(
      unit: unit,
      decimals: (behind?.first?.count ?? 0) - min(max(power, -Self.most), Self.most))
  }

  /// The digits of a value, which are as few as tell it from its neighbours.
  package init(of value: Double) {
    self.init(of: value == value.rounded() ? "\(value)".replacing(".0", with: "") : "\(value)")
  }

  /// Those that are worth the least; `nil` where there are none.
  package static func finest(_ all: [WrittenDigits]) -> WrittenDigits? {
    all.min { $0.worth < $1.worth }
  }

  /// What one of the last digit is worth, in degrees or in the reference system's unit.
  private var worth: Double {
    let unit =
      switch unit {
      case .ofSystem, .degrees: 1.0
      case .minutes: 1.0 / 60
      case .seconds: 1.0 / 3600
      }
    return unit / pow(10, Double(decimals))
  }

  /// Half of what the last digit is worth at a place, in metres to the north, where a degree is
  /// longest; `nil` where the system doesn't reach as far.
  private func half(at place: Coordinate, in system: ReferenceSystem?) -> Double? {
    guard unit == .ofSystem, let system else {
      let step = place.latitude > 0 ? -worth / 2 : worth / 2
      return Geodesic.distance(
        place, Coordinate(latitude: place.latitude + step, longitude: place.longitude))
    }
    guard let (x, y) = system.place(of: place),
      let moved = try? system.anywhere(x: x, y: y + worth / 2)
    else { return nil }
    return Geodesic.distance(place, moved)
  }

  /// Anchors whose sigmas are no smaller than half of the last digit that their places are written
  /// to, and that it is coarse, where it is.
  ///
  /// - Parameters:
  ///   - source: the path of the file that they are from; `nil` for those that somebody wrote.
  ///   - system: what the numbers are in; without one they are degrees.
  package func applied(
    to anchors: [Anchor], from source: String? = nil, in system: ReferenceSystem?
  ) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    guard let first = anchors.first, let half = half(at: first.coordinate, in: system),
      half.isFinite, half > AnchorSigmas().metres
    else { return (anchors, []) }
    // A sigma is at most a thousand kilometres.
    let least = min(half, 999_999)
    let raised = anchors.map { anchor in
      var raised = anchor
      raised.sigmaMetres = max(anchor.sigmaMetres ?? least, least)
      return raised
    }
    guard half > Self.told else { return (raised, []) }
    let isOfMap = unit == .ofSystem && system.map { !$0.isGeographic } == true
    return (
      raised,
      [
        .coarsePlaces(
          source, digits: words, metres: 2 * half,
          remedy: isOfMap ? "them to the centimetre" : "degrees with 7 decimals")
      ]
    )
  }

  /// How places are written, as in `to 4 decimals`.
  private var words: String {
    let name: String? =
      switch unit {
      case .ofSystem: nil
      case .degrees: "degree"
      case .minutes: "minute"
      case .seconds: "second"
      }
    guard decimals > 0 else { return "in whole \(name.map { "\($0)s" } ?? "numbers")" }
    return "to \(decimals) decimal\(decimals == 1 ? "" : "s")" + (name.map { " of a \($0)" } ?? "")
  }
}

extension [AnchorReference] {
  /// The anchors, their places looked up in the venue where they name one, and what is to be said
  /// of how finely these are written.
  ///
  /// - Parameters:
  ///   - venue: where units and openings are looked up.
  ///   - level: which of several with one id is meant, where known.
  ///   - system: what two numbers are in; without one they are latitude and longitude.
  package func anchors(
    in venue: Venue?, level: LevelKey?, system: ReferenceSystem?
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    var anchors: [Anchor] = []
    for reference in self {
      anchors.append(try reference.anchor(in: venue, level: level, system: system))
    }
    var warnings: [AlignmentWarning] = []
    // Numbers and angles with minutes are copied from different maps.
    for isNumber in [true, false] {
      let those = indices.filter { index in
        self[index].digits.map { ($0.unit == .ofSystem) == isNumber } ?? false
      }
      guard let finest = WrittenDigits.finest(those.compactMap { self[$0].digits }) else {
        continue
      }
      let written = finest.applied(
        to: those.map { anchors[$0] }, in: system)
      for (index, anchor) in zip(those, written.anchors) { anchors[index] = anchor }
      warnings += written.warnings
    }
    return (anchors, warnings)
  }
}

extension AlignmentWarning {
  static func coarsePlaces(
    _ source: String?, digits: String, metres: Double, remedy: String
  ) -> AlignmentWarning {
    let worth = String(format: metres < 10 ? "%.1f" : "%.0f", metres)
    return AlignmentWarning(
      .coarsePlaces,
      (source.map { "\($0): the" } ?? "the anchors'")
        + " places are written \(digits), whose last digit is worth \(worth) m, and the predicted errors were raised by that: write \(remedy)"
    )
  }
}
