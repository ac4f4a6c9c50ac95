import Foundation
import IndoorKit
import Testing

/// What an app writes with `import IndoorKit` alone.
struct IndoorKitTests {
  private let level = LevelKey(ordinal: 0)
  private let frame = LocalFrame(origin: Coordinate(latitude: 52, longitude: 13))

  private func withFile(_ body: (VenueFile) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "indoorkit-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(try VenueFile.create(path))
  }

  /// A hall of 20 by 20 metres.
  private var venue: Venue {
    let corners = [(0.0, 0.0), (20, 0), (20, 20), (0, 20)].map {
      frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
    }
    return Venue(
      id: "v", name: "V", origin: frame.origin, buildings: [Building(id: "")],
      levels: [Level(id: "l", key: level, label: "G", outline: [Polygon(exterior: corners)])],
      // Foundation has a `Unit` of its own.
      units: [
        IndoorKit.Unit(
          id: "hall", level: level, category: "walkway", geometry: [Polygon(exterior: corners)])
      ])
  }

  /// Two access points, one weaker to the east and one weaker to the north, every two metres.
  private func radioMap() throws -> RadioMap {
    let places = (0..<100).map {
      LocalPoint(x: Double($0 % 10) * 2 + 1, y: Double($0 / 10) * 2 + 1)
    }
    let map = RadioMap(
      levels: [level], transmitters: [.wifi(0x0674_9C2E_9EF3), .wifi(0x0674_9C2E_9EF4)],
      places: places, levelIndices: Array(repeating: 0, count: 100),
      walks: Array(repeating: 0, count: 100), rowStarts: (0...100).map { $0 * 2 },
      transmitterIndices: (0..<200).map { $0 % 2 },
      rssi: places.flatMap { [Int8(-40 - 2 * $0.x), Int8(-40 - 2 * $0.y)] })
    return try #require(map)
  }

  @Test func `a venue file is a positioner in one line`() throws {
    try withFile { file in
      try file.save(venue)
      try file.save(try radioMap())
      var positioner = try VenueFile.open(file.path, readOnly: true).positioner()
      let scan = Scan(
        time: Timestamp(seconds: 1),
        readings: [
          Reading(Transmitter(wifi: "06:74:9C:2E:9E:F3"), rssi: -70),
          Reading(Transmitter(wifi: "06:74:9C:2E:9E:F4"), rssi: -46),
        ].compactMap { $0 })
      let update = positioner.update(.scan(scan))
      let position = try #require(update)
      // Nothing else in the map is heard so: 15 metres east, 3 north.
      #expect(position.place.distance(to: LocalPoint(x: 15, y: 3)) < 4)
      #expect(position.level == level)
      let hall = try #require(venue.unit("hall"))
      let region = try #require(Region(hall, in: frame))
      #expect(region.distance(to: position.place) < 0)
    }
  }

  @Test func `what is missing is said in one sentence that names the file and no command`() throws {
    func refusal(_ file: VenueFile) -> StorageError? {
      #expect(throws: StorageError.self) { try file.positioner() }
    }
    try withFile { file in
      let noVenue = refusal(file)
      #expect(noVenue?.code == .noVenue)
      try file.save(venue)
      let noMap = refusal(file)
      #expect(noMap?.code == .noRadioMap)
      for message in [noVenue?.message, noMap?.message].compactMap({ $0 }) {
        #expect(message.hasPrefix("\(file.path): "))
        #expect(!message.contains("`") && !message.contains("--"))
        #expect(!message.dropFirst(file.path.count).contains("indoor "))
      }
    }
  }

  @Test func `a guide opens from a venue file, and answers`() throws {
    var content = GuideContent(GuideCollection(key: "works", format: "csv"))
    content.items = [
      GuideItem(key: "1", kind: "object", place: GuidePlace(frame.origin, ordinal: 0)),
      GuideItem(key: "2", kind: "object"),
    ]
    for (key, title) in [("1", "Monsoon at Noon"), ("2", "Harbour Clock")] {
      content.texts.append(
        GuideText(GuideOwner(.item, key), "title", language: "en", title))
    }
    content.codes = [GuideCode("109", rank: 0, owner: GuideOwner(.item, "2"))]
    content.tours = [GuideTour(key: "t", stops: [GuideStop(item: "2"), GuideStop(item: "1")])]
    try withFile { file in
      try file.save(content)
      let guide = try Guide(VenueFile.open(file.path, readOnly: true))
      #expect(guide.search("mon").map(\.title) == ["Monsoon at Noon"])
      #expect(guide.nearest(to: GuidePosition(frame.origin)).map(\.id.key) == ["1"])
      #expect(guide.number("109").map(\.row.title) == ["Harbour Clock"])
      #expect(try guide.tour("t").stops.map(\.title) == ["Harbour Clock", "Monsoon at Noon"])
    }
  }
}
