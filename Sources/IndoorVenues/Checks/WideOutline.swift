import IndoorGeometry
package import IndoorModel

/// Outlines of levels that reach far beyond all that is on them.
package enum WideOutline {
  /// Metres that a level may be long whatever is on it, and how many times as long as that it may
  /// be beyond.
  private static let long = 1000.0, times = 5.0

  /// What is said of levels whose outlines are over a kilometre long, and over five times as long
  /// as all units and openings on them: one wrong digit of a corner moves it by kilometres.
  package static func findings(of venue: Venue, name: String) -> [VenueFinding] {
    let wide = venue.levels.compactMap { level -> (level: Level, metres: Double)? in
      let metres = extent(of: level.outline.lazy.flatMap(\.rings).joined())
      return metres > long ? (level, metres) : nil
    }
    guard !wide.isEmpty else { return [] }
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    return wide.compactMap { level, metres in
      let corners =
        (units[level.key] ?? []).flatMap { $0.geometry.flatMap(\.rings).joined() }
        + (openings[level.key] ?? []).flatMap(\.line)
      let inside = extent(of: corners)
      guard !corners.isEmpty, metres > times * inside else { return nil }
      return VenueFinding(
        .wideOutline,
        "\(name): the outline of level \"\(level.id)\" is \(kilometres(metres)) km long, and all on it "
          + "lies within \(kilometres(inside)) km; is a corner wrong?")
    }
  }

  private static func extent(of corners: some Sequence<Coordinate>) -> Double {
    GeographicBounds(around: corners).extent
  }

  private static func kilometres(_ metres: Double) -> Double { (metres / 10).rounded() / 100 }
}
