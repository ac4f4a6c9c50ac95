import Foundation

/// The sample museum's venue file with its surveys and radio map, made by the command as a person
/// makes it.
enum SurveyedMuseum {
  /// Makes it in a folder and says where it is.
  static func file(in scratch: Scratch) throws -> String {
    let file = scratch.path("museum.gpkg")
    let folder = "\(repository)/Surveys/museum"
    let walks = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("survey-") && $0.hasSuffix(".jsonl") }.sorted()
      .map { "\(folder)/\($0)" }
    for command in [
      ["venue", "import", file, "\(repository)/FloorPlans/museum/venue.geojson"],
      ["survey", "import", file] + walks, ["radiomap", "build", file],
    ] {
      let result = try IndoorCommand.run(command)
      guard result.status == 0 else { throw SmallVenue.Failed(result: result) }
    }
    return file
  }
}
