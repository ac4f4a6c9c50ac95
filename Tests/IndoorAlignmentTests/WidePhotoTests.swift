import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Scans of which people are shown a part of the pixels.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gdal_translate"), "install gdal-bin")
)
struct WidePhotoTests {
  /// A JPEG of GDAL's, of a size.
  private static func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image =
      Data("P5 \(width) \(height) 255\n".utf8) + Data(repeating: 200, count: width * height)
    try image.write(to: folder.appending(path: "p.pgm"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gdal_translate")
    process.arguments = ["-q", "-of", "JPEG", "p.pgm", "p.jpg"]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    return [UInt8](try Data(contentsOf: folder.appending(path: "p.jpg")))
  }

  private static func plan(_ width: Int, _ height: Int) throws -> Plan {
    let source = try PlanFile(bytes: jpeg(width, height), name: "scan.jpg")
    let preview = try #require(try PlanPreview.png(of: source).png)
    let map = IndoorGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    return Plan(
      placement: PlanPlacement(level: LevelKey(ordinal: 0), page: source.page, pageToLocal: map),
      fileName: "scan.jpg", mediaType: "image/jpeg", original: source.bytes, preview: preview)
  }

  private static func width(_ plan: Plan) throws -> Int {
    try PNGImage.grey(plan.preview, name: "p", maximumPixels: 1 << 28).width
  }

  @Test func `a JPEG of over 8192 pixels is exported with all of them`() throws {
    let plan = try Self.plan(9000, 20)
    #expect(try Self.width(plan) == 4500)
    for isMadeOver in [false, true] {
      let (whole, coarser) = try PlanPicture.whole(plan, isMadeOver: isMadeOver)
      #expect(try Self.width(whole) == 9000)
      #expect(coarser == nil)
    }
  }

  @Test func `one that is as large as its preview stays`() throws {
    let plan = try Self.plan(300, 20)
    #expect(try PlanPicture.whole(plan, isMadeOver: false).plan == plan)
  }

  @Test func `one of too many pixels to be cropped keeps its preview, which is told`() throws {
    let plan = try Self.plan(9000, 9000)
    let (kept, coarser) = try PlanPicture.whole(plan, isMadeOver: true)
    #expect(kept == plan)
    #expect(coarser?.contains("with 4500 x 4500 of its 9000 x 9000 pixels") == true)
  }
}
