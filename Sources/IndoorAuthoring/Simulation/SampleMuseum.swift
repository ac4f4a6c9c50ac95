import Foundation
import IndoorAlignment
import IndoorGeometry
package import IndoorModel
package import IndoorReport
import IndoorSimulation
import IndoorStorage

/// The sample museum's files, and what its description knows better than they.
package struct SampleMuseum {
  /// The folder that `FloorPlans/` and `Surveys/` are in.
  let root: String

  /// Finds the samples above the current folder or above the program, which stands in the package's
  /// build folder.
  package init() throws(AuthoringError) {
    let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
      .resolvingSymlinksInPath()
    let starts = [
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
      Bundle.main.executableURL?.resolvingSymlinksInPath() ?? program,
    ]
    for start in starts {
      var folder = start.standardizedFileURL
      while folder.path != "/" {
        if FileManager.default.fileExists(atPath: folder.path + "/FloorPlans/museum/venue.geojson")
        {
          root = folder.path
          // Before anything is made of the rest.
          for prefix in ["survey-", "visit-"] { _ = try recordings(prefix) }
          return
        }
        folder.deleteLastPathComponent()
      }
    }
    throw .noSamples()
  }

  /// The venue's GeoJSON.
  package var venue: String { path("FloorPlans/museum/venue.geojson") }

  /// A level's drawing and its anchors.
  package func plan(_ level: Level) -> (drawing: String, anchors: String) {
    let stem = path("FloorPlans/museum/level-\(level.label)")
    return ("\(stem).pdf", "\(stem).anchors.geojson")
  }

  /// The folder of the museum's guide.
  package var guide: String { path("FloorPlans/museum/guide") }

  /// Where the last row of a file of positions is, as `LAT,LON,N`; `nil` where it has none.
  package func lastPlace(in positions: String) -> String? {
    guard let text = try? String(contentsOfFile: positions, encoding: .utf8),
      let row = text.split(whereSeparator: \.isNewline).last
    else { return nil }
    let values = row.split(separator: ",", omittingEmptySubsequences: false)
    guard values.count > 4, Double(values[2]) != nil else { return nil }
    return values[2...4].joined(separator: ",")
  }

  /// The recordings whose names begin so, by name.
  package func recordings(_ prefix: String) throws(AuthoringError) -> [String] {
    let folder = path("Surveys/museum")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let found = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".jsonl") }.sorted()
    guard !found.isEmpty else { throw .noRecordings(folder, prefix) }
    return found.map { "\(folder)/\($0)" }
  }

  /// The same recordings as a shell's pattern.
  package func pattern(_ prefix: String) -> String { path("Surveys/museum/\(prefix)*.jsonl") }

  /// Root mean square distance in metres, over the page's corners, between where an alignment puts
  /// them and where the drawing was made for; `nil` for a level that the description doesn't draw.
  func trueError(of alignment: PlanAlignment, level ordinal: Int) -> Double? {
    let building = BuildingDescription.museum
    guard let sheet = Sheet.museum.first(where: { $0.ordinal == ordinal }),
      let level = building.levels.first(where: { $0.ordinal == ordinal }),
      let pageToBuilding = sheet.buildingToPage(of: level).inverse
    else { return nil }
    let squares = alignment.page.corners.map { corner -> Double in
      let truth = alignment.frame.local(from: building.coordinate(of: pageToBuilding.apply(corner)))
      let placed = alignment.frame.local(from: alignment.coordinate(of: corner))
      return truth.distance(to: placed) * truth.distance(to: placed)
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// A placed drawing with how far off it truly is.
  package func withTrueError(_ placed: PlacePlan.Result) -> AlignedPlan {
    var aligned = placed.aligned
    aligned.trueError = trueError(
      of: placed.alignment, level: placed.plan.placement.level.ordinal)
    return aligned
  }

  /// The levels of a venue file.
  package func levels(in file: String) throws -> [Level] {
    try VenueFile.open(file, readOnly: true).venue()?.levels ?? []
  }

  /// A path as a person in the current folder would write it.
  static func short(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  private func path(_ relative: String) -> String { Self.short("\(root)/\(relative)") }
}

extension AuthoringError {
  static func noSamples() -> AuthoringError {
    AuthoringError(
      .noSamples,
      "FloorPlans/museum: the sample museum is neither above this folder nor above the program; "
        + "run the demo in IndoorKit's own folder, or make the museum with \"make museum\"")
  }

  static func noRecordings(_ folder: String, _ prefix: String) -> AuthoringError {
    AuthoringError(
      .noSamples,
      "\(folder): the sample museum's recordings \(prefix)*.jsonl aren't there; copy Surveys/museum "
        + "beside FloorPlans, or make the museum with \"make museum\"")
  }
}
