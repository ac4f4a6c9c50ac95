import Foundation
import IndoorFiles
import IndoorModel
import IndoorRecordings
import IndoorSimulation
import IndoorStorage

/// The folder that the demo's results go to.
package struct DemoFolder {
  private let folder: OutputFolder

  /// Finds the folder, or makes it, and looks at where the results shall go.
  package init(_ path: String, progress: ProgressHandler) throws {
    folder = try OutputFolder(path)
    try OutputPlaces.check([positions, reportPage], sparing: [], progress)
  }

  /// The venue file.
  package var venueFile: String { folder.path("museum.gpkg") }
  /// Where the visitors were.
  package var positions: String { folder.path("positions.csv") }
  /// The page that shows it all.
  package var reportPage: String { folder.path("report.html") }
  /// The page's address for a browser.
  package var reportAddress: String { URL(fileURLWithPath: reportPage).absoluteString }

  /// Takes an earlier demo's venue file away.
  ///
  /// - Throws: `AuthoringError` where it is another's, or results are there without it: they stay.
  package func removeEarlierFile() throws {
    guard FileManager.default.fileExists(atPath: venueFile) else {
      for path in [positions, reportPage] where RecordingFiles.opening(of: path)?.isEmpty == false {
        throw AuthoringError.notTheDemos(path, "is there without a demo's venue file beside it")
      }
      return
    }
    // For writing, because an earlier version's file has to be brought up to date before it can be
    // read.
    guard try VenueFile.open(venueFile).venue()?.id == BuildingDescription.museum.id
    else { throw AuthoringError.notTheDemos(venueFile, "this venue file is not the demo's") }
    do {
      try FileManager.default.removeItem(atPath: venueFile)
    } catch {
      throw FileError.notWritten(venueFile, reason: error.localizedDescription)
    }
  }
}

extension AuthoringError {
  static func notTheDemos(_ path: String, _ why: String) -> AuthoringError {
    AuthoringError(.notTheDemos, "\(path): \(why), and stays as it is; name another folder")
  }
}
