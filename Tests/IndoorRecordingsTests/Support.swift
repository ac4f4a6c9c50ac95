import Foundation
import IndoorRecordings
import Testing

/// Where the real recordings are, or `nil`.
let realData = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]

/// Why a test of real recordings was skipped.
let realDataHint: Comment =
  "set INDOORKIT_DATA to the folder of the unpacked recordings to run this"

/// A folder of its own for one test, taken away afterwards.
func withTemporaryFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("indoorkit-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

/// Writes a file and its folders.
func write(_ text: String, to path: String) throws {
  let folder = (path as NSString).deletingLastPathComponent
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

/// Reads a text as a file, by what it begins with where no format is named.
func read(
  _ text: String, _ name: String = "logfile_2017_09_05_12_34_56.txt",
  format: RecordingFormat? = nil, labels: RecordingLabels = RecordingLabels(),
  levels: LevelNames = LevelNames()
) throws -> [ReadRecording] {
  try withTemporaryFolder { folder in
    try write(text, to: "\(folder)/\(name)")
    var stream = RecordingStream(
      try RecordingFiles("\(folder)/\(name)", format: format), levels: levels, labels: labels)
    var all: [ReadRecording] = []
    while let read = try stream.next() { all.append(read) }
    return all
  }
}
