import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

@Suite struct CompetitionSiteTests {
  private func makeFloor(_ folder: String, info: String? = nil, map: String? = nil) throws {
    try write(info ?? #"{"map_info":{"width":300,"height":200}}"#, to: "\(folder)/floor_info.json")
    try write(
      map ?? #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"outline","properties":{"name":"B1"},"geometry":{"type":"Polygon",
         "coordinates":[[[120,30],[120.003,30],[120.003,30.002],[120,30.002],[120,30]]]}},
        {"type":"Feature","id":"lift","properties":{"name":"dianti"},"geometry":{"type":"Polygon",
         "coordinates":[[[120.001,30.001],[120.002,30.001],[120.002,30.0015],[120.001,30.001]]]}}]}
        """#, to: "\(folder)/geojson_map.json")
    try write(
      "1000\tTYPE_WAYPOINT\t150\t50\n2000\tTYPE_ACCELEROMETER\t0\t0\t9.8\t3\n",
      to: "\(folder)/path_data_files/a.txt")
  }

  @Test(arguments: [
    ("F1", "a", []), ("F3", "a", ["says FloorName F3 and lies in the folder F1"]),
    ("F1", "b", ["says SiteID b, and the first trace of the folder F1 says a"]),
    ("Mezzanine", "a", []),
  ])
  func `a trace that says another floor or building than where it lies is told`(
    name: String, site: String, sentences: [String]
  ) throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F1")
      let traces = "\(folder)/F1/path_data_files"
      let rest = "1000\tTYPE_WAYPOINT\t150\t50\n2000\tTYPE_ACCELEROMETER\t0\t0\t9.8\t3\n"
      try write("#\tSiteID:a\tFloorName:F1\n" + rest, to: "\(traces)/a.txt")
      try write("#\tSiteID:\(site)\tFloorName:\(name)\n" + rest, to: "\(traces)/b.txt")
      var stream = try RecordingStream(traces)
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      #expect(reads.map(\.recording.level) == [LevelKey(ordinal: 0), LevelKey(ordinal: 0)])
      #expect(reads.first?.warnings == [])
      let told = reads.last?.warnings.map(\.message) ?? []
      #expect(told.count == sentences.count, "\(told)")
      for (message, sentence) in zip(told, sentences) {
        #expect(message.hasPrefix("\(traces)/b.txt: \(sentence)"), "\(message)")
      }
    }
  }

  @Test(
    arguments: [
      ("1574568145000", "1574568144900", []), ("1574568145", "", [.twoClocks]),
      ("1574568145000000", "", [.twoClocks]), ("120000", "120000", [.twoClocks]),
    ] as [(String, String, [RecordingWarning.Code])])
  func `networks that were last heard by another clock are told`(
    first: String, second: String, codes: [RecordingWarning.Code]
  ) throws {
    try withTemporaryFolder { folder in
      let lines = [first, second].filter { !$0.isEmpty }.enumerated().map { index, seen in
        "1574568145500\tTYPE_WIFI\tn\t06:74:9c:2e:9e:f\(index)\t-50\t5220\t\(seen)\n"
      }
      try write(lines.joined(), to: "\(folder)/a.txt")
      var stream = try RecordingStream("\(folder)/a.txt", format: .competition)
      let read = try #require(try stream.next())
      #expect(read.recording.observations.count == 1 && read.warnings.map(\.code) == codes)
    }
  }

  @Test func `a floor that the venue calls by another ordinal is named`() throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F1")
      let site = try CompetitionSite(folder)
      func drawn(_ label: String, ordinal: Int) -> Venue {
        Venue(
          id: "v", name: "v", origin: site.centre,
          levels: [
            Level(
              id: "l", key: LevelKey(ordinal: ordinal), label: label,
              outline: site.floors[0].level.outline)
          ])
      }
      try site.checkLabels(in: drawn("F1", ordinal: 0))
      try site.checkLabels(in: drawn("F2", ordinal: 2))
      let error = #expect(throws: RecordingError.self) {
        try site.checkLabels(in: drawn("f1", ordinal: 1))
      }
      #expect(error?.message.hasPrefix("\(folder)/F1: level \"F1\" is ordinal 0") == true)
    }
  }

  /// The outline is 289 m wide and 222 m high.
  @Test func `a floor's width and height that are exchanged are told`() throws {
    try withTemporaryFolder { folder in
      func info(_ width: Int, _ height: Int) -> String {
        "{\"map_info\":{\"width\":\(width),\"height\":\(height)}}"
      }
      try makeFloor("\(folder)/F1", info: info(222, 289))
      let error = #expect(throws: RecordingError.self) { try CompetitionSite(folder) }
      #expect(
        error?.message.hasPrefix(
          "\(folder)/F1/floor_info.json: map_info has width 222.0 and height 289.0, which fit")
          == true,
        "\(error?.message ?? "")")
      for (width, height) in [(289, 222), (290, 219), (300, 200), (222, 222)] {
        try makeFloor("\(folder)/F1", info: info(width, height))
        #expect(try CompetitionSite(folder).floors.count == 1)
      }
    }
  }

  /// Of 289 by 222 m by its outline: 0.003° and 0.002° at 30° north.
  @Test func `a floor whose size is another's doesn't pass`() throws {
    try withTemporaryFolder { folder in
      func info(_ width: String, _ height: String) -> String {
        "{\"map_info\":{\"width\":\(width),\"height\":\(height)}}"
      }
      for (width, height) in [("289", "22200"), ("2.89", "2.22"), ("289", "1.8e18")] {
        try makeFloor("\(folder)/F1", info: info(width, height))
        let error = #expect(throws: RecordingError.self) { try CompetitionFloor("\(folder)/F1") }
        #expect(
          error?.message.contains("where the outline has 289.") == true, "\(error?.message ?? "")")
      }
      for (width, height, misfit) in [("289.4", "221.7", 1.0), ("318", "222", 1.1)] {
        try makeFloor("\(folder)/F1", info: info(width, height))
        #expect(abs(try CompetitionFloor("\(folder)/F1").frame.misfit - misfit) < 0.01)
      }
    }
  }

  @Test(arguments: ["png", "jpg", "JPEG"]) func `a floor's image may be of three endings`(
    ending: String
  ) throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F1")
      #expect(try CompetitionFloor("\(folder)/F1").imagePath == nil)
      try write("x", to: "\(folder)/F1/floor_image.\(ending)")
      #expect(
        try CompetitionFloor("\(folder)/F1").imagePath == "\(folder)/F1/floor_image.\(ending)")
    }
  }

  @Test(arguments: ["LG", "P1", "M1"])
  func `a floor's folder whose name gives no ordinal is told so`(name: String) throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/\(name)")
      let error = #expect(throws: RecordingError.self) { try CompetitionSite(folder) }
      #expect(error?.message.contains("doesn't number the floor") == true)
    }
  }

  @Test(arguments: [("G", "F1", 0), ("1F", "f1", 0), ("B1", "b1", -1)])
  func `two folders of one floor are refused by their names`(
    one: String, other: String, ordinal: Int
  ) throws {
    try withTemporaryFolder { folder in
      for name in [one, other, "F2"] { try makeFloor("\(folder)/\(name)") }
      let error = #expect(throws: RecordingError.self) { try CompetitionSite(folder) }
      let message = error?.message ?? ""
      #expect(message.hasPrefix("\(folder): its folders \"") && message.contains("\"\(one)\""))
      #expect(message.contains("\"\(other)\""), "\(message)")
      #expect(
        message.contains("are both the floor of ordinal \(ordinal) by their names"), "\(message)")
      #expect(try CompetitionSite("\(folder)/\(one)").floors.count == 1)
    }
  }

  @Test func `a site's floors have the label and ordinal of their folders`() throws {
    try withTemporaryFolder { folder in
      for name in ["F2", "B1", "F1"] { try makeFloor("\(folder)/\(name)") }
      try write("", to: "\(folder)/F1/path_data_files/B.TXT")
      let site = try CompetitionSite(folder)
      #expect(site.floors.map(\.level.label) == ["B1", "F1", "F2"])
      #expect(site.floors.map(\.walks.count) == [1, 2, 1])
      #expect(site.floors.map(\.level.key.ordinal) == [-1, 0, 1])
      #expect(site.floors.first?.units.first?.category == "elevator")
      #expect(try CompetitionSite("\(folder)/F2").floors.map(\.level.label) == ["F2"])
      #expect(
        try CompetitionSite("\(folder)/F2/path_data_files/a.txt").floors.map(\.level.label) == [
          "F2"
        ])
      #expect(CompetitionSite.isSite(folder))
      #expect(CompetitionSite.isSite("\(folder)/F2/path_data_files/a.txt"))
      #expect(!CompetitionSite.isSite("\(folder)/F2/floor_info.json"))
    }
  }

  /// As where a storey's folder was copied for the one above it.
  @Test func `floors whose features have the same ids keep them all, and what was drawn`() throws {
    try withTemporaryFolder { folder in
      for name in ["F1", "F2"] { try makeFloor("\(folder)/\(name)") }
      let site = try CompetitionSite(folder)
      let upper = LevelKey(ordinal: 7)
      let drawn = Venue(
        id: "v", name: "v", origin: site.centre,
        levels: [
          Level(id: "l", key: upper, label: "8", outline: site.floors[0].level.outline)
        ],
        units: [Unit(id: "lift", level: upper, geometry: site.floors[0].level.outline)])
      let merging = site.merging(into: drawn, name: "v")
      let (venue, renamed) = (merging.venue, merging.renamed)
      #expect(venue.levels.map(\.id) == ["outline", "outline~2", "l"])
      #expect(venue.levels.map(\.key.ordinal) == [0, 1, 7])
      let units = venue.units.sorted { $0.level < $1.level }
      #expect(units.map(\.level.ordinal) == [0, 1, 7])
      #expect(units.map(\.id) == ["lift~2", "lift~3", "lift"])
      #expect(renamed.count == 2, "\(renamed)")
      #expect(
        renamed.first?.hasPrefix("\(folder)/F1/geojson_map.json: ") == true
          && renamed.first?.contains("unit \"lift\", now \"lift~2\"; give each") == true)
      // Once more nothing changes, nor where each floor comes by itself.
      #expect(site.merged(into: venue, name: "v") == venue)
      let parts = try CompetitionSite("\(folder)/F2").merged(
        into: CompetitionSite("\(folder)/F1").merged(into: drawn, name: "v"), name: "v")
      #expect(parts == venue)
    }
  }

  @Test func `a level that somebody drew stays, whatever ids it shares with the folder`() throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F1")
      let site = try CompetitionSite(folder)
      let key = site.floors[0].level.key
      let drawn = Venue(
        id: "v", name: "v", origin: site.centre,
        levels: [Level(id: "mine", key: key, label: "G", outline: site.floors[0].level.outline)],
        units: [
          Unit(id: "lift", level: key, name: "Mine", geometry: site.floors[0].level.outline),
          Unit(id: "hall", level: key, geometry: site.floors[0].level.outline),
        ])
      let merging = site.merging(into: drawn, name: "v")
      #expect(merging.venue.levels == drawn.levels && merging.venue.units == drawn.units)
      #expect(merging.stays == ["\(folder)/F1"])
    }
  }

  @Test func `a trace in a floor's folder has its waypoints in degrees and the folder's level`()
    throws
  {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F2")
      let recording = try #require(try Recording.recordings(at: folder).first)
      #expect(recording.level == LevelKey(ordinal: 1))
      guard case .coordinate(let place) = recording.waypoints.first?.place else {
        Issue.record("no coordinate")
        return
      }
      #expect(abs(place.latitude - 30.0005) < 1e-12)
      #expect(abs(place.longitude - 120.0015) < 1e-12)
    }
  }

  @Test func `a trace alone has no waypoints, and says so`() throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F2")
      try FileManager.default.copyItem(
        atPath: "\(folder)/F2/path_data_files/a.txt", toPath: "\(folder)/b.txt")
      var stream = try RecordingStream("\(folder)/b.txt")
      let read = try #require(try stream.next())
      #expect(read.recording.waypoints.isEmpty)
      #expect(read.skipped.counts == [.waypointWithoutFloor: 1])
      #expect(read.recording.observations.count == 1)
    }
  }

  @Test func `rooms without an area are counted by their features`() throws {
    try withTemporaryFolder { folder in
      let outline =
        #"{"type":"Polygon","coordinates":[[[120,30],[120.003,30],[120.003,30.002],[120,30.002],[120,30]]]}"#
      let shapes = [
        outline, "null", outline,
        #"{"type":"LineString","coordinates":[[120.001,30.001],[120.002,30.001]]}"#,
      ]
      let features = shapes.map { #"{"type":"Feature","properties":{},"geometry":\#($0)}"# }
      try makeFloor(
        "\(folder)/F1",
        map: #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
      let floor = try CompetitionFloor("\(folder)/F1")
      #expect(floor.units.count == 1 && floor.leftOut == [2, 4])
    }
  }

  @Test func `the image lies on the outline's bounding box, north up`() throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F1")
      let floor = try CompetitionFloor("\(folder)/F1")
      let frame = LocalFrame(origin: Coordinate(latitude: 30.001, longitude: 120.0015))
      let transform = floor.imageToLocal(width: 600, height: 400, in: frame)
      #expect(transform.determinant < 0, "an image's y points down")
      for (page, latitude, longitude) in [
        (PagePoint(x: 0, y: 0), 30.002, 120.0), (PagePoint(x: 600, y: 400), 30.0, 120.003),
        (PagePoint(x: 600, y: 0), 30.002, 120.003), (PagePoint(x: 300, y: 200), 30.001, 120.0015),
      ] {
        let there = frame.local(from: Coordinate(latitude: latitude, longitude: longitude))
        let millimetres = 1000 * transform.apply(page, as: LocalPoint.self).distance(to: there)
        #expect(millimetres < 3)
      }
    }
  }

  @Test(
    arguments: [
      (#"{"map_info":{"width":0,"height":200}}"#, nil), (#"{"map_info":{"width":1e999}}"#, nil),
      ("{}", nil), (nil, #"{"type":"FeatureCollection","features":[]}"#),
      (
        nil,
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":null}]}"#
      ),
      (nil, "{"),
    ] as [(String?, String?)])
  func `a floor whose map or size makes no sense is refused with its file`(
    info: String?, map: String?
  ) throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/F1", info: info, map: map)
      let error = #expect(throws: RecordingError.self) { try CompetitionSite(folder) }
      #expect(error?.message.contains(info == nil ? "geojson_map.json" : "floor_info.json") == true)
    }
  }

  @Test func `a floor's folder whose name is no floor is refused`() throws {
    try withTemporaryFolder { folder in
      try makeFloor("\(folder)/upstairs")
      #expect(throws: RecordingError.self) { try CompetitionSite(folder) }
    }
  }

  /// Features and files counted with Python's json and glob.
  @Test(.enabled(if: realData != nil, realDataHint))
  func `the real sites have as many units and walks as their files`() throws {
    let data = (realData ?? "") + "/indoor-location-competition"
    let site1 = try CompetitionSite("\(data)/site1")
    #expect(site1.floors.map(\.level.label) == ["B1", "F1", "F2", "F3", "F4"])
    #expect(site1.floors.map(\.units.count) == [711, 172, 138, 142, 123])
    #expect(site1.floors.map(\.walks.count) == [66, 47, 45, 40, 45])
    let site2 = try CompetitionSite("\(data)/site2")
    #expect(site2.floors.map(\.units.count) == [923, 236, 304, 275, 328, 265, 301, 242, 159])
    #expect(site2.floors.map(\.walks.count) == [33, 43, 27, 23, 15, 26, 46, 21, 15])
  }

  /// The data's own formula: x / width of the outline's extent in longitude, y / height of that in
  /// latitude.
  @Test(.enabled(if: realData != nil, realDataHint))
  func `a real waypoint lies at its fraction of the outline`() throws {
    let path =
      (realData ?? "")
      + "/indoor-location-competition/site1/B1/path_data_files/5dda14979191710006b5720e.txt"
    let recording = try #require(try Recording.recordings(at: path).first)
    guard case .coordinate(let place) = recording.waypoints.first?.place else {
      Issue.record("no coordinate")
      return
    }
    #expect(abs(place.longitude - 120.07562894757099) < 1e-10)
    #expect(abs(place.latitude - 30.293927087298222) < 1e-10)
    #expect(recording.waypoints.count == 4)
    let times = recording.waypoints.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
