import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// What the columns of a table of fingerprints are.
struct TableLayout {
  /// What a column is.
  enum Role: Hashable {
    case transmitter(Int)
    case x, y, height, latitude, longitude, level, building, device, surveyor, time
    /// It has no name, so that nobody knows what it holds.
    case nameless
    /// It is called as one of levels, too, where another is called plainly so.
    case otherLevel
    case unused
  }

  /// What kind of table it is, before its header is read.
  enum Kind {
    case csv(ColumnMap?)
    /// Read as a csv, by the map, where it has places as a csv has them: others call their
    /// transmitters as UJIIndoorLoc does, too.
    case ujiindoorloc(ColumnMap?)
  }

  /// Columns that a table may have; the largest of public sets have a thousand.
  private static let most = 100_000

  let isCSV: Bool
  /// Whether x and y are longitude and latitude.
  let isInDegrees: Bool
  /// Whether a row can have a place: there are x and y, or latitude and longitude.
  let hasPlaces: Bool
  /// Whether there are x and y beside latitude and longitude, and nothing says which count.
  let hasTwoPlaces: Bool
  private(set) var roles: [Role]
  /// Of columns that are called by an address the transmitter that has it.
  let transmitters: [Transmitter]
  /// What the header calls them.
  let transmitterNames: [String]
  /// Tells tables with other names of columns apart, whose rows may be the same; empty where all
  /// tables of a kind have the same.
  private let signature: String
  /// How many columns are left out, since the networks that they are called by opted out of maps.
  let optedOut: Int

