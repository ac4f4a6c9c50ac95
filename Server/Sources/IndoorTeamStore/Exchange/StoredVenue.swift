/// A venue's row.
struct StoredVenue {
  /// The row's number.
  let number: Int
  /// The venue's id.
  let name: String

  /// Whether a text can be a venue's id: 1 to 64 small letters, digits and hyphens.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// The venue of an id; `nil` where there is none.
  ///
  /// - Parameter locked: whether others who publish it wait until this transaction ends.
  static func find(
    _ name: String, locked: Bool = false, _ connection: Connection
  ) throws(TeamStoreError) -> StoredVenue? {
    let rows = try connection.run(
      "SELECT id FROM venue WHERE name = $1\(locked ? " FOR UPDATE" : "")", .text(name))
    guard rows.count == 1 else { return nil }
    return StoredVenue(number: try rows.required(rows.int(0, 0), "a venue's number"), name: name)
  }
}
