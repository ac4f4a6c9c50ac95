import Foundation
import IndoorAuthoring
import IndoorPositioning
import IndoorRecordings

/// The sample museum's venue file with its surveys and radio map, made once for all tests.
struct Museum {
  static let shared = Result { try Museum() }

  private let scratch: Scratch
  /// The venue file.
  let file: String

  private init() throws {
    scratch = try Scratch()
    file = scratch.path("museum.gpkg")
    _ = try ImportVenue(venue: file, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    _ = try ImportSurvey(venue: file, sources: Self.recordings("survey-")).run()
    _ = try BuildRadioMap(venue: file).run()
  }

  /// The museum's recordings whose names begin so.
  static func recordings(_ prefix: String) throws -> [String] {
    let folder = "\(repository)/Surveys/museum"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".jsonl") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// Writes a walk that is in no file yet: one of the museum's, months later.
  static func writeOtherWalk(to path: String) throws {
    let walk = try String(contentsOfFile: recordings("survey-ground-east")[0], encoding: .utf8)
    try Data(walk.replacing("\"t\":1780", with: "\"t\":1790").utf8)
      .write(to: URL(fileURLWithPath: path))
  }

  /// Copies the file to a place.
  static func copy(to path: String) throws {
    try FileManager.default.copyItem(atPath: shared.get().file, toPath: path)
  }

  /// The rows that `indoor locate` writes of a recording, without the header.
  static func rows(of recording: String, scanAlone: Bool = false) throws -> [String] {
    let scratch = try Scratch()
    var locating = LocateRecordings(venue: try shared.get().file, recordings: [recording])
    (locating.output, locating.isScanAlone) = (scratch.path("positions.csv"), scanAlone)
    _ = try locating.run()
    return try String(contentsOfFile: scratch.path("positions.csv"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map(String.init)
  }
}

/// A mall's venue file of public recordings, and a walk that isn't in it.
struct Mall {
  static let shared = Result { try Mall() }

  private static let data = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]
    .map { "\($0)/indoor-location-competition" }

  /// Whether the recordings are at hand.
  static var isThere: Bool {
    data.map { FileManager.default.fileExists(atPath: "\($0)/selftest.txt") } ?? false
  }

  private let scratch: Scratch
  /// A folder with the venue file `m.gpkg`.
  let venues: String
  /// The walk, in the project's own format.
  let recording: String
  /// The rows that `indoor locate` writes of it, without the header.
  let rows: [String]

  private init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    let data = Self.data ?? ""
    let list = try String(contentsOfFile: "\(data)/selftest.txt", encoding: .utf8)
    let walks = list.split(separator: "\n").filter { $0.hasPrefix("site1/") }
    let file = "\(venues)/m.gpkg"
    _ = try ImportSurvey(
      venue: file, sources: ["\(data)/site1"], exceptions: "\(data)/selftest.txt"
    ).run()
    _ = try BuildRadioMap(venue: file).run()
    var stream = try RecordingStream("\(data)/\(walks.first ?? "")")
    guard let walk = try stream.next() else { throw CocoaError(.fileReadCorruptFile) }
    recording = scratch.path("walk.jsonl")
    try RecordingWriter.write(walk.recording, to: recording)
    var locating = LocateRecordings(venue: file, recordings: [recording])
    locating.output = scratch.path("positions.csv")
    _ = try locating.run()
    rows = try String(contentsOfFile: scratch.path("positions.csv"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map(String.init)
  }
}
