import GRDB
import Testing

/// What a later import leaves as it was, as docs/guide.md says.
struct GuideLaterImportTests {
  private func lines(_ arguments: String..., status: Int32 = 0) throws -> [String] {
    let result = try IndoorCommand.run(arguments)
    #expect(result.status == status, "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func rows(of file: String, _ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: file)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }

  @Test func `a translator's table changes neither the collection's language nor its zone`() throws
  {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let works = try scratch.write("key,title\nA1,Eins\n", to: "werke.csv")
      let french = try scratch.write("key,title@fr\nA1,Un\n", to: "fr.csv")
      let more = try scratch.write("key,title\nA2,Zwei\n", to: "neu.csv")
      let collection = "SELECT language || ' ' || zone FROM guide_collections"
      _ = try lines(
        "guide", "import", file, works, "--collection", "m", "--language", "de", "--zone",
        "Europe/Berlin")
      for table in [french, more] {
        _ = try lines("guide", "import", file, table, "--collection", "m")
      }
      #expect(try rows(of: file, collection) == ["de Europe/Berlin"])
      #expect(
        try rows(of: file, "SELECT language || ' ' || value FROM guide_texts ORDER BY value")
          == ["de Eins", "fr Un", "de Zwei"])
      #expect(try lines("guide", "show", file, "m/A1").contains("title: Eins"))
      _ = try lines("guide", "import", file, works, "--collection", "m", "--replace")
      #expect(try rows(of: file, collection) == ["de Europe/Berlin"])
      _ = try lines(
        "guide", "import", file, french, "--collection", "m", "--language", "fr", "--zone",
        "Europe/Paris")
      #expect(try rows(of: file, collection) == ["de Europe/Paris"])
    }
  }

  /// What was found of a file goes where a file of its name is read, wherever it is.
  @Test func `a finding goes when its file is mended elsewhere`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      for (folder, item, status) in [("old", "none", 1), ("new", "1", 0)]
        as [(String, String, Int32)]
      {
        try scratch.write("key,title\n1,One\n", to: "\(folder)/items.csv")
        try scratch.write("key,title\nt,Tour\n", to: "\(folder)/tours.csv")
        try scratch.write("tour,item\nt,\(item)\n", to: "\(folder)/stops.csv")
        try scratch.write(
          "key,label\nr,Room\n", to: "\(folder)/\(folder == "old" ? "rooms" : "groups").csv")
        let result = try IndoorCommand.run(
          "guide", "import", file, scratch.path(folder), "--collection", "m")
        try #require(result.status == 0, "\(result)")
        let check = try IndoorCommand.run("guide", "check", file)
        #expect(
          check.status == status && check.output.contains("passed-over") == (status == 1),
          "\(check)")
      }
    }
  }

  /// U+FDFA becomes 18 letters and blanks (UnicodeData.txt), apostrophes part words in two ways.
  @Test func `a text that is one long word takes no more memory than its file asks`() throws {
    try Scratch.with { scratch in
      for (name, word) in [("sign", "\u{FDFA}'"), ("letter", "a'"), ("number", "1.")] {
        let text = String(repeating: word, count: 12_000_000 / word.utf8.count)
        try scratch.write("key,title,text\n1,Scroll,\(text)\n", to: "\(name).csv")
        // The sign took 1.1 GB.
        let result = try IndoorCommand.shell(
          "ulimit -v 700000; $indoor guide import \(name).gpkg \(name).csv", in: scratch)
        #expect(result.status == 0 && result.output.contains("1 item"), "\(name): \(result)")
        let found = try IndoorCommand.run(
          "guide", "search", scratch.path("\(name).gpkg"), "scroll")
        #expect(found.output.contains("Scroll"), "\(name): \(found)")
      }
    }
  }

  @Test func `works that another collection has are refused where none is named for them`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      let works = "key,title,ordinal\nA1,Nike,0\nA2,The Kiss,0\nA3,Ox,0\nA4,Owl,0\n"
      try scratch.write(works, to: "2026.csv")
      try scratch.write(works.replacing("Ox", with: "Bull"), to: "2027.csv")
      try scratch.write(
        "key,title@fr\nA1,Niké\nA2,Le Baiser\nA3,Bœuf\nA4,Hibou\n", to: "fr.csv")
      try scratch.write("key,title\nA1,Lunch\nA2,Coats\nA3,Shop\nA4,Lift\n", to: "services.csv")
      // Rooms of the same names on another floor, and another show in another language.
      try scratch.write(works.replacing(",0\n", with: ",1\n"), to: "upper.csv")
      for (name, tag) in [("roma", "it"), ("berlin", "de")] {
        try scratch.write("key,title@\(tag)\n1,A \(tag)\n2,B \(tag)\n", to: "\(name).csv")
      }
      func read(_ name: String, _ more: String...) throws -> IndoorCommand.Result {
        try IndoorCommand.run(["guide", "import", file, scratch.path(name)] + more)
      }
      func titles(of collection: String) throws -> [String] {
        try rows(
          of: file,
          "SELECT value FROM guide_texts JOIN guide_collections c ON c.id = collection_id"
            + " WHERE c.collection = '\(collection)' ORDER BY value")
      }
      #expect(try read("2026.csv").status == 0)
      for name in ["2027.csv", "fr.csv"] {
        let refused = try read(name, "--replace")
        let count = name == "fr.csv" ? 4 : 3
        expectBadInput(refused, scratch.path(name), "\(count) of its 4 works")
        #expect(refused.errors.contains("\"2026\"") && refused.errors.contains("--collection"))
      }
      #expect(try rows(of: file, "SELECT collection FROM guide_collections") == ["2026"])
      #expect(try read("2027.csv", "--collection", "2026", "--replace").status == 0)
      #expect(try titles(of: "2026") == ["Bull", "Nike", "Owl", "The Kiss"])
      // Other works of the same numbers are a guide of their own, and so is what is named so.
      for name in ["services", "upper", "roma", "berlin"] {
        let result = try read("\(name).csv")
        #expect(result.status == 0, "\(result)")
      }
      #expect(try read("fr.csv", "--collection", "fr").status == 0)
      #expect(
        try rows(of: file, "SELECT collection FROM guide_collections ORDER BY collection")
          == ["2026", "berlin", "fr", "roma", "services", "upper"])
    }
  }

  /// As a spreadsheet saves the table of works whose keys are 0001 and so on.
  @Test func `works whose keys lost their zeros are those of another collection`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      for (name, zeros) in [("museum", "000"), ("works2026", ""), ("others", "")] {
        let rows = (1...4).map {
          "\(zeros)\($0),\(name == "others" ? "Lift" : "Work") \($0),0\n"
        }
        try scratch.write("key,title,ordinal\n" + rows.joined(), to: "\(name).csv")
      }
      func read(_ name: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run("guide", "import", file, scratch.path("\(name).csv"))
      }
      #expect(try read("museum").status == 0)
      let refused = try read("works2026")
      expectBadInput(refused, scratch.path("works2026.csv"), "4 of its 4 works")
      #expect(refused.errors.contains("write those keys as they are there, and import"))
      #expect(try read("others").status == 0)
    }
  }

  @Test func `titles of one language that are moved by a row are told, and counted by works`()
    throws
  {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      let works = [
        ("Nike", "Siegerin"), ("Ox", "Rind"), ("The Kiss", "Umarmung"), ("Owl", "Eule"),
      ]
      func table(_ title: Int, _ german: Int) throws -> String {
        let rows = (0..<4).map {
          "A\($0),\(works[($0 + title) % 4].0),\(works[($0 + german) % 4].1)\n"
        }
        return try scratch.write("key,title,title@de\n" + rows.joined(), to: "works.csv")
      }
      func told(_ title: Int, _ german: Int) throws -> String {
        _ = try lines("guide", "import", file, try table(0, 0), "--collection", "m", "--replace")
        return try IndoorCommand.run(
          "guide", "import", file, try table(title, german), "--collection", "m"
        ).errors
      }
      func sentence(_ language: String) -> String {
        "all 4 works that the collection \"m\" had have other titles\(language) now"
      }
      #expect(try told(0, 0) == "")
      for (title, german, language) in [(1, 1, ""), (1, 0, " in en"), (0, 1, " in de")] {
        let found = try told(title, german)
        #expect(found.contains(sentence(language)), "\(found)")
        #expect(
          found.contains(
            "if these are translations, import the first one again with its --language"))
      }
    }
  }
  /// A row put into a table whose keys count its rows, or taken out of it; one title that was
  /// corrected beside it, and works that another one's name was given.
  @Test func `works that have the titles of others' keys now are told`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      let works = ["Nike", "Ox", "The Kiss", "Owl", "Lamp", "Cask", "Sextant", "Net"]
      func told(_ titles: [String], _ more: String...) throws -> String {
        func read(_ titles: [String], _ more: [String]) throws -> String {
          let rows = titles.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
          let table = try scratch.write("key,title\n\(rows)", to: "works.csv")
          return try IndoorCommand.run(["guide", "import", file, table] + more).errors
        }
        _ = try read(works, ["--replace"])
        return try read(titles, more)
      }
      func without(_ index: Int) -> [String] {
        works.enumerated().filter { $0.offset != index }.map(\.element)
      }
      let shorter = try told(without(3))
      #expect(
        shorter.contains(
          "4 works have titles now that others of the collection \"works\" had, as 4 \"Lamp\", which 5 was"
        ),
        "\(shorter)")
      #expect(try told(without(3), "--replace").contains("works have titles now that others"))
      var longer = works
      longer.insert("Globe", at: 4)
      #expect(try told(longer).contains("3 works have titles now that others"))
      for titles in [
        works, works.map { "\($0) (1888)" }, without(7), without(6), works + ["Globe"],
        Array(works.prefix(5)) + ["Owl", "Owl", "Owl"],
      ] {
        let found = try told(titles)
        #expect(!found.contains("works have titles now that others"), "\(found)")
      }
    }
  }

  /// An export by a program's own numbers, whose file makes a collection of its own.
  @Test func `works that another collection has under other keys are told by the check`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      let titles = ["Nike", "Ox", "The Kiss", "Owl"]
      func read(_ name: String, _ key: (Int) -> String) throws {
        let rows = titles.enumerated().map { "\(key($0)),\($1),0,48.\($0)5,11.5\n" }.joined()
        let table = try scratch.write(
          "key,title,ordinal,latitude,longitude\n\(rows)", to: "\(name).csv")
        _ = try lines("guide", "import", file, table, "--collection", name)
      }
      func told() throws -> [String] {
        try lines("guide", "check", file).filter { $0.hasSuffix("[twin-works]") }
      }
      try read("museum") { "OS-\($0)" }
      #expect(try told() == [])
      // The same keys in a collection that somebody named are meant so.
      try read("children") { "OS-\($0)" }
      #expect(try told() == [])
      try read("export") { "4821\($0)" }
      let found = try told()
      #expect(found.count == 1, "\(found)")
      #expect(
        found.first?.contains("4 works have the title, level and place of others, as OS-0 of ")
          == true, "\(found)")
      #expect(found.first?.contains("and 48210 of export \"Nike\"") == true, "\(found)")
    }
  }
}
