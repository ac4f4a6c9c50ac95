import IndoorGeometry

/// Reads features and their geometries from the tape, and collects warnings.
struct GeoJSONReader {
  let name: String
  private(set) var warnings: [GeoJSONWarning] = []

  init(name: String) { self.name = name }

  mutating func feature(_ node: JSONNode, index: Int) throws(GeoJSONFault) -> GeoJSONFeature {
    guard node["type"]?.string == "Feature" else { throw .notAFeature }
    noteReferenceSystem(of: node, feature: index)
    var geometry: GeoJSONGeometry?
    if let value = node["geometry"], !value.isNull {
      geometry = try self.geometry(value, feature: index)
    }
    let properties = node["properties"]
    for object in [node, properties, node["geometry"]] where object?.repeatedName != nil {
      note(.keyTwice, 1, feature: index)
    }
    return GeoJSONFeature(
      index: index, id: node["id"].flatMap(Self.identifier), geometry: geometry,
      properties: properties?.kind == .object ? properties : nil, node: node)
  }

  /// The depth of nested collections is bounded by that of the document.
  mutating func geometry(_ node: JSONNode, feature: Int) throws(GeoJSONFault) -> GeoJSONGeometry? {
    let type = node["type"]?.string ?? ""
    guard type != "GeometryCollection" else {
      guard let parts = node["geometries"], parts.kind == .array else {
        throw .noCoordinates(type)
      }
      var geometries: [GeoJSONGeometry] = []
      for part in parts.elements {
        if let geometry = try geometry(part, feature: feature) { geometries.append(geometry) }
      }
      return .collection(geometries)
    }
    let coordinates = node["coordinates"]
    // An empty array counts as no geometry (section 3.1).
    if let coordinates, coordinates.kind == .array, coordinates.elements.underestimatedCount == 0 {
      guard Self.types.contains(type) else { throw .unknownGeometry(type) }
      return nil
    }
    guard let coordinates, coordinates.kind == .array else {
      throw Self.types.contains(type) ? .noCoordinates(type) : .unknownGeometry(type)
    }
    let index = coordinates.index
    var problems = RingProblems()
    let result = coordinates.read { cursor in
      Result { () throws(GeoJSONFault) -> GeoJSONGeometry? in
        switch type {
        case "Point": .point(try cursor.position(index))
        case "MultiPoint": .multiPoint(try cursor.positions(index, type))
        case "LineString": .lineString(try cursor.positions(index, type))
        case "MultiLineString":
          .multiLineString(
            try cursor.each(index, type) { i throws(GeoJSONFault) in
              try cursor.positions(i, type)
            })
        case "Polygon": try cursor.polygon(index, type, &problems).map(GeoJSONGeometry.polygon)
        case "MultiPolygon":
          .multiPolygon(
            try cursor.each(index, type) { i throws(GeoJSONFault) in
              try cursor.polygon(i, type, &problems)
            }.compactMap { $0 })
        default: throw .unknownGeometry(type)
        }
      }
    }
    note(.ringNotClosed, problems.notClosed, feature: feature)
    note(.ringTooShort, problems.tooShort, feature: feature)
    return try result.get()
  }

  mutating func noteReferenceSystem(of node: JSONNode, feature: Int?) {
    if let member = node["crs"], !member.isNull {
      note(.obsoleteReferenceSystem, 1, feature: feature)
    }
  }

  private mutating func note(_ code: GeoJSONWarning.Code, _ count: Int, feature: Int?) {
    guard count > 0 else { return }
    if let known = warnings.firstIndex(where: { $0.code == code }) {
      warnings[known].count += count
    } else {
      warnings.append(GeoJSONWarning(code: code, feature: feature, count: count, name: name))
    }
  }

  private static let types: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
  ]

  private static func identifier(_ node: JSONNode) -> String? {
    node.string ?? node.digits
  }
}

/// What was mended in the rings of a geometry.
struct RingProblems {
  var notClosed = 0
  var tooShort = 0
}

