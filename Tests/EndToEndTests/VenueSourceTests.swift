import Foundation
import Testing

/// Sources of venues that are less than they seem, or more.
@Suite struct VenueSourceTests {
  private func json(_ result: IndoorCommand.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  private static let nodes: [(Int, Double, Double)] = [
    (1, 50, 10), (2, 50, 10.001), (3, 50.001, 10.001), (4, 50.001, 10),
  ]

  /// A room in OpenStreetMap's XML, and what stands behind it.
  private func xml(_ tags: [String: String], behind: String = "") -> String {
    let nodes = Self.nodes.map { "<node id='\($0)' lat='\($1)' lon='\($2)'/>" }.joined()
    let tags = tags.map { "<tag k='\($0)' v='\($1)'/>" }.joined()
    return "<osm version='0.6'>\n\(nodes)\n<way id='9'>"
      + [1, 2, 3, 4, 1].map { "<nd ref='\($0)'/>" }.joined() + "\(tags)</way>\n\(behind)</osm>\n"
  }

  private func overpass(remark: String) -> String {
    let nodes = Self.nodes.map { #"{"type":"node","id":\#($0),"lat":\#($1),"lon":\#($2)}"# }
      .joined(separator: ",")
    return #"{"version":0.6,"elements":["# + nodes
      + #",{"type":"way","id":9,"nodes":[1,2,3,4,1],"tags":{"indoor":"room","level":"0"}}],"#
      + #""remark":"\#(remark)"}"#
  }

  /// A file a floor, each of whose level has the id 1.
  @Test func `a level that gets another ordinal is told`() throws {
    try Scratch.with { scratch in
      func floor(_ ordinal: Int) throws -> IndoorCommand.Result {
        let ring = "[[[10,50],[10.001,50],[10.001,50.001],[10,50]]]"
        let source = try scratch.write(
          #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":"#
            + #"{"feature_type":"level","id":"1","ordinal":\#(ordinal),"label":"L\#(ordinal)"},"#
            + #""geometry":{"type":"Polygon","coordinates":\#(ring)}}]}"#, to: "\(ordinal).geojson")
        return try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), source)
      }
      for (ordinal, isTold) in [(-1, false), (-1, false), (0, true)] {
        let result = try floor(ordinal)
        #expect(result.status == 0, "\(result)")
        #expect(
          result.errors.contains(
            "level \"1\" had the ordinal -1 and the label \"L-1\" and has 0 and \"L0\" now")
            == isTold,
          "\(result)")
      }
    }
  }

