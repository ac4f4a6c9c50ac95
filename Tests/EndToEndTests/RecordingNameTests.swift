import Foundation
import IndoorPositioning
import IndoorRecordings
import Testing

/// The column `recording` of positions.csv.
@Suite struct RecordingNameTests {
  private func located(_ recordings: [String], in scratch: Scratch) throws -> String {
    let venue = scratch.path("v.gpkg")
    if !FileManager.default.fileExists(atPath: venue) {
      try IndoorCommand.run(
        "survey", "import", venue, SurveySamples.folder(3, in: scratch))
      try IndoorCommand.run("radiomap", "build", venue)
    }
    let output = scratch.path("positions.csv")
    let result = try IndoorCommand.run(["locate", venue] + recordings + ["--output", output])
    #expect(result.status == 0, "\(result)")
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  /// A recording whose header calls it `id`, in a file of a name.
  private func file(_ name: String, id: String, in scratch: Scratch) throws -> String {
    let folder = scratch.path("located")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var recording = SurveySamples.recording(1, scans: 3)
    recording.id = id
    let path = "\(folder)/\(name)"
    try RecordingWriter.write(recording, to: path)
    return path
  }

  @Test func `a file that is named several times is told`() throws {
    try Scratch.with { scratch in
      let one = try file("one.jsonl", id: "1", in: scratch)
      let two = try file("two.jsonl", id: "2", in: scratch)
      _ = try located([one], in: scratch)
      func run(_ files: [String]) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["locate", scratch.path("v.gpkg")] + files + ["--output", scratch.path("p.csv")])
      }
      let words = "named 3 times, and located as often"
      let again = try run([one, two, "\(scratch.path("located"))/./one.jsonl", one])
      #expect(again.errors.contains("one.jsonl: is \(words)"), "\(again)")
      #expect(!(try run([one, two])).errors.contains("times"))
    }
  }

  @Test func `it is the file's name without its extension, whatever the header says`() throws {
    try Scratch.with { scratch in
      let files = try [
        file("one.v2.jsonl", id: "same", in: scratch), file("two.jsonl", id: "same", in: scratch),
        file("=1+1.jsonl", id: "=2+2\nx", in: scratch),
        file("a,\"b\".jsonl", id: "c", in: scratch),
        file("line\nbreak.jsonl", id: "d", in: scratch),
        file("e\"\u{301}.jsonl", id: "d", in: scratch),
      ]
      let text = try located(files, in: scratch)
      let names = Set(
        text.split(separator: "\n").dropFirst().compactMap { row in
          row.range(of: ",17").map { row[..<$0.lowerBound] }
        })
      #expect(
        names == [
          "one.v2", "two", "=1+1", "\"a,\"\"b\"\"\"", "line break", "\"e\"\"\u{301}\"",
        ])
    }
  }

  @Test func `of a table it is the number of the row`() throws {
    try Scratch.with { scratch in
      let table = scratch.path("table.csv")
      try Data("x,y,level,A\n0,0,0,-50\n\n1,1,0,-60\n1,1,0\n2,2,0,-55\n".utf8)
        .write(to: URL(fileURLWithPath: table))
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, table)
      try IndoorCommand.run("radiomap", "build", venue)
      let text = try located([table], in: scratch)
      // The third row is broken, and a number all the same.
      #expect(
        text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } } == ["0", "1", "3"])
    }
  }

  /// The names of what is located of some files.
  private func names(_ files: [String], in scratch: Scratch) throws -> Set<String> {
    let rows = try located(files, in: scratch).split(separator: "\n").dropFirst()
    return Set(rows.compactMap { $0.split(separator: ",").first.map(String.init) })
  }

  @Test func `files that differ in their endings alone bear these`() throws {
    try Scratch.with { scratch in
      let text = try String(contentsOfFile: SurveySamples.file(1, in: scratch), encoding: .utf8)
      func files(_ names: [String]) throws -> [String] {
        try names.map { try scratch.write(text, to: $0) }
      }
      let alike = try files(["x/a.jsonl", "x/a.txt", "x/a.JSONL"])
      let others = try files(["y/a.jsonl", "b.jsonl"])
      #expect(
        try names(alike + others[1...], in: scratch) == ["a.jsonl", "a.txt", "a.JSONL", "b"])
      #expect(
        try names(alike + others, in: scratch)
          == ["x/a.jsonl", "x/a.txt", "x/a.JSONL", "y/a", "b"])
      #expect(try names([alike[0], others[0]], in: scratch) == ["x/a", "y/a"])
      // What nothing tells apart is counted.
      #expect(try names([others[1], others[1]], in: scratch) == ["b", "b (2)"])
    }
  }

  @Test func `rows of several tables bear the tables' names`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let tables = try ["t.csv", "u.csv"].map {
        try scratch.write("x,y,level,A,B\n0,0,0,-50,-70\n1,1,0,-60,-55\n", to: $0)
      }
      try IndoorCommand.run("survey", "import", venue, tables[0])
      try IndoorCommand.run("radiomap", "build", venue)
      #expect(try names([tables[0]], in: scratch) == ["0", "1"])
      #expect(try names(tables, in: scratch) == ["t/0", "t/1", "u/0", "u/1"])
    }
  }
}
