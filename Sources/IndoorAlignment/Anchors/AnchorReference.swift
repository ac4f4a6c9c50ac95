internal import Foundation
public import IndoorGeometry
public import IndoorModel

/// An anchor as people write it: `X,Y=LAT,LON` in degrees or in degrees, minutes and seconds,
/// `X,Y=unit:ID#N` or `X,Y=opening:ID`.
public struct AnchorReference: Hashable, Sendable {
  /// What the page point shows.
  public enum Place: Hashable, Sendable {
    /// Two numbers: latitude and longitude, or easting and northing of a reference system.
    case numbers(Double, Double)
    /// Degrees whose letters (N, S, E, W) say which is which.
    case degrees(Coordinate)
    /// The N-th vertex, from 0, of a unit's first polygon's outer ring.
    case unitVertex(id: String, vertex: Int)
    /// The middle of an opening's line.
    case opening(id: String)
  }

  /// Where on the page.
  public var page: PagePoint
  /// What is there.
  public var place: Place
  /// The text it was read from; messages begin with it.
  public var text: String

  /// To which digit its numbers are written; `nil` for a name of a venue.
  let digits: WrittenDigits?

  /// Whether its numbers are a reference system's, and no name's of a venue.
  package var isOfReferenceSystem: Bool {
    switch place {
    case .numbers, .degrees: true
    case .unitVertex, .opening: false
    }
  }

  /// Reads `X,Y=LAT,LON`, `X,Y=unit:ID#N` or `X,Y=opening:ID`. Throws a sentence for anything else.
  public init(_ text: String) throws(AlignmentError) {
    self.text = text
    guard let equals = text.firstIndex(of: "="),
      let page = Self.numbers(text[..<equals])
    else { throw .badAnchorText(text) }
    self.page = PagePoint(x: page.0, y: page.1)
    let right = text[text.index(after: equals)...].drop { $0 == " " }
    if right.hasPrefix("unit:") {
      let body = right.dropFirst("unit:".count)
      guard let hash = body.lastIndex(of: "#"), hash > body.startIndex,
        let vertex = Int(body[body.index(after: hash)...]), vertex >= 0
      else { throw .badAnchorText(text) }
      place = .unitVertex(id: String(body[..<hash]), vertex: vertex)
      digits = nil
    } else if right.hasPrefix("opening:"), right.count > "opening:".count {
      place = .opening(id: String(right.dropFirst("opening:".count)))
      digits = nil
    } else {
      let numbers = Self.numbers(right).map { numbers in
        let digits = right.split(separator: ",").map { WrittenDigits(of: $0.trimmed) }
        return (Place.numbers(numbers.0, numbers.1), WrittenDigits.finest(digits))
      }
      guard let found = numbers ?? Self.angles(right) else { throw .badAnchorText(text) }
      (place, digits) = found
    }
  }

  /// The anchor, its place looked up in the venue where it names one.
  ///
  /// - Parameters:
  ///   - venue: where units and openings are looked up.
  ///   - level: which of several with one id is meant, where known.
  ///   - system: what two numbers are in, x east and y north; without one they are latitude and
  ///     longitude.
  public func anchor(
    in venue: Venue?, level: LevelKey? = nil, system: ReferenceSystem? = nil
  ) throws(AlignmentError) -> Anchor {
    switch place {
    case .numbers(let first, let second):
      let coordinate =
        try system?.coordinate(x: first, y: second)
        ?? Coordinate(latitude: first, longitude: second)
      guard coordinate.isValid else { throw .outOfRange(text, coordinate) }
      return Anchor(page: page, coordinate: coordinate)
    case .degrees(let degrees):
      guard degrees.isValid else { throw .outOfRange(text, degrees) }
      guard let system else { return Anchor(page: page, coordinate: degrees) }
      return Anchor(page: page, coordinate: try place(of: degrees, in: system))
    case .unitVertex(let id, let vertex):
      guard let venue else { throw .noVenue(text) }
      let unit = try only(venue.units, "unit", id, level, \.id, \.level)
      let ring = unit.geometry.first?.exterior ?? []
      guard vertex < ring.count else {
        throw .badPlace(text, why: "unit “\(id)” has \(ring.count) vertices, counted from 0")
      }
      return Anchor(page: page, coordinate: ring[vertex], name: "unit:\(unit.id)#\(vertex)")
    case .opening(let id):
      guard let venue else { throw .noVenue(text) }
      let opening = try only(venue.openings, "opening", id, level, \.id, \.level)
      guard let middle = Self.middle(of: opening.line, frame: venue.frame) else {
        throw .badPlace(text, why: "opening “\(id)” has no line")
      }
      return Anchor(page: page, coordinate: middle, name: "opening:\(opening.id)")
    }
  }

