import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import Testing

/// A team takes a walk out again, forgets an access point, and merges a colleague's file.
struct TakingBackTests {
  private func json(_ result: IndoorCommand.Result) throws -> [String: Any] {
    #expect(result.status == 0, "\(result)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  private func walks(_ arguments: String...) throws -> [[String: Any]] {
    try #require(
      json(IndoorCommand.run(["survey"] + arguments + ["--json"]))["walks"] as? [[String: Any]])
  }

  @Test func `a removed walk stays out of maps and imports until it is restored`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let folder = try SurveySamples.folder(4, in: scratch)
      try IndoorCommand.run("survey", "import", venue, folder)
      let whole = try json(IndoorCommand.run("radiomap", "build", venue, "--json"))
      let first = try #require(try walks("list", venue).first)
      let id = try #require(first["id"] as? String)
      #expect(first["recording"] as? String == "walk-0")
      #expect(first["scans"] as? Int == 40 && first["placed"] as? Int == 40)
      #expect(first["from"] as? String == "2023-11-14T22:13:20.000Z")
      #expect(first["removed"] is NSNull)

      let removed = try walks("remove", venue, id, "--by", "ana")
      #expect((removed.first?["removed"] as? [String: String])?["by"] == "ana")
      #expect(try walks("list", venue).count == 3)
      #expect(try walks("list", venue, "--removed").count == 4)
      let fewer = try json(IndoorCommand.run("radiomap", "build", venue, "--json"))
      #expect(fewer["walks"] as? Int == 3)
      let info = try json(IndoorCommand.run("venue", "info", venue, "--json"))
      #expect(info["walks"] as? Int == 3 && info["removed"] as? Int == 1)
      #expect(info["fingerprints"] as? Int == 3 * 40)

      let again = try IndoorCommand.run("survey", "import", venue, folder)
      #expect(again.output.contains("1 walk hidden"), "\(again)")
      #expect(
        again.errors.contains("walk-0: was removed by ana")
          && again.errors.contains("indoor survey restore"), "\(again)")
      #expect(try walks("list", venue).count == 3)

      try IndoorCommand.run("survey", "restore", venue, "walk-0", "--by", "bob")
      let same = try json(IndoorCommand.run("radiomap", "build", venue, "--json"))
      for key in ["walks", "rows", "readings", "transmitters"] {
        #expect(same[key] as? Int == whole[key] as? Int)
      }
      try IndoorCommand.run("survey", "rename", venue, "walk-0", "lobby", "--by", "cleo")
      let journal = try #require(try walks("show", venue, "lobby").first?["journal"])
      let entries = try #require(journal as? [[String: Any]])
      #expect(entries.map { $0["change"] as? String } == ["removed", "restored", "renamed"])
      #expect(entries.map { $0["by"] as? String } == ["ana", "bob", "cleo"])
      expectBadInput(
        try IndoorCommand.run("survey", "remove", venue, "walk-9"), venue, "no walk \"walk-9\"")
      // Else neither could be named by its name.
      for name in ["lobby", "lobby ", " lobby"] {
        expectBadInput(
          try IndoorCommand.run("survey", "rename", venue, "walk-1", name), venue,
          "is called \"lobby\"")
      }
      // Else the hash would name two.
      let other = try #require(try walks("show", venue, "walk-2").first?["hash"] as? String)
      for name in [other, other.uppercased(), String(other.prefix(12))] {
        expectBadInput(
          try IndoorCommand.run("survey", "rename", venue, "walk-1", name), venue,
          "the hash of another walk (walk-2) begins with \"\(name)\"")
      }
      #expect(try walks("show", venue, "walk-1").count == 1)
      #expect(try IndoorCommand.run("survey", "rename", venue, "lobby", "lobby").status == 0)
    }
  }

  @Test func `a word that is one walk's name and another's hash takes neither out`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, try SurveySamples.file(0, in: scratch))
      let hash = try #require(try VenueFile.open(venue, readOnly: true).storedWalks().first?.hash)
      let name = String(hash.prefix(8))
      var other = SurveySamples.recording(1)
      other.id = name
      try RecordingWriter.write(other, to: scratch.path("other.jsonl"))
      try IndoorCommand.run("survey", "import", venue, scratch.path("other.jsonl"))
      expectBadInput(
        try IndoorCommand.run("survey", "remove", venue, name), venue,
        "2 walks are called \"\(name)\"")
      let removed = try IndoorCommand.run("survey", "remove", venue, String(hash.prefix(12)))
      #expect(removed.status == 0, "\(removed)")
    }
  }

  @Test func `where all walks were removed it is said that they can be restored`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, try SurveySamples.folder(2, in: scratch))
      for walk in ["walk-0", "walk-1"] {
        try IndoorCommand.run("survey", "remove", venue, walk, "--by", "ana")
      }
      for command in [
        ["radiomap", "build"], ["radiomap", "evaluate"], ["survey", "check"],
        ["survey", "coverage"],
      ] {
        expectBadInput(
          try IndoorCommand.run(command + [venue]), venue,
          "holds no walks but 2 that were removed; restore some of them with \"indoor survey restore\""
        )
      }
    }
  }

  @Test func `a forgotten transmitter stays out until it is remembered or rolled back`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
      try IndoorCommand.run("radiomap", "build", venue)
      func transmitters() throws -> Set<Transmitter> {
        Set(try #require(try VenueFile.open(venue, readOnly: true).radioMap()).transmitters)
      }
      let all = try transmitters()
      let one = Transmitter.wifi(0)
      #expect(all.contains(one))
      let done = try json(
        IndoorCommand.run("radiomap", "forget", venue, "00:00:00:00:00:00", "--json"))
      #expect(done["version"] as? Int == 2)
      #expect(done["forgotten"] as? [String] == ["wifi:00:00:00:00:00:00"])
      #expect(try transmitters() == all.subtracting([one]))
      let info = try json(IndoorCommand.run("venue", "info", venue, "--json"))
      let map = try #require(info["radioMap"] as? [String: Any])
      #expect(map["version"] as? Int == 2 && map["forgotten"] as? Int == 1)
      #expect(map["transmitters"] as? Int == all.count - 1)
      try IndoorCommand.run("radiomap", "build", venue)
      #expect(try transmitters() == all.subtracting([one]))
      try IndoorCommand.run("radiomap", "forget", venue, "--undo", "wifi:00:00:00:00:00:00")
      let again = try IndoorCommand.run(
        "radiomap", "forget", venue, "--undo", "wifi:00:00:00:00:00:00")
      expectBadInput(again, venue, "no transmitter \"wifi:00:00:00:00:00:00\" is forgotten")
      #expect(try transmitters() == all.subtracting([one]))
      try IndoorCommand.run("radiomap", "build", venue)
      #expect(try transmitters() == all)

      // Walk 0 began at 1,700,000,000 s and each other 100 s later, all on one day.
      try IndoorCommand.run("radiomap", "forget", venue, "--before", "2023-11-14")
      #expect(try transmitters() == all)
      let version = try #require(
        try VenueFile.open(venue, readOnly: true).radioMapVersions().last
      ).number
      try IndoorCommand.run("radiomap", "forget", venue, "--before", "2023-11-15")
      #expect(try transmitters().isEmpty)
      for command in ["build", "evaluate"] {
        expectBadInput(
          try IndoorCommand.run("radiomap", command, venue), venue,
          "those that are forgotten (\(all.count)); hear some again with \"indoor radiomap forget --undo\""
        )
      }
      try IndoorCommand.run("radiomap", "rollback", venue, "\(version)")
      try IndoorCommand.run("radiomap", "build", venue)
      #expect(try transmitters() == all)
      expectBadInput(
        try IndoorCommand.run("radiomap", "forget", venue, "WAP1"), venue, "no transmitter \"WAP1\""
      )
    }
  }

  /// A venue file whose origin is some metres from 48°, 11°, with some of the samples' walks.
  private func file(
    _ name: String, walks: [Int], east: Double, in scratch: Scratch
  ) throws -> String {
    let path = try venueFile(name, levels: 3, east: east, in: scratch)
    let folder = scratch.path("\(name)-walks")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in walks {
      try RecordingWriter.write(
        SurveySamples.recording(number), to: "\(folder)/walk-\(number).jsonl")
    }
    let result = try IndoorCommand.run("survey", "import", path, folder)
    #expect(result.status == 0, "\(result)")
    return path
  }

  private func venueFile(
    _ name: String, levels: Int, east: Double, in scratch: Scratch
  ) throws -> String {
    var venue = Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 48.0001, longitude: 11 + east * 1e-5))
    venue.levels = (0..<levels).map {
      Level(id: "l\($0)", key: LevelKey(ordinal: $0), label: "\($0)")
    }
    try VenueFile.create(scratch.path(name)).save(venue)
    return scratch.path(name)
  }

  @Test func `merging two files in either order makes the same map to the byte`() throws {
    try Scratch.with { scratch in
      let base = try file("base.gpkg", walks: [4, 2], east: 0, in: scratch)
      let one = try file("one.gpkg", walks: [5, 1, 2], east: 3, in: scratch)
      let two = try file("two.gpkg", walks: [6, 3, 5], east: -7, in: scratch)
      try IndoorCommand.run("survey", "remove", two, "walk-5", "--by", "ana")
      func merged(_ name: String, _ others: [[String]]) throws -> [Data] {
        let path = scratch.path(name)
        try FileManager.default.copyItem(atPath: base, toPath: path)
        for some in others {
          let result = try IndoorCommand.run(["survey", "import", path] + some)
          #expect(result.status == 0, "\(result)")
        }
        try IndoorCommand.run("radiomap", "build", path)
        let file = try VenueFile.open(path, readOnly: true)
        // What one file hides is hidden, and what is in two is there once.
        #expect(
          try Set(file.walks().map(\.recording)) == Set([1, 2, 3, 4, 6].map { "walk-\($0)" }))
        return try DatabaseQueue(path: path).read { db in
          try Data.fetchAll(db, sql: "SELECT contents FROM radio_maps")
            + Data.fetchAll(db, sql: "SELECT rows FROM radio_map_blocks ORDER BY hash")
        }
      }
      let map = try merged("a.gpkg", [[one], [two]])
      #expect(map.count > 1)
      #expect(try merged("b.gpkg", [[two], [one]]) == map)
      #expect(try merged("c.gpkg", [[two, one]]) == map)

      // A walk that is hidden here and not there stays hidden, which is said.
      let again = try IndoorCommand.run("survey", "import", scratch.path("a.gpkg"), one)
      #expect(again.output.contains("0 new walks") && again.output.contains("1 walk hidden"))
      #expect(again.errors.contains("walk-5: was removed by ana"), "\(again)")

      // Places are where they were, through WGS 84.
      let file = try VenueFile.open(scratch.path("a.gpkg"), readOnly: true)
      let frame = try #require(try file.venue()).frame
      try file.forEachWalk { walk in
        let place = try #require(walk.path.first?.place)
        let there = frame.coordinate(from: place)
        #expect(abs(there.latitude - 48) < 1e-9 && abs(there.longitude - 11) < 1e-9)
      }
    }
  }

  @Test func `a level that only one file has is named with both files`() throws {
    try Scratch.with { scratch in
      let other = try file("other.gpkg", walks: [0, 1], east: 0, in: scratch)
      let venue = try venueFile("venue.gpkg", levels: 1, east: 0, in: scratch)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: venue))
      let result = try IndoorCommand.run("survey", "import", venue, other)
      expectBadInput(result, venue, other)
      #expect(result.errors.contains("no level of ordinal 1"), "\(result)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == bytes)
      expectBadInput(try IndoorCommand.run("survey", "import", other, other), other, "file itself")
      let new = scratch.path("new.gpkg")
      #expect(try IndoorCommand.run("survey", "import", new, other).status == 0)
      #expect(try VenueFile.open(new, readOnly: true).walkCount() == 2)
    }
  }
}
