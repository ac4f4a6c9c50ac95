import IndoorContent
import IndoorModel
import Testing

/// What tables that come later change of what earlier ones said, and what they leave.
struct LaterTableTests {
  /// A collection into whose folder tables are imported one after the other.
  private struct Imports {
    let folder: TemporaryFolder
    private(set) var content: GuideContent?

    init() throws { folder = try TemporaryFolder() }

    /// Imports tables by their names, which may have a folder before them, all at once.
    mutating func take(_ tables: (name: String, lines: String)...) throws {
      var options = ContentOptions(levels: ContentLevels(said: ["1": 1]))
      options.collection = "guide"
      let paths = try tables.map { try folder.write($0.lines, as: $0.name) }
      let read = try ReadContent.read(paths, options: options, over: content)
      content = content.map { read.merged(into: $0, replaces: false) } ?? read
    }

    /// What the numbers play.
    var played: [String: String?] {
      Dictionary(uniqueKeysWithValues: content?.codes.map { ($0.code, $0.medium) } ?? [])
    }
  }

  @Test(arguments: ["items", "tours"])
  func `a number plays the sound that its work has, be it another or none`(table: String) throws {
    var guide = try Imports()
    try guide.take((name: "\(table).csv", "key,title,codes,audio\nA1,One,9912,old.mp3\n"))
    #expect(guide.played == ["9912": "old.mp3"])
    try guide.take((name: "\(table).csv", "key,audio\nA1,new.mp3\n"))
    #expect(guide.played == ["9912": "new.mp3"])
    try guide.take((name: "\(table).csv", "key,title@fr\nA1,Un\n"))
    #expect(guide.played == ["9912": "new.mp3"])
    try guide.take((name: "\(table).csv", "key,audio\nA1,\n"))
    #expect(guide.played == ["9912": nil])
    try guide.take((name: "\(table).csv", "key,audio\nA1,last.mp3\n"))
    #expect(guide.played == ["9912": "last.mp3"])
  }
}
