import IndoorFiles
import IndoorGeometry
import IndoorJSON
public import IndoorModel
public import IndoorReport
public import IndoorSurveying
import IndoorVenues

/// A survey's coverage, for people, machines, maps and as a page.
public struct CoverageResult: Sendable {
  /// What is covered, and where to walk next.
  public let coverage: SurveyCoverage
  /// The walks.
  public let survey: Survey
  /// The venue that was surveyed.
  public let venue: Venue
  let path: String
  private let names: NearbyUnits
  private let titles: LevelTitles

  init(coverage: SurveyCoverage, survey: Survey, venue: Venue, path: String) {
    (self.coverage, self.survey, self.venue, self.path) = (coverage, survey, venue, path)
    names = NearbyUnits(venue)
    titles = LevelTitles(venue)
  }

  private var frame: LocalFrame { venue.frame }

  /// The page.
  public var page: ReportPage { report.page }

  /// The walks to take, as sheets to print.
  public var sheet: ReportPage { report.sheet }

  /// What page, sheet and pictures are drawn from; a large venue takes long to draw.
  var report: CoverageReport {
    CoverageReport(
      venue: venue, levels: surveyedLevels,
      prediction: coverage.accuracy.map {
        CoverageReport.Prediction(
          scans: $0.scans, rankCorrelation: $0.rankCorrelation, within: $0.within)
      },
      covered:
        "with \(CoverageGrid.enough) scans within \(Int(CoverageGrid.reach)) m of which other walks heard the like, or where none came by"
    )
  }

  private var surveyedLevels: [SurveyedLevel] {
    let paths = survey.pathsByLevel
    return coverage.levels.map { level in
      SurveyedLevel(
        key: level.key,
        cells: level.cells.map { cell in
          SurveyedLevel.Cell(
            polygon: cell.cell.polygon, scans: cell.tally.scans, walks: cell.tally.walks,
            walkable: cell.walkable, distance: cell.distance, radius: coverage.radius(in: cell))
        },
        paths: paths[level.key] ?? [],
        walks: level.walks, walkable: level.walkable, covered: level.covered,
        next: level.next.map {
          SurveyedLevel.Proposal($0, names)
        })
    }
  }

  // MARK: For people

  /// A row a level, and the next walks.
  package var text: String {
    var lines = [
      Self.row([
        "", "walks", "scans", "walkable", "covered", "predicted", "worst tenth", "next walk",
      ])
    ]
    for (level, shown) in zip(coverage.levels, surveyedLevels) {
      lines.append(
        Self.row([
          titles.title(of: level.key), String(level.walks), String(level.scans),
          level.walkable > 0 ? "\(Int(level.walkable.rounded())) m²" : "–",
          level.walkable > 0 ? ShortNumber.percent(level.covered / level.walkable) : "–",
          ShortNumber.metres(shown.radius(percent: 50)),
          ShortNumber.metres(shown.radius(percent: 90)),
          level.next.map { ShortNumber.metres($0.length) } ?? "–",
        ]))
    }
    if let accuracy = coverage.accuracy {
      let ranks = accuracy.rankCorrelation.map { ShortNumber.fixed($0, decimals: 2) } ?? "–"
      lines.append(
        "\npredicted: radius that holds 68% of single scans' errors, learned from \(accuracy.scans) scans of left-out walks "
          + "(rank correlation \(ranks), \(ShortNumber.percent(accuracy.within)) within)")
    } else {
      lines.append("\nnothing predicted: that takes several walks past the same places")
    }
    for proposal in coverage.proposals.prefix(3) {
      let places = proposal.corners.prefix(6).map { corner -> String in
        let place = frame.coordinate(from: corner)
        return
          "\(ShortNumber.fixed(place.latitude, decimals: 6)),\(ShortNumber.fixed(place.longitude, decimals: 6))"
      }.joined(separator: "  ")
      lines.append(
        "next on \(titles.title(of: proposal.level)): \(ShortNumber.metres(proposal.length)) "
          + "past \(Int(proposal.covers.rounded())) m² not covered, \(proposal.corners.count) waypoints: \(places)"
          + (proposal.corners.count > 6 ? "  …" : ""))
    }
    for level in coverage.levels {
      guard let excess = level.excess else { continue }
      lines.append(
        "\(path): \(titles.title(of: level.key)) has \(SurveyGround.excess(excess)), so "
          + "what is not covered isn't told; where its outline is an airfield's, or in another unit, import one of what is built"
      )
    }
    if coverage.levels.allSatisfy({ $0.walkable == 0 && $0.excess == nil }) {
      let isDrawn =
        venue.levels.contains { !$0.outline.isEmpty }
        || venue.units.contains { !$0.geometry.isEmpty }
      lines.append(
        isDrawn
          ? venue.openings.isEmpty
            ? "\(path): its units leave no ground to walk on, as those without an opening are closed, so what is not covered can't be told; import the venue's openings"
            : "\(path): its units leave no ground to walk on, so what is not covered can't be told; check their categories and openings, and that its outline has no holes where they are"
          : "\(path): no level has an outline, so what is not covered can't be told; import the venue's drawing"
      )
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let space = String(repeating: " ", count: max(1, (index == 0 ? 16 : 12) - cell.count))
      return index == 0 ? cell + space : space + cell
    }.joined()
  }

  // MARK: For machines

  /// The figures of each level as JSON.
  public var json: String { output.text(pretty: true) }

