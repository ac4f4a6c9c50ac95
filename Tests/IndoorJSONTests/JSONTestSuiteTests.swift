import Foundation
import IndoorJSON
import Testing

/// Where the suite's files are.
enum JSONTestSuite {
  static let folder: String? = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]
    .map { $0 + "/json/test_parsing" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

  static func files(_ prefix: String) throws -> [String] {
    let folder = try #require(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix(prefix) }.sorted().map { "\(folder)/\($0)" }
  }
}

/// N. Seriot's JSONTestSuite: what any strict parser must accept (`y_`) and refuse (`n_`).
@Suite(
  .enabled(if: JSONTestSuite.folder != nil, "set INDOORKIT_DATA to run the JSONTestSuite"))
struct JSONTestSuiteTests {
  @Test func `all 95 files that must be accepted are`() throws {
    let files = try JSONTestSuite.files("y_")
    #expect(files.count == 95)
    for file in files {
      #expect(throws: Never.self) { try JSONDocument(path: file) }
    }
  }

  @Test func `all 188 files that must be refused are, each with its line`() throws {
    let files = try JSONTestSuite.files("n_")
    #expect(files.count == 188)
    for file in files {
      let error = #expect(throws: JSONError.self) { try JSONDocument(path: file) }
      let message = try #require(error).message
      #expect(message.contains(try Regex("n_.*\\.json:[0-9]+: ")), "\(message)")
    }
  }

  @Test func `files that may be either are read or refused without a trap`() throws {
    let files = try JSONTestSuite.files("i_")
    #expect(files.count == 35)
    for file in files {
      guard let document = try? JSONDocument(path: file) else { continue }
      for element in document.root.elements { _ = element.string }
    }
  }
}
