import Foundation
import IndoorGeometry
import IndoorModel
import IndoorReport
import Testing

@Suite struct CoverageReportTests {
  private static func cell(_ column: Int, _ row: Int, scans: Int, radius: Double?)
    -> SurveyedLevel
    .Cell
  {
    let (x, y) = (Double(column) * 4, Double(row) * 4)
    return SurveyedLevel.Cell(
      polygon: Polygon(exterior: [
        LocalPoint(x: x, y: y), LocalPoint(x: x + 4, y: y), LocalPoint(x: x + 4, y: y + 4),
        LocalPoint(x: x, y: y + 4),
      ]), scans: scans, walks: min(1, scans), walkable: 16, distance: scans > 0 ? 1 : 9,
      radius: radius)
  }

  private static func report(name: String, radius: Double? = 5) -> CoverageReport {
    let key = LevelKey(ordinal: 0)
    let venue = Venue(
      id: "v", name: name, origin: Coordinate(latitude: 48, longitude: 11),
      levels: [Level(id: "l", key: key, label: name)])
    let cells = (0..<10).map { column in
      let factor = column < 5 ? 1.0 : 4
      return cell(column, 0, scans: column < 5 ? 6 : 0, radius: radius.map { $0 * factor })
    }
    return CoverageReport(
      venue: venue,
      levels: [
        SurveyedLevel(
          key: key, cells: cells,
          paths: [[LocalPoint(x: 2, y: 2), LocalPoint(x: 18, y: 2)]], walks: 1, walkable: 160,
          covered: 96,
          next: SurveyedLevel.Proposal(
            corners: [LocalPoint(x: 26, y: 2), LocalPoint(x: 38, y: 2)], length: 12, covers: 64))
      ],
      prediction: radius.map { _ in
        CoverageReport.Prediction(scans: 100, rankCorrelation: 0.5, within: 0.68)
      }, covered: "within 6 m of a scan")
  }

  @Test(arguments: ["Museum", "</script><script>alert(1)</script>", "\u{7}'\"&<"])
  func `pictures are well formed and pages safe whatever the venue is called`(name: String) {
    let report = Self.report(name: name)
    let picture = WellFormed(report.levels.first.flatMap { report.picture(of: $0) } ?? "")
    #expect(picture.isSound && picture.elements["svg"]?.count == 2)
    #expect(!report.page.html.contains("<script>alert"))
  }

  @Test func `of six hundred levels a page draws those with most scans, and says so`() {
    let keys = (0..<600).map { LevelKey(ordinal: $0) }
    let venue = Venue(
      id: "v", name: "Tower", origin: Coordinate(latitude: 48, longitude: 11),
      levels: keys.map { Level(id: "l\($0.ordinal)", key: $0, label: "L\($0.ordinal)") })
    func html(_ count: Int) -> String {
      CoverageReport(
        venue: venue,
        levels: keys.prefix(count).map { key in
          SurveyedLevel(
            key: key, cells: [Self.cell(0, 0, scans: key.ordinal, radius: nil)], paths: [],
            walks: 1, walkable: 16, covered: 16, next: nil)
        }, prediction: nil, covered: "with 4 scans"
      ).page.html
    }
    let (all, some) = (html(500), html(600))
    #expect(all.components(separatedBy: "<button type=\"button\" aria-pressed=").count == 501)
    #expect(some.components(separatedBy: "<button type=\"button\" aria-pressed=").count == 501)
    #expect(!all.contains("are drawn"))
    #expect(some.contains("Of 600 levels the 500 with most scans are drawn."))
    #expect(some.contains("<button type=\"button\" aria-pressed=\"false\">L100 (ordinal 100)"))
    #expect(!some.contains("aria-pressed=\"false\">L99 (ordinal 99)"))
  }

  @Test func `the page says how much is covered and where to walk`() {
    let html = Self.report(name: "Hall").page.html
    #expect(html.contains("60%"))
    #expect(html.contains("12.0 m"))
    #expect(html.contains("Where to walk next"))
  }

  @Test func `without a prediction nothing is said of accuracy`() {
    let html = Self.report(name: "Hall", radius: nil).page.html
    #expect(!html.contains("How good positions will be"))
    #expect(html.contains("What was surveyed"))
  }

  @Test func `cells without a scan that lie side by side are one area`() {
    let hall = Self.report(name: "Hall")
    let picture = hall.levels.first.flatMap { hall.picture(of: $0) } ?? ""
    // Five surveyed cells with their tips, and one strip of five.
    #expect(picture.split(separator: "class=\"cell").count == 1 + 6)
    #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
  }
}
