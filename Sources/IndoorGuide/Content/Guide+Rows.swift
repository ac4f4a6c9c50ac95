import IndoorModel

extension Guide {
  /// What a list shows of an entry.
  func row(
    _ place: Int, distance: GuideRow.Distance? = nil, isFromSomewhere: Bool = false
  ) -> GuideRow {
    var row = rows[place]
    row.distance = distance
    row.isFromSomewhere = isFromSomewhere
    return row
  }

  /// What names a row in a cursor: the same in every process.
  static func cursor(_ id: GuideRow.ID) -> String {
    (id.collection.utf8 + [0] + id.key.utf8).map { byte in
      let hex = String(byte, radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }.joined()
  }

  /// The entry that a cursor names.
  func entry(of cursor: String) throws(GuideError) -> Int {
    let digits = Array(cursor.utf8)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count - 1, by: 2) {
      guard
        let byte = UInt8(String(decoding: digits[start...(start + 1)], as: UTF8.self), radix: 16)
      else { throw .badCursor(cursor) }
      bytes.append(byte)
    }
    guard digits.count % 2 == 0, let gap = bytes.firstIndex(of: 0) else {
      throw .badCursor(cursor)
    }
    let collection = String(decoding: bytes[..<gap], as: UTF8.self)
    let key = String(decoding: bytes[(gap + 1)...], as: UTF8.self)
    guard let part = parts.first(where: { $0.content.collection.key == collection }),
      let entry = part.items[key]
    else { throw .badCursor(cursor) }
    return entry
  }
}
