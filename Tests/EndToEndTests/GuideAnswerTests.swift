import Foundation
import Testing

/// Lists of a guide, as a person asks for them, over tables whose answers can be read off.
struct GuideAnswerTests {
  private static func json(_ arguments: [String]) throws -> [String: Any] {
    let result = try IndoorCommand.run(["guide"] + arguments + ["--json"])
    #expect(result.status == 0, "\(result)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private static func run(_ arguments: String...) throws {
    let result = try IndoorCommand.run(arguments)
    try #require(result.status == 0, "\(result)")
  }

  /// Two buildings side by side, 72 m wide at 50° (a degree of longitude is 71.7 km there).
  private static let venue: String = {
    func building(_ id: String, _ name: String) -> String {
      #"{"type":"Feature","id":"\#(id)","feature_type":"building","geometry":null,"#
        + #""properties":{"name":"\#(name)"}}"#
    }
    func level(_ id: String, _ building: String, west: Double) -> String {
      let east = west + 0.001
      let ring = "[[\(west),50],[\(east),50],[\(east),50.001],[\(west),50.001],[\(west),50]]"
      return #"{"type":"Feature","id":"\#(id)","feature_type":"level","#
        + #""geometry":{"type":"Polygon","coordinates":[\#(ring)]},"#
        + #""properties":{"ordinal":0,"short_name":"EG","building_ids":["\#(building)"]}}"#
    }
    let features = [
      building("north", "North Wing"), building("south", "South"),
      level("l1", "north", west: 8), level("l2", "south", west: 8.001),
    ]
    return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }()

  /// Names of types are the same in capitals (RFC 6838, section 4.2).
  @Test func `a tour says what it plays, however the sound's type is written`() throws {
    try Scratch.with { scratch in
      _ = try scratch.write("key,title\n1,Vase\n", to: "g/items.csv")
      _ = try scratch.write("key,uri,type\na,s.mp3,Audio/MPEG\n", to: "g/media.csv")
      _ = try scratch.write("key,title\nt,Walk\n", to: "g/tours.csv")
      _ = try scratch.write("tour,item,medium\nt,1,a\n", to: "g/stops.csv")
      let file = scratch.path("g.gpkg")
      try Self.run("guide", "import", file, scratch.path("g"))
      let tour = try IndoorCommand.run("guide", "tour", file, "t")
      #expect(tour.output.contains("plays a"), "\(tour)")
    }
  }

  @Test func `all codes come once, page by page`() throws {
    try Scratch.with { scratch in
      let items = try scratch.write("key,title,codes\n1,A,101|101\n2,B,102\n", to: "items.csv")
      let file = scratch.path("v.gpkg")
      for collection in ["y2025", "y2026"] {
        try Self.run("guide", "import", file, items, "--collection", collection)
      }
      var (codes, after): ([String], String?) = ([], nil)
      repeat {
        let page = try Self.json(
          ["list", "codes", file, "--limit", "1"] + (after.map { ["--after", $0] } ?? []))
        let rows = try #require(page["codes"] as? [[String: Any]])
        codes += rows.compactMap { $0["code"] as? String }
        after = page["after"] as? String
      } while after != nil && codes.count < 20
      #expect(codes == ["101", "101", "102", "101", "101", "102"])
    }
  }

  /// docs/guide.md, "Lists and search": 200 m for another building.
  @Test func `a work of the building that one is in comes before a nearer one of another`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try Self.run("venue", "import", file, scratch.write(Self.venue, to: "venue.geojson"))
      let items = try scratch.write(
        """
        key,title,latitude,longitude,ordinal,building
        n,North work,50.0005,8.0002,0,North Wing
        s,South work,50.0005,8.0012,0,south
        m,Near work,50.0005,8.0008,0,north wing

        """, to: "items.csv")
      try Self.run("guide", "import", file, items)
      for place in ["50.0005,8.0009,0", "50.0005,8.0009"] {
        let page = try Self.json(["list", "items", file, "--near", place])
        let rows = try #require(page["items"] as? [[String: Any]])
        #expect(rows.compactMap { $0["key"] as? String } == ["m", "n", "s"])
        let extra = rows.compactMap { row in
          (row["cost"] as? Double).flatMap { cost in (row["metres"] as? Double).map { cost - $0 } }
        }
        #expect(extra.map { $0.rounded() } == [0, 0, 200])
      }
      let by = try Self.json(["list", "items", file, "--by", "building"])
      let buildings = try #require(by["buildings"] as? [[String: Any]])
      #expect(buildings.map { $0["building"] as? String } == ["north", "south"])
      #expect(buildings.map { $0["count"] as? Int } == [2, 1])
    }
  }

  @Test func `a group is found by its label in each language`() throws {
    try Scratch.with { scratch in
      _ = try scratch.write("key,label,label@de\nr1,Room 1,Saal 1\n", to: "g/groups.csv")
      _ = try scratch.write("key,title,groups\n1,A,r1\n", to: "g/items.csv")
      let file = scratch.path("v.gpkg")
      try Self.run("guide", "import", file, scratch.path("g"))
      for group in ["r1", "Room 1", "Saal 1"] {
        let page = try Self.json(["list", "items", file, "--group", group])
        #expect(page["total"] as? Int == 1, "\(group)")
      }
    }
  }

  /// A degree of latitude is 111.23 km at 50° (WGS 84), so that 0.001 are 111 m.
  @Test func `a list of tours says how many stops and how long`() throws {
    try Scratch.with { scratch in
      _ = try scratch.write(
        "key,title,latitude,longitude\na,A,50,8\nb,B,50.001,8\n", to: "g/items.csv")
      _ = try scratch.write("key,title,sort\nt,Tour,2\nu,Other,1\n", to: "g/tours.csv")
      _ = try scratch.write("tour,item\nt,a\nt,b\nu,a\n", to: "g/stops.csv")
      let file = scratch.path("v.gpkg")
      try Self.run("guide", "import", file, scratch.path("g"))
      let tours = try #require(
        try Self.json(["list", "tours", file])["tours"] as? [[String: Any]])
      #expect(tours.map { $0["title"] as? String } == ["Other", "Tour"])
      #expect(tours.map { $0["stops"] as? Int } == [1, 2])
      #expect(tours.map { ($0["metres"] as? Double)?.rounded() } == [0, 111])
    }
  }
}
