import Testing

/// Sources of a guide that count levels otherwise in part, or have what stands there already.
struct GuideTwiceTests {
  private static let museum = "\(repository)/FloorPlans/museum"

  /// A file with the museum's venue, whose levels are called B, G and 1.
  private func venue(in scratch: Scratch) throws -> String {
    let file = scratch.path("v.gpkg")
    try #require(
      try IndoorCommand.run("venue", "import", file, "\(Self.museum)/venue.geojson").status == 0)
    return file
  }

  @Test func `two numbers of a source that are one level are told, and all of its are asked for`()
    throws
  {
    try Scratch.with { scratch in
      let file = try venue(in: scratch)
      let items = try scratch.write(
        Array("key,title,level\na,A,0\nb,B,1\nc,C,2\n".utf8), to: "items.csv")
      let refused = try IndoorCommand.run("guide", "import", file, items)
      #expect(refused.status == 65 && refused.errors.contains(", and that of 1, too, where the"))
      func told(_ floors: String) throws -> Bool {
        let result = try IndoorCommand.run("guide", "import", file, items, "--floors", floors)
        #expect(result.status == 0, "\(result)")
        return result.errors.contains("2 and 1 are one level now, of ordinal 1")
      }
      #expect(try told("0=-1,2=1"))
      #expect(try !told("0=-1,1=0,2=1"))
      // Words may be two names of one level.
      let words = try scratch.write(
        Array("key,title,level\na,A,ground\nb,B,G\n".utf8), to: "words.csv")
      let named = try IndoorCommand.run("guide", "import", file, words, "--floors", "ground=0")
      #expect(named.status == 0 && !named.errors.contains("one level now"), "\(named)")
    }
  }

  /// 4 and 6 cm beside where they were.
  @Test(arguments: ["45.3203001", "45.32030"])
  func `works that a part's labels put a floor higher are told however places are written`(
    latitude: String
  ) throws {
    try Scratch.with { scratch in
      let file = try venue(in: scratch)
      func table(_ latitude: String) -> [UInt8] {
        let rows = ["a", "b", "c"].map { "\($0),Work \($0),1,\(latitude),-29.8697\n" }
        return Array(("key,title,level,latitude,longitude\n" + rows.joined()).utf8)
      }
      let whole = try scratch.write(table("45.3203005"), to: "works.csv")
      let first = try IndoorCommand.run("guide", "import", file, whole, "--floors", "1=0")
      #expect(first.status == 0 && !first.errors.contains("higher now"), "\(first)")
      let part = try scratch.write(table(latitude), to: "works.csv")
      let again = try IndoorCommand.run("guide", "import", file, part)
      #expect(again.status == 0 && again.errors.contains("are 1 floor higher now"), "\(again)")
    }
  }

  @Test func `next year's sheet under another name is told to hold works that are there`() throws {
    try Scratch.with { scratch in
      let file = try venue(in: scratch)
      func table(_ works: ClosedRange<Int>, _ name: String) throws -> String {
        let rows = works.map { "w\($0),Work \($0),G,45.3203\($0),-29.8697\n" }
        return try scratch.write(
          Array(("key,title,level,latitude,longitude\n" + rows.joined()).utf8), to: name)
      }
      let first = try table(1...6, "works.csv")
      try #require(try IndoorCommand.run("guide", "import", file, first).status == 0)
      let next = try table(3...9, "works2026.csv")
      let told = try IndoorCommand.run("guide", "import", file, next)
      #expect(told.status == 0, "\(told)")
      #expect(told.errors.contains("4 of its 7 works have key, title, level and place"), "\(told)")
      // Who names a collection means one of its own.
      let named = try IndoorCommand.run("guide", "import", file, next, "--collection", "children")
      #expect(named.status == 0 && !named.errors.contains("twice now"), "\(named)")
      let other = try IndoorCommand.run("guide", "import", file, try table(10...16, "loans.csv"))
      #expect(other.status == 0 && !other.errors.contains("twice now"), "\(other)")
    }
  }

  @Test(arguments: ["groups", "tours"])
  func `a table of a guide's groups or tours alone is asked for its collection`(
    table: String
  ) throws {
    try Scratch.with { scratch in
      let (file, guide) = (try venue(in: scratch), "\(Self.museum)/guide")
      try #require(try IndoorCommand.run("guide", "import", file, guide).status == 0)
      expectBadInput(
        try IndoorCommand.run("guide", "import", file, "\(guide)/\(table).csv"),
        "\(guide)/\(table).csv", "import them into that one with --collection")
      let named = try IndoorCommand.run(
        "guide", "import", file, "\(guide)/\(table).csv", "--collection", "guide")
      #expect(named.status == 0, "\(named)")
    }
  }
}
