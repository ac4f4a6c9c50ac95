import IndoorStorage

/// A version of a venue as the store keeps it.
struct VersionRow {
  /// 1 for the first.
  let number: Int
  /// SHA-256 of its pages' hashes.
  let digest: [UInt8]
  /// Its pages.
  let pages: PageList
  /// SHA-256 of each part's rows.
  let parts: [VenuePart: [UInt8]]
  /// Who made it.
  let by: String
  /// When: ISO 8601 in UTC, to the second.
  let time: String

  /// Bytes of a list of pages that this program takes: of a file of 8 GB.
  private static let mostBytes = 64 << 20

  private static let columns = """
    number, digest, CASE WHEN length(pages) <= \(mostBytes) THEN pages END, geometry, plans, guide, radio_map, pushed_by, \
    to_char(pushed AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    """

  /// The newest version of a venue, or one of a number; `nil` where there is none.
  static func read(
    _ venue: Int, number: Int? = nil, _ connection: Connection
  ) throws(TeamStoreError) -> VersionRow? {
    try rows(
      connection.run(
        """
        SELECT \(columns) FROM version
          WHERE venue = $1::int AND number = coalesce($2::int, number)
          ORDER BY number DESC LIMIT 1
        """, .int(Int32(clamping: venue)), .optional(number))
    ).first
  }

  private static func rows(_ rows: Rows) throws(TeamStoreError) -> [VersionRow] {
    var versions: [VersionRow] = []
    for row in 0..<rows.count {
      versions.append(
        VersionRow(
          number: try rows.required(rows.int(row, 0), "a version's number"),
          digest: try rows.required(rows.bytes(row, 1), "a version's digest"),
          pages: PageList(try rows.required(rows.bytes(row, 2), "a version's list of pages")),
          parts: Self.parts(rows, row, from: 3), by: rows.printed(row, 7),
          time: rows.text(row, 8) ?? ""))
    }
    return versions
  }

  private static func parts(_ rows: Rows, _ row: Int, from column: Int) -> [VenuePart: [UInt8]] {
    var parts: [VenuePart: [UInt8]] = [:]
    for (index, part) in [VenuePart.geometry, .plans, .guide, .radioMap].enumerated() {
      parts[part] = rows.bytes(row, column + index)
    }
    return parts
  }

  /// The parts of all versions from a number on.
  static func parts(
    of venue: Int, since number: Int, _ connection: Connection
  ) throws(TeamStoreError) -> [[VenuePart: [UInt8]]] {
    let rows = try connection.run(
      """
      SELECT geometry, plans, guide, radio_map FROM version
        WHERE venue = $1::int AND number >= $2::int
      """, .int(Int32(clamping: venue)), .int(Int32(clamping: number)))
    return (0..<rows.count).map { parts(rows, $0, from: 0) }
  }
}
