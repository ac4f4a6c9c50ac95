import Foundation
import IndoorFiles
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

import IndoorReport

@Suite final class PositionsFileTests {
  private let folder: URL = FileManager.default.temporaryDirectory
    .appendingPathComponent("positions-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func position(
    _ milliseconds: Int64, building: String = "", accuracy: Double? = 4.256
  ) -> Position {
    Position(
      time: Timestamp(milliseconds: milliseconds), place: LocalPoint(x: 1, y: 2),
      coordinate: Coordinate(latitude: -33.5, longitude: 151.123456789),
      level: LevelKey(building: building, ordinal: -1), levelConfidence: 0.9,
      horizontalAccuracy: accuracy, heading: Heading(degrees: 359.96, accuracy: 12.34),
      sources: [.motion, .wifi], levelLabel: "U1, \"tief\"")
  }

  private func written(
    _ format: PositionsFormat, namesBuildings: Bool = false,
    _ recordings: [(String, [Position])]
  ) throws -> String {
    let path = folder.appendingPathComponent("out").path
    let file = try PositionsFile(path: path, format: format, namesBuildings: namesBuildings)
    for (name, positions) in recordings { try file.append(positions, recording: name) }
    try file.finish()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `rows have the columns that others rely on`() throws {
    let text = try written(
      .csv, [("walk", [position(1_574_572_523_661), position(1_574_572_524_661, accuracy: nil)])])
    #expect(
      text == """
        recording,time_ms,latitude,longitude,level,building,horizontal_accuracy_m,heading_deg,\
        heading_accuracy_deg,source,label
        walk,1574572523661,-33.50000000,151.12345679,-1,,4.26,0.0,12.3,wifi+motion,"U1, \"\"tief\"\""
        walk,1574572524661,-33.50000000,151.12345679,-1,,,0.0,12.3,wifi+motion,"U1, \"\"tief\"\""

        """)
  }

  @Test func `GeoJSON says what a position would be misread without, and nothing else`() throws {
    var outdoors = position(1_574_572_523_661)
    outdoors.conditions = [.outdoors, .stationary]
    var unsure = outdoors
    unsure.conditions = .unsureLevel
    let lines = try written(
      .geojson, [("walk", [position(1_574_572_522_661), outdoors, unsure])]
    ).split(separator: "\n").filter { $0.contains("Point") }
    #expect(lines.count == 3)
    #expect(!lines[0].contains("conditions"))
    #expect(lines[1].contains(#""conditions":["outdoors"]}"#))
    #expect(lines[2].contains(#""conditions":["unsure-level"]}"#))
    #expect(
      PositionFeature.text(of: outdoors, namesBuildings: false).contains(
        #""conditions":["outdoors"]"#))
  }

  @Test(arguments: [(0.9, "0.90"), (0.996, "1.00"), (0, "0.00"), (Double.nan, "null")])
  func `a position says how sure its level is`(share: Double, text: String) {
    var sure = position(1_574_572_523_661)
    sure.levelConfidence = share
    #expect(
      PositionFeature.text(of: sure, namesBuildings: false).contains(
        "\"level_confidence\":\(text)"))
  }

