public import IndoorGeometry
import IndoorFiles
import IndoorJSON
import IndoorLibc
public import IndoorModel

/// A floor's folder of the Indoor Location Competition: its outline and units, its image, its
/// walks.
public struct CompetitionFloor: Sendable {
  /// The folder.
  public let folder: String
  /// The level: ordinal and label by the folder's name, outline by the map's first feature.
  public internal(set) var level: Level
  /// The shops, stairs and lifts.
  public internal(set) var units: [Unit]
  /// The map's features, counted from 1, that have no area and are left out.
  package let leftOut: [Int]
  /// From the floor's own metres to degrees.
  public let frame: CompetitionFloorFrame
  /// The floor's image, which covers the outline's bounding box with north up, or `nil` where there
  /// is none.
  public let imagePath: String?
  /// The traces, by name.
  public let walks: [String]

  /// Reads a floor's folder.
  ///
  /// - Throws: `RecordingError` where the name gives no ordinal, or the map or its size is missing
  ///   or makes no sense.
  public init(_ folder: String) throws(RecordingError) {
    let label = FileBytes.name(of: FileBytes.absolute(folder))
    guard let ordinal = FloorLabel.ordinal(label) else {
      throw .malformed(
        folder,
        "the folder's name doesn't number the floor, so that nobody knows which ordinal it has; call it "
          + "B1 for the first basement, F1 for the ground floor, F2 for the one above"
      )
    }
    try self.init(folder, key: LevelKey(ordinal: ordinal), label: label)
  }

  private init(_ folder: String, key: LevelKey, label: String) throws(RecordingError) {
    let map = "\(folder)/geojson_map.json"
    try Self.checkIsFile(map)
    let collection: GeoJSONFeatureCollection
    do { collection = try GeoJSONFeatureCollection(JSONDocument(path: map)) } catch {
      throw .malformed(error)
    }
    guard let first = collection.features.first, let outline = first.geometry?.polygons,
      !outline.isEmpty
    else {
      throw .malformed(map, "its first feature is no polygon, it has to be the floor's outline")
    }
    self.folder = folder
    frame = try Self.frame(folder, outline: outline)
    level = Level(
      id: first.id ?? "level-\(label)", key: key, label: label, outline: outline)
    let rooms = collection.features.dropFirst()
    leftOut = rooms.filter { $0.geometry?.polygons.isEmpty != false }.map { $0.index + 1 }
    units = rooms.compactMap { feature in
      guard let polygons = feature.geometry?.polygons, !polygons.isEmpty else { return nil }
      let name = feature.properties?["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      return Unit(
        id: feature.id ?? "\(label)-\(feature.index)", level: key,
        category: name.flatMap(CompetitionCategory.imdf), name: name, geometry: polygons)
    }
    let images = ["png", "PNG", "jpg", "JPG", "jpeg", "JPEG"].map { "\(folder)/floor_image.\($0)" }
    try Self.checkIsHere(images[0])
    imagePath = images.first { FileBytes.kind($0) == .file }
    let traces = "\(folder)/path_data_files"
    walks =
      FileBytes.isFolder(traces) == true
      ? try FileBytes.entries(of: traces).names.filter {
        PathParts($0).ending.lowercased() == "txt"
      }.map {
        "\(traces)/\($0)"
      }
      : []
  }

  private static func frame(_ folder: String, outline: [Polygon<Coordinate>]) throws(RecordingError)
    -> CompetitionFloorFrame
  {
    let path = "\(folder)/floor_info.json"
    try checkIsFile(path)
    let info: JSONNode
    do { info = try JSONDocument(path: path).root } catch { throw .malformed(error) }
    let vertices = outline.flatMap(\.exterior)
    let latitudes = vertices.map(\.latitude)
    let longitudes = vertices.map(\.longitude)
    guard let width = info["map_info"]?["width"]?.number,
      let height = info["map_info"]?["height"]?.number, let south = latitudes.min(),
      let north = latitudes.max(), let west = longitudes.min(), let east = longitudes.max(),
      let frame = CompetitionFloorFrame(
        southWest: Coordinate(latitude: south, longitude: west),
        northEast: Coordinate(latitude: north, longitude: east), width: width, height: height)
    else {
      throw .malformed(path, "map_info has no width and height in metres, both have to be over 0")
    }
    guard !frame.isTurned else {
      throw .malformed(
        path,
        "map_info has width \(width) and height \(height), which fit the outline only the other way "
          + "round, exchange them")
    }
    guard frame.misfit < 2 else {
      throw .malformed(path, "map_info has \(frame.extents), copy the floor's own folder again")
    }
    return frame
  }

  /// A pipe in a folder is nothing to wait for.
  private static func checkIsFile(_ path: String) throws(RecordingError) {
    if [.socket, .other].contains(FileBytes.kind(path)) {
      throw .unreadable(path, reason: "no regular file")
    }
    try checkIsHere(path)
  }

  /// What iCloud has elsewhere isn't missing.
  private static func checkIsHere(_ path: String) throws(RecordingError) {
    if CloudPlaceholder.isAlone(path) {
      throw .malformed(path, "\(CloudPlaceholder.sentence); \(CloudPlaceholder.remedy)")
    }
  }

  /// From an image's pixels to local metres, for an image of that many pixels over the outline's
  /// bounding box.
  ///
  /// Degrees are not quite straight in local metres; over a building the four corners miss this map
  /// by micrometres to a few millimetres, evenly.
  public func imageToLocal(width: Double, height: Double, in local: LocalFrame) -> AffineTransform {
    let sw = local.local(from: frame.southWest)
    let ne = local.local(from: frame.northEast)
    let se = local.local(
      from: Coordinate(
        latitude: frame.southWest.latitude, longitude: frame.northEast.longitude))
    let nw = local.local(
      from: Coordinate(
        latitude: frame.northEast.latitude, longitude: frame.southWest.longitude))
    let a = (se.x - sw.x + ne.x - nw.x) / (2 * width)
    let b = (se.y - sw.y + ne.y - nw.y) / (2 * width)
    let c = (sw.x - nw.x + se.x - ne.x) / (2 * height)
    let d = (sw.y - nw.y + se.y - ne.y) / (2 * height)
    let x = (sw.x + se.x + ne.x + nw.x) / 4
    let y = (sw.y + se.y + ne.y + nw.y) / 4
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: x - (a * width + c * height) / 2,
      ty: y - (b * width + d * height) / 2)
  }
}

/// What the competition's maps call stairs, lifts and the like (in pinyin), as IMDF's categories.
enum CompetitionCategory {
  static func imdf(_ name: String) -> String? {
    switch name {
    case "louti": "stairs"
    case "dianti", "huoti", "guanguangdianti": "elevator"
    case "zidongfuti", "futi": "escalator"
    case "zhongkong": "opentobelow"
    case "feikaifangquyu": "nonpublic"
    case "xiuxiqu": "lounge"
    case "tingchechangchurukou", "churukou": "walkway"
    // Auxiliary areas: what they are isn't said.
    case "fuzhumian", "xishoujianfuzhumian", "huangxiaolu": nil
    case _ where name.hasSuffix("weishengjian") || name.hasSuffix("xishoujian"): "restroom"
    default: "room"
    }
  }
}

extension CompetitionFloorFrame {
  /// What is stated, and what the outline has, for sentences.
  package var extents: String {
    func text(_ width: Double, _ height: Double) -> String {
      "\((width * 10).rounded() / 10) by \((height * 10).rounded() / 10) m"
    }
    return "\(text(width, height)) where the outline has \(text(ground.width, ground.height))"
  }
}
