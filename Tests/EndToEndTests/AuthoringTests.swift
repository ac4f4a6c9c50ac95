import Foundation
import IndoorAlignment
import IndoorAuthoring
import IndoorGeometry
import IndoorModel
import IndoorSurveying
import Synchronization
import Testing

/// What servers and editors call, beside what the command prints.
@Suite struct AuthoringTests {
  private static let plans = "\(repository)/FloorPlans/museum"
  private static let walks = "\(repository)/Surveys/museum"

  /// The museum's recordings whose names begin so.
  private static func recordings(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: walks)
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".jsonl") }.sorted().map { "\(walks)/\($0)" }
  }

  private func same(
    _ json: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let printed = try IndoorCommand.run(arguments + ["--json"])
    #expect(printed.output == json + "\n", "\(arguments)", sourceLocation: sourceLocation)
  }

  @Test func `a plan that is to be stored on no level is refused, and no file is made`() throws {
    try Scratch.with { scratch in
      var placing = PlacePlan(plan: "\(Self.plans)/level-G.pdf")
      placing.anchorFile = "\(Self.plans)/level-G.anchors.geojson"
      placing.store = scratch.path("m.gpkg")
      let error = #expect(throws: AuthoringError.self) { try placing.run() }
      #expect(error?.code == .noLevel)
      #expect(!FileManager.default.fileExists(atPath: scratch.path("m.gpkg")))
    }
  }

  @Test func `the warnings that keep a plan from being stored are those that the page lists`()
    throws
  {
    let page = try String(contentsOfFile: "\(repository)/docs/alignment.md", encoding: .utf8)
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Warnings") })
    let codes = section.matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.1) }
    let first = try #require(codes.firstIndex(of: "page-box-replaced"))
    #expect(Set(codes[first...]) == Set(MayStorePlan.refused.map(\.rawValue)))

    let far = AlignmentWarning(.farApart, "far")
    #expect(MayStorePlan.refusal(by: [AlignmentWarning(.mirrored, "m"), far]) == far)
    #expect(MayStorePlan.refusal(by: [AlignmentWarning(.mirrored, "m")]) == nil)
  }

  @Test func `use cases give the JSON and the files that the command gives`() throws {
    try Scratch.with { scratch in
      for folder in ["mine", "theirs"] {
        try FileManager.default.createDirectory(
          atPath: scratch.path(folder), withIntermediateDirectories: false)
      }
      let (mine, theirs) = (scratch.path("mine/m.gpkg"), scratch.path("theirs/m.gpkg"))
      let source = "\(Self.plans)/venue.geojson"
      let (survey, visits) = (try Self.recordings("survey-"), try Self.recordings("visit-"))
      try same(
        try ImportVenue(venue: mine, sources: [source]).run().json,
        ["venue", "import", theirs, source])
      try same(try CheckVenue(source: mine).run().json(), ["venue", "check", theirs])
      let units = try #require(
        try ExportVenue(venue: mine, format: .geojson, output: scratch.path("mine/v.geojson"))
          .run().venue.units.first)
      let corner = try #require(units.geometry.first?.exterior.first)
      try same(
        try FindUnits(venue: mine, at: corner).run().json,
        ["venue", "at", theirs, "\(corner.latitude),\(corner.longitude)"])

      var placing = PlacePlan(plan: "\(Self.plans)/level-G.pdf")
      placing.anchorFile = "\(Self.plans)/level-G.anchors.geojson"
      (placing.store, placing.level, placing.isRefined) = (mine, 0, true)
      try same(
        try placing.run().json,
        ["align", "--plan", placing.plan, "--anchors", "\(Self.plans)/level-G.anchors.geojson"]
          + ["--into", theirs, "--level", "0", "--refine"])

      try same(
        try ImportSurvey(venue: mine, sources: survey).run().json,
        ["survey", "import", theirs] + survey)
      try same(try BuildRadioMap(venue: mine).run().json, ["radiomap", "build", theirs])
      try same(try CheckSurvey(venue: mine).run().json, ["survey", "check", theirs])
      try same(try MeasureCoverage(venue: mine).run().json, ["survey", "coverage", theirs])
      var evaluating = EvaluateRadioMap(venue: mine)
      evaluating.scans = .leavingOut(.scans)
      try same(
        try evaluating.run().json, ["radiomap", "evaluate", theirs, "--leave-out", "scans"])
      try same(
        try ExplainScan(venue: mine, recording: visits[0], scan: .number(3)).run().json,
        ["explain", theirs, visits[0], "--scan", "3"])

      var locating = LocateRecordings(venue: mine, recordings: visits)
      (locating.output, locating.without) = (scratch.path("mine/p.csv"), [.ble, .compass])
      try same(
        try locating.run().summary.json,
        ["locate", theirs, "--output", scratch.path("theirs/p.csv"), "--without", "ble,compass"]
          + visits)
      let positions = try Data(contentsOf: URL(fileURLWithPath: scratch.path("mine/p.csv")))
      #expect(positions.count > 1000)
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: scratch.path("theirs/p.csv"))) == positions)
    }
  }

  @Test func `what can't be done has a code to match and store, and a sentence without flags`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      func code(_ run: () throws -> Any) throws -> AuthoringError.Code {
        let error = try #require(throws: AuthoringError.self) { _ = try run() }
        #expect(!error.message.contains("--") && !error.message.contains("indoor "), "\(error)")
        #expect(error.message.contains("; "), "it says what to do: \(error)")
        let stored = try JSONEncoder().encode([error.code])
        #expect(
          try JSONDecoder().decode([AuthoringError.Code].self, from: stored) == [error.code])
        return error.code
      }
      #expect(try code { try BuildRadioMap(venue: venue).run() } == .noWalks)
      #expect(try code { try CheckSurvey(venue: venue).run() } == .noWalks)
      #expect(
        try code { try LocateRecordings(venue: venue, recordings: []).run() } == .noRadioMap)
      var placing = PlacePlan(plan: "\(Self.plans)/level-G.pdf")
      (placing.venue, placing.level) = (venue, 9)
      #expect(try code { try placing.run() } == .noLevel)
      placing.report = venue
      #expect(try code { try placing.run() } == .overwritesInput)
      #expect(try code { try TieLevels(venue: venue).run() } == .tooFewPlans)
      #expect(
        try code {
          try ExportPlan(venue: venue, level: 0, format: .kml, output: scratch.path("p.kml")).run()
        } == .noPlan)
    }
  }

  @Test func `each part of the work is told from nothing done to its end`() throws {
    try Scratch.with { scratch in
      let told = Mutex<[AuthoringProgress]>([])
      let venue = scratch.path("v.gpkg")
      let sources = [try SurveySamples.folder(6, in: scratch)]
      _ = try ImportSurvey(venue: venue, sources: sources)
        .run { step in told.withLock { $0.append(step) } }
      let steps = told.withLock { $0 }.map { step -> String in
        switch step {
        case .working(let work, let done, let total): "\(work.rawValue) \(done)/\(total)"
        case .finished(let work): "\(work.rawValue) finished"
        case .warning(let warning): "\(warning.code)"
        }
      }
      #expect(
        steps == (0...6).map { "importing \($0)/6" } + ["importing finished"], "\(steps)")
    }
  }
}
