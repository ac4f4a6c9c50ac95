import IndoorGeometry
import IndoorModel

/// The rules of a venue's geometry and its levels, in local metres.
enum VenueGeometryChecks {
  /// Metres that a unit may reach out of its level.
  private static let margin = 0.1
  /// Square metres that two units may share.
  private static let sharedArea = 0.1
  /// Metres between an opening and the nearest edge of a unit: half a thick wall.
  private static let wall = 0.3
  /// Pairs of units compared on a level, at most.
  private static let pairs = 500_000

  /// Polygons of levels and units that cross or touch themselves.
  static func invalidPolygons(of venue: Venue, name: String) -> [VenueFinding] {
    let areas =
      venue.levels.map { ("level \"\($0.id)\"", $0.outline) }
      + venue.units.map { ("unit \"\($0.id)\"", $0.geometry) }
    return areas.flatMap { subject, polygons in
      polygons.compactMap { polygon in
        polygon.problem.map {
          VenueFinding(
            .invalidPolygon, "\(name): \(subject) has an invalid polygon (\($0.text)); draw it anew"
          )
        }
      }
    }
  }

  static func findings(of venue: Venue, name: String, isArchive: Bool) -> [VenueFinding] {
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    var findings: [VenueFinding] = []
    for level in venue.levels {
      if level.outline.isEmpty {
        findings.append(
          VenueFinding(
            .levelWithoutOutline, "\(name): level \"\(level.id)\" has no outline; add its polygon"))
      }
      let inside = units[level.key] ?? []
      if inside.isEmpty {
        findings.append(
          VenueFinding(.levelWithoutUnits, "\(name): level \"\(level.id)\" has no units"))
      }
      guard let geometry = LevelGeometry(level, units: inside, frame: venue.frame) else { continue }
      findings += geometry.outside(margin: margin).map { unit in
        VenueFinding(
          .unitOutsideLevel,
          "\(name): unit \"\(unit.id)\" reaches out of level \"\(level.id)\"; correct one of them")
      }
      findings += geometry.overlaps(over: sharedArea, pairs: pairs).map { one, other, area in
        VenueFinding(
          .unitsOverlap,
          "\(name): units \"\(one.id)\" and \"\(other.id)\" of level \"\(level.id)\" share"
            + " \((area * 10).rounded() / 10) m²; separate them")
      }
      let off = geometry.off(openings[level.key] ?? [], by: wall, frame: venue.frame)
      findings += off.map { opening in
        VenueFinding(
          .openingOffEdge,
          "\(name): opening \"\(opening.id)\" of level \"\(level.id)\" is on no unit's edge; move it"
            + " there")
      }
    }
    findings += ordinalGaps(of: venue, name: name)
    return isArchive ? findings : findings + unknownCategories(of: venue, name: name)
  }

  private static func ordinalGaps(of venue: Venue, name: String) -> [VenueFinding] {
    let buildings = Dictionary(grouping: venue.levels.map(\.key), by: \.building)
    return buildings.sorted { $0.key < $1.key }.compactMap { building, keys in
      let ordinals = Set(keys.map(\.ordinal))
      guard let low = ordinals.min(), let high = ordinals.max(),
        let gap = (low...high).first(where: { !ordinals.contains($0) })
      else { return nil }
      return VenueFinding(
        .ordinalGap,
        "\(name): building \"\(building)\" has no level \(gap) between \(low) and \(high)")
    }
  }

  private static func unknownCategories(of venue: Venue, name: String) -> [VenueFinding] {
    let categories =
      venue.units.map { ("unit \"\($0.id)\"", $0.category, IMDFCategories.unit) }
      + venue.openings.map { ("opening \"\($0.id)\"", $0.category, IMDFCategories.opening) }
    return categories.compactMap { subject, category, known in
      guard let category, !known.contains(category) else { return nil }
      return VenueFinding(
        .unknownCategory,
        "\(name): \(subject) has the category \"\(category)\", which IMDF doesn't know; correct it")
    }
  }
}
