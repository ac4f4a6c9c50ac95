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

    /// What was found of it.
    var found: [ContentRule] { content?.findings.map(\.rule) ?? [] }

    /// The tour's stops and what is noted of each.
    var walk: [String] {
      (content?.tours.first?.stops ?? []).enumerated().map { position, stop in
        let owner = GuideOwner(.stop, "T", position: position)
        let notes = content?.texts.filter { $0.owner == owner && $0.name == "note" } ?? []
        return "\(stop.item ?? stop.medium ?? "") \(notes.map(\.value).joined(separator: "|"))"
      }
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

  @Test func `what was found of a file stays until that is read again`() throws {
    var guide = try Imports()
    let stops = "tour,sort,item\nT,1,A1\nTT,2,A1\n"
    try guide.take(
      (name: "items.csv", "key,title\nA1,One\n"), (name: "tours.csv", "key,title\nT,Tour\n"),
      (name: "stops.csv", stops))
    #expect(guide.found == [.danglingStop])
    try guide.take((name: "media.csv", "key,uri\nx.jpg,x.jpg\n"))
    try guide.take((name: "fr.csv", "key,title@fr\nA1,Un\n"))
    #expect(guide.found == [.danglingStop])
    try guide.take((name: "stops.csv", stops))
    #expect(guide.found == [.danglingStop])
    try guide.take((name: "stops.csv", "tour,sort,item\nT,1,A1\n"))
    #expect(guide.found == [])
  }

  @Test func `what was found of a value stays until another table has that value`() throws {
    var guide = try Imports()
    try guide.take(
      (
        name: "items.csv",
        "key,title,sort,latitude,longitude,level,ordinal\nA1,#N/A,first,abc,5,1,2\nA2,,,,,,\n"
      ))
    #expect(Set(guide.found) == [.badValue, .badLocation, .wrongFloor] && guide.found.count == 4)
    let all = guide.found
    try guide.take((name: "fr.csv", "key,title@fr,note\nA1,Un,x\n"))
    try guide.take((name: "others.csv", "key,latitude,longitude\nA2,1,2\n"))
    #expect(guide.found == all)
    try guide.take((name: "places.csv", "key,latitude,longitude\nA1,1,2\n"))
    #expect(Set(guide.found) == [.badValue, .wrongFloor] && guide.found.count == 3)
    try guide.take((name: "floors.csv", "key,ordinal\nA1,1\n"))
    #expect(guide.found == [.badValue, .badValue])
    try guide.take((name: "order.csv", "key,sort\nA1,1\n"))
    #expect(guide.content?.findings.map(\.message).contains { $0.contains("#N/A") } == true)
    #expect(guide.found.count == 1)
    try guide.take((name: "titles.csv", "key,title\nA1,One\n"))
    #expect(guide.found == [])
  }

  /// Each kind counts keys for itself, so that a tour or a group of that key is another thing.
  @Test(arguments: ["groups.csv", "tours.csv"])
  func `what was found of an item stays when something else of its key is read`(
    table: String
  ) throws {
    var guide = try Imports()
    let bad = "key,title,latitude,longitude,ordinal,sort\n1,One,north,10,first,last\n"
    try guide.take((name: "items.csv", bad))
    #expect(guide.found == [.badLocation, .wrongFloor, .badValue])
    let good = "key,title,latitude,longitude,ordinal,sort\n1,Other,50,10,0,1\n"
    try guide.take((name: table, good))
    #expect(guide.found == [.badLocation, .wrongFloor, .badValue])
    try guide.take((name: "places.csv", good))
    #expect(guide.found == [])
  }

  @Test(arguments: [("groups.csv", GuideOwner.Kind.group, nil), ("tours.csv", .tour, "1")])
  func `what was found of a group or a tour is its own`(
    table: String, kind: GuideOwner.Kind, item: String?
  ) throws {
    var guide = try Imports()
    let bad = "key,title,latitude,longitude,sort\n1,Other,north,10,last\n"
    try guide.take((name: "items.csv", "key,title\n1,One\n"), (name: table, bad))
    let owners = guide.content?.findings.map(\.owner)
    #expect(owners == [GuideOwner(kind, "1"), GuideOwner(kind, "1")])
    #expect(guide.content?.findings.map(\.item) == [item, item])
    let good = "key,title,latitude,longitude,sort\n1,Other,50,10,1\n"
    try guide.take((name: "places.csv", good))
    #expect(guide.found == [.badLocation, .badValue])
    try guide.take((name: "mended/\(table)", good))
    #expect(guide.found == [])
  }

  @Test func `what was found of a tour's stops goes with its stops`() throws {
    var guide = try Imports()
    try guide.take(
      (name: "items.csv", "key,title\nA1,One\n"), (name: "tours.csv", "key,title\nT,Tour\n"),
      (name: "stops.csv", "tour,sort,item\nT,first,A1\n"))
    #expect(guide.found == [.badValue])
    try guide.take((name: "tours.csv", "key,sort\nT,1\n"))
    #expect(guide.found == [.badValue])
    try guide.take((name: "mended/stops.csv", "tour,sort,item\nT,1,A1\n"))
    #expect(guide.found == [])
  }

  /// By the item and its notes, in the order of the tour.
  @Test func `what is said of a stop goes where its item goes`() throws {
    var guide = try Imports()
    try guide.take(
      (name: "items.csv", "key,title\nA1,One\nA2,Two\nA3,Three\n"),
      (name: "tours.csv", "key,title\nT,Tour\n"),
      (
        name: "stops.csv",
        "tour,sort,item,medium,note\nT,1,A1,,about one\nT,2,A2,,about two\nT,3,A1,,one again\n"
          + "T,4,,a.mp3,heard\n"
      ))
    #expect(guide.walk == ["A1 about one", "A2 about two", "A1 one again", "a.mp3 heard"])
    try guide.take((name: "fr.csv", "key,title@fr\nA1,Un\n"), (name: "tours.csv", "key\nT\n"))
    #expect(guide.walk == ["A1 about one", "A2 about two", "A1 one again", "a.mp3 heard"])
    try guide.take(
      (
        name: "stops.csv", "tour,sort,item,medium\nT,1,,a.mp3\nT,2,A3,\nT,3,A1,\nT,4,A2,\nT,5,A1,\n"
      ))
    #expect(
      guide.walk == ["a.mp3 heard", "A3 ", "A1 about one", "A2 about two", "A1 one again"])
    try guide.take((name: "stops.csv", "tour,sort,item,note\nT,1,A2,new\nT,2,A1,\n"))
    #expect(guide.walk == ["A2 new", "A1 "])
  }
}