extension TapeCursor {
  /// One thing for each value of an array.
  func each<Part>(
    _ index: Int, _ type: String, _ read: (Int) throws(GeoJSONFault) -> Part
  ) throws(GeoJSONFault) -> [Part] {
    guard letter(index) == Letter.array else { throw .noCoordinates(type) }
    var parts: [Part] = []
    parts.reserveCapacity(count(index))
    let end = after(index) - 1
    var next = index + 1
    while next < end {
      parts.append(try read(next))
      next = after(next)
    }
    return parts
  }

  /// The coordinate of a position: longitude, latitude, and whatever follows.
  func position(_ index: Int) throws(GeoJSONFault) -> Coordinate {
    guard letter(index) == Letter.array, count(index) >= 2, let longitude = number(index + 1),
      let latitude = number(index + 3)
    else { throw .notAPosition }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      guard !isPartedByCommas(index) else { throw .decimalCommas }
      throw .outOfRange(longitude: longitude, latitude: latitude)
    }
    guard !hasFractionForHeight(index) else { throw .decimalCommas }
    return coordinate
  }

  /// Whether a position that is none would be one if its commas were decimal points, as
  /// `[11,580211, 48,140723]` and `[11,580211, 48.140723]`.
  private func isPartedByCommas(_ index: Int) -> Bool {
    let count = count(index)
    guard count > 2, count < 5, isWhole(index + 1), isWhole(index + 3),
      let longitude = number(index + 1), let latitude = number(index + 5), abs(longitude) < 180,
      abs(latitude) < 90
    else { return false }
    // Decimals of metres; pixels have no more digits.
    func isFraction(_ index: Int) -> Bool { number(index).map { $0 >= 10_000 } ?? false }
    guard count == 4 else { return !isWhole(index + 5) && isFraction(index + 3) }
    return isWhole(index + 5) && isWhole(index + 7)
      && (isFraction(index + 3) || isFraction(index + 7))
  }

  /// Whether what stands for a height is what a decimal comma parted from a latitude, as in
  /// `[11.580211, 48,140723]`: no venue is a hundred kilometres high.
  private func hasFractionForHeight(_ index: Int) -> Bool {
    guard count(index) == 3, isWhole(index + 3), isWhole(index + 5), !isWhole(index + 1),
      let fraction = number(index + 5)
    else { return false }
    return fraction >= 100_000
  }

  /// Whether a number was written without a point and an exponent.
  private func isWhole(_ index: Int) -> Bool {
    letter(index) == Letter.signed || letter(index) == Letter.unsigned
  }

  /// The coordinates of an array of positions.
  func positions(_ index: Int, _ type: String) throws(GeoJSONFault) -> [Coordinate] {
    guard letter(index) == Letter.array else { throw .noCoordinates(type) }
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(count(index))
    let end = after(index) - 1
    var next = index + 1
    while next < end {
      coordinates.append(try position(next))
      next = after(next)
    }
    return coordinates
  }

  /// The polygon of an array of rings, or `nil` where its outer ring is none.
  func polygon(
    _ index: Int, _ type: String, _ problems: inout RingProblems
  ) throws(GeoJSONFault) -> Polygon<Coordinate>? {
    guard letter(index) == Letter.array else { throw .noCoordinates(type) }
    let end = after(index) - 1
    guard index + 1 < end else { return nil }
    let exterior = try ring(index + 1, type, &problems)
    var holes: [[Coordinate]] = []
    var next = after(index + 1)
    while next < end {
      if let hole = try ring(next, type, &problems) { holes.append(hole) }
      next = after(next)
    }
    return exterior.map { Polygon(exterior: $0, holes: holes) }
  }

  /// The open ring of a closed one, or `nil` where it encloses nothing.
  private func ring(
    _ index: Int, _ type: String, _ problems: inout RingProblems
  ) throws(GeoJSONFault) -> [Coordinate]? {
    var ring = try positions(index, type)
    if ring.count > 1, ring.first == ring.last {
      ring.removeLast()
    } else if ring.count > 2 {
      problems.notClosed += 1
    }
    // Three different vertices, which the first three are as a rule.
    let second = ring.first { $0 != ring[0] }
    let encloses = second != nil && ring.contains { $0 != ring[0] && $0 != second }
    if !encloses { problems.tooShort += 1 }
    return encloses ? ring : nil
  }
}
