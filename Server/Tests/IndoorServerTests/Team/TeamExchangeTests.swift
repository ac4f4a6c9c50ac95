import Foundation
import IndoorAuthoring
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Venue files that are pushed to a store and pulled from it, by the program and a PostgreSQL of
/// the tests' own.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamExchangeTests {
  private let desks: TeamDesks

  init() throws { desks = try TeamDesks() }

  @Test(.enabled(if: ShellRun.has("ogrinfo"), "needs GDAL's ogrinfo"))
  func `a pulled file is the file that was pushed, row for row`() throws {
    let file = try desks.museum("anna")
    try desks.place("level-G", on: 0, in: file)
    try desks.place("level-1", on: 1, in: file)
    _ = try TieLevels(venue: file).run()
    _ = try ImportGuide(venue: file, sources: ["\(repository)/FloorPlans/museum/guide"]).run()
    let walk = try #require(try desks.walks(file).keys.sorted().first)
    _ = try ChangeWalks(venue: file, walks: [walk], change: .remove, by: "anna").run()
    let push = try desks.team("push", file)
    #expect(push.status == 0 && push.output.hasPrefix("museum: version 1;"), "\(push)")
    let copy = try desks.pulled("ben")
    let (pushed, got) = (try desks.dump(file), try desks.dump(copy))
    #expect(pushed.contains("Layer name: plan_ties") && pushed.contains("Layer name: guide_items"))
    #expect(pushed == got)
    #expect(try desks.team("pull", copy).output.hasSuffix("nothing new; the store has version 1\n"))
    #expect(try desks.team("push", copy).output == "museum: nothing new; the store has version 1\n")
    #expect(try desks.team("push", file).output == "museum: nothing new; the store has version 1\n")
  }

  @Test func `a small change sends few pages`() throws {
    let file = try desks.museum("anna")
    #expect(try desks.team("push", file).status == 0)
    let ben = try desks.pulled("ben")
    let walk = try #require(try desks.walks(file).keys.sorted().first)
    _ = try ChangeWalks(venue: file, walks: [walk], change: .rename("other"), by: "anna").run()
    #expect(try desks.team("push", file).status == 0)
    let all = Int(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0) / 4096
    let pages = try #require(Int(try desks.database.query("SELECT count(*) FROM indoor.page")))
    #expect(pages < all + all / 4)
    let pull = try desks.team("pull", ben)
    #expect(pull.output.contains("version 2; "), "\(pull)")
    #expect(try ListWalks(venue: ben).run().walks.contains { $0.recording == "other" })
  }

  @Test(.enabled(if: ShellRun.has("ogrinfo"), "needs GDAL's ogrinfo"))
  func `a guide of one and plans of another are both in what comes out`() throws {
    let anna = try desks.museum("anna")
    #expect(try desks.team("push", anna).status == 0)
    let ben = try desks.pulled("ben")
    _ = try ImportGuide(venue: anna, sources: ["\(repository)/FloorPlans/museum/guide"]).run()
    #expect(try desks.team("push", anna).status == 0)
    try desks.place("level-G", on: 0, in: ben)
    let push = try desks.team("push", ben)
    #expect(push.status == 0 && push.output.contains("of the file's and the store's"), "\(push)")
    let clara = try desks.pulled("clara")
    let (both, plans, guide) = (try layers(clara), try layers(ben), try layers(anna))
    for layer in ["plans", "plan_files", "plan_anchors", "plan_level_0"] {
      #expect(both[layer] != nil && both[layer] == plans[layer], "\(layer)")
    }
    for layer in ["guide_items", "guide_texts", "guide_codes"] {
      #expect(both[layer] != nil && both[layer] == guide[layer], "\(layer)")
    }
  }

  /// Each table's rows as GDAL and SQLite read them.
  private func layers(_ file: String) throws -> [String: String] {
    var layers: [String: String] = [:]
    for part in try desks.dump(file).components(separatedBy: "\nLayer name: ").dropFirst() {
      let name = String(part.prefix { $0 != "\n" })
      // What a layer spans only grows, and says when it was changed last.
      let rows = part.components(separatedBy: "\nOGRFeature(").dropFirst()
      layers[name] = rows.joined(separator: "\n")
    }
    let tiles = try ShellRun.run([
      "python3", "-c",
      """
      import hashlib, sqlite3, sys
      rows = sqlite3.connect(sys.argv[1]).execute("SELECT * FROM plan_level_0 ORDER BY id").fetchall()
      print(len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
      """, file,
    ])
    if tiles.status == 0 { layers["plan_level_0"] = tiles.output }
    return layers
  }

  @Test func `the database says what the file says`() throws {
    let file = try desks.museum("anna")
    #expect(try desks.team("push", file).status == 0)
    let (venue, all) = (try ReadVenue(venue: file).run(), try ListWalks(venue: file).run().walks)
    #expect(try desks.database.query("SELECT count(*) FROM indoor.unit") == "\(venue.units.count)")
    #expect(
      try desks.database.query("SELECT count(*), sum(length(readings)) % 7 FROM indoor.fingerprint")
        == "\(all.reduce(0) { $0 + $1.placed })|0")
    let status = try desks.team("status")
    #expect(status.output.contains("1 venues, \(all.count) walks, "), "\(status)")
    let near = try desks.team(
      "venues", "--near", "\(venue.origin.latitude),\(venue.origin.longitude)")
    #expect(near.output.hasPrefix("museum  ") && near.output.hasSuffix(" 0 m away\n"), "\(near)")
  }
}
