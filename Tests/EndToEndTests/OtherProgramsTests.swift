import Foundation
import GRDB
import Testing

/// What other programs leave in a venue file's layers.
@Suite struct OtherProgramsTests {
  /// The small venue after a change by SQL, as QGIS or GDAL makes it.
  private func changed(_ sql: String, in scratch: Scratch) throws -> String {
    let file = try SmallVenue.imported(in: scratch)
    try DatabaseQueue(path: file).write { try $0.execute(sql: sql) }
    return file
  }

  @Test func `units whose level got another ordinal alone are told`() throws {
    try Scratch.with { scratch in
      let file = try changed("UPDATE levels SET ordinal = 7", in: scratch)
      let info = try IndoorCommand.run("venue", "info", file)
      #expect(info.output.contains("level G (ordinal 7): 0 units, 0 openings\n"), "\(info)")
      #expect(info.output.contains("\nno level has ordinal 0: 2 units, 1 opening\n"), "\(info)")
    }
  }

  @Test func `an empty name is none`() throws {
    try Scratch.with { scratch in
      let file = try changed(
        "UPDATE units SET name = ''; UPDATE venue SET name = ''; UPDATE levels SET name = ' ', label = ''",
        in: scratch)
      let folder = scratch.path("archive")
      let exported = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", folder)
      #expect(exported.status == 0, "\(exported)")
      for name in ["unit", "level", "venue"] {
        let text = try String(contentsOfFile: "\(folder)/\(name).geojson", encoding: .utf8)
        #expect(!text.contains("\"en\":\"\"") && !text.contains("\"en\":\" \""), "\(text)")
        // A level must have both (IMDF 1.0.0, Level).
        #expect(text.contains("\"short_name\":{\"en\":\"0\"}") == (name == "level"), "\(text)")
      }
      let check = try IndoorCommand.run("venue", "check", folder)
      #expect(check.status == 0, "\(check)")
    }
  }

  @Test func `a building's name for its id is told by an export, whose archive is whole`() throws {
    try Scratch.with { scratch in
      let file = try changed("UPDATE units SET building = 'Hall' WHERE id = 1", in: scratch)
      let folder = scratch.path("archive")
      let exported = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", folder)
      #expect(exported.status == 0 && exported.errors.contains("[dangling-level]"), "\(exported)")
      let check = try IndoorCommand.run("venue", "check", folder)
      #expect(check.status == 0, "\(check)")
    }
  }
}
