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

  /// What is done to a venue until the transaction ends, and which others wait meanwhile.
  enum Lock: String {
    /// It is looked at; nobody waits.
    case none = ""
    /// Something is added to it; who takes it out waits.
    case adding = " FOR KEY SHARE"
    /// It is published; who publishes it, too, waits.
    case publishing = " FOR NO KEY UPDATE"
    /// It is taken out; everyone waits.
    case removing = " FOR UPDATE"
  }

  /// The venue of an id; `nil` where there is none.
  static func find(
    _ name: String, for lock: Lock = .none, _ connection: Connection
  ) throws(TeamStoreError) -> StoredVenue? {
    let rows = try connection.run(
      "SELECT id FROM venue WHERE name = $1\(lock.rawValue)", .text(name))
    guard rows.count == 1 else { return nil }
    return StoredVenue(number: try rows.required(rows.int(0, 0), "a venue's number"), name: name)
  }
}
