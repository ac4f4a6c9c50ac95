import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Takes the shapes of features in: valid polygons, lines of two vertices, and a finding for each
/// that had to be changed.
struct FeatureShapes {
  private var mender = PolygonMender()
  /// Around all that was taken in.
  private(set) var bounds = GeographicBounds()
  private(set) var findings: [VenueFinding] = []

  /// A feature's polygons, mended where they had to be.
  mutating func polygons(of feature: VenueFeature, _ what: String) -> [Polygon<Coordinate>] {
    var subject: String { "\(feature.place.text): \(what) \(feature.called)" }
    var valid: [Polygon<Coordinate>] = []
    for polygon in feature.geometry?.polygons ?? [] {
      valid += settle(
        mender.verdict(on: polygon), [polygon], "\(subject) has an invalid polygon")
    }
    if let verdict = mender.union(ofOverlapping: valid) {
      valid = settle(verdict, valid, "\(subject) has polygons that lie over each other")
    }
    valid = valid.joinedAtAntimeridian
    if !valid.isEmpty {
      let (points, lines) = (feature.geometry?.points ?? [], feature.geometry?.lines ?? [])
      find([("point", points.count), ("line", lines.count)], beside: "area", subject)
    }
    for polygon in valid {
      for coordinate in polygon.exterior { bounds.extend(to: coordinate) }
    }
    return valid
  }

  /// A feature's line, the first of several, or `nil` where none has two different vertices.
  mutating func line(of feature: VenueFeature, _ what: String) -> [Coordinate]? {
    let lines = (feature.geometry?.lines ?? []).joinedAtAntimeridian.filter { line in
      line.contains { $0 != line.first }
    }
    if lines.count > 1 {
      findings.append(
        VenueFinding(
          .severalLines,
          "\(feature.place.text): \(what) \(feature.called) has \(lines.count) lines, of which the"
            + " first was kept; make each a feature of its own"))
    }
    if !lines.isEmpty {
      let (points, areas) = (feature.geometry?.points ?? [], feature.geometry?.polygons ?? [])
      find(
        [("point", points.count), ("area", areas.count)], beside: "line",
        "\(feature.place.text): \(what) \(feature.called)")
    }
    for coordinate in lines.first ?? [] { bounds.extend(to: coordinate) }
    return lines.first
  }

  /// Says what of a geometry isn't kept beside what counts.
  private mutating func find(
    _ rest: [(name: String, count: Int)], beside kept: String, _ subject: @autoclosure () -> String
  ) {
    let parts = rest.filter { $0.count > 0 }.map {
      "\($0.count) \($0.name)\($0.count == 1 ? "" : "s")"
    }
    guard !parts.isEmpty else { return }
    let finding = VenueFinding(
      .partsLeftOut,
      "\(subject()) has \(parts.joined(separator: " and ")) beside its \(kept), which alone counts; make"
        + " the rest features of their own, or take it out")
    // Once of what is on several levels.
    if findings.last != finding { findings.append(finding) }
  }

  /// One outline of a level that was made of several: what lies over another polygon is united with
  /// it.
  mutating func union(
    _ polygons: [Polygon<Coordinate>], of level: Level
  ) -> [Polygon<Coordinate>] {
    switch mender.union(ofOverlapping: polygons) {
    case nil, .valid: return polygons
    case .mended(_, let union): return union
    case .refused(let reason):
      findings.append(
        VenueFinding(
          .invalidPolygon,
          "level \"\(level.id)\": the outlines that were merged can't be united (\(reason)); draw one"
        ))
      return polygons
    }
  }

  /// What a verdict makes of polygons, with a finding where that isn't what they were.
  private mutating func settle(
    _ verdict: PolygonMender.Verdict, _ polygons: [Polygon<Coordinate>],
    _ fault: @autoclosure () -> String
  ) -> [Polygon<Coordinate>] {
    switch verdict {
    case .valid: return polygons
    case .mended(let problem, let parts):
      findings.append(
        VenueFinding(
          .invalidPolygon,
          "\(fault()) (\(problem.text)); repaired to \(parts.count) valid ones"
            + (parts.isEmpty ? "" : ", whose corners may have other numbers")))
      guard polygons.count == 1, parts.count == 1 else { return parts }
      return [parts[0].numbered(like: polygons[0].exterior)]
    case .refused(let reason):
      findings.append(
        VenueFinding(
          .invalidPolygon, "\(fault()) (\(reason)) and was left out; draw it anew"))
      return []
    }
  }
}

extension Polygon<Coordinate> {
  /// The same, whose outer ring goes round as another does and begins where that has its first
  /// corner of this one.
  fileprivate func numbered(like ring: [Coordinate]) -> Polygon<Coordinate> {
    func isClockwise(_ ring: [Coordinate]) -> Bool {
      Polygon<LocalPoint>.signedArea(
        ring.map {
          LocalPoint(x: $0.unbroken(near: ring[0].longitude).longitude, y: $0.latitude)
        }) < 0
    }
    var corners = exterior
    if isClockwise(corners) != isClockwise(ring) { corners.reverse() }
    let places = Dictionary(zip(corners, corners.indices)) { first, _ in first }
    if let start = ring.lazy.compactMap({ places[$0] }).first {
      corners = Array(corners[start...] + corners[..<start])
    }
    return Polygon(exterior: corners, holes: holes)
  }
}
