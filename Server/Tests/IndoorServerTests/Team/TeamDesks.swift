import Foundation
import IndoorAuthoring
import IndoorStorage
import Testing

/// A store with nothing in it, and people who have venue files.
struct TeamDesks {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try PostgresServer.shared.get().database()
    #expect(try team("init").status == 0)
  }

  /// Runs `indoor-server team`.
  func team(
    _ arguments: String..., store: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run(
      ["team"] + arguments + ["--store", store ?? database.address], in: scratch)
  }

  /// The sample museum's file in a folder of somebody's own.
  func museum(_ person: String) throws -> String {
    let file = "\(try scratch.folder(person))/museum.gpkg"
    try Museum.copy(to: file)
    return file
  }

  func pulled(_ person: String) throws -> String {
    let file = "\(try scratch.folder(person))/museum.gpkg"
    let pull = try team("pull", file)
    #expect(pull.status == 0, "\(pull)")
    return file
  }

  func addWalk(to file: String) throws -> String {
    let walk = scratch.path("other.jsonl")
    try Museum.writeOtherWalk(to: walk)
    return try #require(try ImportSurvey(venue: file, sources: [walk]).run().walks.first)
  }

  func walks(_ file: String) throws -> [String: String] {
    let walks = try ListWalks(venue: file, isWithRemoved: true).run().walks
    return Dictionary(walks.map { ($0.hash, $0.removal?.by ?? "") }) { first, _ in first }
  }

  func place(_ plan: String, on level: Int, in file: String) throws {
    var placing = PlacePlan(plan: "\(repository)/FloorPlans/museum/\(plan).pdf")
    placing.anchorFile = "\(repository)/FloorPlans/museum/\(plan).anchors.geojson"
    (placing.venue, placing.store, placing.level) = (file, file, level)
    _ = try placing.run()
  }

  /// All tables as GDAL reads them.
  func dump(_ file: String) throws -> String {
    let run = try ShellRun.run(["ogrinfo", "-ro", "-al", file])
    #expect(run.status == 0)
    return run.output.replacing(file, with: "FILE")
  }
}
