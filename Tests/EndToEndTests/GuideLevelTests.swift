import Foundation
import GRDB
import Testing

/// What `indoor guide` calls levels, and what it makes of folders of media.
struct GuideLevelTests {
  @Test func `lists for people have the levels' labels, and those for machines ordinals`() throws {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("museum.gpkg"), "\(repository)/FloorPlans/museum")
      for command in [
        ["venue", "import", file, "\(museum)/venue.geojson"],
        ["guide", "import", file, "\(museum)/guide"],
      ] {
        try #require(try IndoorCommand.run(command).status == 0)
      }
      for question in [
        ["list", "items", file, "--level", "0"], ["search", file, "gudrun"],
        ["number", file, "101"], ["show", file, "OS-1001"], ["tour", file, "children"],
        ["list", "items", file, "--by", "building"],
      ] {
        let answer = try IndoorCommand.run(["guide"] + question)
        #expect(answer.output.contains("  level G (ordinal 0)"), "\(answer)")
        #expect(!answer.output.contains("level 0"), "\(answer)")
        let json = try IndoorCommand.run(["guide"] + question + ["--json"])
        #expect(
          json.output.contains("\"level\": 0") && !json.output.contains("(ordinal"), "\(json)")
      }
    }
  }

  /// The museum's levels are called B, G and 1.
  @Test func `a level or an address that was said and that no source has is told`() throws {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("museum.gpkg"), "\(repository)/FloorPlans/museum")
      try #require(
        try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson").status == 0)
      let items = try scratch.write(
        Array("key,title,level,image\na,A,G,http://old.example/a.jpg\n".utf8), to: "items.csv")
      func told(_ options: String...) throws -> String {
        let result = try IndoorCommand.run(
          ["guide", "import", file, items, "--collection", "c"] + options)
        #expect(result.status == 0, "\(result)")
        return result.errors
      }
      #expect(
        try told("--floors", "G=0;1=1").contains(
          "items.csv: names no level \"G=0;1\", of which an ordinal was given; "
            + "\"G\" is what the venue calls so; correct the labels"))
      #expect(try told("--floors", "1=1").contains("names no level \"1\""))
      // Who gives them at every import has levels that this source doesn't name.
      #expect(try told("--floors", "G=0,1=1").isEmpty)
      #expect(
        try told("--url", "https://old.example/=https://new.example/").contains(
          "items.csv: no medium's address begins with \"https://old.example/\", "
            + "which was to become another; correct the beginning"))
      let changed = "http://old.example/=https://new.example/"
      #expect(try told("--url", changed).isEmpty)
      let longer = "http://old.example/a=https://a.example/"
      #expect(
        try told("--url", changed, "--url", longer).contains(
          "items.csv: addresses that begin with \"http://old.example/a\" begin with another one "
            + "that was to change, which came first; give the longer beginning first"))
      #expect(try told("--url", longer, "--url", changed).isEmpty)
      // A label beside an ordinal may mean nothing.
      try scratch.write(
        Array("key,title,level,ordinal\na,A,Erdgeschoss,0\n".utf8), to: "items.csv")
      #expect(try told("--floors", "1=1").isEmpty)
    }
  }

  /// The museum's ground floor is called G, and the floor above it 1; in America the ground floor
  /// is called 1.
  @Test
  func `works that are all a floor higher at their places are told, and how to say otherwise`()
    throws
  {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("museum.gpkg"), "\(repository)/FloorPlans/museum")
      try #require(
        try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson").status == 0)
      let american = ["--floors", "0=-1,1=0,2=1"]
      let first = [("a", "1", 0), ("b", "1", 1), ("c", "1", 2), ("d", "2", 3), ("e", "0", 4)]
      func read(_ works: [(String, String, Int)], _ options: [String]) throws -> String {
        let rows = works.map { "\($0),Work \($0),45.3202\($2),-29.8696,\($1)\n" }.joined()
        let items = try scratch.write(
          Array("key,title,latitude,longitude,level\n\(rows)".utf8), to: "items.csv")
        let result = try IndoorCommand.run(
          ["guide", "import", file, items, "--collection", "c"] + options)
        #expect(result.status == 0, "\(result)")
        return result.errors
      }
      func told(_ works: [(String, String, Int)], _ options: String...) throws -> String {
        _ = try read(first, american + ["--replace"])
        return try read(works, options)
      }
      let part = Array(first.prefix(3))
      let found = try told(part)
      #expect(
        found.contains(
          "items.csv: 3 works of the collection \"c\", whose places are as they were, are 1 floor higher now, "
            + "as a, of ordinal 0 before and 1 now;"), "\(found)")
      #expect(found.contains("say which ordinal each is, 0 the ground, with --floors LABEL=N,..."))
      #expect(try told(part + [("z", "1", 7)], "--replace").contains("are 1 floor higher"))
      let quiet: [([(String, String, Int)], [String])] = [
        (part, american), (part.map { ($0.0, "G", $0.2) }, []),
        // Works that moved to another floor, alone or with others that stayed.
        ([("a", "1", 8)], []), ([("a", "1", 0)], []), (part.map { ($0.0, "1", $0.2 + 5) }, []),
        ([("a", "1", 0), ("b", "G", 1), ("c", "G", 2), ("d", "1", 3), ("e", "B", 4)], []),
      ]
      for (works, options) in quiet {
        _ = try read(first, american + ["--replace"])
        let found = try read(works, options)
        #expect(!found.contains("floor higher"), "\(works): \(found)")
      }
      // An ordinal is none that a label stands for.
      _ = try read(first, american + ["--replace"])
      let items = try scratch.write(Array("key,ordinal\na,1\nb,1\nc,1\n".utf8), to: "items.csv")
      let ordinals = try IndoorCommand.run("guide", "import", file, items, "--collection", "c")
      #expect(ordinals.status == 0 && !ordinals.errors.contains("higher"), "\(ordinals)")
    }
  }

  /// What QGIS labels works with is a copy; a work that was drawn there has no other title.
  @Test func `a label that isn't the title is told, and one without a title is it`() throws {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("museum.gpkg"), "\(repository)/FloorPlans/museum")
      try #require(
        try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson").status == 0)
      try #require(
        try IndoorCommand.run("guide", "import", file, "\(museum)/guide").status == 0)
      let queue = try DatabaseQueue(path: file)
      try queue.write { db in
        for name in try String.fetchAll(
          db,
          sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'guide_items'"
            + " AND name LIKE 'rtree%'")
        { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
        try db.execute(sql: "UPDATE guide_items SET title = 'Zebra' WHERE item = 'OS-1001'")
        try db.execute(
          sql: """
            INSERT INTO guide_items (collection_id, item, kind, title, ordinal, position, is_hidden)
              SELECT collection_id, 'NEW-1', kind, 'Brand new work', 0, 999, 0 FROM guide_items LIMIT 1
            """)
      }
      try queue.close()
      let check = try IndoorCommand.run("guide", "check", file)
      #expect(
        check.output.contains("item OS-1001 is called \"Zebra\" in guide_items and \"Bow of"),
        "\(check)")
      #expect(!check.output.contains("NEW-1 has no text"), "\(check)")
      let found = try IndoorCommand.run("guide", "search", file, "brand")
      #expect(found.output.contains("Brand new work"), "\(found)")
      let shown = try IndoorCommand.run("guide", "show", file, "NEW-1")
      #expect(shown.output.contains("Brand new work"), "\(shown)")
    }
  }

  @Test func `a label is that of the item's own building`() throws {
    try Scratch.with { scratch in
      func level(_ building: String, _ label: String) -> String {
        #"{"type":"Feature","geometry":null,"properties":{"feature_type":"level","id":"\#(building)0","#
          + #""building_id":"\#(building)","ordinal":0,"label":"\#(label)"}}"#
      }
      func building(_ id: String, _ name: String) -> String {
        #"{"type":"Feature","geometry":null,"properties":{"feature_type":"building","id":"\#(id)","name":"\#(name)"}}"#
      }
      let room =
        #"{"type":"Feature","properties":{"feature_type":"unit","id":"r","building_id":"a","level_id":"a0","category":"room"},"#
        + #""geometry":{"type":"Polygon","coordinates":[[[11,48],[11.001,48],[11.001,48.001],[11,48]]]}}"#
      let parts = [
        building("a", "Tower"), building("b", "Hall"), level("a", "G"), level("b", "E"), room,
      ]
      let venue = try scratch.write(
        #"{"type":"FeatureCollection","features":["# + parts.joined(separator: ",") + "]}",
        to: "v.geojson")
      let items = try scratch.write(
        "key,title,ordinal,building\n1,One,0,a\n2,Two,0,Hall\n3,Three,0,\n4,Four,,\n",
        to: "items.csv")
      let file = scratch.path("v.gpkg")
      for command in [["venue", "import", file, venue], ["guide", "import", file, items]] {
        let done = try IndoorCommand.run(command)
        try #require(done.status == 0, "\(done)")
      }
      let list = try IndoorCommand.run("guide", "list", "items", file)
      #expect(
        list.output == """
          1  One  level G (ordinal 0)
          2  Two  level E (ordinal 0)
          3  Three  level 0
          4  Four

          """, "\(list)")
    }
  }

  @Test func `a pipe or a folder in the place of a medium's file is told as none`() throws {
    try Scratch.with { scratch in
      let items = try scratch.write("key,title,image\n1,One,a.jpg\n2,Two,b.jpg\n", to: "items.csv")
      let (file, media) = (scratch.path("g.gpkg"), scratch.path("media"))
      try #require(try IndoorCommand.run("guide", "import", file, items).status == 0)
      try FileManager.default.createDirectory(
        atPath: "\(media)/b.jpg", withIntermediateDirectories: true)
      try #require(mkfifo("\(media)/a.jpg", 0o600) == 0)
      let check = try IndoorCommand.run("guide", "check", file, "--media", media)
      for name in ["a.jpg", "b.jpg"] {
        #expect(check.output.contains("\(media)/\(name) is no regular file"), "\(check)")
      }
      #expect(check.status == 1 && !check.output.contains("isn't in"), "\(check)")
    }
  }
}