  @Test(arguments: PositionsFormat.allCases)
  func `what isn't live says so in every format`(format: PositionsFormat) throws {
    var settled = position(1_574_572_523_661)
    let live = try written(format, [("walk", [settled])])
    #expect(!live.contains("smoothed") && !live.contains("lagged"))
    settled.sources.insert(.smoothed)
    #expect(try written(format, [("walk", [settled])]).contains("smoothed"))
    settled.sources.remove(.smoothed)
    settled.sources.formUnion([.lagged, .fix])
    let text = try written(format, [("walk", [settled])])
    #expect(text.contains("lagged"))
    if format == .csv { #expect(text.contains(",wifi+motion+fix+lagged,")) }
  }

  @Test func `names with commas and quotes are quoted by RFC 4180`() throws {
    let text = try written(
      .csv, namesBuildings: true, [("a,\"b\"", [position(1, building: "north, old")])])
    #expect(text.contains("\n\"a,\"\"b\"\"\",1,"))
    #expect(text.contains(",-1,\"north, old\","))
  }

  @Test func `a quotation mark is doubled with an accent behind it, and nothing else is changed`()
    throws
  {
    let text = try written(.csv, [("a\"\u{301}", [position(1)]), ("=1+1", [position(1)])])
    #expect(text.unicodeScalars.contains("\n\"a\"\"\u{301}\",1,".unicodeScalars))
    #expect(text.contains("\n=1+1,1,"))
  }

  @Test func `GeoJSON and Moving Features are JSON with a feature a position and a recording`()
    throws
  {
    let recordings = [
      ("a \"quoted\" \u{1} walk", [position(1000), position(1000), position(2000)]),
      ("empty", []), ("b", [position(3000)]),
    ]
    for (format, count) in [(PositionsFormat.geojson, 4), (.movingFeatures, 2)] {
      let text = try written(format, recordings)
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let features = try #require(json?["features"] as? [[String: Any]])
      #expect(features.count == count)
      let first = try #require(features.first)
      let properties = first["properties"] as? [String: Any]
      let temporal = (first["temporalProperties"] as? [[String: Any]])?.first
      let labels = (temporal?["label"] as? [String: Any])?["values"] as? [String]
      #expect((properties?["label"] as? String ?? labels?.first) == "U1, \"tief\"")
    }
  }

  @Test func `a moving point's times are strictly ascending and as many as its places`() throws {
    let text = try written(.movingFeatures, [("a", [position(0), position(0), position(1500)])])
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let feature = try #require((json?["features"] as? [[String: Any]])?.first)
    let geometry = try #require(feature["temporalGeometry"] as? [String: Any])
    #expect(
      geometry["datetimes"] as? [String] == [
        "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:01.500Z",
      ])
    #expect((geometry["coordinates"] as? [Any])?.count == 2)
  }

  @Test func `a moving point's levels say their building, where venues have several`() throws {
    let walk = [position(0, building: "A"), position(1500, building: "\"B\"")]
    let text = try written(.movingFeatures, [("a", walk)])
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let feature = try #require((json?["features"] as? [[String: Any]])?.first)
    let temporal = (feature["temporalProperties"] as? [[String: Any]])?.first
    #expect((temporal?["building"] as? [String: Any])?["values"] as? [String] == ["A", "\"B\""])
    #expect(!(try written(.movingFeatures, [("a", [position(0)])])).contains("building"))
  }

  @Test func `GPX is XML whatever a recording is called`() throws {
    let name = "a\u{FFFE}\u{FFFF}\u{1}\u{9F}.jsonl"
    #expect(WellFormed(try written(.gpx, [(name, [position(1)])])).isSound)
  }

  @Test func `GPX is XML with a track a recording`() throws {
    let text = try written(.gpx, [("a < b", [position(1_574_572_523_661)]), ("c", [position(1)])])
    let gpx = WellFormed(text)
    #expect(gpx.isSound)
    #expect(gpx.elements["trk"]?.count == 2)
    #expect(gpx.elements["trkpt"]?.count == 2)
    #expect(gpx.elements["indoor:label"]?.count == 2)
    // `date -u -d @1574572523.661`
    #expect(text.contains("<time>2019-11-24T05:15:23.661Z</time>"))
  }

  @Test func `a file that is not finished leaves the old one as it was and nothing beside it`()
    throws
  {
    let path = folder.appendingPathComponent("out").path
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    do {
      let file = try PositionsFile(path: path, format: .csv, namesBuildings: false)
      try file.append([position(1)], recording: "walk")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
  }

  @Test func `a folder that is not there and a folder in place of a file are refused`() throws {
    #expect(throws: FileError.self) {
      try PositionsFile(
        path: folder.appendingPathComponent("none/out").path, format: .csv, namesBuildings: false)
    }
    #expect(throws: FileError.self) {
      try PositionsFile(path: folder.path, format: .csv, namesBuildings: false)
    }
  }
}
