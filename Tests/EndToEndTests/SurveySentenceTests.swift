import Foundation
import GRDB
import IndoorStorage
import Testing

/// What surveys and radio maps say when something is wrong with them, and what they leave behind.
@Suite struct SurveySentenceTests {
  @Test func `a list without walks says that some are removed`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.file(1, in: scratch))
      #expect(try IndoorCommand.run("survey", "remove", venue, "walk-1").status == 0)
      let list = try IndoorCommand.run("survey", "list", venue)
      #expect(list.status == 0 && list.output.contains("no walks but 1 that is removed"), "\(list)")
    }
  }

  @Test func `that nothing names a level is said where nobody has drawn the venue`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      func walk(_ header: String, to name: String) throws -> String {
        try scratch.write(
          """
          {"format":"indoorkit","version":1\(header)}
          {"t":1000,"waypoint":{"local":[0,0]}}
          {"t":2000,"wifi":[["02:00:00:00:00:01",-50]]}
          {"t":3000,"waypoint":{"local":[2,0]}}

          """, to: name)
      }
      let nameless = try walk("", to: "nameless.jsonl")
      let first = try IndoorCommand.run("survey", "import", venue, nameless)
      #expect(first.status == 0)
      #expect(
        first.errors.contains(
          "nameless.jsonl: names no level, and nobody has drawn the venue: its walks are on level 0; "
            + "where that is wrong, --again --level N reads it anew"), "\(first)")
      let anew = try IndoorCommand.run(
        "survey", "import", venue, nameless, "--again", "--level", "2")
      #expect(anew.status == 0 && anew.errors.isEmpty, "\(anew)")
      let list = try IndoorCommand.run("survey", "list", venue)
      #expect(list.output.contains("2 (ordinal 2)"), "\(list)")
      let named = try IndoorCommand.run(
        "survey", "import", scratch.path("w.gpkg"), try walk(",\"level\":0", to: "named.jsonl"))
      #expect(named.status == 0 && named.errors.isEmpty, "\(named)")
      let partly = try scratch.write(
        """
        {"format":"indoorkit","version":1}
        {"t":1000,"waypoint":{"local":[0,0],"level":1}}
        {"t":2000,"waypoint":{"local":[1,0]}}
        {"t":2500,"wifi":[["02:00:00:00:00:01",-50]]}
        {"t":3000,"waypoint":{"local":[2,0],"level":1}}

        """, to: "partly.jsonl")
      let sole = try IndoorCommand.run("survey", "import", scratch.path("y.gpkg"), partly)
      #expect(sole.status == 0 && sole.errors.isEmpty, "\(sole)")
      let upper = try walk(",\"level\":3", to: "upper.jsonl")
      let both = try IndoorCommand.run("survey", "import", scratch.path("x.gpkg"), upper, nameless)
      #expect(both.errors.contains("nameless.jsonl: names no level"), "\(both)")
      #expect(both.errors.contains("its walks are on level 3;"), "\(both)")
    }
  }

  @Test func `an address is told without its password`() throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        "venue", "update", scratch.path("v.gpkg"), "http://ana:secret@127.0.0.1:1/f?a=b@c")
      #expect(result.status == 65 || result.status == 70)
      #expect(
        result.errors.hasPrefix("error: http://127.0.0.1:1/f?a=b@c: couldn't be fetched"),
        "\(result)")
    }
  }

  @Test func `a walk on which nothing was heard is a walk`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let silent = try scratch.write(
        """
        {"format":"indoorkit","version":1,"level":0}
        {"t":1000,"waypoint":{"local":[0,0]}}
        {"t":2000,"wifi":[]}
        {"t":3000,"waypoint":{"local":[2,0]}}

        """, to: "silent.jsonl")
      #expect(try IndoorCommand.run("survey", "import", venue, silent).status == 0)
      for arguments in [["build"], ["evaluate"]] {
        expectBadInput(
          try IndoorCommand.run(["radiomap"] + arguments + [venue]), venue,
          "holds 1 walk, on which nothing was heard")
      }
    }
  }

  @Test func `a waypoint that is nowhere in the venue is told with the reason`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      func walk(_ place: (Int) -> String, _ name: String) throws -> String {
        try scratch.write(
          """
          {"format":"indoorkit","version":1,"level":0}
          {"t":1000,"waypoint":{\(place(10))}}
          {"t":2000,"columns":[["A",-50]]}
          {"t":3000,"waypoint":{\(place(20))}}

          """, to: name)
      }
      let local = try walk({ "\"local\":[\($0),0]" }, "local.jsonl")
      try #require(try IndoorCommand.run("survey", "import", venue, local).status == 0)
      let far = try walk({ "\"latitude\":-29.8697,\"longitude\":45.32\($0)" }, "far.jsonl")
      let known = scratch.path("known.gpkg")
      let near = try walk({ "\"latitude\":45.32\($0),\"longitude\":-29.8697" }, "near.jsonl")
      try #require(try IndoorCommand.run("survey", "import", known, near).status == 0)
      expectBadInput(
        try IndoorCommand.run("survey", "import", known, far), far,
        "2 × waypoint over 100 km from the venue's origin, perhaps longitude before latitude")
      let metres = try walk({ "\"local\":[5500\($0)0,50]" }, "metres.jsonl")
      expectBadInput(
        try IndoorCommand.run("survey", "import", known, metres), metres,
        "2 × waypoint over 100 km from the venue's origin, perhaps not in metres from it")
      let page = try walk({ "\"page\":[\($0),0]" }, "page.jsonl")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, page), page,
        "2 × waypoint on a page of a level without a placed plan: 0 (ordinal 0); ")
      let drawn = try SmallVenue.imported(in: scratch)
      expectBadInput(
        try IndoorCommand.run("survey", "import", drawn, page), page,
        "2 × waypoint on a page of a level without a placed plan: G (ordinal 0); ")
      expectBadInput(
        try IndoorCommand.run("survey", "import", drawn, page), page,
        "; place the level's plan first")
      let named = try walk({ _ in "\"place\":\"unit-999\"" }, "named.jsonl")
      expectBadInput(
        try IndoorCommand.run("survey", "import", drawn, named), named,
        "2 × waypoint without a place: no unit or opening has the id unit-999 (\(named))")
    }
  }

  @Test func `strengths with a unit or a dash are told with their lines`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let scan = #"{"d":"a","t":1520424248897,"s":{"wifi":{"20:25:64:b7:91:42":"-72 dBm"}}}"#
      for (name, text) in [
        ("t.csv", "x,y,level,A,B\n1,2,0,\u{2212}50,\u{2013}60\n"),
        ("u.csv", "x,y,level,A\n1,2,0,-50 dBm\n"),
      ] {
        let walk = try scratch.write(text, to: name)
        expectBadInput(
          try IndoorCommand.run("survey", "import", venue, walk), walk,
          " × number with a unit, or a dash for its minus, where a plain -50 is needed")
        expectBadInput(
          try IndoorCommand.run("survey", "import", venue, walk), walk,
          "at \(walk):2; 1 × row without any transmitter); write numbers plainly, as -50")
      }
      let walk = try scratch.write(scan + "\n", to: "find3.jsonl")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, walk), "\(walk):1: ",
        "has strengths with a unit, or a dash for their minus")
    }
  }

  @Test func `a table without columns of places is told what it lacks, and how to name them`()
    throws
  {
    try Scratch.with { scratch in
      let new = scratch.path("new.gpkg")
      let venue = try SmallVenue.imported(in: scratch)
      let table = try scratch.write(
        "WKT,level,A\nPOINT (-29.8 45.3),0,-50\nPOINT (-29.8 45.4),0,-51\n", to: "wkt.csv")
      let lack = "1 × table without columns x and y, or latitude and longitude at \(table):1"
      expectBadInput(try IndoorCommand.run("survey", "import", new, table), table, lack)
      let refused = try IndoorCommand.run("survey", "import", venue, table)
      expectBadInput(refused, table, lack)
      expectBadInput(
        refused, table, "or say what they are with --columns x=COLUMN,y=COLUMN")
      let columns = "WAP001,FLOOR,BUILDINGID,SPACEID,RELATIVEPOSITION,USERID,PHONEID,TIMESTAMP"
      let uji = try scratch.write("\(columns)\n-50,2,1,106,2,2,23,1371713733\n", to: "uji.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", new, uji), uji,
        "1 × table without columns x and y, or latitude and longitude at \(uji):1")
      let feet = try scratch.write("x_ft,y_ft,level,A\n3.5,4.5,0,-50\n4.5,5,0,-51\n", to: "ft.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, feet), "\(feet):2: column \"x_ft\"",
        "or say what it is with --columns, as x=COLUMN for a place")
    }
  }

  @Test func `a merge says which building lacks the level that another one has`() throws {
    try Scratch.with { scratch in
      let (mine, theirs) = (scratch.path("mine.gpkg"), try SmallVenue.imported(in: scratch))
      let source = try scratch.write(SmallVenue.geoJSON(), to: "small.geojson")
      let made = try IndoorCommand.run("venue", "import", mine, source, "--building", "main")
      #expect(made.status == 0, "\(made)")
      let walk = try scratch.write(
        """
        {"format":"indoorkit","version":1,"id":"w","level":0}
        {"t":1784545200000,"waypoint":{"latitude":52.5002,"longitude":13.4001}}
        {"t":1784545201000,"wifi":[["02:00:5e:10:00:01",-50]]}
        {"t":1784545202000,"waypoint":{"latitude":52.5002,"longitude":13.4002}}

        """, to: "w.jsonl")
      #expect(try IndoorCommand.run("survey", "import", theirs, walk).status == 0)
      let words =
        "level of ordinal 0 in building \"\", on which \(theirs) has walks, only in building"
      expectBadInput(
        try IndoorCommand.run("survey", "import", mine, theirs), mine,
        "\(words) \"main\"; give the building the same id in both, or import the level if they are two"
      )
    }
  }

  @Test func `places without a level are told so where the venue has several`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
      let walk = try String(contentsOfFile: SurveySamples.file(4, in: scratch), encoding: .utf8)
      let bare = try scratch.write(
        walk.replacing(",\"level\":1", with: "").replacing("\"level\":1,", with: ""),
        to: "bare.jsonl")
      let table = try scratch.write(
        "latitude,longitude,A\n48,11,-50\n48,11.0001,-60\n", to: "t.csv")
      for source in [bare, table] {
        let refused = try IndoorCommand.run("survey", "import", venue, source)
        expectBadInput(
          refused, source, "2 × waypoint that names no level, where the venue has several")
        expectBadInput(refused, source, "or name one for all recordings with --level")
        let mended = try IndoorCommand.run("survey", "import", venue, source, "--level", "1")
        #expect(mended.status == 0, "\(mended)")
      }
    }
  }

  @Test func `a venue can't be laid under walks in metres from no known place`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let table = try scratch.write("x,y,level,A\n0,0,0,-50\n2,0,0,-60\n", to: "t.csv")
      try IndoorCommand.run("survey", "import", venue, table)
      let drawing = try scratch.write(SmallVenue.geoJSON(), to: "small.geojson")
      expectBadInput(
        try IndoorCommand.run("venue", "import", venue, drawing), drawing,
        "metres from no known place; import the venue into a new file first")
      let drawn = scratch.path("drawn.gpkg")
      try IndoorCommand.run("venue", "import", drawn, drawing)
      expectBadInput(
        try IndoorCommand.run("survey", "import", drawn, venue), venue, "no known place")
      #expect(try IndoorCommand.run("survey", "import", drawn, table).status == 0)
    }
  }

  @Test func `what was left out is told with its first lines`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let table = try scratch.write("x,y,level,A\n0,0,0,-50\n1,1\n2\n3,3,0,-60\n", to: "t.csv")
      let text = try IndoorCommand.run("survey", "import", venue, table)
      #expect(
        text.output.contains("2  malformed at \(table):3 and \(table):4"), "\(text)")
      let other = scratch.path("w.gpkg")
      let json = try IndoorCommand.run("survey", "import", other, table, "--json")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(object["skipped"] as? [String: Int] == ["malformed": 2])
      #expect(
        object["firstSkipped"] as? [String: [String]] == [
          "malformed": ["\(table):3", "\(table):4"]
        ])
      let broken = try scratch.write("x,y,level,A\n1,1\n2\n", to: "broken.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, broken), broken,
        "2 × malformed at \(broken):2 and \(broken):3")
      let log = try scratch.write(
        "# Timestamp, X, Y, HEADING, MAC Address of AP, RSS, Floor, BUID\n1 2 3 4 none -50 0\n",
        to: "log.txt")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, log), log,
        "1 × address that is none at \(log):2")
    }
  }

  @Test func `what keeps a venue from being made is told with the lines that can't be read`() throws
  {
    try Scratch.with { scratch in
      let lines = try scratch.write(
        """
        {"format":"indoorkit","version":1}
        {"t":1,"waypoint":{"local":[1e400,0]}}
        {"t":2,"wifi":[]}

        """, to: "w.jsonl")
      expectBadInput(
        try IndoorCommand.run("survey", "import", scratch.path("v.gpkg"), lines), lines,
        "left out: 1 × malformed at \(lines):2")
    }
  }

  @Test func `a name with a line break makes one sentence on one line`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write("nothing", to: "a\nb.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", scratch.path("v.gpkg"), source),
        source.replacing("\n", with: " "), "--format")
    }
  }

  @Test(arguments: [false, true])
  func `a first import that fails leaves what was there before`(isEmpty: Bool) throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let good = try scratch.write("x,y,level,A\n0,0,0,-50\n", to: "good.csv")
      let sources: [[String]] = try [
        [scratch.write("x,y,level,A\n0,0,0,100\n", to: "silent.csv")],
        [good, scratch.write("x,y,level,A\n", to: "header.csv")],
        [good, scratch.write("x,y,level,A\n0,0,0,\"-50\n", to: "quote.csv")],
        [scratch.write("{\"format\":\"indoorkit\",\"version\":1}\n", to: "nothing.jsonl")],
      ]
      for source in sources {
        if isEmpty { try scratch.write("", to: "v.gpkg") }
        let result = try IndoorCommand.run(["survey", "import", venue] + source)
        #expect(result.status == 65, "\(result)")
        #expect(FileManager.default.fileExists(atPath: venue) == isEmpty, "\(source)")
        if isEmpty {
          #expect(try Data(contentsOf: URL(fileURLWithPath: venue)).isEmpty, "\(source)")
        }
      }
    }
  }

  @Test func `levels of walks that can't be stored don't come into a venue`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let good = try scratch.write("x,y,level,A\n0,0,0,-50\n", to: "good.csv")
      try IndoorCommand.run("survey", "import", venue, good)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: venue))
      let silent = try scratch.write("x,y,level,A\n0,0,3,100\n", to: "silent.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, silent).status == 65)
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == bytes)
    }
  }

  @Test(arguments: [
    ["--against", "x.csv", "--leave-out", "days"], ["--against", "x.csv", "--leave-out", "walks"],
    ["--format", "csv"], ["--columns", "x=x"],
  ]) func `options of an evaluation that would do nothing are bad usage`(
    options: [String]
  ) throws {
    let result = try IndoorCommand.run(["radiomap", "evaluate", "v.gpkg"] + options)
    #expect(result.status == 64, "\(result)")
  }

  @Test func `kept rows and radio maps that are damaged are made again by a build`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(12, in: scratch))
      try IndoorCommand.run("radiomap", "build", venue)
      let whole = try VenueFile.open(venue, readOnly: true).radioMap()
      for (table, column) in [
        ("walk_rows", "rows"), ("radio_maps", "contents"), ("radio_map_blocks", "rows"),
      ] {
        try Self.flip(table, column, of: venue)
        let isMap = table.hasPrefix("radio_map")
        if isMap {
          expectBadInput(
            try IndoorCommand.run(
              "locate", venue, scratch.path("walks"), "--output", scratch.path("p.csv")),
            "\(venue): the file is damaged (", "build the radio map again")
        }
        if table == "walk_rows" {
          let evaluated = try IndoorCommand.run("radiomap", "evaluate", venue)
          #expect(evaluated.status == 0, "\(evaluated)")
          #expect(evaluated.errors.contains("was made anew"), "\(evaluated)")
        }
        let built = try IndoorCommand.run("radiomap", "build", venue)
        #expect(built.status == 0, "\(built)")
        #expect(built.errors.contains("was made anew") == (table == "walk_rows"), "\(built)")
        #expect(try VenueFile.open(venue, readOnly: true).radioMap() == whole)
        let again = try IndoorCommand.run("radiomap", "build", venue)
        #expect(!again.errors.contains("anew"), "\(again)")
      }
    }
  }

  /// Flips a bit in the middle of the first row's blob.
  private static func flip(_ table: String, _ column: String, of path: String) throws {
    let file = try VenueFile.open(path)
    try file.write { db, _ in
      let blob = try #require(
        try Data.fetchOne(db, sql: "SELECT \(column) FROM \(table) ORDER BY id DESC LIMIT 1"))
      var bytes = [UInt8](blob)
      bytes[bytes.count / 2] ^= 4
      try db.execute(
        sql: "UPDATE \(table) SET \(column) = ? WHERE id = (SELECT max(id) FROM \(table))",
        arguments: [Data(bytes)])
    }
  }
}
