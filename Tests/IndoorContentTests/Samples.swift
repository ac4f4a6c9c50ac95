import Foundation
import IndoorContent
import IndoorModel
import Testing

/// Public samples, which aren't part of the project.
enum Samples {
  static let folder = ProcessInfo.processInfo.environment["INDOORKIT_DATA"].map { "\($0)/guide" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

  /// What figures computed without this project say.
  static func expected(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: try #require(folder) + "/expected.json"))
    let all = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(all?[name] as? [String: Any])
  }

  static let floors = ["0": -1, "1": 0, "2": 1, "3": 2]

  static func read(_ path: String) throws -> GuideContent {
    try ReadContent.read(
      [try #require(folder) + path],
      options: ContentOptions(levels: ContentLevels(said: floors)))
  }
}

/// A folder that goes when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "content-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, as name: String) throws -> String {
    try write(Data(text.utf8), as: name)
  }

  func write(_ data: Data, as name: String) throws -> String {
    let file = "\(path)/\(name)"
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// Reads a text as a file of some name.
func read(
  _ text: String, as name: String, format: ContentFormat? = nil,
  floors: [String: Int] = ["1": 0, "LL": -1]
) throws -> GuideContent {
  let folder = try TemporaryFolder()
  var options = ContentOptions(levels: ContentLevels(said: floors))
  options.format = format
  return try ReadContent.read([try folder.write(text, as: name)], options: options)
}

extension GuideContent {
  /// The values of a text of an item, by language.
  func said(_ name: String, of item: String) -> [String: String] {
    Dictionary(
      texts.filter { $0.owner == GuideOwner(.item, item) && $0.name == name }
        .map { ($0.language, $0.value) }
    ) { first, _ in first }
  }

  /// How many findings of a rule its checks come to.
  func count(_ rule: ContentRule, venue: Venue? = nil) -> Int {
    ContentCheck.findings(of: self, venue: venue).count { $0.rule == rule }
  }
}

/// The bytes of a sample.
enum SampleBytes {
  static func of(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: try #require(Samples.folder) + path))
  }
}
