import Foundation

/// The sample museum's venue file with its surveys and radio map, made by the command as a person
/// makes it.
enum SurveyedMuseum {
  /// The museum's drawing.
  static let drawing = "\(repository)/FloorPlans/museum/venue.geojson"

  /// Makes it in a folder, of another drawing where one is given, and says where it is.
  static func file(in scratch: Scratch, of drawing: String = drawing) throws -> String {
    let file = scratch.path("museum.gpkg")
    let folder = "\(repository)/Surveys/museum"
    let walks = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("survey-") && $0.hasSuffix(".jsonl") }.sorted()
      .map { "\(folder)/\($0)" }
    for command in [
      ["venue", "import", file, drawing],
      ["survey", "import", file] + walks, ["radiomap", "build", file],
    ] {
      let result = try IndoorCommand.run(command)
      guard result.status == 0 else { throw SmallVenue.Failed(result: result) }
    }
    return file
  }
}