  /// Reads the header.
  init(_ kind: Kind, header: Field, path: String) throws(RecordingError) {
    let bytes = UnsafeBufferPointer(start: header.start, count: header.end - header.start)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw .malformed(
        path, line: 1, "has names of columns that are not UTF-8, save the table as UTF-8")
    }
    guard !bytes.contains(0) else {
      throw .malformed(path, line: 1, "has a NUL in a column's name, save the table anew")
    }
    let count = CSVLine.with(header) { fields in
      var count = 0
      while fields.field() != nil { count += 1 }
      return count
    }
    guard let count else { throw .unclosedQuote(path, line: 1) }
    guard count <= Self.most else {
      throw .malformed(
        path, line: 1,
        "has \(count) columns where a table may have \(Self.most), take out transmitters that are "
          + "hardly ever heard")
    }
    var columns = (CSVLine.fields(header) ?? []).map { $0.trimmed }
    if columns.count == 1, let other = columns[0].separatorInstead {
      throw .otherSeparator(path, other)
    }
    var roles: [Role]
    let map: ColumnMap?
    switch kind {
    case .csv(let given):
      (isCSV, map) = (true, given)
      roles = try Self.roles(of: columns, given, path: path)
    case .ujiindoorloc(let given):
      columns = Self.inCapitals(columns)
      let others = try Self.rolesOfOthers(columns, given, path: path)
      (isCSV, map) = (others != nil, given)
      roles =
        others ?? columns.map { Self.uji[$0] ?? ($0.hasPrefix("WAP") ? .transmitter(0) : .unused) }
    }
    let isSaid = map?.names.keys.contains { $0 == .x || $0 == .y } ?? false
    hasTwoPlaces =
      isCSV && !isSaid && Set(roles).isSuperset(of: [.x, .y, .latitude, .longitude])
    isInDegrees = isCSV && Self.takeDegrees(&roles)
    hasPlaces = Set(roles).isSuperset(of: [.x, .y])
    // One of them alone says nothing.
    if !hasPlaces { roles = roles.map { [.x, .y].contains($0) ? .unused : $0 } }
    var transmitters: [Transmitter] = []
    var transmitterNames: [String] = []
    var optedOut = 0
    for (column, role) in roles.enumerated() {
      guard case .transmitter = role else { continue }
      guard !columns[column].optsOut else {
        roles[column] = .unused
        optedOut += 1
        continue
      }
      roles[column] = .transmitter(transmitters.count)
      transmitters.append(Self.transmitter(calledBy: columns[column]))
      transmitterNames.append(columns[column])
    }
    guard !transmitters.isEmpty else { throw .noTransmitter(path) }
    // An address is one however it is spelled.
    var seen: [Transmitter: String] = [:]
    for (transmitter, name) in zip(transmitters, transmitterNames) {
      guard let other = seen.updateValue(name, forKey: transmitter) else { continue }
      throw .malformed(
        path, line: 1,
        (other == name
          ? "has two columns called \"\(name.shown)\""
          : "has the columns \"\(other.shown)\" and \"\(name.shown)\", which are one address")
          + ", every transmitter needs a name of its own")
    }
    self.roles = roles
    self.transmitters = transmitters
    self.transmitterNames = transmitterNames
    self.optedOut = optedOut
    // What the map says of columns doesn't count, so that a table that was read by a wrong one is
    // the same table still, and can be read again.
    signature =
      isCSV ? ContentHash.hexadecimal(Array(columns.joined(separator: "\n").utf8)) : ""
  }

  /// A Wi-Fi transmitter by its address, and others as the commands' tables call them, `ble
  /// dc:0d:30:4c:bb:05` and `beacon UUID 10065/26049`; anything else is a name.
  private static func transmitter(calledBy name: String) -> Transmitter {
    if let address = Field.with(name, { $0.address }) { return .wifi(address) }
    switch Transmitter(name) {
    case let transmitter? where transmitter.hasAddress: return transmitter
    default: return Transmitter(column: name)
    }
  }

  /// Takes columns for none of a transmitter.
  mutating func passOver(_ columns: [Int], path: String) throws(RecordingError) {
    for column in columns { roles[column] = .unused }
    let hasTransmitter = roles.contains { if case .transmitter = $0 { true } else { false } }
    guard hasTransmitter else { throw .noTransmitter(path) }
  }

  /// Whether a row says more than what was heard: where, when or by whom.
  var hasLabels: Bool {
    roles.contains { role in
      switch role {
      case .transmitter, .nameless, .height, .otherLevel, .unused: false
      default: true
      }
    }
  }

  /// The hash of rows together, by their own.
  func hash(of rows: [String]) -> String {
    ContentHash.hexadecimal(Array((signature + rows.joined()).utf8))
  }

  /// What the columns of a csv are: by the map first, then by what they call themselves.
  private static func roles(
    of columns: [String], _ map: ColumnMap?, path: String
  ) throws(RecordingError) -> [Role] {
    var claims: [ColumnMap.Key: [Int]] = [:]
    var roles: [Role] = []
    let mapped = Dictionary((map?.names ?? [:]).map { ($0.value.trimmed, $0.key) }) { a, _ in a }
    for name in mapped.keys.sorted() where !columns.contains(name) {
      throw .malformed(path, line: 1, "has no column \"\(name)\", which the map of columns names")
    }
    // Where the map names one kind of place, columns that call themselves by the other don't count.
    let kinds: [Set<ColumnMap.Key>] = [[.x, .y], [.latitude, .longitude]]
    let named = kinds.map { kind in kind.contains { map?.names[$0] != nil } }
    let other = named == [false, true] ? kinds[0] : named == [true, false] ? kinds[1] : []
    let hasPlainLevel = columns.contains { ColumnMap.plainLevels.contains($0.lowercased()) }
    let called = Set(columns.compactMap { ColumnMap.usual[$0.lowercased()] })
    for (column, name) in columns.enumerated() {
      let dressed = ColumnMap.dressed(name).flatMap { called.contains($0) ? nil : $0 }
      if let key = mapped[name] {
        roles.append(role(key))
        claims[key, default: []].append(column)
      } else if let key = ColumnMap.usual[name.lowercased()] ?? dressed {
        // A second column of levels, say, is no transmitter because another one was named.
        let isFree =
          map?.names[key] == nil && !other.contains(key)
          && (key != .level || !hasPlainLevel || ColumnMap.plainLevels.contains(name.lowercased()))
        // Satellites' heights are off by more than a level.
        let isAltitude = key == .z && ["al", "el"].contains { name.lowercased().hasPrefix($0) }
        let isOther = key == .level && map?.names[key] == nil && !isFree
        roles.append(isFree && !isAltitude ? role(key) : isOther ? .otherLevel : .unused)
        if isFree { claims[key, default: []].append(column) }
      } else {
        roles.append(name.isEmpty ? .nameless : .transmitter(0))
      }
    }
    for key in ColumnMap.Key.allCases where key != .z {
      guard let same = claims[key], same.count > 1 else { continue }
      let names = same.map { "\"\(columns[$0].shown)\"" }.joined(separator: " and ")
      throw .malformed(
        path, line: 1,
        "has \(same.count) columns for \(key.rawValue) (\(names)), "
          + "map one of them, as \(key.rawValue)=COLUMN")
    }
    return roles
  }

  /// Has latitude and longitude for places where there aren't both x and y, and else passes over
  /// them, as they are no transmitter's.
  private static func takeDegrees(_ roles: inout [Role]) -> Bool {
    let has = Set(roles)
    let areUsed = !has.isSuperset(of: [.x, .y]) && has.isSuperset(of: [.latitude, .longitude])
    for (column, role) in roles.enumerated() {
      switch role {
      case .x, .y: if areUsed { roles[column] = .unused }
      case .latitude: roles[column] = areUsed ? .y : .unused
      case .longitude: roles[column] = areUsed ? .x : .unused
      default: continue
      }
    }
    return areUsed
  }

  private static let uji: [String: Role] = [
    "LONGITUDE": .x, "LATITUDE": .y, "FLOOR": .level, "BUILDINGID": .building, "USERID": .surveyor,
    "PHONEID": .device, "TIMESTAMP": .time,
  ]

  /// UJIIndoorLoc's columns as it writes them, where a program wrote them small; others as they
  /// are.
  private static func inCapitals(_ columns: [String]) -> [String] {
    let names = columns.map { $0.uppercased() }
    return names.contains("BUILDINGID") && names.contains("WAP001") ? names : columns
  }

  /// What the columns are of a table that calls its transmitters as UJIIndoorLoc does, and has its
  /// places as a csv; `nil` of UJIIndoorLoc's own.
  private static func rolesOfOthers(
    _ columns: [String], _ map: ColumnMap?, path: String
  ) throws(RecordingError) -> [Role]? {
    guard !Set(columns).isSuperset(of: ["LONGITUDE", "LATITUDE"]) else { return nil }
    let roles = try roles(of: columns, map, path: path)
    let places: [Set<Role>] = [[.x, .y], [.latitude, .longitude]]
    guard places.contains(where: { $0.isSubset(of: roles) }) else { return nil }
    return zip(columns, roles).map { name, role in
      guard case .transmitter = role else { return role }
      return uji[name] ?? (["SPACEID", "RELATIVEPOSITION"].contains(name) ? .unused : role)
    }
  }

  private static func role(_ key: ColumnMap.Key) -> Role {
    switch key {
    case .x: .x
    case .y: .y
    case .latitude: .latitude
    case .longitude: .longitude
    case .z: .height
    case .level: .level
    case .building: .building
    case .device: .device
    case .surveyor: .surveyor
    }
  }

  /// The place of a row's x and y, or `nil` where it has no label: local metres or degrees of a
  /// csv, where 0, 0 says that there is none, Web Mercator metres of UJIIndoorLoc, where 0 does.
  func place(x: Double?, y: Double?) -> Waypoint.Place? {
    guard let x, let y else { return nil }
    if isInDegrees {
      let coordinate = Coordinate(latitude: y, longitude: x)
      let isSet = x != 0 || y != 0
      return coordinate.isValid && isSet ? .coordinate(coordinate) : nil
    }
    if isCSV { return abs(x) < 1e7 && abs(y) < 1e7 ? .local(LocalPoint(x: x, y: y)) : nil }
    guard x != 0, y != 0 else { return nil }
    let coordinate = WebMercator.coordinate(from: WebMercatorPoint(x: x, y: y))
    return coordinate.isValid ? .coordinate(coordinate) : nil
  }
}