  /// Where degrees of a geographic system are.
  private func place(
    of degrees: Coordinate, in system: ReferenceSystem
  ) throws(AlignmentError) -> Coordinate {
    // Datums differ by a hundredth of a degree at most; metres are taken for degrees by none.
    guard let place = try? system.anywhere(x: degrees.longitude, y: degrees.latitude),
      abs(place.latitude - degrees.latitude) < 0.1,
      abs(place.unbroken(near: degrees.longitude).longitude - degrees.longitude) < 0.1
    else { throw .noDegrees(text, system.name) }
    return place
  }

  private func only<Feature>(
    _ all: [Feature], _ kind: String, _ id: String, _ level: LevelKey?,
    _ ownID: KeyPath<Feature, String>, _ key: KeyPath<Feature, LevelKey>
  ) throws(AlignmentError) -> Feature {
    // As it is written, else the same id in another spelling.
    let exact = all.filter { $0[keyPath: ownID] == id }
    let compared = id.comparedID
    let features =
      exact.isEmpty ? all.filter { $0[keyPath: ownID].comparedID == compared } : exact
    let there = level.map { level in features.filter { $0[keyPath: key] == level } } ?? features
    // A wall on another floor is as good an anchor where no other has its id.
    let candidates = there.isEmpty ? features : there
    guard let first = candidates.first else {
      throw .badPlace(text, why: "the venue has no \(kind) “\(id)”")
    }
    guard candidates.count == 1 else {
      throw .badPlace(text, why: "\(candidates.count) \(kind)s have the id “\(id)”, name its level")
    }
    return first
  }

  /// The point half-way along a line.
  private static func middle(of line: [Coordinate], frame: LocalFrame) -> Coordinate? {
    let points = line.map { frame.local(from: $0) }
    let lengths = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
    var rest = lengths.reduce(0, +) / 2
    for (i, length) in lengths.enumerated() {
      guard rest > length else {
        let t = length > 0 ? rest / length : 0
        let (p, q) = (points[i], points[i + 1])
        return frame.coordinate(
          from: LocalPoint(x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y)))
      }
      rest -= length
    }
    return line.last
  }

  /// Two angles, latitude first unless their letters say otherwise.
  private static func angles(_ text: Substring) -> (Place, WrittenDigits?)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = DegreesMinutesSeconds.parse(parts[0]),
      let second = DegreesMinutesSeconds.parse(parts[1])
    else { return nil }
    let digits = WrittenDigits.finest([first.digits, second.digits])
    switch (first.axis, second.axis) {
    case (nil, nil): return (.numbers(first.degrees, second.degrees), digits)
    case (.longitude, .latitude), (.longitude, nil), (nil, .latitude):
      let place = Coordinate(latitude: second.degrees, longitude: first.degrees)
      return (.degrees(place), digits)
    case (.latitude, .latitude), (.longitude, .longitude): return nil
    default:
      let place = Coordinate(latitude: first.degrees, longitude: second.degrees)
      return (.degrees(place), digits)
    }
  }

  private static func numbers(_ text: Substring) -> (Double, Double)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let first = Double(decimal: parts[0].trimmingCharacters(in: .whitespaces)),
      let second = Double(decimal: parts[1].trimmingCharacters(in: .whitespaces))
    else { return nil }
    return (first, second)
  }
}

extension AlignmentError {
  static func badAnchorText(_ text: String) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "the anchor \(text.prefix(80)): write X,Y=LAT,LON with decimal points, X,Y=unit:ID#N or X,Y=opening:ID"
    )
  }

  static func outOfRange(_ text: String, _ place: Coordinate) -> AlignmentError {
    AlignmentError(
      .coordinateOutOfRange,
      "the anchor \(text.prefix(80)): latitude \(place.latitude), longitude \(place.longitude) is out of range, are they swapped?"
    )
  }

  static func noDegrees(_ text: String, _ system: String) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "the anchor \(text.prefix(80)): N, S, E and W are of degrees from Greenwich, which \(system) doesn't have; write its own two numbers without letters, or name no reference system"
    )
  }

  static func noVenue(_ text: String) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "the anchor \(text.prefix(80)): it names a place of a venue, give the venue"
    )
  }

  static func badPlace(_ text: String, why: String) -> AlignmentError {
    AlignmentError(.badAnchor, "the anchor \(text.prefix(80)): \(why), correct the name")
  }
}
