import IndoorGeometry
import IndoorModel

/// A chosen matching and what it rests on, in the file.
///
///     byte     3                          the encoding's version
///     8 bytes  FNV-1a of all that follows; not in version 2
///     varint   rows that were located
///     the chosen one, the default; each: matching as `MatchingBytes` has it, doubles mean error and its standard error in metres
enum MatchingChoiceBlob {
  private static let version: UInt8 = 3

  static func encode(_ choice: MatchingChoice) -> [UInt8] {
    var body = ByteWriter()
    body.varint(UInt64(clamping: choice.rows))
    for candidate in [choice.chosen, choice.standard] {
      MatchingBytes.write(candidate.matching, to: &body)
      body.double(candidate.evaalError)
      body.double(candidate.standardError)
    }
    var out = ByteWriter()
    out.byte(version)
    out.fixed(body.bytes.withUnsafeBytes { FNV.hash($0) })
    out.raw(body.bytes)
    return out.bytes
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) throws(Damage) -> MatchingChoice {
    var reader = ByteReader(bytes, name: "matching_choices, choice")
    let version = try reader.byte()
    guard (2...Self.version).contains(version) else {
      throw reader.damage("has an unknown encoding")
    }
    if version > 2 {
      let hash = try reader.fixed(Int64.self)
      guard FNV.hash(reader.rest) == hash else { throw reader.damage("has changed") }
    }
    guard let rows = Int(exactly: try reader.varint()) else {
      throw reader.damage("counts more than it holds")
    }
    func candidate() throws(Damage) -> MatchingChoice.Candidate {
      let matching = try MatchingBytes.read(&reader)
      return MatchingChoice.Candidate(
        matching: matching, evaalError: try reader.double(),
        standardError: try reader.double())
    }
    let choice = MatchingChoice(chosen: try candidate(), standard: try candidate(), rows: rows)
    try reader.finish()
    return choice
  }

  /// A hash of all that a map has, so that another map is known for another.
  static func hash(of map: RadioMap, format: Int) -> Int64 {
    var out = ByteWriter()
    out.zigzag(Int64(format))
    MatchingBytes.write(map.matching, to: &out)
    for level in map.levels {
      out.text(level.building)
      out.zigzag(Int64(level.ordinal))
    }
    // What identifies a transmitter never matters to a matching, only which entries are of the same
    // one.
    for count in [map.levels.count, map.transmitters.count, map.rowCount, map.rssi.count] {
      out.varint(UInt64(count))
    }
    for place in map.places {
      out.double(place.x)
      out.double(place.y)
    }
    for level in map.levelIndices { out.fixed(level) }
    for walk in map.walks { out.fixed(walk) }
    for start in map.rowStarts { out.fixed(start) }
    for transmitter in map.transmitterIndices { out.fixed(transmitter) }
    for rssi in map.rssi { out.fixed(rssi) }
    return out.bytes.withUnsafeBytes { FNV.hash($0) }
  }
}
