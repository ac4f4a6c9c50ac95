import Foundation

/// An IMDF archive of two buildings whose levels share ordinals, made feature by feature.
///
/// Building A has a ground floor, a mezzanine above a part of it with the same ordinal, and a
/// gallery beside it with that ordinal too; B has a ground floor of two polygons; one level is in
/// no building. Each level has rooms, doors and a fixture.
struct ManyBuildings {
  var features: [String: [[String: Any]]] = [:]
  private var made = 0

  /// South-west corner and sides, in degrees.
  typealias Box = (west: Double, south: Double, width: Double, height: Double)

  init() {
    let address = add(
      "address", nil, ["address": "1 Quay", "locality": "Horta", "country": "PT"])
    add(
      "venue", area([(10, 50, 0.01, 0.01)]),
      [
        "category": "museum", "name": ["en": "Two houses"], "address_id": address,
        "display_point": ["type": "Point", "coordinates": [10.0001, 50.0001]],
      ])
    let buildings = ["A", "B"].map {
      add("building", nil, ["category": "unspecified", "name": ["en": $0]])
    }
    add(
      "footprint", area([(10, 50, 0.01, 0.01)]), ["category": "ground", "building_ids": buildings])
    addLevel("ground", 0, [buildings[0]], [(10, 50, 0.002, 0.001)], rooms: 4)
    addLevel("mezzanine", 0, [buildings[0]], [(10.0005, 50.0002, 0.001, 0.0005)], rooms: 3)
    addLevel("gallery", 0, [buildings[0]], [(10.002, 50, 0.001, 0.001)], rooms: 2)
    addLevel("upper", 1, [buildings[0]], [(10, 50, 0.002, 0.001)], rooms: 2)
    addLevel(
      "ground of B", 0, [buildings[1]], [(10.004, 50, 0.001, 0.001), (10.006, 50, 0.001, 0.001)],
      rooms: 5)
    addLevel("court", 0, nil, [(10.008, 50, 0.001, 0.001)], rooms: 1)
  }

  @discardableResult
  private mutating func add(_ type: String, _ geometry: Any?, _ properties: [String: Any]) -> String
  {
    made += 1
    let id = "2222BBBB-2222-4222-8222-" + String(format: "%012d", made)
    features[type, default: []].append([
      "type": "Feature", "id": id, "feature_type": type, "geometry": geometry ?? NSNull(),
      "properties": properties,
    ])
    return id
  }

  private mutating func addLevel(
    _ name: String, _ ordinal: Int, _ buildings: [String]?, _ boxes: [Box], rooms: Int
  ) {
    let level = add(
      "level", area(boxes),
      [
        "category": "unspecified", "ordinal": ordinal, "name": ["en": name],
        "short_name": ["en": name.prefix(1).uppercased()],
        "building_ids": buildings as Any? ?? NSNull(), "outdoor": false,
      ])
    let box = boxes[0]
    for room in 0..<rooms {
      let width = box.width / Double(rooms)
      let west = box.west + Double(room) * width
      add(
        "unit", area([(west, box.south, width, box.height)]),
        ["category": "room", "level_id": level, "name": ["en": "\(name) \(room)"]])
      add(
        "opening", line((west, box.south), (west + width / 4, box.south)),
        ["category": "pedestrian", "level_id": level])
    }
    add(
      "fixture", area([(box.west, box.south, box.width / 9, box.height / 9)]),
      ["category": "desk", "level_id": level])
  }

  private func ring(_ box: Box) -> [[Double]] {
    let (east, north) = (box.west + box.width, box.south + box.height)
    return [
      [box.west, box.south], [east, box.south], [east, north], [box.west, north],
      [box.west, box.south],
    ]
  }

  private func area(_ boxes: [Box]) -> [String: Any] {
    boxes.count == 1
      ? ["type": "Polygon", "coordinates": [ring(boxes[0])]]
      : ["type": "MultiPolygon", "coordinates": boxes.map { [ring($0)] }]
  }

  private func line(_ from: (Double, Double), _ to: (Double, Double)) -> [String: Any] {
    ["type": "LineString", "coordinates": [[from.0, from.1], [to.0, to.1]]]
  }

  /// The archive's files.
  func files() throws -> [(name: String, text: String)] {
    var files = [
      (
        "manifest.json",
        #"{"version":"1.0.0","created":"2026-01-02T03:04:05Z","language":"en"}"#
      )
    ]
    for (type, list) in features.sorted(by: { $0.key < $1.key }) {
      let data = try JSONSerialization.data(
        withJSONObject: ["type": "FeatureCollection", "features": list], options: .sortedKeys)
      files.append(("\(type).geojson", String(decoding: data, as: UTF8.self)))
    }
    return files
  }

  func count(_ type: String) -> Int { features[type]?.count ?? 0 }
}
