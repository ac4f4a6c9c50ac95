import Foundation
import GRDB
import IndoorGeometry
import IndoorModel

/// A row's columns, checked: in a file from elsewhere any column may hold anything.
struct Fields {
  private let row: Row
  private let table: String

  /// The columns of a row; where texts are to be read, of that at which a cursor stands.
  ///
  /// A copy of a row, as `Row.fetchOne` makes it, has only what stands before a zero of a text, and
  /// nothing shows that it was cut.
  init(_ row: Row, of table: String) {
    self.row = row
    self.table = table
  }

  /// What is made of the first row, `nil` where there is none.
  static func first<Value>(
    _ cursor: RowCursor, of layer: Layer, _ make: (Fields) throws -> Value
  ) throws -> Value? {
    try cursor.next().map { try make(Fields($0, of: layer.table)) }
  }

  /// What is made of each row.
  static func all<Value>(
    _ cursor: RowCursor, of layer: Layer, _ make: (Fields) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    while let row = try cursor.next() { values.append(try make(Fields(row, of: layer.table))) }
    return values
  }

  func integer(_ column: Int) throws(Damage) -> Int64 {
    let stored: DatabaseValue = row[column]
    let number: Int64? =
      switch stored.storage {
      case .int64(let number): number
      case .double(let number): Int64(exactly: number)
      default: nil
      }
    return try value(number, column)
  }

  func int(_ column: Int) throws(Damage) -> Int {
    try value(Int(exactly: try integer(column)), column)
  }

  /// A level's number.
  func ordinal(_ column: Int) throws(Damage) -> Int {
    let number = try int(column)
    guard LevelKey.ordinals.contains(number) else {
      throw damage(
        column,
        "is \(number), where a level's lies between \(LevelKey.ordinals.lowerBound) and "
          + "\(LevelKey.ordinals.upperBound)")
    }
    return number
  }

  /// A building and, in the column after it, a level's number.
  func level(_ column: Int) throws(Damage) -> LevelKey {
    LevelKey(building: try text(column), ordinal: try ordinal(column + 1))
  }

  /// A number that is finite.
  func double(_ column: Int) throws(Damage) -> Double {
    let number = try value(Double.fromDatabaseValue(row[column]), column)
    guard number.isFinite else { throw damage(column, "is not finite") }
    return number
  }

  func text(_ column: Int) throws(Damage) -> String {
    let text = try value(String.fromDatabaseValue(row[column]), column)
    // SQLite hands over what stands before a zero of a text, and of bytes all, and Swift mends what
    // isn't UTF-8.
    let isWhole =
      (try? row.withUnsafeData(atIndex: column) { $0?.count == text.utf8.count }) ?? true
    guard isWhole, !text.utf8.contains(0) else {
      throw damage(column, "is text with a zero in it, or not in UTF-8")
    }
    return text.streamSafe
  }

  func blob(_ column: Int) throws(Damage) -> Data {
    try value(Data.fromDatabaseValue(row[column]), column)
  }

  func optionalText(_ column: Int) throws(Damage) -> String? {
    isNull(column) ? nil : try text(column)
  }

  func optionalInt(_ column: Int) throws(Damage) -> Int? {
    isNull(column) ? nil : try int(column)
  }

  func optionalOrdinal(_ column: Int) throws(Damage) -> Int? {
    isNull(column) ? nil : try ordinal(column)
  }

  func optionalDouble(_ column: Int) throws(Damage) -> Double? {
    isNull(column) ? nil : try double(column)
  }

  /// A moment, within 100,000 years of 1970: no recording is read whose times are farther off.
  func time(_ column: Int) throws(Damage) -> Timestamp {
    let microseconds = try integer(column)
    guard microseconds.magnitude < 3_000_000_000_000_000_000 else {
      throw damage(column, "is no time")
    }
    return Timestamp(microseconds: microseconds)
  }

  /// A place in local metres, none of which is farther off than the earth is round.
  func point(_ column: Int) throws(Damage) -> LocalPoint {
    let place = LocalPoint(x: try double(column), y: try double(column + 1))
    guard abs(place.x) < 1e8, abs(place.y) < 1e8 else {
      throw damage(column, "lies off the earth")
    }
    return place
  }

  /// The geometry of a blob, `nil` for NULL.
  func geometry(_ column: Int) throws -> Geometry? {
    if isNull(column) { return nil }
    let label = name(column)
    do {
      return try blob(column).withUnsafeBytes { try GeometryBlob.decode($0, name: label) }
    } catch let damage as Damage {
      throw Damage(damage.what, remedy: damage.remedy ?? remedy)
    }
  }

  /// A layer's polygons; NULL is none, and one polygon does for many.
  func polygons(_ column: Int) throws -> [Polygon<Coordinate>] {
    switch try geometry(column) {
    case nil: []
    case .polygon(let polygon): [polygon]
    case .multiPolygon(let polygons): polygons
    default: throw damage(column, "is not made of polygons")
    }
  }

  private func isNull(_ column: Int) -> Bool { row.hasNull(atIndex: column) }

  private func name(_ column: Int) -> String {
    let names = Array(row.columnNames)
    let place = names.firstIndex(of: "id").flatMap { Int64.fromDatabaseValue(row[$0]) }
    return "\(table), \(place.map { "row \($0): " } ?? "")\(names[column])"
  }

  /// What to do about a row of what people draw; `nil` for what nobody corrects.
  private var remedy: String? {
    let drawn = [Layer.buildings, .levels, .units, .openings].map(\.table)
    return drawn.contains(table)
      ? "correct or delete that row, as in QGIS, or restore the file from a copy" : nil
  }

  /// What is said of a column that can't be read.
  func damage(_ column: Int, _ what: String) -> Damage {
    Damage("\(name(column)) \(what)", remedy: remedy)
  }

  private func value<Value>(_ value: Value?, _ column: Int) throws(Damage) -> Value {
    guard let value else { throw damage(column, "has a value of another kind") }
    return value
  }
}
