import Foundation
import GRDB
import IndoorModel

/// What of a venue file is changed as one: where two people changed the same part, its rows can't
/// be united as walks can.
public enum VenuePart: String, CaseIterable, Sendable {
  /// The venue, its buildings, levels, units and openings, and what its source said beside.
  case geometry
  /// The placed plans: their bytes, anchors, ties and pictures.
  case plans
  /// The guide.
  case guide
  /// The versions of the radio map.
  case radioMap = "radio-map"

  /// The part's tables, those first that others refer to.
  var layers: [Layer] {
    switch self {
    case .geometry: [.venue, .buildings, .levels, .units, .openings, .sourceFeatures]
    case .plans: [.plans, .planFiles, .planAnchors, .planTyings, .planTies]
    case .guide: Layer.guide
    case .radioMap: [.radioMaps, .forgottenTransmitters]
    }
  }
}

extension VenueFile {
  /// Hands over the content of a part, a row at a time, so that equal parts of two files are equal
  /// bytes.
  ///
  /// Of a plan's pictures it is their names, which are made of what else is there.
  ///
  /// - Throws: a `StorageError`.
  public func forEachRow(
    of part: VenuePart, _ body: (_ bytes: [UInt8]) -> Void
  ) throws(StorageError) {
    try read { db in
      for layer in part.layers {
        // What is prepared is made of the rest, on whatever machine asks for it.
        if layer.table == Layer.guidePrepared.table { continue }
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(layer.table) ORDER BY id")
        var head = ByteWriter()
        head.text(([layer.table] + rows.columnNames).joined(separator: " "))
        body(head.bytes)
        while let row = try rows.next() { body(Self.bytes(of: row)) }
      }
    }
  }

  private static func bytes(of row: Row) -> [UInt8] {
    var out = ByteWriter()
    for value in row.databaseValues {
      switch value.storage {
      case .null: out.byte(0)
      case .int64(let number):
        out.byte(1)
        out.zigzag(number)
      case .double(let number):
        out.byte(2)
        out.double(number)
      case .string(let text):
        out.byte(3)
        out.text(text)
      case .blob(let data):
        out.byte(4)
        out.varint(UInt64(data.count))
        out.raw(data)
      }
    }
    return out.bytes
  }

  /// Puts another file's part in the place of this file's, row for row.
  ///
  /// - Parameters:
  ///   - part: the plans or the guide; geometry is what places of walks are measured from, and a
  ///     radio map is made of its own file's walks.
  ///   - other: a file whose local metres have the same origin.
  /// - Throws: a `StorageError`; then the file is as it was.
  public func take(_ part: VenuePart, from other: VenueFile) throws(StorageError) {
    try other.read { source in
      try write { db, time in
        if part == .plans { try TileTables.removeAll(in: db) }
        for layer in part.layers.reversed() {
          try db.execute(sql: "DELETE FROM \(layer.table)")
        }
        for layer in part.layers {
          try Self.copyRows(of: layer.table, from: source, to: db)
          try GeoPackageTables.touch(
            layer, extent: try GeoPackageTables.extent(of: layer, in: source), at: time, in: db)
        }
        if part == .plans { try TileTables.copyAll(from: source, to: db) }
      }
    }
  }

  /// Copies all rows of a table, and the columns that other programs gave it.
  static func copyRows(of table: String, from source: Database, to db: Database) throws {
    let quoted = table.quotedDatabaseIdentifier
    let known = Set(try db.columns(in: table).map(\.name))
    let columns = try source.columns(in: table)
    for column in columns where !known.contains(column.name) {
      let name = column.name.quotedDatabaseIdentifier
      try db.execute(
        sql: "ALTER TABLE \(quoted) ADD COLUMN \(name) \(column.type.quotedDatabaseIdentifier)")
    }
    let names = columns.map(\.name.quotedDatabaseIdentifier).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let insert = try db.makeStatement(
      sql: "INSERT INTO \(quoted) (\(names)) VALUES (\(marks))")
    let rows = try Row.fetchCursor(source, sql: "SELECT \(names) FROM \(quoted)")
    while let row = try rows.next() {
      try insert.execute(arguments: StatementArguments(Array(row.databaseValues)))
    }
  }
}
