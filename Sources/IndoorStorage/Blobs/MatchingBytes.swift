import IndoorModel

/// A matching in bytes.
///
///     byte     representation: 0 powed, 1 exponential; double its parameter
///     byte     distance: 0 Euclid, 1 Manhattan, 2 cosine, 3 Sørensen
///     varint   neighbours
///     double   radius for each metre of spread
///     double   sharpness of the neighbours' weights
///     double   what a squared decibel of radio offset adds to a distance
enum MatchingBytes {
  private static let distances: [Matching.Distance] = [.euclid, .manhattan, .cosine, .sørensen]

  static func write(_ matching: Matching, to out: inout ByteWriter) {
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
  }

  /// - Parameters:
  ///   - hasSharpness: whether the last number but one is there.
  ///   - hasPenalty: whether the last number is there.
  static func read(
    _ reader: inout ByteReader, hasSharpness: Bool = true, hasPenalty: Bool = true
  ) throws(Damage) -> Matching {
    let kind = try reader.byte()
    let parameter = try reader.double()
    let distance = Int(try reader.byte())
    let neighbours = try reader.varint()
    let radius = try reader.double()
    let sharpness = hasSharpness ? try reader.double() : 0
    let offsetPenalty = hasPenalty ? try reader.double() : 0
    guard kind <= 1, distance < distances.count, neighbours <= 100 else {
      throw reader.damage("has a matching that can't be")
    }
    let matching = Matching(
      representation: kind == 0 ? .powed(exponent: parameter) : .exponential(scale: parameter),
      distance: distances[distance], neighbours: Int(neighbours), sharpness: sharpness,
      offsetPenalty: offsetPenalty, radiusPerSpread: radius)
    guard matching.isValid else { throw reader.damage("has a matching that can't be") }
    return matching
  }
}
