import Foundation
import IndoorAuthoring
import IndoorModel
import IndoorStorage
import Testing

/// What comes out where two people changed the same venue.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamUnionTests {
  private let desks: TeamDesks

  init() throws { desks = try TeamDesks() }

  @Test func `walks that two people brought are united, and a removal wins`() throws {
    let anna = try desks.museum("anna")
    #expect(try desks.team("push", anna).status == 0)
    let ben = try desks.pulled("ben")
    let known = try desks.walks(anna)
    let removed = try #require(known.keys.sorted().first)
    _ = try ChangeWalks(venue: anna, walks: [removed], change: .remove, by: "anna").run()
    #expect(try desks.team("push", anna).status == 0)
    let new = try desks.addWalk(to: ben)
    let push = try desks.team("push", ben)
    #expect(push.output.contains("of the file's and the store's changes"), "\(push)")
    for file in [anna, ben] {
      #expect(try desks.team("pull", file).status == 0)
      let walks = try desks.walks(file)
      #expect(walks.count == known.count + 1 && walks[new] == "" && walks[removed] == "anna")
    }
    #expect(
      try desks.database.query("SELECT count(*), max(removed_by) FROM indoor.walk")
        == "\(known.count + 1)|anna")
    #expect(try desks.team("push", ben).output.contains("nothing new"))
  }

  @Test func `a restoration wins over an older removal, whichever side has it`() throws {
    let anna = try desks.museum("anna")
    let known = try desks.walks(anna).keys.sorted()
    _ = try ChangeWalks(venue: anna, walks: Array(known.prefix(2)), change: .remove, by: "anna")
      .run()
    #expect(try desks.team("push", anna).status == 0)
    let ben = try desks.pulled("ben")
    _ = try ChangeWalks(venue: ben, walks: [known[0]], change: .restore, by: "ben").run()
    _ = try ChangeWalks(venue: anna, walks: [known[1]], change: .restore, by: "anna").run()
    let new = try desks.addWalk(to: anna)
    #expect(try desks.team("push", anna).status == 0)
    #expect(try desks.team("push", ben).output.contains("of the file's and the store's changes"))
    for file in [anna, ben, try desks.pulled("clara")] {
      #expect(try desks.team("pull", file).status == 0)
      let walks = try desks.walks(file)
      #expect(walks[known[0]] == "" && walks[known[1]] == "" && walks[new] == "", "\(file)")
    }
    #expect(
      try desks.database.query("SELECT count(*) FROM indoor.walk WHERE removed_at IS NOT NULL")
        == "0")
  }

  @Test func `plans that both sides placed are refused, until somebody chooses`() throws {
    let anna = try desks.museum("anna")
    #expect(try desks.team("push", anna).status == 0)
    let ben = try desks.pulled("ben")
    try desks.place("level-G", on: 0, in: anna)
    #expect(try desks.team("push", anna, "--by", "anna").status == 0)
    try desks.place("level-1", on: 1, in: ben)
    for direction in ["push", "pull"] {
      let refused = try desks.team(direction, ben)
      #expect(refused.status == 65 && refused.errors.contains(ben), "\(refused)")
      #expect(refused.errors.contains("version 2 of museum in the store, by anna"), "\(refused)")
      #expect(refused.errors.contains("--ours"))
    }
    #expect(try desks.database.query("SELECT max(number) FROM indoor.version") == "2")
    #expect(try desks.team("pull", ben, "--theirs").status == 0)
    let plans = try ListPlans(venue: ben).run().plans.map(\.plan.placement.level.ordinal)
    #expect(plans == [0])
    #expect(try desks.database.query("SELECT ordinal FROM indoor.plan") == "0")
  }
}
