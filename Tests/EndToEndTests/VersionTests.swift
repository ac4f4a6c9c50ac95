import Foundation
import Testing

@Suite struct VersionTests {
  @Test func `the version that the command states is the changelog's newest`() throws {
    let result = try IndoorCommand.run("--version")
    #expect(result.status == 0)
    let changelog = try String(contentsOfFile: "\(repository)/CHANGELOG.md", encoding: .utf8)
    let newest = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(newest.hasPrefix("## [\(result.output.filter { !$0.isWhitespace })] - "))
  }
}
