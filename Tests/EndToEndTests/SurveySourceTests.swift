import Foundation
import GRDB
import Testing

/// Files that `survey import` takes beside recordings: venue files to merge, and lists of walks to
/// leave out.
@Suite struct SurveySourceTests {
  private func walk(
    _ name: String, latitude: Double, longitude: Double = 11, in scratch: Scratch
  ) throws -> String {
    try scratch.write(
      """
      {"format":"indoorkit","version":1,"level":0}
      {"t":1000,"waypoint":{"latitude":\(latitude),"longitude":\(longitude)}}
      {"t":2000,"wifi":[["aa:bb:cc:dd:ee:01",-50],["aa:bb:cc:dd:ee:02",-\(Int(latitude))]]}
      {"t":3000,"waypoint":{"latitude":\(latitude + 1e-4),"longitude":\(longitude)}}

      """, to: name)
  }

  @Test func `a list of walks to leave out that nobody writes is refused at once`() throws {
    try Scratch.with { scratch in
      let line = "site1/B1/path_data_files/ID.txt\n"
      let list = try scratch.write(String(repeating: line, count: 320_000), to: "many.txt")
      let walk = try SurveySamples.file(1, in: scratch)
      expectBadInput(
        try IndoorCommand.run(
          "survey", "import", scratch.path("v.gpkg"), walk, "--except", list), "\(list):1",
        "begins over 10 MB")
    }
  }

