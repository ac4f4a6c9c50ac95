public import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Where the marks of a walk are: `n,place[,level]` a line, or GeoJSON points with `n` and `level`.
///
/// A place is `LAT,LON` (quoted, or as two columns `latitude,longitude`), `unit:ID` or a unit's
/// name; a level a label of the venue, else an ordinal; a column or property `building` an id or a
/// name. Where a member `crs` of the GeoJSON names a
/// system by an EPSG code, as in GeoJSON of 2008, the points are converted from it.
public struct WaypointFile: Sendable {
  /// What a line says.
  struct Entry: Sendable {
    var place: String
    var level: String
    /// The building's id or name; empty where none is named.
    var building = ""
    /// Where it stands: `file:line`, or `file` and the feature's number.
    var source: String
    /// The name and the level that a line may say as well, where two numbers in it are taken for
    /// degrees though nobody says that they are: rooms are called 45.10, too.
    var called: (name: String, level: String)?
  }

  /// The file.
  public let path: String
  private var entries: [Int: Entry] = [:]

  /// Marks that a file may have.
  private static let most = 100_000

  /// How many marks it has.
  public var count: Int { entries.count }

  /// Finds the place of x and y in the reference system of an EPSG code.
  public typealias Projecting = (_ code: Int, _ x: Double, _ y: Double) throws -> Coordinate

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - patience: how long a pipe is waited for.
  ///   - projecting: converts from other systems than WGS 84; without it they are refused.
  /// - Throws: `RecordingError` for a line that isn't `n,place[,level]`, a number that is there
  ///   twice, or GeoJSON whose features aren't numbered points.
  public init(
    path: String, patience: PipePatience = PipePatience(), projecting: Projecting? = nil
  ) throws(RecordingError) {
    self.path = path
    let bytes = try FileBytes.read(path, limit: 64_000_000, patience: patience)
    if !bytes.isEmpty, let fault = RecordingFiles.fault(of: bytes, path, mayBeGeoJSON: true) {
      throw fault
    }
    if bytes.first(where: { !" \r\n\t".utf8.contains($0) }) == UInt8(ascii: "{") {
      try readGeoJSON(bytes, projecting)
    } else {
      try readLines(bytes)
    }
    guard !entries.isEmpty else {
      throw .malformed(path, "has no mark; write n,place,level lines, as 1,\"48.1,11.5\",2")
    }
  }

  subscript(_ number: Int) -> Entry? { entries[number] }

  private mutating func add(_ number: Int, _ entry: Entry) throws(RecordingError) {
    guard entries.count < Self.most else {
      throw .malformed(path, "has over \(Self.most) marks, split it")
    }
    guard entries.updateValue(entry, forKey: number) == nil else {
      throw RecordingError(
        .malformed, "\(entry.source): names mark \(number) again, number each one once")
    }
  }

  private mutating func readLines(_ bytes: [UInt8]) throws(RecordingError) {
    var number = 0
    var columns: Columns?
    var isFirst = true
    for line in CSVLine.lines(of: bytes) {
      number += 1
      let fields = line.withUnsafeBufferPointer { bytes -> [String]? in
        guard let start = bytes.baseAddress else { return [] }
        return CSVLine.fields(Field(start: start, end: start + bytes.count).withoutReturns)
      }
      guard let fields = fields?.map(\.trimmed) else { throw .unclosedQuote(path, line: number) }
      if fields.allSatisfy(\.isEmpty) { continue }
      if isFirst, Int(fields[0]) == nil, fields.contains(where: { $0.seen.folded == "n" }) {
        columns = try Columns(fields, path, line: number)
      } else {
        let used = columns ?? .named
        // Places in degrees may stand without quotes below a header that speaks of places.
        let isSplit = used == .named && Self.isSplit(fields)
        guard
          let (mark, place, level, building) = (isSplit ? Columns.inDegrees : used).entry(fields)
        else {
          // No number and no name of a column has these in it.
          if let (_, other) = [(";", "semicolons"), ("\t", "tabs")].first(where: {
            fields[0].contains($0.0)
          }) {
            throw .otherSeparator(path, line: number, other)
          }
          throw .malformed(
            path, line: number,
            "isn't \(used.text), write for example 1,\"48.1,11.5\",2 or 2,unit:ID")
        }
        let called = isSplit && fields.count == 3 ? (name: fields[1], level: fields[2]) : nil
        try add(
          mark,
          Entry(
            place: place, level: level, building: building, source: "\(path):\(number)",
            called: called))
      }
      isFirst = false
    }
  }

