import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// What the columns of a table of fingerprints are.
struct TableLayout {
  /// What a column is.
  enum Role: Hashable {
    case transmitter(Int)
    case x, y, level, building, device, surveyor, time
    case unused
  }

  /// How x and y tell a place.
  enum Plane {
    /// Local metres.
    case local
    /// Web Mercator metres, where 0 says that there is no label.
    case webMercator
  }

  /// What kind of table it is, before its header is read.
  enum Kind {
    case csv(ColumnMap?)
    case ujiindoorloc
  }

  let plane: Plane
  let roles: [Role]
  let transmitters: [Transmitter]

  /// Reads the header.
  init(_ kind: Kind, header: Field, path: String) throws(RecordingError) {
    var columns: [String] = []
    var fields = FieldCursor(header, separator: UInt8(ascii: ","))
    while let field = fields.field() { columns.append(field.unquoted.text) }
    var roles = Array(repeating: Role.unused, count: columns.count)
    var transmitters: [Transmitter] = []
    let named: (Int) -> Role?
    switch kind {
    case .ujiindoorloc:
      plane = .webMercator
      named = { column in
        Self.uji[columns[column]] ?? (columns[column].hasPrefix("WAP") ? nil : .unused)
      }
    case .csv(let map):
      plane = .local
      var keys: [String: ColumnMap.Key] = ColumnMap.usual
      if let map {
        keys = Dictionary(map.names.map { ($0.value, $0.key) }) { first, _ in first }
        for name in map.names.values.sorted() where !columns.contains(name) {
          throw .malformed(path, line: 1, "has no column \"\(name)\", --columns names one")
        }
      }
      named = { column in keys[columns[column]].map(Self.role) }
    }
    for column in columns.indices {
      if let role = named(column) {
        roles[column] = role
      } else {
        roles[column] = .transmitter(transmitters.count)
        transmitters.append(.column(columns[column]))
      }
    }
    guard !transmitters.isEmpty, transmitters.count <= 100_000 else {
      throw .malformed(
        path, line: 1, "has no column of a transmitter, a header line has to come first")
    }
    guard Set(transmitters).count == transmitters.count else {
      throw .malformed(
        path, line: 1, "has two columns of one name, every transmitter needs its own")
    }
    self.roles = roles
    self.transmitters = transmitters
  }

  private static let uji: [String: Role] = [
    "LONGITUDE": .x, "LATITUDE": .y, "FLOOR": .level, "BUILDINGID": .building, "USERID": .surveyor,
    "PHONEID": .device, "TIMESTAMP": .time,
  ]

  private static func role(_ key: ColumnMap.Key) -> Role {
    switch key {
    case .x: .x
    case .y: .y
    case .z: .unused
    case .level: .level
    case .building: .building
    case .device: .device
    case .surveyor: .surveyor
    }
  }

  /// The place of a row's x and y, or `nil` where it has no label.
  func place(x: Double?, y: Double?) -> Waypoint.Place? {
    guard let x, let y else { return nil }
    switch plane {
    case .local:
      return abs(x) < 1e7 && abs(y) < 1e7 ? .local(LocalPoint(x: x, y: y)) : nil
    case .webMercator:
      guard x != 0, y != 0 else { return nil }
      let coordinate = WebMercator.coordinate(from: WebMercatorPoint(x: x, y: y))
      return coordinate.isValid ? .coordinate(coordinate) : nil
    }
  }
}
