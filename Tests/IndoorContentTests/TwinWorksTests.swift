import IndoorContent
import IndoorModel
import Testing

/// Works that stand there twice under different keys.
struct TwinWorksTests {
  private static let titles = ["Anchor", "Boat", "Compass", "Dory", "Eel trap", "Fog bell"]

  private func told(_ table: String) throws -> [String] {
    ContentCheck.findings(of: try read(table, as: "works.csv")).filter { $0.rule == .twinWorks }
      .map(\.message)
  }

  /// A table of works 8 m apart, as a program numbers them.
  private static func rows(
    _ key: (Int) -> String, isPlaced: Bool = true, level: String = "1", shift: Double = 0,
    artist: String = "X", titles: [String] = titles
  ) -> String {
    titles.enumerated().map { index, title in
      let latitude = 48 + Double(index) * 7e-5 + shift
      return "\(key(index)),\(title),\(level),\(isPlaced ? "\(latitude),11.5" : ","),\(artist)\n"
    }.joined()
  }

  private static let names = "key,title,level,latitude,longitude,artist\n"

  /// The keys that a program of collections gave, those that a spreadsheet took for dates, and a
  /// place that was rounded to 5 cm.
  @Test(arguments: [true, false], [0, 4e-7])
  func `works that came again under other keys are told in one`(
    isPlaced: Bool, shift: Double
  ) throws {
    let found = try told(
      Self.names + Self.rows({ "OS-\($0)" }, isPlaced: isPlaced)
        + Self.rows({ "4821\($0)" }, isPlaced: isPlaced, shift: shift))
    let what = isPlaced ? "title, level and place" : "title and level"
    #expect(
      found == [
        "6 works have the \(what) of others, as OS-0 and 48210 \"Anchor\", and seem to stand there twice; "
          + "write one key for each, import them again by it and take the others out"
      ])
  }

  /// The last row of a table that was numbered anew, which the new one hasn't.
  @Test func `one work at one place twice is told, and what tells works apart isn't passed over`()
    throws
  {
    let one = "39,Wind harp,1,48.1,11.5,X\n40,Wind harp,1,48.1,11.5,"
    #expect(try told(Self.names + "\(one)X\n").first?.hasPrefix("1 work has the title") == true)
    #expect(try told(Self.names + "\(one)\n").count == 1)
    // Two coins of a showcase.
    #expect(try told(Self.names + "\(one)Y\n") == [])
  }

  @Test func `works on another level, elsewhere, by others and called alike by chance aren't told`()
    throws
  {
    let works = Self.names + Self.rows { "OS-\($0)" }
    #expect(try told(works) == [])
    for other in [
      Self.rows({ "4821\($0)" }, level: "LL"), Self.rows({ "4821\($0)" }, shift: 3e-6),
      Self.rows({ "4821\($0)" }, artist: "Y"),
      // Keys that are nearly the same are told as such.
      Self.rows { "os-\($0)" },
    ] {
      #expect(try told(works + other) == [], "\(other)")
    }
    let untitled = (1...9).map { "u\($0),Untitled,1,,,\n" }.joined()
    #expect(try told(Self.names + Self.rows({ "\($0)" }, isPlaced: false) + untitled) == [])
    // Two pairs, and three among many others.
    let bare = Self.rows({ "OS-\($0)" }, isPlaced: false)
    for titles in [Array(Self.titles.prefix(2)), Array(Self.titles.prefix(3))] {
      let again = Self.rows({ "n\($0)" }, isPlaced: false, titles: titles)
      let others = (1...9).map { "w\($0),Work \($0),1,,,\n" }.joined()
      #expect(try told(Self.names + bare + again + others) == [])
    }
  }

  @Test func `works that are hidden and things of another kind aren't told`() throws {
    let names = "key,kind,hidden,title,level,latitude,longitude\n"
    let work = "a,object,,Anchor,1,48,11.5\n"
    #expect(try told("\(names)\(work)b,object,,Anchor,1,48,11.5\n").count == 1)
    #expect(try told("\(names)\(work)b,object,yes,Anchor,1,48,11.5\n") == [])
    #expect(try told("\(names)\(work)b,exhibition,,Anchor,1,48,11.5\n") == [])
  }
}
