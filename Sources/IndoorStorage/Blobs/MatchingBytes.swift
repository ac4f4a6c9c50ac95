import IndoorModel

/// A matching in bytes.
///
///     byte     representation: 0 powed, 1 exponential; double its parameter
///     byte     distance: 0 Euclid, 1 Manhattan, 2 cosine, 3 Sørensen
///     varint   neighbours
///     double   radius for each metre of spread
///     double   sharpness of the neighbours' weights
///     double   what a squared decibel of radio offset adds to a distance
///     double   the distance to the most alike row that is usual where was surveyed, 0 where unknown
enum MatchingBytes {
  private static let distances: [Matching.Distance] = [.euclid, .manhattan, .cosine, .sørensen]

  /// - Parameter numbers: how many of the last three numbers are written, 2 or 3.
  static func write(_ matching: Matching, to out: inout ByteWriter, numbers: Int = 3) {
    switch matching.representation {
    case .powed(let exponent):
      out.byte(0)
      out.double(exponent)
    case .exponential(let scale):
      out.byte(1)
      out.double(scale)
    }
    out.byte(distances.firstIndex(of: matching.distance).map { UInt8($0) } ?? 0)
    out.varint(UInt64(clamping: matching.neighbours))
    out.double(matching.radiusPerSpread)
    out.double(matching.sharpness)
    out.double(matching.offsetPenalty)
    if numbers > 2 { out.double(matching.usualDistance) }
  }

  /// - Parameter numbers: how many of the last three numbers are there.
  static func read(
    _ reader: inout ByteReader, numbers: Int = 3
  ) throws(Damage) -> Matching {
    let kind = try reader.byte()
    let parameter = try reader.double()
    let distance = Int(try reader.byte())
    let neighbours = try reader.varint()
    let radius = try reader.double()
    let sharpness = numbers > 0 ? try reader.double() : 0
    let offsetPenalty = numbers > 1 ? try reader.double() : 0
    let usualDistance = numbers > 2 ? try reader.double() : 0
    guard kind <= 1, distance < distances.count, neighbours <= 100 else {
      throw reader.damage("has a matching that can't be")
    }
    let matching = Matching(
      representation: kind == 0 ? .powed(exponent: parameter) : .exponential(scale: parameter),
      distance: distances[distance], neighbours: Int(neighbours), sharpness: sharpness,
      offsetPenalty: offsetPenalty, radiusPerSpread: radius,
      usualDistance: usualDistance)
    guard matching.isValid else { throw reader.damage("has a matching that can't be") }
    return matching
  }
}