extension String {
  /// What stands between the fields of a line that has no comma, where that is plain to see.
  var separatorInstead: String? {
    let semicolons = utf8.count { $0 == UInt8(ascii: ";") }
    let tabs = utf8.count { $0 == 0x09 }
    if semicolons > 1 { return "semicolons" }
    if tabs > 1 { return "tabs" }
    // R's write.table, unless it is told otherwise.
    let isQuoted = hasPrefix("\"") && hasSuffix("\"")
    return isQuoted && split(separator: "\" \"").count > 2 ? "spaces" : nil
  }
}

extension RecordingError {
  static func unclosedQuote(_ path: String, line: Int) -> RecordingError {
    .malformed(
      path, line: line,
      "has a quotation mark that is not closed on the line, or before its value ends, close it there "
        + "or take it out")
  }

  static func noTransmitter(_ path: String) -> RecordingError {
    .malformed(path, line: 1, "has no column of a transmitter, a header line has to come first")
  }

  /// Excel is told the separator so; nothing else takes it for anything but a column.
  static func namesSeparator(_ path: String) -> RecordingError {
    .malformed(path, line: 1, "names the separator for Excel, take the line out")
  }

  /// Programs write what a table is in lines above its header, which nothing tells from columns.
  static func comment(above text: String, _ path: String) -> RecordingError? {
    guard text.hasPrefix("#") else { return nil }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let count = lines.prefix { $0.hasPrefix("#") || $0.allSatisfy(\.isWhitespace) }.count
    let rest = lines.dropFirst(count).joined(separator: "\n")
    guard RecordingFiles.detect(text: rest) == .csv,
      let header = rest.firstLine, RecordingFiles.namesPlaces(header)
    else { return nil }
    let what = count == 1 ? "is a comment, take the line" : "is a comment, take the \(count) lines"
    return .malformed(path, line: 1, what + " above the header out, which has to come first")
  }

  static func otherSeparator(
    _ path: String, line: Int = 1, _ separator: String
  ) -> RecordingError {
    .malformed(
      path, line: line,
      "has its columns separated by \(separator), save the table with commas, and with points in "
        + "its numbers")
  }
}

extension Transmitter {
  /// Whether phones hear it by this, and it is no column's name alone.
  fileprivate var hasAddress: Bool { if case .column = self { false } else { true } }
}
