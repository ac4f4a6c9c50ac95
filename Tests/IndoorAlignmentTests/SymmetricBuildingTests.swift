import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation
import TestWorlds
import Testing

/// Plans of corridors and towers that are nearly their own mirror images and half turns; more of
/// them are tried by `SelfFit --symmetric` of the benchmarks.
struct SymmetricBuildingTests {
  typealias Building = SymmetricBuilding

  /// What came of a page.
  private struct Outcome {
    var alignment: PlanAlignment?
    var refusal: AlignmentError?
    /// Metres, root mean square over the outline's vertices.
    var metres = Double.infinity
  }

  private func place(
    _ building: Building, _ contents: SymmetricPage.Contents, isAnchored: Bool = false,
    hint: (inout PlanHints, SymmetricPage) -> Void = { _, _ in }
  ) throws -> Outcome {
    let page = try #require(SymmetricPage(building, contents))
    let file = try PlanFile(bytes: page.plan.pdf, name: "plan.pdf")
    var matcher = try PlanMatcher(file, venue: building.venue)
    hint(&matcher.hints, page)
    var outcome = Outcome()
    do {
      if isAnchored {
        let rough = try PlanAligner(page: file.page, frame: building.venue.frame)
          .align(page.anchors)
        outcome.alignment = try matcher.refine(rough, on: Building.key)
      } else {
        outcome.alignment = try matcher.place(on: Building.key)
      }
    } catch { outcome.refusal = error }
    if let alignment = outcome.alignment {
      let frame = building.venue.frame
      let back = try #require(page.plan.pageToLocal.inverse)
      let places = (building.venue.levels.first?.outline ?? []).flatMap(\.exterior)
        .map { frame.local(from: $0) }
      let squares = places.map { place -> Double in
        let point: PagePoint = back.apply(place)
        let miss = alignment.pageToLocal.apply(point, as: LocalPoint.self).distance(to: place)
        return miss * miss
      }
      outcome.metres = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    return outcome
  }

  @Test(arguments: Building.Kind.allCases, [UInt64](201...203))
  func `room names that plan and venue share tell a building from its half turn and mirror image`(
    kind: Building.Kind, seed: UInt64
  ) throws {
    let outcome = try place(Building(kind, seed: seed), .init(hasNames: true))
    #expect(outcome.metres < 1, "\(outcome.refusal?.message ?? "")")
  }

  @Test(arguments: Building.Kind.allCases, [UInt64](201...203))
  func `a page in a mirror is never taken without anchors, and three that aren't in line place it`(
    kind: Building.Kind, seed: UInt64
  ) throws {
    let building = Building(kind, seed: seed)
    let alone = try place(building, .init(isMirrored: true))
    #expect(alone.alignment == nil && alone.refusal?.code == .unsureFit)
    let anchored = try place(building, .init(isMirrored: true), isAnchored: true)
    #expect(anchored.metres < 1, "\(anchored.refusal?.message ?? "")")
    #expect(anchored.alignment?.isMirrored == true)
  }

  @Test(arguments: Building.Kind.allCases, [UInt64](201...203))
  func `what walls leave open is refused with candidates, and the page's top and hand settle it`(
    kind: Building.Kind, seed: UInt64
  ) throws {
    let building = Building(kind, seed: seed)
    let alone = try place(building, .init())
    if let refusal = alone.refusal {
      #expect(refusal.candidates.count > 1)
      #expect(
        refusal.message.contains("say that it isn't mirrored")
          || refusal.message.contains("tell which way its top lies"), "\(refusal.message)")
    } else {
      #expect(alone.metres < 1)
    }
    let hinted = try place(building, .init()) { hints, page in
      hints.isNotMirrored = true
      hints.upDegrees = page.upDegrees + 30
    }
    #expect(hinted.metres < 1, "\(hinted.refusal?.message ?? "")")
  }

  @Test func `the page's top the wrong way round is no answer that is taken`() throws {
    let building = Building(.corridor, seed: 201)
    let outcome = try place(building, .init(hasNames: true)) { hints, page in
      hints.upDegrees = page.upDegrees + 180
    }
    let refusal = try #require(outcome.refusal)
    #expect(refusal.message.contains("check which way its top lies"), "\(refusal.message)")
  }
}
