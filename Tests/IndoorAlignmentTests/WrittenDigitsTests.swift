import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Places that are written to few digits. On the meridian at 45.32° a second of latitude is
/// 30.87 m, a degree 111.14 km (WGS 84).
struct WrittenDigitsTests {
  private typealias Read = (anchors: [Anchor], warnings: [AlignmentWarning])

  private func typed(_ places: [String], _ system: ReferenceSystem? = nil) throws -> Read {
    try places.map { try AnchorReference("1,2=\($0)") }
      .anchors(in: nil, level: nil, system: system)
  }

  private func file(_ text: String, _ ending: String) throws -> Read {
    let path = NSTemporaryDirectory() + "anchors-\(UUID().uuidString).\(ending)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plan = try PlanFile(bytes: SmallPDF().bytes, name: "plan.pdf")
    let read = try AnchorFile.read(path, on: plan)
    return (read.anchors, read.warnings)
  }

  private func json(_ places: [String], sigma: String = "null") -> String {
    let features = places.map {
      """
      {"type":"Feature","properties":{"page":[1,2],"sigmaMetres":\(sigma)},
      "geometry":{"type":"Point","coordinates":[\($0)]}}
      """
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private func sigma(_ read: Read) -> Double? { read.anchors.last?.sigmaMetres }

  @Test(arguments: [
    (["45°19'12\"N,29°52'12\"W", "45°19'14\"N,29°52'10\"W"], 15.43, "in whole seconds", "31 m"),
    (
      ["45°19'12.1\"N,29°52'12\"W", "45°19'14\"N,29°52'10\"W"], 1.543, "1 decimal of a second",
      "3.1 m"
    ),
    (["45°19.2'N,29°52.2'W", "45°19.3'N,29°52.1'W"], 92.6, "to 1 decimal of a minute", "185 m"),
    (["45.3200,-29.8699", "45.3207,-29.8695"], 5.557, "to 4 decimals,", "11 m"),
    (["45.32,-29.8699", "45.3207,-29.8695"], 5.557, "to 4 decimals,", "11 m"),
    (["45.32,-29.87"], 555.7, "to 2 decimals,", "1111 m"),
  ])
  func `a place is no better than half of its last written digit`(
    places: [String], metres: Double, words: String, worth: String
  ) throws {
    let read = try typed(places)
    #expect(abs((sigma(read) ?? 0) / metres - 1) < 2e-3, "\(read)")
    #expect(read.warnings.map(\.code) == [.coarsePlaces])
    #expect(read.warnings[0].message.contains(words) && read.warnings[0].message.contains(worth))
  }

  @Test(arguments: [
    ["45.3200000,-29.87", "45.3207,-29.8695"], ["45.320024928,-29.869932122", "45.32,-29.87"],
    ["45°19'12.08\"N,29°52'12\"W"], ["45.320012,-29.86"],
  ])
  func `what one of a source's places is written to counts for all of them`(places: [String])
    throws
  {
    let read = try typed(places)
    #expect(read.warnings.isEmpty && sigma(read) ?? 0 < 0.31, "\(read)")
  }

  /// 0.00001° of latitude is 1.11 m. EPSG:32626 counts metres, EPSG:2263 feet of 0.3048006 m.
  @Test func `five decimals and whole metres raise the predicted error without a word`() throws {
    let degrees = try typed(["45.32002,-29.86993"])
    #expect(degrees.warnings.isEmpty && abs((sigma(degrees) ?? 0) - 0.5557) < 1e-3)
    let metres = try typed(["432000,5018000"], .named("EPSG:32626"))
    #expect(metres.warnings.isEmpty && abs((sigma(metres) ?? 0) - 0.5) < 1e-3)
    let feet = try typed(["987000,212000"], .named("EPSG:2263"))
    #expect(feet.warnings.isEmpty && sigma(feet) == nil)
  }

  @Test func `a file's places are judged together, and a larger sigma stays`() throws {
    let coarse = ["-29.8699,45.32", "-29.8695,45.3207"]
    let read = try file(json(coarse), "geojson")
    #expect(read.warnings.map(\.code) == [.coarsePlaces])
    #expect(abs((sigma(read) ?? 0) - 5.557) < 0.01)
    #expect(read.warnings[0].message.contains(".geojson: the places are written to 4 decimals"))
    #expect(sigma(try file(json(coarse, sigma: "20"), "geojson")) == 20)
    let small = try file(json(coarse, sigma: "0.01"), "geojson")
    #expect(abs((sigma(small) ?? 0) - 5.557) < 0.01)
    let exact = try file(json(coarse + ["-29.869932122,45.320024928"]), "geojson")
    #expect(exact.warnings.isEmpty && sigma(exact) == nil)
    let head = "#CRS: EPSG:4326\nmapX,mapY,sourceX,sourceY,enable\n"
    let points = try file(head + "-29.8699,45.3200,10,-10,1\n-29.8695,45.3207,90,-80,1\n", "points")
    #expect(points.warnings.map(\.code) == [.coarsePlaces])
    let fine = try file(
      head + "-29.8699,45.32,10,-10,1\n-29.8695,45.3207004,90,-80,1\n", "points")
    #expect(fine.warnings.isEmpty && sigma(fine) == nil)
  }

  @Test(arguments: ["1e999999999999999999999", "1e-400", "1e400", "4.5e1", "-0", "5.", ".5"])
  func `odd numbers never trap`(number: String) {
    _ = try? typed(["\(number),\(number)"])
    _ = try? file(json(["\(number),\(number)"]), "geojson")
  }
}