  /// Whether latitude and longitude stand in fields of their own, though nobody said so: where a
  /// level follows them, or both have fractions, which no level has.
  private static func isSplit(_ fields: [String]) -> Bool {
    guard fields.count >= 3, fields[1...2].allSatisfy({ Field.with($0, { $0.number }) != nil })
    else { return false }
    return fields.count == 4 || fields[1...2].allSatisfy { $0.contains(".") }
  }

  private mutating func readGeoJSON(
    _ bytes: [UInt8], _ projecting: Projecting?
  ) throws(RecordingError) {
    let collection: GeoJSONFeatureCollection
    do {
      let document = try JSONDocument(bytes: bytes, name: path)
      let system = GeoJSONReferenceSystem(document.root["crs"])
      guard system == .wgs84 else {
        return try readPoints(document.root["features"], in: system, projecting)
      }
      collection = try GeoJSONFeatureCollection(document)
    } catch let error as JSONError {
      throw .malformed(error)
    } catch {
      throw error as? RecordingError ?? .malformed(path, "can't be read, correct it")
    }
    for feature in collection.features {
      let source = "\(path): feature \(feature.index + 1)"
      switch feature.geometry {
      case .point(let place): try add(feature.properties, at: place, source)
      // QGIS' layers of points may be of such.
      case .multiPoint(let places) where places.count == 1:
        try add(feature.properties, at: places[0], source)
      default: throw .noNumberedPoint(source)
      }
    }
  }

  /// Reads points whose file says that their positions are in another system.
  private mutating func readPoints(
    _ features: JSONNode?, in system: GeoJSONReferenceSystem, _ projecting: Projecting?
  ) throws(RecordingError) {
    guard case .epsg(let code) = system, let projecting else {
      throw .malformed(
        path,
        "has a member crs, \(system.name), that isn't read here; convert the file to longitude and "
          + "latitude (EPSG:4326)")
    }
    for (index, feature) in (features?.elements.map(\.self) ?? []).enumerated() {
      let source = "\(path): feature \(index + 1)"
      let geometry = feature["geometry"]
      var position = geometry?["coordinates"]
      let type = geometry?["type"]?.string
      if type == "MultiPoint", let points = position?.elements.prefix(2).map(\.self) {
        position = points.count == 1 ? points[0] : nil
      }
      let numbers = position?.elements.prefix(3).map(\.number) ?? []
      guard type == "Point" || type == "MultiPoint", numbers.count >= 2, let x = numbers[0],
        let y = numbers[1]
      else { throw .noNumberedPoint(source) }
      let place: Coordinate
      do { place = try projecting(code, x, y) } catch {
        let why = (error as? any IndoorError)?.message ?? "its place can't be found"
        throw RecordingError(.malformed, "\(source): \(why)")
      }
      guard place.isValid else {
        throw RecordingError(
          .malformed, "\(source): lies nowhere in \(system.name), correct it or the member crs")
      }
      try add(feature["properties"], at: place, source)
    }
  }

  private mutating func add(
    _ properties: JSONNode?, at place: Coordinate, _ source: String
  ) throws(RecordingError) {
    if let name = properties?.repeatedName {
      throw RecordingError(.malformed, "\(source): has \"\(name)\" twice, write it once")
    }
    let said = Said(properties)
    let number = said["n"].flatMap { node in
      node.integer.flatMap { Int(exactly: $0) } ?? node.string.flatMap { Columns.number($0) }
    }
    guard let number else { throw .noNumberedPoint(source) }
    var level = ""
    let (own, other) = (said["level"].map(Said.word), said["floor"].map(Said.word))
    if let own, let other, own != other {
      throw RecordingError(
        .malformed,
        "\(source): has the level \"\(own.shown)\" and the floor \"\(other.shown)\", of which nobody knows "
          + "which counts; take one out")
    }
    if let (own, other) = said.twoLevels {
      throw RecordingError(
        .malformed,
        "\(source): has the levels \(own) and \(other), of which nobody knows which counts; take one out"
      )
    }
    let written = said["level"] ?? said["floor"]
    if let other = said.otherLevel(beside: written != nil) {
      throw RecordingError(
        .malformed,
        "\(source): has a property \"\(other.shown)\", which isn't read; call it level, with the level's label or"
          + " ordinal, or take it out")
    }
    if let node = written {
      guard let word = node.string ?? node.integer.map({ String($0) }) else {
        throw RecordingError(
          .malformed,
          "\(source): has a level that is neither text nor a whole number; write the level's label or "
            + "ordinal, or leave it out")
      }
      level = word
    }
    try add(
      number,
      Entry(
        place: "\(place.latitude),\(place.longitude)", level: level, building: said.building,
        source: source))
  }
}

extension RecordingError {
  fileprivate static func noNumberedPoint(_ source: String) -> RecordingError {
    RecordingError(
      .malformed, "\(source): is no single point with a whole number n, give each point one")
  }
}
