import Testing

/// Page points that are written or counted in another way than the plan's.
@Suite struct PagePointTests {
  /// Of the museum's plan, 2384 × 1684 units, a unit for 5 cm: metres a degree at 45.32° of the
  /// WGS 84 ellipsoid.
  private static func anchors(_ points: [(Double, Double)], _ written: (Double, Double) -> String)
    -> String
  {
    let features = points.map { x, y in
      """
      {"type":"Feature","properties":{"page":\(written(x, y))},"geometry":{"type":"Point",
      "coordinates":[\(-29.87 + 0.05 * x / 78407),\(45.32 + 0.05 * y / 111_138)]}}
      """
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private func warnings(_ anchors: String) throws -> [Substring] {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchors",
        try scratch.write(anchors, to: "a.geojson"))
      #expect(result.status == 0, "\(result)")
      return result.errors.split(separator: "\n")
    }
  }

  private static let wide = [(300.0, 200.0), (2200, 250), (2100, 1500), (400, 1400)]
  private static let narrow = [(300.0, 200.0), (1600, 250), (1500, 1500), (400, 1400)]

  /// 2200 units are beyond the page's height.
  @Test func `page points with x and y exchanged are told by where they lie`() throws {
    let told = try warnings(Self.anchors(Self.wide) { "[\($1),\($0)]" })
    #expect(told.count == 1)
    #expect(told.first?.contains("swap them, x stands first [swapped-page-points]") == true)
    #expect(try warnings(Self.anchors(Self.wide) { "[\($0),\($1)]" }) == [])
  }

  @Test func `where they lie on the page either way one sentence says what they can be`() throws {
    for written in [{ "[\($1),\($0)]" }, { "[\($0),\(1684 - $1)]" }] as [(Double, Double) -> String]
    {
      let told = try warnings(Self.anchors(Self.narrow, written))
      #expect(told.count == 1)
      #expect(told.first?.contains("with x and y of the page points exchanged") == true)
      #expect(
        told.first?.contains(
          "write x first and y as counted up from the lower one, or say so with --page-origin [other-page-origin]"
        ) == true, "\(told)")
    }
  }

  /// Japan's plane systems have northing first, and both orders lie in them: a sheet of 5 cm a
  /// unit.
  @Test(arguments: [false, true])
  func `places whose easting and northing are exchanged may be what mirrors a plan`(
    isExchanged: Bool
  ) throws {
    let anchors = Self.wide.flatMap { x, y in
      let (east, north) = (-12_000 + 0.05 * x, -35_000 + 0.05 * y)
      return ["--anchor", "\(x),\(y)=" + (isExchanged ? "\(north),\(east)" : "\(east),\(north)")]
    }
    let result = try IndoorCommand.run(
      [
        "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchor-crs",
        "EPSG:6677",
      ]
        + anchors)
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errors.split(separator: "\n").map {
        $0.contains("or with the places' easting and northing exchanged")
          && $0.contains("put easting first in each place where it isn't, or write y as")
      } == (isExchanged ? [true] : []), "\(result)")
  }

  /// In UTM's zones easting and northing can't be exchanged, which PROJ's area of use says, and
  /// what is counted from a corner is told by that corner.
  @Test(arguments: [
    ("plan", "write y as counted up from"), ("top-left", "write y as counted down from"),
  ])
  func `what mirrors a plan is told by what was given`(origin: String, words: String) throws {
    let anchors = Self.wide.flatMap { x, y in
      let turned = origin == "plan" ? 1684 - y : y
      return ["--anchor", "\(x),\(turned)=\(432_000 + 0.05 * x),\(5_019_000 + 0.05 * y)"]
    }
    let result = try IndoorCommand.run(
      [
        "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchor-crs",
        "EPSG:25832", "--page-origin", origin,
      ] + anchors)
    let told = result.errors.split(separator: "\n").filter { $0.contains("mirror the plan") }
    #expect(told.map { $0.contains(words) && !$0.contains("easting") } == [true], "\(result)")
  }

  @Test func `page points that can't be exchanged are counted from the other corner`() throws {
    let told = try warnings(Self.anchors(Self.wide) { "[\($0),\(1684 - $1)]" })
    #expect(told.count == 1)
    #expect(
      told.first?.contains("exchanged") == false && told.first?.contains("--page-origin") == true)
  }
}