  /// The level is 68 m by 56 m, and the table's places are in it, in centimetres or on other
  /// levels.
  @Test(
    arguments: [
      (1, 0, nil), (100, 0, "12 of the 12 fingerprints lie over 30 m beside"),
      (
        1, 2,
        "12 fingerprints are on the level of ordinal 2, which the venue doesn't have (it has 0)"
      ),
    ]
      as [(Int, Int, String?)])
  func `walks beside what is drawn, or on levels that aren't there, are told at once`(
    scale: Int, level: Int, sentence: String?
  ) throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let rows = (1...12).map { "\($0 * scale),\($0 % 4 * scale),\(level),-\(50 + $0)\n" }
      let table = try scratch.write("x,y,level,aa:bb:cc:dd:ee:01\n" + rows.joined(), to: "t.csv")
      let result = try IndoorCommand.run("survey", "import", file, table)
      #expect(result.status == 0, "\(result)")
      let told = result.errors.split(separator: "\n").filter { $0.contains("fingerprint") }
      #expect(told.count == (sentence == nil ? 0 : 1), "\(result)")
      #expect(told.allSatisfy { $0.contains(sentence ?? "") }, "\(told)")
    }
  }

  /// The origin of a venue that nobody has drawn is where its first walks happened to be.
  @Test func `metres in a venue that walks in degrees have placed are told`() throws {
    try Scratch.with { scratch in
      let degrees = try walk("w.jsonl", latitude: 48, in: scratch)
      let metres = try scratch.write("x,y,level,ap1\n1,2,0,-50\n9,2,0,-60\n", to: "t.csv")
      for (name, sources, isTold) in [
        ("a", [degrees, metres], true), ("b", [metres], false), ("c", [degrees], false),
      ] {
        let file = scratch.path("\(name).gpkg")
        let result = try IndoorCommand.run(["survey", "import", file] + sources)
        #expect(result.status == 0, "\(result)")
        #expect(
          result.errors.contains(
            "t.csv: its places are metres from the origin of a venue that nobody")
            == isTold, "\(result)")
      }
      // The other way round nobody knows where the metres are.
      let result = try IndoorCommand.run("survey", "import", scratch.path("b.gpkg"), degrees)
      expectBadInput(result, degrees, "are in metres from no known place")
    }
  }

  @Test func `a venue file of another place isn't merged, one of the same campus is`() throws {
    try Scratch.with { scratch in
      func venue(_ name: String, latitude: Double) throws -> String {
        let file = scratch.path("\(name).gpkg")
        let walk = try walk("\(name).jsonl", latitude: latitude, in: scratch)
        let result = try IndoorCommand.run("survey", "import", file, walk)
        #expect(result.status == 0, "\(result)")
        return file
      }
      let here = try venue("here", latitude: 48)
      // On the meridian a degree is 111.2 km at 48°; 0.09° are 10 km, 0.27° are 30 km.
      let campus = try venue("campus", latitude: 48.09)
      let town = try venue("town", latitude: 48.27)
      let far = try venue("far", latitude: 3)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: here))
      expectBadInput(try IndoorCommand.run("survey", "import", here, far), far, "lies 4")
      expectBadInput(try IndoorCommand.run("survey", "import", here, town), town, "lies 30 km from")
      #expect(try Data(contentsOf: URL(fileURLWithPath: here)) == bytes)
      // Two sources of a file that is only made now are held to each other.
      let new = scratch.path("new.gpkg")
      expectBadInput(try IndoorCommand.run("survey", "import", new, here, far), far, "one place")
      #expect(!FileManager.default.fileExists(atPath: new))
      let merged = try IndoorCommand.run("survey", "import", here, campus)
      #expect(merged.output.contains("1 new walk"), "\(merged)")
    }
  }

  @Test func `what is bad in a file to merge is said of that file`() throws {
    try Scratch.with { scratch in
      let source = scratch.path("source.gpkg")
      let walk = try walk("w.jsonl", latitude: 48, in: scratch)
      #expect(try IndoorCommand.run("survey", "import", source, walk).status == 0)
      let good = try Data(contentsOf: URL(fileURLWithPath: source))
      let changes = [
        ("UPDATE walks SET hash = x'0001'", "walks, row 1: hash is text with a zero"),
        (
          "INSERT INTO levels (level_id, building, ordinal, label) SELECT 'other', building, ordinal,"
            + " label FROM levels", "has two levels of ordinal 0"
        ),
      ]
      for (change, word) in changes {
        try good.write(to: URL(fileURLWithPath: source))
        try DatabaseQueue(path: source).write { try $0.execute(sql: change) }
        let target = scratch.path("target.gpkg")
        let merged = try IndoorCommand.run("survey", "import", target, source)
        expectBadInput(merged, source, word)
        #expect(!FileManager.default.fileExists(atPath: target))
      }
    }
  }

  @Test func `a letter with commas is no table`() throws {
    try Scratch.with { scratch in
      let letter = try scratch.write(
        "Dear team, the walks are here, as promised\nAna\n", to: "letter.txt")
      let result = try IndoorCommand.run("survey", "import", scratch.path("v.gpkg"), letter)
      expectBadInput(result, letter, "name it with --format")
    }
  }

  @Test func `what is no list of walks to leave out is called what it is`() throws {
    try Scratch.with { scratch in
      let walk = try walk("w.jsonl", latitude: 48, in: scratch)
      let venue = scratch.path("v.gpkg")
      let others: [(String, String)] = [
        (walk, "format indoorkit"),
        (try scratch.write("x,y,level,A\n0,0,0,-50\n", to: "t.csv"), "format csv"),
        (
          try scratch.write(#"{"type":"FeatureCollection","features":[]}"#, to: "g.json"), "no path"
        ),
        (try scratch.write("a.txt\nb\u{1}.txt\n", to: "odd.txt"), ":2: is no path"),
        (try scratch.write([0xFF, 0xFE, 0x61, 0, 0x0A, 0], to: "wide.txt"), "UTF-16"),
        (try scratch.write([0x1F, 0x8B, 8, 0], to: "list.gz"), "gunzip"),
      ]
      for (file, word) in others {
        let result = try IndoorCommand.run("survey", "import", venue, walk, "--except", file)
        expectBadInput(result, file, word)
        #expect(!FileManager.default.fileExists(atPath: venue))
      }
      let list = try scratch.write("data/site1/B1/path_data_files/a,b,c.txt\n\nx.txt\n", to: "l")
      let result = try IndoorCommand.run("survey", "import", venue, walk, "--except", list)
      #expect(result.status == 0, "\(result)")
      #expect(
        result.errors.contains(
          "0 of the 2 walks it names were among the sources, and not "
            + "B1/path_data_files/a,b,c.txt, x.txt"), "\(result)")
      let all = try scratch.write("./\(URL(fileURLWithPath: walk).lastPathComponent)\n", to: "all")
      let none = scratch.path("none.gpkg")
      expectBadInput(
        try IndoorCommand.run("survey", "import", none, walk, "--except", all), walk,
        "every walk in it is on the list")
      #expect(!FileManager.default.fileExists(atPath: none))
      // As Windows writes paths.
      let windows = try scratch.write(
        ".\\\(URL(fileURLWithPath: walk).lastPathComponent)\r\n", to: "windows")
      expectBadInput(
        try IndoorCommand.run("survey", "import", none, walk, "--except", windows), walk,
        "every walk in it is on the list")
      // A backslash is a character of names elsewhere, and counts for the same walk.
      try FileManager.default.copyItem(atPath: walk, toPath: scratch.path("e\\f.jsonl"))
      let odd = try scratch.write("e\\f.jsonl\n", to: "odd")
      expectBadInput(
        try IndoorCommand.run(
          "survey", "import", none, scratch.path("e\\f.jsonl"), "--except", odd),
        scratch.path("e\\f.jsonl"), "every walk in it is on the list")
      // Beside another one, in whatever order a shell names them.
      let second = try SurveySamples.file(1, in: scratch)
      let new = try IndoorCommand.run("survey", "import", none, walk, second, "--except", all)
      #expect(new.status == 0 && new.output.contains("1 new walk"), "\(new)")
      #expect(new.output.contains("1 walk left out by the list"), "\(new)")
      #expect(!new.errors.contains("among the sources"), "\(new)")
    }
  }

  /// The tables of WiGLE's DatabaseHelper.java.
  @Test func `a database that is a source and no venue file is called that`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let backup = scratch.path("backup.sqlite")
      try DatabaseQueue(path: backup).write {
        try $0.execute(
          sql: """
            create table network (bssid text primary key not null, ssid text not null, type text);
            create table location (_id integer primary key, bssid text not null, level integer);
            """)
      }
      let other = scratch.path("other.sqlite")
      try DatabaseQueue(path: other).write {
        try $0.execute(sql: "create table photos (id integer)")
      }
      for file in [venue, scratch.path("new.gpkg")] {
        expectBadInput(
          try IndoorCommand.run("survey", "import", file, backup), backup,
          "is WiGLE's SQLite backup; save its observations as CSV, by sqlite3 -header -csv")
        expectBadInput(
          try IndoorCommand.run("survey", "import", file, other), other,
          "no venue file; name a recording or a venue file")
      }
    }
  }
}
