import Foundation
import Testing

/// Files that are there by their names alone: iCloud leaves `.items.csv.icloud` of `items.csv` that
/// it has taken off the disk, and a clone without Git LFS has pointers
/// (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
struct AbsentContentTests {
  private let museum = "\(repository)/FloorPlans/museum"

  private func takeOff(_ name: String, in folder: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    try Data("bplist00".utf8).write(to: URL(fileURLWithPath: "\(folder)/.\(name).icloud"))
  }

  private func copy(_ path: String, to name: String, in scratch: Scratch) throws -> String {
    let folder = scratch.path(name)
    try FileManager.default.copyItem(atPath: path, toPath: folder)
    return folder
  }

  @Test(arguments: ["items.csv", "stops.csv"])
  func `a guide of which iCloud has a table elsewhere takes nothing out`(table: String) throws {
    try Scratch.with { scratch in
      let file = scratch.path("m.gpkg")
      let guide = try copy("\(museum)/guide", to: "g", in: scratch)
      try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson")
      #expect(try IndoorCommand.run("guide", "import", file, guide).status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      try takeOff(table, in: guide)
      expectBadInput(
        try IndoorCommand.run("guide", "import", file, guide, "--replace"), "\(guide)/\(table)",
        "is in iCloud and not on this disk; download it")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
      // Downloaded, and the placeholder still there.
      try FileManager.default.copyItem(
        atPath: "\(museum)/guide/\(table)", toPath: "\(guide)/\(table)")
      #expect(try IndoorCommand.run("guide", "import", file, guide, "--replace").status == 0)
    }
  }

  @Test func `an IMDF folder of which iCloud has a file elsewhere is refused`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("m.gpkg")
      try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson")
      try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", scratch.path("i"))
      try takeOff("opening.geojson", in: scratch.path("i"))
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.path("n.gpkg"), scratch.path("i")),
        "\(scratch.path("i"))/opening.geojson", "is in iCloud and not on this disk; download it")
    }
  }

  @Test func `a walk that iCloud has elsewhere is told as passed over`() throws {
    try Scratch.with { scratch in
      let walks = try SurveySamples.folder(2, in: scratch)
      try takeOff("walk-1.jsonl", in: walks)
      let result = try IndoorCommand.run("survey", "import", scratch.path("v.gpkg"), walks)
      #expect(result.status == 0, "\(result)")
      #expect(
        result.errors.contains(
          "\(walks)/walk-1.jsonl: is passed over, as it is in iCloud and not on this disk; download it"
        ),
        "\(result)")
    }
  }

  @Test func `a pointer of Git LFS is no table of a guide`() throws {
    try Scratch.with { scratch in
      let pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "4d", count: 32))\nsize 5123\n"
      for name in ["items.csv", "guide.json"] {
        let path = try scratch.write(Array(pointer.utf8), to: name)
        expectBadInput(
          try IndoorCommand.run("guide", "import", scratch.path("v.gpkg"), path), path,
          "is a pointer of Git LFS, and no guide; fetch the file itself, as git lfs pull does")
      }
    }
  }

  @Test func `a venue file that is elsewhere is none that is missing`() throws {
    try Scratch.with { scratch in
      let pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "4d", count: 32))\nsize 5123\n"
      let file = try scratch.write(Array(pointer.utf8), to: "v.gpkg")
      let source = "\(museum)/venue.geojson"
      for command in [["venue", "info", file], ["venue", "import", file, source]] {
        expectBadInput(
          try IndoorCommand.run(command), file,
          "is a pointer of Git LFS, and no venue file; fetch the file itself, as git lfs pull does")
      }
      try takeOff("v.gpkg", in: scratch.folder)
      for command in [["venue", "info", file], ["venue", "import", file, source]] {
        expectBadInput(
          try IndoorCommand.run(command), file, "is in iCloud and not on this disk; download it")
      }
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test(arguments: ["geojson_map.json", "floor_info.json", "floor_image.png"])
  func `a competition's floor of which iCloud has a file elsewhere is refused`(
    name: String
  ) throws {
    try Scratch.with { scratch in
      let floor = scratch.path("site/F1")
      try FileManager.default.createDirectory(
        atPath: "\(floor)/path_data_files", withIntermediateDirectories: true)
      try scratch.write("#\tstartTime:1\n", to: "site/F1/path_data_files/a.txt")
      for file in ["geojson_map.json", "floor_info.json", "floor_image.png"] {
        try scratch.write(
          file == "floor_info.json"
            ? #"{"map_info":{"height":9,"width":9}}"#
            : #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[11,48],[11.0001,48],[11.0001,48.0001],[11,48.0001],[11,48]]]}}]}"#,
          to: "site/F1/\(file)")
      }
      try takeOff(name, in: floor)
      expectBadInput(
        try IndoorCommand.run("survey", "import", scratch.path("v.gpkg"), scratch.path("site")),
        "\(floor)/\(name)", "is in iCloud and not on this disk; download it")
    }
  }

  @Test(arguments: [
    ("stops.csv", "tour_id,sort,item\nt,1,a\n", "none called tour; rename"),
    ("stops.csv", "tour,sort,item_id\nt,1,a\n", "none called item or medium; rename"),
    (
      "items.csv", "nummer,titel\n1,A\n",
      "none called key, title or by another name of items' columns"
    ),
    ("media.csv", "file,speaker\na.mp3,A\n", "none called key, uri or by"),
  ])
  func `a table without its columns is refused by their names`(
    name: String, text: String, words: String
  ) throws {
    try Scratch.with { scratch in
      let path = try scratch.write(Array(text.utf8), to: name)
      expectBadInput(
        try IndoorCommand.run("guide", "import", scratch.path("v.gpkg"), path), "\(path):1", words)
    }
  }
}
