import Foundation
import GRDB
import Testing

/// What the command says of venues, and that it is so.
@Suite struct VenueSentenceTests {
  private func level(_ ring: String) -> String {
    """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"feature_type":"level","id":"l0","ordinal":0},
    "geometry":{"type":"Polygon","coordinates":[[\(ring)]]}}]}
    """
  }

  @Test(arguments: [
    ("[13.4,52.5],[13.4,52.5],[13.401,52.5],[13.4,52.5]", "three different vertices"),
    ("[13.4,52.5],[13.401,52.5],[13.402,52.5],[13.4,52.5]", "\"l0\""),
  ])
  func `a level whose outline encloses nothing is not said to be missing`(
    ring: String, word: String
  ) throws {
    try Scratch.with { scratch in
      let source = try scratch.write(level(ring), to: "flat.geojson")
      let file = scratch.path("flat.gpkg")
      let result = try IndoorCommand.run("venue", "import", file, source)
      expectBadInput(result, source, word)
      #expect(!result.errors.contains("has no level, unit or opening"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: file))
      // The check tells it as a finding.
      let check = try IndoorCommand.run("venue", "check", source)
      #expect(check.status <= 1 && check.output.contains(source), "\(check)")
    }
  }

  @Test func `features of a type that a venue doesn't keep are called so`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(
        level("[13.4,52.5],[13.401,52.5],[13.401,52.501],[13.4,52.5]")
          .replacingOccurrences(of: "\"level\"", with: "\"walkable\""), to: "v.geojson")
      let file = scratch.path("v.gpkg")
      expectBadInput(
        try IndoorCommand.run("venue", "import", file, source, "--level", "0"), source,
        "its feature_type is \"walkable\", which a venue doesn't keep")
    }
  }

  /// Root may write everything but what is mounted for reading only.
  private static let canMount =
    getuid() == 0
    && (try? Scratch.with {
      try IndoorCommand.run(
        ["unshare", "-m", "sh", "-c", "mount --bind . . && mount -o remount,bind,ro ."],
        in: $0.folder, program: "/usr/bin/env")
    })?.status == 0

  @Test(.enabled(if: canMount, "takes root, unshare and bind mounts"))
  func `what is still beside a file that can't be written is named`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(
        level("[13.4,52.5],[13.401,52.5],[13.401,52.501],[13.4,52.5]"), to: "v.geojson")
      let file = scratch.path("v.gpkg")
      try #require(try IndoorCommand.run("venue", "import", file, source).status == 0)
      let queue = try DatabaseQueue(path: file)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = wal") }
      try queue.inDatabase { try $0.execute(sql: "CREATE TABLE notes (note)") }
      let left = scratch.path("left.gpkg")
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: file + end, toPath: left + end)
      }
      let read = try IndoorCommand.run(
        [
          "unshare", "-m", "sh", "-c",
          "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && exec \"$0\" venue info \"$1\"",
          try IndoorCommand.path(), left,
        ], in: scratch.folder, program: "/usr/bin/env")
      // The file is whole: the machine's folder can't be written.
      #expect(read.status == 70, "\(read)")
      #expect(read.errors.contains("in \(left)-wal, and can't be put into the file here"))
    }
  }

  private static let canBeNobody =
    getuid() == 0
    && (try? IndoorCommand.run(
      ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "true"],
      program: "/usr/bin/env"))?.status == 0

  @Test(.enabled(if: canBeNobody, "takes root and setpriv"))
  func `what is beside a file and can't be read is named, and not to be copied`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let queue = try DatabaseQueue(path: file)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = wal") }
      try queue.inDatabase { try $0.execute(sql: "CREATE TABLE notes (note)") }
      let left = scratch.path("left.gpkg")
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: file + end, toPath: left + end)
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: scratch.folder)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(left)-wal")
      let read = try IndoorCommand.run(
        [
          "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", try IndoorCommand.path(),
          "venue", "info", left,
        ], program: "/usr/bin/env")
      expectBadInput(read, left, "in \(left)-wal, which can't be read; check the permissions")
    }
  }

  /// As where QGIS had it open when it was copied, and the copy can't be written.
  @Test(.enabled(if: canMount, "takes root, unshare and bind mounts"))
  func `a whole file that says its newest part is in a log beside it is read without one`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(
        level("[13.4,52.5],[13.401,52.5],[13.401,52.501],[13.4,52.5]"), to: "v.geojson")
      let file = scratch.path("ü #?%41.gpkg")
      try #require(try IndoorCommand.run("venue", "import", file, source).status == 0)
      let before = try IndoorCommand.run("venue", "info", file)
      let queue = try DatabaseQueue(path: file)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = wal") }
      try queue.close()
      let read = try IndoorCommand.run(
        [
          "unshare", "-m", "sh", "-c",
          "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && exec \"$0\" venue info \"$1\"",
          try IndoorCommand.path(), file,
        ], in: scratch.folder, program: "/usr/bin/env")
      #expect(read.status == 0 && read.output == before.output, "\(read)")
    }
  }

  @Test func `a level without an outline and without anything on it can't be placed`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(
        level("").replacing(/"geometry":.*\]\]\}/, with: #""geometry":null"#), to: "bare.geojson")
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), source), source,
        "outline")
    }
  }

  @Test func `a first import that can't be stored leaves no file`() throws {
    try Scratch.with { scratch in
      // A name of a million letters: more than the file may grow by.
      let source = try scratch.write(
        SmallVenue.geoJSON(name: String(repeating: "n", count: 1 << 20)), to: "long.geojson")
      let file = scratch.path("new.gpkg")
      // Files of at most 512 blocks of 512 or 1024 bytes, and no signal where one would be larger.
      let script = "trap '' XFSZ; ulimit -f 512; exec \"$0\" venue import \"$1\" \"$2\""
      let result = try IndoorCommand.run(
        ["-c", script, try IndoorCommand.path(), file, source], program: "/bin/sh")
      #expect(result.status == 65 || result.status == 70, "\(result)")
      #expect(result.sentences.count == 1, "\(result)")
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(try IndoorCommand.run("venue", "import", file, source).status == 0)
    }
  }

  @Test func `a zip without entries, and one without a byte, are called what they are`() throws {
    try Scratch.with { scratch in
      // APPNOTE.TXT 4.3.16: the end of central directory record of an archive of no entry.
      let empty = try scratch.write(
        [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), to: "e.zip")
      let none = try scratch.write([UInt8](), to: "n.zip")
      for (path, word) in [(empty, "no GeoJSON file"), (none, "is no zip")] {
        for command in [["import", scratch.path("v.gpkg"), path], ["check", path]] {
          let result = try IndoorCommand.run(["venue"] + command)
          expectBadInput(result, path, word)
          #expect(!result.errors.contains("JSON ("), "\(result)")
        }
      }
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
  func `an archive lies at any depth of a zip, and its sizes are told as they are`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let folder = scratch.path("archive")
      try IndoorCommand.run("venue", "export", venue, "--as", "imdf", "--output", folder)
      let deep = scratch.path("deep.zip")
      let large = scratch.path("large.zip")
      let script = """
        import os, sys, zipfile
        with zipfile.ZipFile(sys.argv[2], 'w') as deep:
          for name in os.listdir(sys.argv[1]):
            deep.write(os.path.join(sys.argv[1], name), 'download/museum/imdf/' + name)
        with zipfile.ZipFile(sys.argv[3], 'w', zipfile.ZIP_DEFLATED) as large:
          large.writestr('unit.geojson', b' ' * 314595000)
        """
      let packed = try IndoorCommand.run(
        ["-c", script, folder, deep, large], program: "/usr/bin/python3")
      #expect(packed.status == 0, "\(packed)")
      let again = try IndoorCommand.run("venue", "import", scratch.path("again.gpkg"), deep)
      #expect(again.status == 0 && again.output.contains("1 level, 2 units, 1 opening"), "\(again)")
      let result = try IndoorCommand.run("venue", "import", scratch.path("large.gpkg"), large)
      expectBadInput(result, large, "/unit.geojson: has 314595000 bytes")
      #expect(!result.errors.contains("536870912"), "\(result)")
    }
  }

  @Test func `a folder around the archive's is told which one to name`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      try IndoorCommand.run(
        "venue", "export", venue, "--as", "imdf", "--output", scratch.path("outer/museum"))
      let outer = scratch.path("outer")
      expectBadInput(try IndoorCommand.run("venue", "check", outer), outer, "\"museum\"")
    }
  }

  @Test func `a file that is none of IMDF's is not to become a feature type`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let folder = scratch.path("archive")
      try IndoorCommand.run("venue", "export", venue, "--as", "imdf", "--output", folder)
      try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","feature_type":"amenity",
        "id":"11111111-2222-4333-8444-555555555555","properties":{"category":"atm","unit_ids":[]},
        "geometry":{"type":"Point","coordinates":[13.4001,52.5001]}}]}
        """, to: "archive/amenity2.geojson")
      let check = try IndoorCommand.run("venue", "check", folder)
      #expect(check.output.contains("[wrong-feature-type]"), "\(check)")
      #expect(check.output.contains("move it to amenity.geojson"), "\(check)")
      #expect(!check.output.contains("feature_type to \"amenity2\""), "\(check)")
    }
  }

  @Test func `a survey's check looks for walks before it looks at the venue`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      // Whoever reads these units finds them damaged.
      let queue = try DatabaseQueue(path: file)
      try queue.write { try $0.execute(sql: "UPDATE units SET geom = x'00'") }
      try queue.close()
      let commands = [
        ["survey", "check", file], ["survey", "coverage", file, "--output", scratch.path("c")],
      ]
      for command in commands {
        expectBadInput(try IndoorCommand.run(command), file, "holds no walks yet")
      }
    }
  }

  @Test func `a check tells the first findings of a code, and how many there are`() throws {
    try Scratch.with { scratch in
      let units = (0..<60).map { room in
        """
        {"type":"Feature","properties":{"feature_type":"unit","id":"u\(room)","level_id":"l0","category":"room"},
        "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],[13.4005,52.5],[13.4005,52.5005],[13.4,52.5005],[13.4,52.5]]]}}
        """
      }
      let source = try scratch.write(
        SmallVenue.geoJSON().replacing(
          "\n]}", with: ",\n" + units.joined(separator: ",\n") + "\n]}"), to: "heap.geojson")
      let check = try IndoorCommand.run("venue", "check", source)
      // 61 rooms in one place are 61 · 60 / 2 pairs.
      #expect(check.status == 0, "\(check)")
      #expect(check.output.split(separator: "\n").count == 7, "\(check)")
      #expect(check.output.contains("… and 1825 more, 1830 in all [units-overlap]"), "\(check)")
      #expect(check.output.contains("1830 warnings"), "\(check)")
      let json = try IndoorCommand.run("venue", "check", source, "--json")
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect((report["findings"] as? [Any])?.count == 1000)
      #expect((report["codes"] as? [[String: Any]])?.first?["count"] as? Int == 1830)
      let all = try IndoorCommand.run("venue", "check", source, "--limit", "0")
      #expect(all.output.split(separator: "\n").count == 1831)
      #expect(try IndoorCommand.run("venue", "check", source, "--limit", "-1").status == 64)
    }
  }
}
