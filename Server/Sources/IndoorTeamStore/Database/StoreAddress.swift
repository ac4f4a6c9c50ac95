import CPQ

/// Where a team's store is: `postgresql://USER@HOST:PORT/DATABASE?sslmode=…`, as libpq reads it.
public struct StoreAddress: Sendable, CustomStringConvertible {
  /// The address as it was given, which holds no password.
  public let description: String
  /// Whether it names this machine alone, by a socket or a loopback address.
  let isLocal: Bool

  /// Reads an address.
  ///
  /// - Throws: `.badStoreAddress`, and `.passwordInAddress`: passwords come from the file that
  ///   `PGPASSFILE` names.
  public init(_ text: String) throws(TeamStoreError) {
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
      throw .badAddress("begins otherwise than with postgresql://")
    }
    var complaint: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &complaint) else {
      let reason = complaint.map { String(cString: $0) } ?? "can't be read"
      PQfreemem(complaint)
      throw .badAddress(reason.split(whereSeparator: \.isNewline).first.map(String.init) ?? reason)
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    guard values["password"] == nil, values["sslpassword"] == nil else {
      throw .passwordInAddress()
    }
    let hosts = (values["hostaddr"] ?? values["host"] ?? "").split(separator: ",")
    isLocal = hosts.allSatisfy {
      $0.hasPrefix("/") || $0 == "localhost" || $0.hasPrefix("127.") || $0 == "::1"
    }
    description = text
  }
}