  private var output: JSONOutput {
    .object([
      (
        "levels",
        .array(
          zip(coverage.levels, surveyedLevels).map { level, shown in
            .object([
              ("building", .string(level.key.building)),
              ("level", .integer(Int64(level.key.ordinal))),
              ("walks", .integer(Int64(level.walks))), ("scans", .integer(Int64(level.scans))),
              ("walkableSquareMetres", number(level.walkable > 0 ? level.walkable : nil)),
              (
                "covered", number(level.walkable > 0 ? level.covered / level.walkable : nil)
              ),
              ("predictedMedian", number(shown.radius(percent: 50))),
              ("predictedWorstTenth", number(shown.radius(percent: 90))),
              ("nextWalk", level.next.map { json($0) } ?? .null),
              ("label", label(level.key)),
            ])
          })
      ),
      (
        "prediction",
        coverage.accuracy.map {
          .object([
            ("scans", .integer(Int64($0.scans))),
            ("coefficients", .array($0.coefficients.map { .number($0) })),
            ("rankCorrelation", number($0.rankCorrelation)), ("within", number($0.within)),
          ])
        } ?? .null
      ),
    ])
  }

  private func number(_ value: Double?) -> JSONOutput { value.map { .number($0) } ?? .null }

  private func json(_ walk: ProposedWalk) -> JSONOutput {
    .object([
      ("metres", .number(walk.length)), ("covers", .number(walk.covers)),
      (
        "waypoints",
        .array(
          walk.corners.map { frame.coordinate(from: $0) }.map {
            .array([.number($0.longitude), .number($0.latitude)])
          })
      ),
    ])
  }

  // MARK: For maps

  /// A FeatureCollection of the cells in WGS 84.
  public var cells: String {
    var text = ""
    writeCells { text += $0 }
    return text
  }

  /// The same a piece at a time: of two thousand levels it has hundreds of megabytes.
  func writeCells<Failure>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    try write("{\"type\":\"FeatureCollection\",\"features\":[\n")
    var isFirst = true
    for level in coverage.levels {
      let properties = properties(level.key)
      for cell in level.cells {
        try write((isFirst ? "" : ",\n") + feature(of: cell, properties))
        isFirst = false
      }
    }
    try write("\n]}\n")
  }

  private func feature(
    of cell: CoverageGrid.Cell, _ properties: [(String, JSONOutput)]
  ) -> String {
    feature(
      properties + [
        ("scans", .integer(Int64(cell.tally.scans))),
        ("walks", .integer(Int64(cell.tally.walks))),
        ("both_directions", .bool(cell.tally.isTwoWay)),
        ("walkable_m2", .number(cell.walkable)), ("distance_m", .number(cell.distance)),
        ("scans_that_count", .integer(Int64(cell.support))),
        ("predicted_radius_m", number(coverage.radius(in: cell))),
      ], [frame.coordinates(from: cell.cell.polygon)].geometry)
  }

  /// A FeatureCollection of the proposed walks in WGS 84, the best first.
  public var nextWalks: String {
    collection(
      coverage.proposals.map { walk in
        (
          properties(walk.level) + [
            ("metres", .number(walk.length)), ("covers_m2", .number(walk.covers)),
            ("past", .array(SurveyedLevel.Proposal(walk, names).places.map { .string($0) })),
          ], walk.corners.map { frame.coordinate(from: $0) }.geometry
        )
      })
  }

  /// The proposed walks as routes of GPX 1.1, the best first, their waypoints numbered.
  public var gpx: String {
    WalkGPX.text(
      coverage.proposals.map { walk in
        WalkGPX.Route(
          name: titles.title(of: walk.level),
          points: SurveyedLevel.Proposal(walk, names).named.map { corner, name in
            (frame.coordinate(from: corner), name)
          })
      })
  }

  private func properties(_ key: LevelKey) -> [(String, JSONOutput)] {
    [
      ("building", .string(key.building)), ("level", .integer(Int64(key.ordinal))),
      ("label", label(key)),
    ]
  }

  private func label(_ key: LevelKey) -> JSONOutput {
    titles.label(of: key).map { .string($0) } ?? .null
  }

  private func collection(_ features: [([(String, JSONOutput)], GeoJSONGeometry?)]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.map { feature($0.0, $0.1) }.joined(separator: ",\n") + "\n]}\n"
  }

  private func feature(
    _ properties: [(String, JSONOutput)], _ geometry: GeoJSONGeometry?
  ) -> String {
    JSONOutput.object([
      ("type", .string("Feature")), ("properties", .object(properties)),
      ("geometry", geometry?.output ?? .null),
    ]).text()
  }

  /// The levels' pictures as SVG, each made when it is its turn.
  func pictures(of report: CoverageReport) -> [OutputFolder.File] {
    let names = FileNames.distinct(
      report.levels.map { level in
        let building = FileNames.plain(level.key.building)
        return "level-\(building.isEmpty ? "" : "\(building)-")\(level.key.ordinal)"
      })
    return zip(names, report.levels).map { name, level in
      OutputFolder.File("\(name).svg") { report.picture(of: level) }
    }
  }
}

extension SurveyedLevel.Proposal {
  /// A proposed walk whose corners are named by the units around.
  init(_ walk: ProposedWalk, _ names: NearbyUnits) {
    self.init(
      corners: walk.corners,
      names: walk.corners.map { names.name(of: $0, on: walk.level) ?? "" },
      length: walk.length, covers: walk.covers)
  }

  fileprivate var named: [(LocalPoint, String)] { Array(zip(corners, names)) }

  /// What it passes, in order, each once.
  fileprivate var places: [String] {
    var seen: Set<String> = [""]
    return names.filter { seen.insert($0).inserted }
  }
}
