import IndoorContent
import IndoorGeometry
import IndoorModel
import Testing

/// Places and levels in columns that are called otherwise.
struct UnplacedTests {
  private static let venue = Venue(
    id: "v", name: "V", origin: .init(latitude: 45.32, longitude: -29.87),
    levels: [("B", -1), ("G", 0), ("1", 1), ("2", 2)].map { label, ordinal in
      Level(id: label, key: LevelKey(ordinal: ordinal), label: label)
    })

  private func told(
    _ text: String, as name: String = "w.csv", in venue: Venue? = venue
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let content = try ReadContent.read(
      [try folder.write(text, as: name)], options: ContentOptions(levels: ContentLevels(venue)))
    return ContentCheck.findings(of: content, venue: venue).filter { $0.rule == .unplaced }
      .map(\.message)
  }

  private func table(_ columns: String, _ rows: [String]) -> String {
    "key,title,\(columns)\n"
      + rows.enumerated().map { "\($0),Work \($0),\($1)\n" }.joined()
  }

  private static let places = [
    "45.32023,-29.8696973", "45.3203,-29.8695", "45.32041,-29.86968",
  ]

  @Test(arguments: [
    ("Breitengrad", "Längengrad"), ("POINT_Y", "POINT_X"), ("GPS Latitude", "GPS Longitude"),
    ("geo.lat", "geo.lng"), ("decimalLatitude", "decimalLongitude"), ("緯度", "経度"),
  ])
  func `degrees in columns of other names are told where no work has a place`(
    latitude: String, longitude: String
  ) throws {
    let sentence =
      "none of its 3 works has a place, and the columns \(latitude) and \(longitude) seem to have "
      + "degrees; call them latitude and longitude"
    #expect(try told(table("\(latitude),\(longitude)", Self.places)) == [sentence])
    // As a spreadsheet writes them whose decimal is a comma.
    let commas = Self.places.map { place in
      place.split(separator: ",").map { "\"\($0.replacing(".", with: ","))\"" }
        .joined(separator: ",")
    }
    #expect(try told(table("\(latitude),\(longitude)", commas)) == [sentence])
    // Longitudes that come first.
    let turned = Self.places.map { $0.split(separator: ",").reversed().joined(separator: ",") }
    #expect(try told(table("\(longitude),\(latitude)", turned)) == [sentence])
  }

  @Test func `properties of a feed that have degrees are told`() throws {
    let features = Self.places.enumerated().map { index, place in
      let parts = place.split(separator: ",")
      return #"{"type":"Feature","id":"\#(index)","geometry":null,"properties":{"title":"W","#
        + #""geo_lat":\#(parts[0]),"geo_lng":\#(parts[1])}}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let found = try told(text, as: "w.geojson")
    #expect(found.first?.contains("the properties geo_lat and geo_lng seem to have") == true)
  }

  @Test func `numbers that are no places of the venue, and works with places, aren't told`() throws
  {
    // A place far away, numbers of fewer decimals, too few works, one number alone.
    for rows in [
      ["48.10001,11.50001", "48.10002,11.50002", "48.10003,11.50003"],
      ["45.3,-29.8", "45.3,-29.8", "45.3,-29.8"], Array(Self.places.prefix(2)),
      ["45.32023,", "45.3203,", "45.32041,"],
      Self.places + (1...4).map { _ in "," },
    ] {
      #expect(try told(table("Breite,Länge", rows)) == [], "\(rows)")
    }
    let placed = Self.places.map { "\($0),\($0)" }
    #expect(try told(table("latitude,longitude,Breite,Länge", placed)) == [])
    let one = placed.prefix(1) + Self.places.map { ",,\($0)" }
    #expect(try told(table("latitude,longitude,Breite,Länge", Array(one))) == [])
    // What is told by its name.
    #expect(try told(table("lat,lon", Self.places)) == [])
  }

  @Test(arguments: [
    ("Stock", ["G", "1", "1"]), ("piano", ["1", "1", "2"]), ("階", ["1", "2", "B"]),
    ("Where", ["B", "G", "2"]), ("Lage", ["Erdgeschoss", "1. Obergeschoss", "1. Obergeschoss"]),
  ])
  func `levels in a column of another name are told where no work has one`(
    column: String, values: [String]
  ) throws {
    #expect(
      try told(table(column, values)) == [
        "none of its 3 works has a level, and the column \(column) seems to say it; call it level"
      ])
    var one = Self.venue
    one.levels.removeFirst(3)
    #expect(try told(table(column, values), in: one) == [])
    #expect(try told(table("\(column),level", values.map { "\($0),G" })) == [])
  }

  @Test(arguments: [
    ("parts", ["1", "2", "1"]), ("Stock", ["Oak", "Pine", "1"]), ("group of", ["B", "B", "B"]),
    ("shelf", ["upper", "lower", "top"]), ("medium", ["piano", "oil", "G"]),
    ("Where", ["G", "", ""]),
  ])
  func `columns that only may be levels aren't told`(column: String, values: [String]) throws {
    #expect(try told(table(column, values)) == [])
  }

  @Test func `works whose rooms are on levels aren't told`() throws {
    let folder = try TemporaryFolder()
    let works = (1...3).map { "\($0),Work,r,\($0 < 3 ? "G" : "B")\n" }.joined()
    _ = try folder.write("key,title,groups,Stock\n\(works)", as: "guide/items.csv")
    _ = try folder.write("key,label,level\nr,Room,G\n", as: "guide/groups.csv")
    let content = try ReadContent.read(
      [folder.path + "/guide"], options: ContentOptions(levels: ContentLevels(Self.venue)))
    #expect(content.count(.unplaced, venue: Self.venue) == 0)
  }
}
