import Foundation
import Testing

/// `indoor guide`, as a person runs it, on the museum's own guide.
struct GuideCommandTests {
  private static func json(_ result: IndoorCommand.Result) throws -> [String: Any] {
    #expect(result.status == 0, "\(result)")
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any])
  }

  /// The museum with its guide, for the time of a body.
  private static func withMuseum(_ body: (_ file: String, Scratch) throws -> Void) throws {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      let museum = "\(repository)/FloorPlans/museum"
      #expect(
        try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson").status == 0)
      let imported = try json(
        IndoorCommand.run("guide", "import", file, "\(museum)/guide", "--json"))
      #expect(imported["format"] as? String == "csv")
      #expect(imported["collection"] as? String == "guide")
      #expect(imported["items"] as? Int == 40 && imported["tours"] as? Int == 3)
      #expect(imported["stops"] as? Int == 23 && imported["groups"] as? Int == 22)
      try body(file, scratch)
    }
  }

  /// docs/guide.md: a later import's language is that of its own texts.
  @Test func `a folder's guide is called by its name, however the folder is`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try scratch.write("key,title\na,A\n", to: "house/items.csv")
      try FileManager.default.createDirectory(
        atPath: scratch.path("house/media"), withIntermediateDirectories: true)
      for (folder, path) in [
        ("house", "."), ("house", "./"), ("house/media", ".."), (".", "house/."),
      ] {
        let imported = try IndoorCommand.run(
          "guide", "import", file, path, in: scratch.path(folder))
        #expect(imported.output.hasPrefix("\(file): house (csv): 1 item"), "\(imported)")
      }
    }
  }

  /// A translator's table that kept the sheet's header over empty cells.
  @Test func `what an update takes out of works is counted`() throws {
    try Self.withMuseum { file, scratch in
      let table = try scratch.write(
        "key,title@fr,level,latitude,longitude,groups\nOS-1001,Proue,,,,\nOS-1002,Horloge,,,,\n",
        to: "items.csv")
      let result = try IndoorCommand.run("guide", "import", file, table, "--collection", "guide")
      #expect(result.status == 0, "\(result)")
      #expect(
        result.output.contains("; took out 2 levels, 2 places, 2 memberships"), "\(result)")
      let header = "key,title,hidden,begins,ends,opening_hours\n"
      for (row, words) in [
        ("OS-1001,Bow,yes,2027-01-01,2027-03-01,Mo-Fr 10:00-17:00\n", nil),
        ("OS-1001,Bow,,,,Mo-Fr 10:00-17:00\n", "; took out 2 opening times, 1 × hidden;"),
      ] {
        let update = try IndoorCommand.run(
          "guide", "import", file, scratch.write(header + row, to: "items.csv"), "--collection",
          "guide")
        #expect(update.output.contains(words ?? "guide (csv): 1 item"), "\(update)")
      }
    }
  }

  /// The museum has a picture of each of its forty works, and a sound of every other one.
  @Test func `media that an update takes out of works are counted`() throws {
    try Self.withMuseum { file, scratch in
      let keys = (1...40).map { "OS-10\($0 < 10 ? "0" : "")\($0)" }
      for (columns, rest, count) in [("key,image", ",", 40), ("key,audio", ",", 20)] {
        let table = try scratch.write(
          "\(columns)\n" + keys.map { "\($0)\(rest)\n" }.joined(), to: "items.csv")
        let result = try IndoorCommand.run(
          "guide", "import", file, table, "--collection", "guide")
        #expect(result.output.contains("; took out \(count) × media;"), "\(result)")
      }
      let other = try scratch.write("key,image\nOS-1001,other.jpg\n", to: "items.csv")
      for _ in 0..<2 {
        let result = try IndoorCommand.run(
          "guide", "import", file, other, "--collection", "guide")
        #expect(result.status == 0 && !result.output.contains("took out"), "\(result)")
      }
    }
  }

  /// One folder a language, as translators hand them in.
  @Test func `media of a folder are in the language that is said of it`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      for (language, title) in [("de", "Anker"), ("en", "Anchor")] {
        try scratch.write(
          "key,title\(language == "de" ? ",audio" : "")\nA,\(title)\(language == "de" ? ",a.mp3" : "")\n",
          to: "\(language)/items.csv")
        try scratch.write(
          "key,uri,transcript\na.mp3,a-\(language).mp3,\(title)\n", to: "\(language)/media.csv")
        let result = try IndoorCommand.run(
          "guide", "import", file, scratch.path(language), "--collection", "g", "--language",
          language)
        #expect(result.status == 0, "\(result)")
      }
      for (asked, language) in [("de", "de"), ("en", "en"), ("fr", "de")] {
        let shown = try Self.json(
          IndoorCommand.run("guide", "show", file, "A", "--json", "--language", asked))
        let media = try #require(shown["media"] as? [[String: Any]])
        #expect(media.map { $0["uri"] as? String } == ["a-\(language).mp3"], "\(asked)")
      }
    }
  }

  @Test func `an address that tells no type is what a later import uses it as`() throws {
    try Scratch.with { scratch in
      let media = try scratch.write(
        "key,uri,title\ns,https://x.org/tts/1,S\np,https://x.org/p/1,P\n", to: "media.csv")
      let works = try scratch.write("key,title,audio,image\na,A,s,p\n", to: "items.csv")
      let file = scratch.path("g.gpkg")
      for list in [media, works] {
        let result = try IndoorCommand.run("guide", "import", file, list, "--collection", "m")
        try #require(result.status == 0, "\(result)")
      }
      let checked = try IndoorCommand.run("guide", "check", file)
      #expect(checked.output.contains("the sound s has no transcript"), "\(checked)")
      #expect(!checked.output.contains("the sound p has no transcript"))
      #expect(checked.output.contains("the picture p has no words"), "\(checked)")
    }
  }

  @Test func `a translation's language isn't that of what it translates`() throws {
    try Scratch.with { scratch in
      let items = try scratch.write("key,title\n1,Anchor\n2,Boat\n", to: "items.csv")
      let french = try scratch.write("key,title\n1,Ancre\n", to: "fr/items.csv")
      let file = scratch.path("g.gpkg")
      for arguments in [[items, "--language", "en"], [french, "--language", "fr"], [items]] {
        let result = try IndoorCommand.run(
          ["guide", "import", file] + arguments + ["--collection", "m"])
        try #require(result.status == 0, "\(result)")
      }
      for (language, title) in [("fr", "Ancre"), ("en", "Anchor"), ("de", "Anchor")] {
        let shown = try Self.json(
          IndoorCommand.run("guide", "show", file, "1", "--json", "--language", language))
        #expect(shown["title"] as? String == title, "\(language)")
      }
    }
  }

  /// `ogr2ogr` writes a list of strings into GeoJSON and GeoPackages as `(2:901,902)`, and as JSON
  /// into CSV.
  @Test(arguments: [#""901|902""#, #""(2:901,902)""#, #""[ \"901\", \"902\" ]""#, "[901, \"902\"]"])
  func `several numbers in one property are dialled each`(code: String) throws {
    try Scratch.with { scratch in
      let place = #""geometry":{"type":"Point","coordinates":[13,52]}"#
      let properties = #""properties":{"title":"A","code":\#(code),"audio":["a.mp3"]}"#
      let source = try scratch.write(
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a",\#(place),\#(properties)}]}"#,
        to: "g.geojson")
      let file = scratch.path("g.gpkg")
      try #require(try IndoorCommand.run("guide", "import", file, source).status == 0)
      for number in ["901", "902"] {
        let dialled = try IndoorCommand.run("guide", "number", file, number)
        #expect(dialled.output.contains("a  A"), "\(number): \(dialled)")
      }
      let shown = try Self.json(IndoorCommand.run("guide", "show", file, "a", "--json"))
      let media = try #require(shown["media"] as? [[String: Any]])
      #expect(media.map { $0["uri"] as? String } == ["a.mp3"])
    }
  }

  /// A Mac lists names of files decomposed (Unicode's form D), and people type composed letters.
  @Test func `works, stops and numbers have the media that are spelled in another normal form`()
    throws
  {
    try Scratch.with { scratch in
      let (composed, decomposed) = ("F\u{FC}hrung.mp3", "Fu\u{308}hrung.mp3")
      try scratch.write(
        "key,title,codes,audio\nb\u{FC}ste,Bust,101,\(composed)\n", to: "guide/items.csv")
      try scratch.write(
        "key,uri,language,transcript\n\(decomposed),\(decomposed),en,Hello\n\(composed),\(composed),de,Hallo\n",
        to: "guide/media.csv")
      try scratch.write("key,title\nt,Round\n", to: "guide/tours.csv")
      try scratch.write(
        "tour,sort,item,medium\nt,1,bu\u{308}ste,\(composed)\n", to: "guide/stops.csv")
      let file = try SmallVenue.imported(in: scratch)
      #expect(
        try IndoorCommand.run("guide", "import", file, scratch.path("guide")).status == 0)
      for key in ["b\u{FC}ste", "bu\u{308}ste"] {
        let shown = try IndoorCommand.run("guide", "show", file, key, "--json")
        let work = try #require(
          try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
        let media = try #require(work["media"] as? [[String: Any]])
        #expect(media.map { $0["transcript"] as? String } == ["Hello"], "\(shown)")
        #expect((work["texts"] as? [String: Any])?["title"] as? String == "Bust", "\(shown)")
      }
      let tour = try IndoorCommand.run("guide", "tour", file, "t")
      #expect(tour.output.contains("plays"), "\(tour)")
      #expect(try IndoorCommand.run("guide", "number", file, "101").output.contains("plays"))
    }
  }

  @Test func `a row is one line, whatever its title has`() throws {
    try Scratch.with { scratch in
      let items = try scratch.write("key,title\n1,\"Two\nlines\"\n2,One\n", to: "items.csv")
      let file = scratch.path("g.gpkg")
      #expect(try IndoorCommand.run("guide", "import", file, items).status == 0)
      for arguments in [["list", "items"], ["search"]] {
        let text = arguments == ["search"] ? ["lines"] : []
        let result = try IndoorCommand.run(["guide"] + arguments + [file] + text)
        #expect(result.output.contains("Two lines\n") && result.status == 0, "\(result)")
      }
    }
  }

  @Test(arguments: [
    ("media/=m/", "m/?id=1.jpg"),
    ("media/=https://x.example/?d=", "https://x.example/?d=?id=1.jpg"),
    ("media/?id==m/?n=", "m/?n=1.jpg"),
  ])
  func `addresses of media change at the equals sign between both`(
    change: String, uri: String
  ) throws {
    try Scratch.with { scratch in
      let items = try scratch.write("key,title,image\n1,One,m\n", to: "items.csv")
      let media = try scratch.write(
        "key,uri,type\nm,media/?id=1.jpg,image/jpeg\n", to: "media.csv")
      let file = scratch.path("g.gpkg")
      let imported = try IndoorCommand.run(
        "guide", "import", file, items, media, "--collection", "c", "--url", change)
      #expect(imported.status == 0, "\(imported)")
      let shown = try Self.json(IndoorCommand.run("guide", "show", file, "1", "--json"))
      let of = try #require(shown["media"] as? [[String: Any]])
      #expect(of.map { $0["uri"] as? String } == [uri])
    }
  }

  @Test func `the museum's guide is listed, searched, dialled, shown and walked`() throws {
    try Self.withMuseum { file, _ in
      let check = try IndoorCommand.run("guide", "check", file, "--json")
      #expect(check.status == 0, "\(check)")
      let list = try Self.json(
        IndoorCommand.run(
          "guide", "list", "items", file, "--near", "45.3203,-29.8697,0", "--json"))
      let rows = try #require(list["items"] as? [[String: Any]])
      #expect(rows.count == 25 && list["total"] as? Int == 40 && list["after"] is String)
      let costs = rows.compactMap { $0["cost"] as? Double }
      #expect(costs == costs.sorted() && costs.count == 25)
      #expect(Set(rows.compactMap { $0["basis"] as? String }) == ["straight"])
      let rest = try Self.json(
        IndoorCommand.run(
          "guide", "list", "items", file, "--near", "45.3203,-29.8697,0", "--json", "--after",
          try #require(list["after"] as? String)))
      let others = try #require(rest["items"] as? [[String: Any]])
      #expect(others.count == 15 && rest["after"] is NSNull)
      let keys = (rows + others).compactMap { $0["key"] as? String }
      #expect(Set(keys).count == 40)

      let found = try Self.json(IndoorCommand.run("guide", "search", file, "mon", "--json"))
      #expect((found["items"] as? [[String: Any]])?.first?["title"] as? String == "Monsoon at Noon")
      let none = try Self.json(IndoorCommand.run("guide", "search", file, "xyzzy", "--json"))
      #expect((none["items"] as? [Any])?.isEmpty == true && none["total"] as? Int == 0)

      let dialled = try Self.json(IndoorCommand.run("guide", "number", file, "101", "--json"))
      let first = try #require((dialled["items"] as? [[String: Any]])?.first)
      #expect(first["key"] as? String == "OS-1001" && first["medium"] as? String == "101.mp3")
      #expect(first["rank"] as? Int == 0)

      let shown = try Self.json(
        IndoorCommand.run("guide", "show", file, "OS-1001", "--language", "de-AT", "--json"))
      #expect(shown["title"] as? String == "Bug der Gudrun" && shown["language"] as? String == "de")
      let texts = try #require(shown["texts"] as? [String: String])
      #expect(texts["artist"] == "Shipyard Tornes")
      let media = try #require(shown["media"] as? [[String: Any]])
      #expect(media.map { $0["uri"] as? String } == ["os-1001.jpg", "101-de.mp3"])
      #expect((shown["tours"] as? [String]) == ["highlights"])

      let tour = try Self.json(
        IndoorCommand.run(
          "guide", "tour", file, "children", "--from", "45.3203,-29.8697,0", "--json"))
      let stops = try #require(tour["stops"] as? [[String: Any]])
      #expect(stops.map { $0["order"] as? Int } == [1, 2, 3, 4, 5, 6])
      #expect(stops.allSatisfy { $0["metres"] is Double })
    }
  }

  @Test func `groups, tours, fields and codes are listed, and items by group and part`() throws {
    try Self.withMuseum { file, _ in
      func list(_ arguments: String...) throws -> [String: Any] {
        try Self.json(IndoorCommand.run(["guide", "list"] + arguments + ["--json"]))
      }
      let groups = try #require(
        list("groups", file, "--limit", "100")["groups"] as? [[String: Any]])
      let level = try #require(groups.first { $0["key"] as? String == "level-G" })
      #expect(level["items"] as? Int == 24 && level["label"] as? String == "Ground floor")
      let tours = try #require(list("tours", file)["tours"] as? [[String: Any]])
      #expect(tours.map { $0["stops"] as? Int } == [10, 7, 6])
      let fields = try #require(list("fields", file)["fields"] as? [[String: Any]])
      #expect(fields.map { $0["name"] as? String } == ["title", "artist", "year", "text"])
      #expect(fields.first?["languages"] as? [String] == ["de", "en"])
      let codes = try #require(
        list("codes", file, "--limit", "100")["codes"] as? [[String: Any]])
      #expect(codes.count == 43)
      #expect(try list("items", file, "--group", "level-1")["total"] as? Int == 13)
      #expect(try list("items", file, "--level", "-1")["total"] as? Int == 3)
      #expect(try list("items", file, "--in", "artist", "HOLM")["total"] as? Int == 2)
      // As opening-hours-py has the tables' hours: a Thursday evening, a Monday, a Wednesday, a
      // Thursday in winter and Christmas Eve.
      for (time, count) in [
        ("2026-05-07T18:30", 35), ("2026-05-04T12:00", 0), ("2026-05-06T11:15", 40),
        ("2026-12-17T12:00", 37), ("2026-12-24T12:00", 0),
      ] {
        #expect(try list("items", file, "--open-at", time)["total"] as? Int == count, "\(time)")
      }
    }
  }

  @Test func `pages of a search go on in another process`() throws {
    try Self.withMuseum { file, _ in
      func page(_ limit: Int, _ cursor: String?) throws -> (keys: [String], after: String?) {
        let found = try Self.json(
          IndoorCommand.run(
            ["guide", "search", file, "the", "--json", "--limit", "\(limit)"]
              + (cursor.map { ["--after", $0] } ?? [])))
        let rows = try #require(found["items"] as? [[String: Any]])
        return (rows.compactMap { $0["key"] as? String }, found["after"] as? String)
      }
      let whole = try page(100, nil)
      #expect(whole.keys.count > 12 && whole.after == nil)
      var (keys, cursor) = try page(5, nil)
      while let after = cursor {
        let next = try page(5, after)
        keys += next.keys
        cursor = next.after
      }
      #expect(keys == whole.keys)
    }
  }

  @Test func `importing again changes nothing, and --replace takes out what is gone`() throws {
    try Self.withMuseum { file, scratch in
      let few = try scratch.write("key,title\nOS-1001,Bow\nOS-2000,New\n", to: "guide/items.csv")
      let import_ = ["guide", "import", file, few, "--collection", "guide", "--json"]
      #expect(try IndoorCommand.run(import_).status == 0)
      func total() throws -> Int? {
        try Self.json(IndoorCommand.run("guide", "list", "items", file, "--json"))["total"] as? Int
      }
      #expect(try total() == 41)
      // The museum's guide has 22 groups, and three tours of 23 stops.
      let replaced = try Self.json(IndoorCommand.run(import_ + ["--replace"]))["vanished"]
      let gone = try #require(replaced as? [String: Int])
      #expect(gone["items"] == 39 && gone["groups"] == 22, "\(gone)")
      #expect(gone["tours"] == 3 && gone["stops"] == 23, "\(gone)")
      #expect(try total() == 2)
      let odd = try scratch.write(
        "key,title,latitude,longitude\nOS-1001,Bow,95,1\nOS-2000,New,0,0\n", to: "odd/items.csv")
      let told = try IndoorCommand.run("guide", "import", file, odd, "--collection", "guide")
      #expect(told.output.hasSuffix("; 2 findings (indoor guide check tells them)\n"), "\(told)")
      #expect(try IndoorCommand.run("guide", "check", file).output.hasSuffix("2 findings\n"))
    }
  }

  @Test func `sources that hold nothing take nothing out, and make no file`() throws {
    try Self.withMuseum { file, scratch in
      let header = try scratch.write("key,title\n", to: "guide/items.csv")
      let empty = try scratch.write("{}", to: "app.json")
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      for source in [
        [header, "--replace"], [empty, "--format", "aic", "--collection", "guide", "--replace"],
        [header],
      ] {
        let result = try IndoorCommand.run(["guide", "import", file] + source)
        #expect(result.status == 65 && result.sentences.count == 1, "\(result)")
        #expect(result.errors.contains("holds no items, tours or groups"), "\(result)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
      }
      let new = scratch.path("new.gpkg")
      #expect(try IndoorCommand.run("guide", "import", new, header).status == 65)
      #expect(!FileManager.default.fileExists(atPath: new))
      // Media by themselves tell more of those that are there.
      let media = try scratch.write("key,uri\nm,m.jpg\n", to: "media/media.csv")
      let add = ["guide", "import", file, media, "--collection", "guide"]
      #expect(try IndoorCommand.run(add + ["--replace"]).status == 65)
      #expect(try IndoorCommand.run(add).status == 0)
    }
  }

  @Test func `a folder of media that is none is told once`() throws {
    try Self.withMuseum { file, scratch in
      let text = try scratch.write("text", to: "notes.txt")
      for (folder, word) in [(scratch.path("none"), "no such folder"), (text, "is no folder")] {
        let result = try IndoorCommand.run("guide", "check", file, "--media", folder)
        #expect(result.status == 65 && result.output.isEmpty, "\(result)")
        #expect(result.sentences.count == 1 && result.errors.contains(word), "\(result)")
      }
    }
  }

  @Test func `what can't be answered is bad input or bad usage, with one sentence`() throws {
    try Self.withMuseum { file, scratch in
      for (arguments, word) in [
        (["guide", "show", file, "none"], "no item none"),
        (["guide", "tour", file, "none"], "no tour none"),
        (["guide", "list", "items", file, "--group", "none"], "no group none"),
        (["guide", "list", "items", file, "--level", "7"], "has no level 7, only -1, 0, 1"),
        (["guide", "list", "items", file, "--after", "zz"], "cursor"),
        (["guide", "import", file, scratch.path("none.json")], "can't be read"),
      ] {
        let result = try IndoorCommand.run(arguments)
        #expect(result.status == 65 && result.sentences.count == 1, "\(arguments)")
        #expect(result.sentences.first?.contains(word) == true, "\(result)")
      }
      for arguments in [
        ["guide", "list", "items", file, "--near", "here"], ["guide", "list", "nouns", file],
        ["guide", "list", "items", file, "--open-at", "soon"],
        ["guide", "import", file, "x", "--format", "none"], ["guide", "import", file],
        ["guide", "list", "groups", file, "--level", "1"],
        ["guide", "list", "items", file, "--language", "no tag"],
        ["guide", "import", file, "x", "--language", "de_DE"],
        ["guide", "import", file, "x", "--language", ""],
        ["guide", "import", file, "x", "--collection", " "],
        ["guide", "import", file, "x", "--url", "=https://example.org"],
        ["guide", "import", file, "x", "--url", "m/?id=1=media/"],
        ["guide", "import", file, "x", "--floors", "G=0,G=1"],
        ["guide", "import", file, "x", "--floors", ""],
        ["guide", "import", file, "x", "--floors", "=1"],
        ["guide", "import", file, "x", "--floors", "G=99999"],
      ] {
        #expect(try IndoorCommand.run(arguments).status == 64, "\(arguments)")
      }
      let empty = scratch.path("empty.gpkg")
      let museum = "\(repository)/FloorPlans/museum/venue.geojson"
      #expect(try IndoorCommand.run("venue", "import", empty, museum).status == 0)
      let none = try IndoorCommand.run("guide", "search", empty, "a")
      #expect(none.status == 65)
      #expect(none.sentences.first?.contains("indoor guide import") == true)
      let odd = try scratch.write(
        #"{"objects": {}, "galleries": {"1": {"nid": 1, "title": "A", "floor": "LL"}}}"#,
        to: "app.json")
      let floors = try IndoorCommand.run("guide", "import", scratch.path("new.gpkg"), odd)
      #expect(floors.status == 65 && floors.sentences.first?.contains("--floors") == true)
      #expect(!FileManager.default.fileExists(atPath: scratch.path("new.gpkg")))
    }
  }

  @Test func `a limit of 0 is none`() throws {
    try Self.withMuseum { file, scratch in
      for (noun, count) in ["items": 40, "tours": 3, "groups": 22] {
        let list = try IndoorCommand.run("guide", "list", noun, file, "--limit", "0")
        #expect(list.output.split(separator: "\n").count == count, "\(list)")
      }
      let odd = (1...8).map { "k\($0),T,1\($0);2\($0)\n" }.joined()
      let items = try scratch.write("key,title,codes\n" + odd, to: "items.csv")
      try IndoorCommand.run("guide", "import", scratch.path("g.gpkg"), items)
      let check = try IndoorCommand.run("guide", "check", scratch.path("g.gpkg"), "--limit", "0")
      #expect(check.output.split(separator: "\n").count == 8 + 1, "\(check)")
    }
  }

  @Test func `a place that can't be meant is refused`() throws {
    try Self.withMuseum { file, _ in
      let asking = ["guide", "list", "items", file, "--near"]
      for (place, sentence) in [
        (
          "-29.8697,45.3203",
          "is far from the venue, and at it with latitude and longitude exchanged"
        ),
        ("45.3203,-29.8697,7", "has no level 7"),
      ] {
        expectBadInput(try IndoorCommand.run(asking + [place]), file, sentence)
        expectBadInput(
          try IndoorCommand.run("guide", "tour", file, "highlights", "--from", place), file,
          sentence)
      }
      // Somebody who is on the way there, and on a level that there is.
      for place in ["47.1,-29.8", "45.3203,-29.8697,-1"] {
        #expect(try IndoorCommand.run(asking + [place]).status == 0)
      }
    }
  }

  @Test func `a guide under another name is told by its numbers`() throws {
    try Self.withMuseum { file, scratch in
      let other = try scratch.write(
        "key,title,codes\nA,Bow,101\nB,Clock,9001\n", to: "v2/items.csv")
      try IndoorCommand.run("guide", "import", file, other)
      let check = try Self.json(IndoorCommand.run("guide", "check", file, "--json"))
      let findings = try #require(check["findings"] as? [[String: Any]])
      let shared = findings.filter { $0["rule"] as? String == "duplicate-code" }
      #expect(shared.count == 1 && shared[0]["collection"] as? String == "items", "\(findings)")
      #expect(
        (shared[0]["message"] as? String)?.contains(
          "101 leads to OS-1001 of guide and to A of items")
          == true)
    }
  }
}
