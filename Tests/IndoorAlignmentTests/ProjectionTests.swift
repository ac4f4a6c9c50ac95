import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import Testing

struct ProjectionTests {
  /// Metres: what the local frame may differ from PROJ's own transverse Mercator.
  static let tolerance = 10e-9

  @Test func `the local frame agrees with PROJ to 10 nm within 5 km, from 85 south to 85 north`()
    throws
  {
    var random = SplitMix64(seed: 7)
    var worst = 0.0
    for latitude in stride(from: -85.0, through: 85.0, by: 8.5) {
      let frame = LocalFrame(
        origin: Coordinate(latitude: latitude, longitude: random.uniform(-180, 180)))
      let proj = try ReferenceSystem.local(frame)
      for _ in 0..<200 {
        let (angle, radius) = (random.uniform(0, 2 * .pi), 5000 * random.uniform(0, 1).squareRoot())
        let point = LocalPoint(x: radius * cos(angle), y: radius * sin(angle))
        let coordinate = try proj.coordinate(x: point.x, y: point.y)
        worst = max(worst, frame.local(from: coordinate).distance(to: point))
        let back = try #require(proj.place(of: frame.coordinate(from: point)))
        worst = max(worst, hypot(back.x - point.x, back.y - point.y))
      }
    }
    #expect(worst < Self.tolerance, "worst difference \(worst) m")
  }

  /// What `cs2cs EPSG:25832 EPSG:4326` of PROJ 9.1.1 prints.
  @Test func `a place in EPSG 25832 becomes longitude and latitude`() throws {
    let utm = try ReferenceSystem.named("EPSG:25832")
    let place = try utm.coordinate(x: 691_183.0, y: 5_334_781.0)
    #expect(abs(place.latitude - 48.137535041) < 1e-8)
    #expect(abs(place.longitude - 11.569860323) < 1e-8)
  }

  @Test(arguments: [
    "nope", "EPSG:", "EPSG:0", "+proj=longlat", "EPSG:25832;DROP", "IAU_2015:30100:x", "",
  ])
  func `what is no AUTHORITY and CODE is refused`(code: String) {
    #expect(throws: AlignmentError.self) { try ReferenceSystem.named(code) }
  }

  @Test func `one system serves many threads`() async throws {
    let utm = try ReferenceSystem.named("EPSG:32633")
    let expected = try utm.coordinate(x: 400_000, y: 5_800_000)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            (try? utm.coordinate(x: 400_000, y: 5_800_000)) == expected
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  /// What `gdaltransform -s_srs EPSG:4549 -t_srs EPSG:4326` prints: China's system of 2000 is WGS
  /// 84 to within decimetres, and EPSG has no way between them. Of 1980's nobody knows better than
  /// 100 m.
  @Test func `China's system of 2000 counts as WGS 84, and an older one is refused as such`() throws
  {
    let place = try ReferenceSystem.named("EPSG:4549").coordinate(x: 500_000, y: 4_400_000)
    #expect(abs(place.latitude - 39.7340495593666) < 1e-9 && abs(place.longitude - 120) < 1e-9)
    let error = #expect(throws: AlignmentError.self) { try ReferenceSystem.named("EPSG:4610") }
    #expect(error?.message.contains("no exact way from this reference system") == true)
  }
}
