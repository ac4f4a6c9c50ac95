import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// QGIS counts a PDF's pixels on the picture that GDAL makes of it.
struct PictureResolutionTests {
  /// A scan: 800 × 600 pixels on 200 × 150 units.
  private static let scan =
    "<< /Type /XObject /Subtype /Image /Width 800 /Height 600 /ColorSpace /DeviceGray "
    + "/BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 1 >>\nstream\n>\nendstream"
  private static let drawn = "q\n200 0 0 150 0 0 cm\n/Im0 Do\nQ\n"

  private func pdf(_ entries: String, _ content: String) -> [UInt8] {
    SmallPDF(
      pages: [
        "/MediaBox [0 0 200 150] /Resources << /XObject << /Im0 100 0 R >> >> \(entries)"
      ], extra: [Self.scan], content: content
    ).bytes
  }

  /// Entries of a page, what it draws, and GDAL's dots an inch.
  private static let pages: [(String, String, Double)] = [
    ("", "0 0 m 10 10 l S", 150.0), ("/UserUnit 1", "0 0 m 10 10 l S", 72),
    ("/UserUnit 2.5", drawn, 180), ("/UserUnit 0.001", drawn, 150), ("", drawn, 288),
    ("", drawn.replacing("200 0 0 150", with: "800 0 0 600"), 72),
    ("", "0 0 m 10 10 l S\n" + drawn, 150), ("", "1 g\n" + drawn, 150),
    ("", drawn.replacing("200 0 0 150", with: "100 0 0 150"), 576),
    ("", drawn.replacing("200 0 0 150", with: "200 9 -9 150"), 150),
    // A scan of 36 dots an inch; and what is written without a line's end after it, or with
    // comments.
    ("", drawn.replacing("200 0 0 150", with: "1600 0 0 1200"), 72),
    ("", String(drawn.dropLast()), 150), ("", drawn + "q", 288),
    ("", drawn + drawn.dropLast(), 288),
    ("", "q " + drawn + "Q\n", 288), ("", "% a scan\n" + drawn, 288),
    ("", drawn.replacing("Do\n", with: "Do % it\n"), 288),
    ("", drawn.replacing("Do\n", with: "Do% it\n"), 150), ("", drawn + "1 g\n", 288),
    ("", drawn.replacing("\n", with: "\r"), 288), ("", drawn.replacing("cm\n", with: "cm"), 150),
  ]

  /// GDAL's driver for PDFs: 72 dots for each `UserUnit` that the page states, the image's of a
  /// scan, and else 150.
  @Test(arguments: Self.pages)
  func `control points count the pixels that QGIS shows`(
    entries: String, content: String, dots: Double
  ) throws {
    try check(pdf(entries, content), dots)
  }

  /// GDAL looks for images among what the page's own dictionary holds.
  @Test(arguments: [(true, 288.0), (false, 150)])
  func `a scan's resolution counts where its page names the image itself`(
    isOwn: Bool, dots: Double
  ) throws {
    let resources = "/Resources << /XObject << /Im0 100 0 R >> >>"
    let page = "/MediaBox [0 0 200 150] /Name (/Resources \\( <<) /A << /Resources 1 >> "
    let file = SmallPDF(
      pages: [page, page + (isOwn ? resources : "")], inherited: isOwn ? "" : resources,
      extra: [Self.scan], content: Self.drawn)
    try check(file.bytes, dots, page: 2)
  }

  /// That control points of a page's picture, 200 units wide, count so many dots an inch, as GDAL's
  /// picture of it has.
  private func check(_ bytes: [UInt8], _ dots: Double, page: Int = 1) throws {
    let folder = URL.temporaryDirectory.appending(path: "picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (points, plan) = (folder.appending(path: "a.points"), folder.appending(path: "p.pdf"))
    let pixels = dots / 72 * 100
    let text = "mapX,mapY,sourceX,sourceY,enable\n9,48,0,0,1\n9.001,48,\(pixels),0,1\n"
    try Data(("#CRS: EPSG:4326\n" + text).utf8).write(to: points)
    try Data(bytes).write(to: plan)
    let read = try AnchorFile.read(
      points.path, on: PlanFile(bytes: bytes, name: "p.pdf", page: page))
    #expect(abs((read.anchors.last?.page.x ?? 0) - 100) < 1e-6)
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/gdalinfo") else { return }
    let width = try #require(try gdalWidth("PDF:\(page):\(plan.path)"))
    #expect(abs(width - 200 * dots / 72) < 1)
  }

  private func gdalWidth(_ path: String) throws -> Double? {
    let info = Process()
    let pipe = Pipe()
    info.executableURL = URL(filePath: "/usr/bin/gdalinfo")
    info.arguments = [path]
    (info.standardOutput, info.standardError) = (pipe, FileHandle.nullDevice)
    try info.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    info.waitUntilExit()
    return text.firstMatch(of: #/Size is ([0-9]+)/#).flatMap { Double($0.1) }
  }
}
