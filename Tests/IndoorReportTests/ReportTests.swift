import Foundation
import IndoorFiles
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorReport
import TestWorlds
import Testing

@Suite struct ReportTests {
  private func located(_ name: String, seed: UInt64) -> LocatedRecording {
    let walk = SyntheticWalk.recording(name, seed: seed)
    return LocatedRecording(name: name, positions: walk.positions, truth: walk.truth)
  }

  @Test func `a page fetches nothing`() {
    let html = PositionsReport(
      venue: SyntheticWalk.venue, plans: [], recordings: [located("a", seed: 1)]
    ).page.html
    #expect(html.contains("default-src 'none'"))
    for outside in ["http:", "https:", "//cdn", "@import", "url(", "src=\"", "<link"] {
      // What is on the page itself may be referred to.
      #expect(!html.replacingOccurrences(of: "url(#", with: "").contains(outside))
    }
  }

  @Test func `names from files stay names`() {
    let hostile = "</title></svg><script>alert('x')</script>"
    var venue = SyntheticWalk.venue
    venue.name = hostile
    for index in venue.levels.indices { venue.levels[index].label = hostile }
    for index in venue.units.indices { venue.units[index].name = hostile }
    let html = PositionsReport(
      venue: venue, plans: [], recordings: [located(hostile, seed: 1), located(hostile, seed: 2)],
      notice: hostile
    ).page.html
    #expect(html.components(separatedBy: "<script>").count == 2)
    #expect(!html.contains("alert('x')"))
  }

  @Test func `a page of a hundred walks and many large plans stays under 3 MB`() {
    var venue = SyntheticWalk.venue
    venue.levels = (0..<14).map {
      Level(
        id: "\($0)", key: LevelKey(ordinal: $0), label: "F\($0)", outline: venue.levels[0].outline)
    }
    let page = PlanPage(
      number: 1,
      box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 800, y: 500)),
      rotate: 0, userUnit: 1, isImage: true)
    let plans = (0..<14).map { ordinal in
      Plan(
        placement: PlanPlacement(
          level: LevelKey(ordinal: ordinal), page: page,
          pageToLocal: AffineTransform(a: 0.1, b: 0, c: 0, d: -0.1, tx: -40, ty: 25)),
        fileName: "plan.png", mediaType: "image/png", original: [],
        preview: [UInt8](repeating: 0x5A, count: 350_000))
    }
    let recordings = (0..<115).map { number -> LocatedRecording in
      let walk = SyntheticWalk.recording("w\(number)", seed: UInt64(number))
      // Ten times as long.
      let positions = (0..<10).flatMap { round in
        walk.positions.map { position in
          var later = position
          later.time = Timestamp(
            microseconds: position.time.microseconds + Int64(round) * 120_000_000)
          return later
        }
      }
      return LocatedRecording(name: "w\(number)", positions: positions, truth: walk.truth)
    }
    let html = PositionsReport(venue: venue, plans: plans, recordings: recordings).page.html
    #expect(html.utf8.count < 3_000_000)
    #expect(html.contains("left out to keep the page small"))
  }

  @Test func `recordings without truth have a page without errors`() {
    let walk = SyntheticWalk.recording("a", seed: 1)
    let html = PositionsReport(
      venue: SyntheticWalk.venue, plans: [],
      recordings: [LocatedRecording(name: "a", positions: walk.positions)]
    ).page.html
    #expect(html.contains("No true positions to compare with"))
    #expect(!html.contains("median error"))
    #expect(!html.contains("where the phone truly was"))
  }

  @Test func `nothing located on an empty venue is still a page`() {
    let venue = Venue(id: "", name: "", origin: SyntheticWalk.origin)
    let html = PositionsReport(
      venue: venue, plans: [], recordings: [LocatedRecording(name: "a", positions: [])]
    ).page.html
    #expect(html.contains("<h1>Positions</h1>"))
  }

  @Test func `a page goes into a folder that exists, and only there`() {
    let page = ReportPage(title: "t", subtitle: "s")
    let missing = #expect(throws: FileError.self) { try page.write(to: "/nowhere/at/all.html") }
    #expect(missing?.code == .noFolder)
    #expect(missing?.isMachineFault == false)
    let folder = #expect(throws: FileError.self) { try page.write(to: "/tmp") }
    #expect(folder?.code == .isFolder)
  }
}