  @Test func `what a folder or zip has beside the files that are read of it is told`() throws {
    try Scratch.with { scratch in
      func level(_ ordinal: Int) -> String {
        let ring = "[[[10,50],[10.001,50],[10.001,50.001],[10,50]]]"
        return #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":"#
          + #"{"feature_type":"level","id":"L\#(ordinal)","ordinal":\#(ordinal)},"#
          + #""geometry":{"type":"Polygon","coordinates":\#(ring)}}]}"#
      }
      func said(_ path: String) throws -> String {
        let result = try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), path)
        #expect(result.status == 0, "\(result)")
        return result.errors
      }
      for name in ["a/ground.geojson", "b/ground.geojson", "c/ground.geojson"] {
        try scratch.write(level(0), to: name)
      }
      for name in ["README.json", "notes/plan.txt", ".hidden.json", "style.xml"] {
        try scratch.write(#"{"name":"x"}"#, to: "a/\(name)")
      }
      #expect(try !said(scratch.path("a")).contains("passed-over"))
      try scratch.write(level(1), to: "b/first.json")
      try scratch.write(xml(["indoor": "room", "level": "2"]), to: "b/second.osm")
      #expect(
        try said(scratch.path("b")).contains(
          "\"first.json\", \"second.osm\" seem to be of a venue, too, and aren't read with it; name them as"
        ))
      try scratch.write(level(1), to: "c/floors/first/level.geojson")
      #expect(
        try said(scratch.path("c")).contains(
          "\"floors\" seems to be of a venue, too, and isn't read with it; name it as well where it is"
        ))
      // What is named as well isn't told, nor are anchors, styles and links that lead back.
      let named = try IndoorCommand.run(
        "venue", "import", scratch.path("w.gpkg"), scratch.path("c"), scratch.path("c/floors/first")
      )
      #expect(named.status == 0 && !named.errors.contains("passed-over"), "\(named)")
      try scratch.write(level(0), to: "d/ground.geojson")
      try scratch.write(level(1), to: "d/plans/G.anchors.geojson")
      try scratch.write(#"{"name":"app"}"#, to: "d/web/manifest.json")
      try scratch.write(#"{"version":8,"sources":{"a":{"data":\#(level(1))}}}"#, to: "d/style.json")
      try scratch.write(
        #"{"name":"m","features":["a"],"keywords":["FeatureCollection"]}"#, to: "d/p.json")
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("d/self"), withDestinationPath: ".")
      #expect(try !said(scratch.path("d")).contains("passed-over"))
      // A zip's folders are read, and its other files told.
      let zip = try IndoorCommand.shell(
        "python3 -m zipfile -c c.zip c && python3 -m zipfile -c b.zip b", in: scratch)
      #expect(zip.status == 0, "\(zip)")
      #expect(try !said(scratch.path("c.zip")).contains("passed-over"))
      #expect(try said(scratch.path("b.zip")).contains("first.json\", \"b/second.osm\" seem"))
    }
  }

  /// libxml2 takes longer for each other name: a million took 15 s.
  @Test func `XML of too many names is refused at once`() throws {
    try Scratch.with { scratch in
      let elements = (0..<30_000).map { "<b\($0) c='1'/>" }.joined()
      let attributes = (0..<30_000).map { "<b c\($0)='1'/>" }.joined()
      for (name, text) in [("elements", elements), ("attributes", attributes)] {
        let path = try scratch.write("<osm version='0.6'>\(text)</osm>", to: "\(name).osm")
        expectBadInput(
          try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), path), path,
          "over 20000 names of elements and attributes")
      }
    }
  }

  // The texts are those of https://dev.overpass-api.de/overpass-doc/en/preface/commons.html.
  @Test(arguments: [
    #"runtime error: Query timed out in "query" at line 3 after 25 seconds."#,
    #"runtime error: Query run out of memory in "recurse" at line 4 using about 512 MB of RAM."#,
  ]) func `an answer of Overpass that broke off is refused, in both forms`(remark: String) throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let room = ["indoor": "room", "level": "0"]
      let whole = try scratch.write(xml(room), to: "whole.osm")
      #expect(try IndoorCommand.run("venue", "import", venue, whole).status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: venue))
      let escaped = remark.replacing("\"", with: "\\\"")
      let sources = try [
        scratch.write(xml(room, behind: "<remark> \(remark) </remark>\n"), to: "cut.osm"),
        scratch.write(overpass(remark: escaped), to: "cut.json"),
      ]
      for source in sources {
        let result = try IndoorCommand.run("venue", "import", venue, source)
        expectBadInput(result, source, "(\(remark))")
        #expect(result.sentences.first?.contains("a smaller area") == true)
        #expect(try IndoorCommand.run("venue", "check", source).status == 65)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == before)
    }
  }

  @Test func `what Overpass remarks of a query that came to its end is no fault`() throws {
    try Scratch.with { scratch in
      let remark = "runtime remark: Timeout is 180 and maxsize is 536870912."
      let source = try scratch.write(overpass(remark: remark), to: "whole.json")
      let result = try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), source)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test(arguments: [
    (["level": "0", "repeat_on": "1-x"], 1, "unread-level", "has repeat_on=1-x"),
    (["level": "EG", "repeat_on": "1;2"], 2, "unread-level", "has level=EG"),
    (["level": "EG"], 0, "missing-level", "has level=EG, which can't be read, and was left out"),
    (
      ["level": "0", "repeat_on": "1-2011"], 1, "unread-level",
      "has repeat_on=1-2011, which names over 200 levels or one beyond 1000, and is on its other"
    ),
  ]) func `a level tag that can't be read is named, and the other one counts`(
    tags: [String: String], units: Int, code: String, words: String
  ) throws {
    try Scratch.with { scratch in
      let other = xml(["indoor": "area", "level": "0"]).split(separator: "\n")[2]
        .replacing("id='9'", with: "id='10'")
      let source = try scratch.write(
        xml(tags.merging(["indoor": "room"]) { $1 }, behind: "\(other)\n"), to: "a.osm")
      let result = try IndoorCommand.run(
        "venue", "import", scratch.path("v.gpkg"), source, "--json")
      let findings = try json(result)["warnings"] as? [[String: Any]] ?? []
      let found = findings.first { $0["code"] as? String == code }
      let message = try #require(found?["message"] as? String, "\(result)")
      #expect(message.hasPrefix("\(source):") && message.contains(words), "\(message)")
      #expect(try json(result)["units"] as? Int == units + 1, "\(result)")
    }
  }

  /// What one is asked to do differs.
  @Test func `rooms without a level and of one that can't be read are told each`() throws {
    try Scratch.with { scratch in
      let lines = xml(["indoor": "room", "level": "+1"]).split(separator: "\n")
      let bare = lines[2].replacing("id='9'", with: "id='10'")
        .replacing("<tag k='level' v='+1'/>", with: "")
      let good = lines[2].replacing("id='9'", with: "id='11'").replacing("+1", with: "0")
      let source = try scratch.write(
        xml(["indoor": "room", "level": "+1"], behind: "\(bare)\n\(good)\n"), to: "a.osm")
      let result = try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), source)
      #expect(result.errors.contains("way/10 has no level and was left out; set its tag level"))
      #expect(
        result.errors.contains(
          "way/9 has level=+1, which can't be read, and was left out; write it"),
        "\(result)")
    }
  }

  /// An archive's folder with one level of some buildings.
  private func archive(
    _ name: String, venues: [String] = ["v"], level: String, of buildings: [String],
    east: Double = 0, in scratch: Scratch
  ) throws -> String {
    func write(_ type: String, _ features: [String]) throws {
      try scratch.write(
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}",
        to: "\(name)/\(type).geojson")
    }
    func square(_ size: Double) -> String {
      let corners = [(0.0, 0.0), (size, 0), (size, size), (0, size), (0, 0)]
        .map { "[\(10 + east + $0.0),\(50 + $0.1)]" }
      return #"{"type":"Polygon","coordinates":[[\#(corners.joined(separator: ","))]]}"#
    }
    func feature(_ type: String, _ id: String, _ properties: String, _ geometry: String) -> String {
      #"{"type":"Feature","feature_type":"\#(type)","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
    }
    try write(
      "venue", venues.map { feature("venue", $0, #""name":{"en":"\#($0)"}"#, square(1e-3)) })
    try write("building", buildings.map { feature("building", $0, "", "null") })
    let ids = buildings.map { "\"\($0)\"" }.joined(separator: ",")
    try write(
      "level",
      [feature("level", level, #""ordinal":0,"building_ids":[\#(ids)]"#, square(1e-3))])
    try write(
      "unit",
      [feature("unit", "unit-\(level)", #""level_id":"\#(level)","category":"room""#, square(5e-4))]
    )
    return scratch.path(name)
  }

  private func finding(
    _ code: String, in source: String, into venue: String
  ) throws -> String? {
    let result = try IndoorCommand.run("venue", "import", venue, source, "--json")
    #expect(result.status == 0, "\(result)")
    let findings = try json(result)["warnings"] as? [[String: Any]] ?? []
    return findings.first { $0["code"] as? String == code }?["message"] as? String
  }

  @Test func `a level of two buildings and a second venue are told`() throws {
    try Scratch.with { scratch in
      let plain = try archive("plain", level: "l", of: ["b"], in: scratch)
      for code in ["several-buildings", "venue-count"] {
        #expect(try finding(code, in: plain, into: scratch.path("plain.gpkg")) == nil)
      }
      let shared = try archive("shared", level: "l", of: ["b", "c"], in: scratch)
      let level = try finding("several-buildings", in: shared, into: scratch.path("shared.gpkg"))
      #expect(level?.contains(#"level "l" is in the building "c", too"#) == true, "\(level ?? "")")
      let two = try archive("two", venues: ["v", "w"], level: "l", of: ["b"], in: scratch)
      let venue = try finding("venue-count", in: two, into: scratch.path("two.gpkg"))
      #expect(
        venue?.hasPrefix("\(two)/venue.geojson:2: is a second venue, \"w\"") == true,
        "\(venue ?? "")")
      // A check tells it once, by IMDF's own rule.
      let check = try IndoorCommand.run("venue", "check", two, "--json")
      #expect(check.status == 1, "\(check)")
      #expect(check.output.contains("two: has 2 venues; an archive has exactly one"), "\(check)")
      #expect(!check.output.contains("second venue"), "\(check)")
    }
  }

  @Test func `a level that comes back under new names is told, with what stays on the old`() throws
  {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let old = try archive("old", level: "l", of: ["b"], in: scratch)
      #expect(try finding("level-doubled", in: old, into: venue) == nil)
      // Half a square away is under half of the ground in common; a tenth is more.
      let beside = try archive("beside", level: "m", of: ["c"], east: 6e-4, in: scratch)
      #expect(try finding("level-doubled", in: beside, into: venue) == nil)
      let new = try archive("new", level: "n", of: ["d"], east: 1e-4, in: scratch)
      let told = try #require(try finding("level-doubled", in: new, into: venue))
      #expect(
        told.hasPrefix(#"level "n" of building "d" lies where the venue has level "l""#), "\(told)")
      #expect(told.contains("plans and walks stay"))
    }
  }

  @Test func `a town's outlines and a room on many levels take no more memory than the file asks`()
    throws
  {
    try Scratch.with { scratch in
      var text = "<osm version='0.6'>\n"
      for id in 0..<50_000 {
        let (building, angle) = (id / 1000, 2 * Double.pi * Double(id % 1000) / 1000)
        text +=
          "<node id='\(id + 1)' lat='\(48 + 1e-4 * sin(angle))' lon='\(2 + 3e-4 * Double(building) + 1e-4 * cos(angle))'/>\n"
      }
      for building in 0..<50 {
        let ids = (1...1000).map { building * 1000 + $0 }
        text +=
          "<way id='\(building)'>" + (ids + ids.prefix(1)).map { "<nd ref='\($0)'/>" }.joined()
        text += "<tag k='building' v='yes'/></way>\n"
      }
      for first in [-200, -100, 0, 100] {
        text +=
          "<way id='\(1000 + first)'>" + [1, 300, 600, 1].map { "<nd ref='\($0)'/>" }.joined()
        text += "<tag k='indoor' v='room'/><tag k='level' v='\(first)-\(first + 99)'/></way>\n"
      }
      _ = try scratch.write(text + "</osm>\n", to: "town.osm")
      // 50,000 walls on each of 400 levels took over 800 MB.
      let result = try IndoorCommand.shell(
        "ulimit -v 600000; $indoor venue import v.gpkg town.osm", in: scratch)
      #expect(result.status == 0 && result.output.contains("400 levels"), "\(result)")
    }
  }
}
