import Foundation
import Testing

/// Files of other programs where a command would write some whose names nobody gave it.
struct OtherFilesTests {
  static let cases = OutputCase.all.filter {
    ($0.isNamedFile && $0.files.count > 1) || $0.name.contains("svg")
      || $0.files.contains("manifest.json")
      || $0.name == "survey coverage --output"
  }

  @Test(arguments: cases)
  func `files that a command didn't write and nobody named stay`(output: OutputCase) throws {
    try Scratch.with { scratch in
      let unnamed = output.isNamedFile ? Array(output.files.dropFirst()) : output.files
      for name in unnamed {
        let path = try scratch.write("mine", to: "\(name) folder/\(name)")
        let folder = scratch.path("\(name) folder")
        let result = try output.run(into: folder)
        #expect(result.status == 65, "\(result)")
        #expect(
          result.sentences.first?.contains(
            "\(name): is there and no file beside it says that this output wrote it")
            == true, "\(result)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
      }
    }
  }

  @Test(arguments: cases)
  func `the same command writes its files again`(output: OutputCase) throws {
    try Scratch.with { scratch in
      let before = try output.contents(in: scratch)
      #expect(try output.contents(in: scratch) == before)
    }
  }

  @Test func `an archive replaces one of the same venue and none of another`() throws {
    try Scratch.with { scratch in
      func export(_ venue: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          "venue", "export", venue, "--as", "imdf", "--output", scratch.path("archive"))
      }
      let venue = try SmallVenue.imported(in: scratch)
      #expect(try export(venue).status == 0)
      let unit = scratch.path("archive/unit.geojson")
      let before = try String(contentsOfFile: unit, encoding: .utf8)
      let other = try export(OutputCase.venue)
      #expect(other.status == 65, "\(other)")
      #expect(
        other.sentences.first?.contains("venue.geojson: is of another venue's archive") == true)
      #expect(try String(contentsOfFile: unit, encoding: .utf8) == before)
      try "{}".write(toFile: unit, atomically: true, encoding: .utf8)
      #expect(try export(venue).status == 0)
      #expect(try String(contentsOfFile: unit, encoding: .utf8) == before)
    }
  }

  /// The venue is written under the id that the archive gives it from then on.
  @Test func `an archive replaces the file's own of before another one came into it`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let export = ["venue", "export", venue, "--as", "imdf", "--output", scratch.path("archive")]
      #expect(try IndoorCommand.run(export).status == 0)
      let id = "9b1b6ca0-0000-4000-8000-000000000001"
      let square = "[[[13.4,52.5],[13.401,52.5],[13.401,52.5005],[13.4,52.5005],[13.4,52.5]]]"
      func write(_ type: String, _ id: String, _ properties: String) throws {
        try scratch.write(
          #"{"type":"FeatureCollection","features":[{"type":"Feature","feature_type":"\#(type)","#
            + #""id":"\#(id)","properties":{\#(properties)},"#
            + #""geometry":{"type":"Polygon","coordinates":\#(square)}}]}"#,
          to: "other/\(type).geojson")
      }
      try write("venue", id, #""name":{"en":"Small"},"category":"museum""#)
      try write(
        "level", "9b1b6ca0-0000-4000-8000-000000000002",
        #""ordinal":1,"name":{"en":"Above"},"short_name":{"en":"1"}"#)
      let imported = try IndoorCommand.run("venue", "import", venue, scratch.path("other"))
      #expect(imported.status == 0, "\(imported)")
      let exported = try IndoorCommand.run(export)
      #expect(exported.status == 0, "\(exported)")
      let written = scratch.path("archive/venue.geojson")
      #expect(try String(contentsOfFile: written, encoding: .utf8).contains(id))
    }
  }
}
