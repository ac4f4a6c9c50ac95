import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation

/// Plans of generated buildings that are nearly their own mirror images and half turns.
///
/// The seeds and the rule were written down before anything was tuned on them: the buildings of
/// `tuning` are what thresholds may be chosen by, those of `others` are what is reported.
///
/// A placement is *right* where it is sure and under a metre off, root mean square over the
/// outline's vertices; *wrong* where it is sure and isn't right; else it is refused. What must hold
/// over each set of 20 corridors and 20 towers:
///
/// - nothing is wrong, of no kind of page;
/// - of the pages that show doors, of those that show names, and of those that show both, at least
///   70% are right without any hint, each kind for itself;
/// - from three anchors that aren't in line all are right, of walls alone and of mirrored pages,
///   too.
///
/// A mirrored page may be refused: who looks at it sees that something is wrong with it.
enum SymmetricTrials {
  static let tuning: ClosedRange<UInt64> = 1...20
  static let others: ClosedRange<UInt64> = 101...120

  /// Metres within which such a placement is right.
  static let right = 1.0

  /// What a page shows, and what is said of it.
  enum Page: String, CaseIterable {
    case walls
    case doors
    case names
    case both = "doors and names"
    case mirroredWalls = "walls, mirrored"
    case mirroredDoors = "doors, mirrored"
    case mirroredBoth = "doors and names, mirrored"
    case hinted = "walls, not mirrored, up"
    case anchored = "walls, 3 anchors"
    case anchoredMirrored = "walls, mirrored, 3 anchors"

    var contents: SymmetricPage.Contents {
      switch self {
      case .walls, .hinted, .anchored: .init()
      case .doors: .init(hasDoors: true)
      case .names: .init(hasNames: true)
      case .both: .init(hasDoors: true, hasNames: true)
      case .mirroredWalls, .anchoredMirrored: .init(isMirrored: true)
      case .mirroredDoors: .init(hasDoors: true, isMirrored: true)
      case .mirroredBoth: .init(hasDoors: true, hasNames: true, isMirrored: true)
      }
    }

    /// Share that must be right; `nil` where refusing is right as well.
    var leastRight: Double? {
      switch self {
      case .doors, .names, .both: 0.7
      case .anchored, .anchoredMirrored: 1
      default: nil
      }
    }
  }

  struct Outcome {
    var building: SymmetricBuilding
    var page: Page
    var alignment: PlanAlignment?
    var refusal: String?
    var error: Double
    var seconds: Double

    var isRight: Bool { alignment != nil && error < SymmetricTrials.right }
    var isWrong: Bool { alignment != nil && !isRight }

    var row: String {
      func f(_ value: Double?) -> String { value.map { String(format: "%.3f", $0) } ?? "" }
      let match = alignment?.match
      return [
        building.kind.rawValue, "\(building.seed)", "\"\(page.rawValue)\"",
        isRight ? "right" : isWrong ? "WRONG" : "refused", error.isFinite ? f(error) : "",
        f(match?.lift), f(match?.margin), f(match?.mirrorLift), f(seconds),
        "\"\(refusal ?? "")\"",
      ].joined(separator: ",")
    }
  }

  static let header = "kind,seed,page,verdict,error_m,lift,margin,mirror_lift,cpu_s,refusal"

  /// Places one page as the command does.
  static func run(_ building: SymmetricBuilding, _ page: Page) throws -> Outcome? {
    guard let drawn = SymmetricPage(building, page.contents) else { return nil }
    let file = try PlanFile(bytes: drawn.plan.pdf, name: "\(building.kind)-\(building.seed).pdf")
    let start = processorSeconds()
    var outcome = Outcome(
      building: building, page: page, error: .infinity, seconds: 0)
    do {
      var matcher = try PlanMatcher(file, venue: building.venue)
      switch page {
      case .hinted:
        matcher.hints.isNotMirrored = true
        matcher.hints.upDegrees = drawn.upDegrees
        outcome.alignment = try matcher.place(on: SymmetricBuilding.key)
      case .anchored, .anchoredMirrored:
        let rough = try PlanAligner(page: file.page, frame: building.venue.frame)
          .align(drawn.anchors)
        outcome.alignment = try matcher.refine(rough, on: SymmetricBuilding.key)
      default:
        outcome.alignment = try matcher.place(on: SymmetricBuilding.key)
      }
    } catch {
      outcome.refusal = error.message
    }
    outcome.seconds = processorSeconds() - start
    if let alignment = outcome.alignment {
      let floor = Floor(
        site: building.kind.rawValue, level: SymmetricBuilding.key, venue: building.venue)
      outcome.error = floor.error(of: alignment.pageToLocal, truth: drawn.plan.pageToLocal)
    }
    return outcome
  }

  /// All pages of all buildings, printed as they come where `isPrinting`.
  static func run(
    _ seeds: ClosedRange<UInt64>, only: String?, isPrinting: Bool
  ) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for kind in SymmetricBuilding.Kind.allCases {
      for seed in seeds {
        let building = SymmetricBuilding(kind, seed: seed)
        for page in Page.allCases where only.map({ page.rawValue.hasPrefix($0) }) ?? true {
          guard let outcome = try run(building, page) else { continue }
          outcomes.append(outcome)
          if isPrinting { print(outcome.row) }
        }
      }
    }
    return outcomes
  }

  /// The outcomes by kind of page, as a table, and whether the rule holds.
  static func summary(of outcomes: [Outcome]) -> (text: String, holds: Bool) {
    var lines = [
      "page                       kind      pages  right  wrong  refused  worst m  cpu s"
    ]
    var holds = true
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    for page in Page.allCases {
      let all = outcomes.filter { $0.page == page }
      for kind in SymmetricBuilding.Kind.allCases {
        let these = all.filter { $0.building.kind == kind }
        guard !these.isEmpty else { continue }
        let worst = these.filter { $0.alignment != nil }.map(\.error).max()
        lines.append(
          padded(page.rawValue, 27) + padded(kind.rawValue, 10) + padded("\(these.count)", 7)
            + padded("\(these.count { $0.isRight })", 7)
            + padded("\(these.count { $0.isWrong })", 7)
            + padded("\(these.count { $0.alignment == nil })", 9)
            + padded(worst.map { String(format: "%.2f", $0) } ?? "-", 9)
            + String(format: "%.1f", these.map(\.seconds).max() ?? 0))
      }
      if all.contains(where: \.isWrong) { holds = false }
      if let least = page.leastRight, !all.isEmpty,
        Double(all.count { $0.isRight }) < least * Double(all.count)
      {
        holds = false
      }
    }
    return (lines.joined(separator: "\n"), holds)
  }
}
