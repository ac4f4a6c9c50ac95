import Foundation
import IndoorFiles
import IndoorModel
import IndoorRecordings
import IndoorSimulation
import IndoorStorage
import IndoorVenues

/// The folder that the demo's results go to.
package struct DemoFolder {
  private let folder: OutputFolder

  /// Finds the folder, or makes it, and looks at where the results shall go.
  package init(_ path: String, progress: ProgressHandler) throws {
    folder = try OutputFolder(path)
    try OutputPlaces.check([positions, reportPage], sparing: [], progress)
  }

  /// What the report says that only the demo's does.
  package static let notice = "Everything here is simulated: the building, its radio,"

  /// The venue file.
  package var venueFile: String { folder.path("museum.gpkg") }
  /// Where the visitors were.
  package var positions: String { folder.path("positions.csv") }
  /// The page that shows it all.
  package var reportPage: String { folder.path("report.html") }
  /// The page's address for a browser.
  package var reportAddress: String { URL(fileURLWithPath: reportPage).absoluteString }

  /// Empties an earlier demo's venue file, which keeps its place, its mode and what leads to it.
  ///
  /// - Throws: `AuthoringError` where it is another's, somebody has worked on it, or results are
  ///   there that no demo wrote: they stay.
  package func emptyEarlierFile(of samples: SampleMuseum) throws {
    for (path, marks) in [
      (positions, try samples.recordings("visit-").map { "\n\(PathParts($0).stem)," }),
      (reportPage, [Self.notice]),
    ] {
      guard RecordingFiles.opening(of: path)?.isEmpty == false else { continue }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      guard marks.contains(where: { bytes.range(of: Data($0.utf8)) != nil }) else {
        throw AuthoringError.notTheDemos(path, "this file is not the demo's")
      }
    }
    let isThere = FileManager.default.fileExists(atPath: venueFile)
    guard isThere else { return }
    // For writing, because an earlier version's file has to be brought up to date before it can be
    // read.
    let file = try VenueFile.open(venueFile)
    // A demo that was ended may have left it empty.
    if let venue = try file.venue() {
      guard venue.id == BuildingDescription.museum.id else {
        throw AuthoringError.notTheDemos(venueFile, "this venue file is not the demo's")
      }
      if let change = try samples.change(of: venue, in: file) {
        throw AuthoringError.notTheDemos(venueFile, "this venue file has \(change)")
      }
    } else if try !file.storedWalks().isEmpty || !file.guides().isEmpty
      || !file.placements().isEmpty
    {
      throw AuthoringError.notTheDemos(venueFile, "this venue file is not the demo's")
    }
    try file.empty()
  }
}

extension SampleMuseum {
  /// What a venue file has that it doesn't have from the demo; `nil` where it is all the demo's.
  fileprivate func change(of venue: Venue, in file: VenueFile) throws -> String? {
    var sources = VenueImport()
    try sources.read(self.venue)
    let own = try sources.finish().venue
    guard Set(venue.levels) == Set(own.levels), Set(venue.units) == Set(own.units),
      Set(venue.openings) == Set(own.openings)
    else { return "levels, rooms or doors that aren't the demo's" }
    let walks = Dictionary(
      try recordings("survey-").map { path in
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        return (bytes.withUnsafeBytes { ContentHash.hexadecimal($0) }, PathParts(path).stem)
      }
    ) { first, _ in first }
    guard try file.storedWalks().allSatisfy({ walks[$0.hash] == $0.recording }),
      try file.walkChanges().isEmpty
    else { return "walks that aren't the demo's, or were renamed or removed" }
    guard try file.guides().allSatisfy({ $0.collection.key == PathParts(guide).stem }) else {
      return "guides that aren't the demo's"
    }
    let drawings = own.levels.map { PathParts(plan($0).drawing).name }
    guard
      try file.placements().allSatisfy({ placement in
        try file.plan(for: placement.level).map { drawings.contains($0.fileName) } ?? true
      })
    else { return "plans that aren't the demo's" }
    return nil
  }
}

extension AuthoringError {
  static func notTheDemos(_ path: String, _ why: String) -> AuthoringError {
    AuthoringError(
      .notTheDemos, "\(path): \(why), and stays as it is; name another folder, or take it out")
  }
}
