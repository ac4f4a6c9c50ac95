import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// How fine tiles may be.
struct TileLimitTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 48.86, longitude: 2.33))

  private static func plan(_ bytes: [UInt8], metresPerUnit: Double) throws -> Plan {
    let file = try PlanFile(bytes: bytes, name: "plan")
    let map = IndoorGeometry.AffineTransform(
      a: metresPerUnit, b: 0, c: 0, d: file.page.isImage ? -metresPerUnit : metresPerUnit, tx: 0,
      ty: 0)
    return Plan(
      placement: PlanPlacement(level: LevelKey(ordinal: 0), page: file.page, pageToLocal: map),
      fileName: "plan", mediaType: file.mediaType, original: file.bytes,
      preview: file.page.isImage ? file.bytes : [])
  }

  private func refusal(
    _ plan: Plan, _ format: PlanExport.Format, _ metres: Double
  ) -> AlignmentError? {
    do throws(AlignmentError) {
      try PlanExport.checkTiles(of: plan, frame: Self.frame, as: format, metresPerPixel: metres)
      return nil
    } catch { return error }
  }

  /// At 48.86° a pixel of zoom 22 is 0.0373 m · cos φ = 0.02455 m, and nearest to all down to 1/√2
  /// of that: 0.01736 m; of zoom 21 that doubled, of zoom 24 a quarter. A page of 200 by 100 units
  /// is 14,000 by 7,000 pixels in the last, and at zoom 22 some 16,300 by 8,100.
  @Test(arguments: [
    (PlanExport.Format.mbtiles, 0.1, 0.0172, 0.01736, "of zoom 23, and mbtiles end at 22"),
    (.gpkgTiles, 0.1, 0.0043, 0.01736 / 4, "of zoom 25, and gpkg-tiles end at 24"),
    (.gpkgTiles, 2, 0.0286, 0.01736 * 2, "million pixels, and 38 million are made at most"),
  ])
  func `tiles too fine or too many are refused, with the finest that go`(
    format: PlanExport.Format, metresPerUnit: Double, asked: Double, finest: Double, words: String
  ) throws {
    let plan = try Self.plan(SmallPDF().bytes, metresPerUnit: metresPerUnit)
    let error = try #require(refusal(plan, format, asked))
    #expect(error.code == .noPlacement && !error.isMachineFault)
    #expect(error.message.contains(words), "\(error.message)")
    let told = try #require(
      error.message.firstMatch(of: #/a resolution of ([0-9.]+) m/#).flatMap { Double($0.output.1) })
    #expect(told >= finest && told < finest * 1.015, "\(error.message)")
    #expect(refusal(plan, format, told) == nil && refusal(plan, format, told * 0.98) != nil)
    #expect(refusal(plan, .kml, asked) == nil)
  }

  /// Web Mercator's square ends at 85.06°, where its northing is half the world's width.
  @Test(arguments: [PlanExport.Format.mbtiles, .gpkgTiles])
  func `tiles beyond 85° of latitude are refused before they are made`(
    format: PlanExport.Format
  ) throws {
    let plan = try Self.plan(ImagePageTests.png(), metresPerUnit: 0.1)
    for (latitude, isThere) in [(84.9, true), (85.2, false), (88.9, false), (-88.9, false)] {
      let frame = LocalFrame(origin: Coordinate(latitude: latitude, longitude: 15))
      let export = try PlanExport(plan, frame: frame, title: "plan")
      do throws(AlignmentError) {
        _ = try export.coarserTiles(as: format)
        #expect(isThere)
      } catch {
        #expect(!isThere && error.code == .noPlacement && error.message.contains("end at 85°"))
      }
    }
  }

  /// A pixel of a millimetre is one of zoom 27, at 0.77 mm.
  @Test func `an image too fine for its tiles goes to the finest zoom that there is, and is told`()
    throws
  {
    let plan = try Self.plan(ImagePageTests.png(), metresPerUnit: 0.001)
    let export = try PlanExport(plan, frame: Self.frame, title: "plan")
    let said = try #require(try export.coarserTiles(as: .mbtiles))
    #expect(said.contains("are of zoom 22, ") && said.contains("be of zoom 27, "), "\(said)")
    #expect(try export.coarserTiles(as: .gpkgTiles)?.contains("are of zoom 24, ") == true)
    #expect(try export.coarserTiles(as: .kml) == nil)
    let coarse = try Self.plan(ImagePageTests.png(), metresPerUnit: 0.1)
    let same = try PlanExport(coarse, frame: Self.frame, title: "plan")
    #expect(try same.coarserTiles(as: .mbtiles) == nil)
  }
}
