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
}
