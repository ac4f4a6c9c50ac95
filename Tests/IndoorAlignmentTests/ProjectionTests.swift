import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
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

  /// Areas as the EPSG registry has them. The numbers are of London, the middle of Amersfoort's and
  /// of Bern's systems, and Munich.
  @Test(arguments: [
    ("EPSG:32630", 695_000.0, 5_709_000.0, "easting and northing"),
    ("EPSG:28992", 155_000, 463_000, "easting and northing"),
    ("EPSG:21781", 600_000, 200_000, "easting and northing"),
    ("EPSG:4314", 11.5, 48.1, "longitude and latitude"),
  ])
  func `numbers that lie in a system's area once they are exchanged are refused so`(
    code: String, x: Double, y: Double, axes: String
  ) throws {
    let system = try ReferenceSystem.named(code)
    _ = try system.coordinate(x: x, y: y)
    let error = #expect(throws: AlignmentError.self) { try system.coordinate(x: y, y: x) }
    #expect(
      error?.message.contains("\(axes) are swapped: the other way round it lies there") == true)
  }

  /// Zone 4 of Gauss and Krüger begins its eastings with a 4, and is for 10.5 to 13.5° E. Zone 33
  /// of ETRS89, for 12 to 18° E, is what maps of all of Norway are in: Kirkenes lies at 30° E.
  @Test func `an easting without its zone is refused, and a neighbour's of a zone isn't`() throws {
    let system = try ReferenceSystem.named("EPSG:31468")
    _ = try system.coordinate(x: 4_468_503.333, y: 5_333_304.5)
    let error = #expect(throws: AlignmentError.self) {
      try system.coordinate(x: 468_503.333, y: 5_333_304.5)
    }
    #expect(error?.message.contains("outside EPSG:31468, which is for latitude 47.4 to") == true)
    #expect(error?.message.contains("swapped") == false)
    let kirkenes = try ReferenceSystem.named("EPSG:25833").coordinate(x: 1_080_000, y: 7_800_000)
    #expect(abs(kirkenes.longitude - 30) < 0.2)
  }

  /// GDAL (gdaltransform): Bertoua in Cameroon, all of which uses zone 32, and Sydney by northings
  /// below zero, as Landsat's rasters have them in the northern zone.
  @Test(arguments: [
    ("EPSG:32632", 1_019_689.67, 507_936.09, 4.58, 13.68),
    ("EPSG:32656", 333_510, -3_749_199, -33.87, 151.2),
  ])
  func `what is used beside its zone is none of another continent`(
    code: String, x: Double, y: Double, latitude: Double, longitude: Double
  ) throws {
    let place = try ReferenceSystem.named(code).coordinate(x: x, y: y)
    #expect(abs(place.latitude - latitude) < 0.1 && abs(place.longitude - longitude) < 0.1)
  }

  /// Ordnance Survey's worked example, "A guide to coordinate systems in Great Britain", annexe:
  /// the place that OSTN15 gives. By seven parameters alone it lies metres off.
  @Test func `Ordnance Survey's example is met to a metre, or said not to be`() throws {
    let system = try ReferenceSystem.named("EPSG:27700")
    let place = try system.coordinate(x: 651_409.804, y: 313_177.450)
    let surveyed = Coordinate(latitude: 52.658007833, longitude: 1.716073973)
    let offset = LocalFrame(origin: surveyed).local(from: place)
    let metres = hypot(offset.x, offset.y)
    #expect(metres < 10)
    let told = system.inexactness(of: [Anchor(page: PagePoint(x: 0, y: 0), coordinate: place)])
    #expect(metres < 1 || told.map(\.code) == [.inexactConversion])
    #expect(told.allSatisfy { $0.sharedErrorMetres >= 1.5 && $0.message.contains("EPSG:27700") })
  }

  /// The EPSG registry: of Arc 1960 in Kenya the best way, 1122 to 1284, is known to metres, and no
  /// grid is there. ETRS89, its Swiss, French and American likes and WGS 84 are told by nobody.
  @Test(arguments: [
    ("EPSG:21037", -1.29, 36.82, true), ("EPSG:25832", 48.1, 11.5, false),
    ("EPSG:2056", 46.9, 7.4, false), ("EPSG:2154", 48.8, 2.3, false),
    ("EPSG:26918", 40.7, -74.0, false), ("EPSG:7855", -37.8, 145.0, false),
    ("EPSG:4258", 48.1, 11.5, false), ("EPSG:4326", 48.1, 11.5, false),
    ("EPSG:3857", 48.1, 11.5, false),
  ])
  func `a conversion is told that may be over a metre off`(
    code: String, latitude: Double, longitude: Double, isTold: Bool
  ) throws {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let told = try ReferenceSystem.named(code).inexactness(of: [
      Anchor(page: PagePoint(x: 0, y: 0), coordinate: place)
    ])
    #expect(told.isEmpty != isTold, "\(told)")
  }

  /// Fiji's map grid is for 176.8° E to 178.3° W.
  @Test func `an area across the antimeridian has an inside`() throws {
    let system = try ReferenceSystem.named("EPSG:3460")
    for longitude in [177.5, 179.9, -179.9, -178.5] {
      let place = Coordinate(latitude: -17, longitude: longitude)
      let numbers = try #require(system.place(of: place))
      let back = try system.coordinate(x: numbers.x, y: numbers.y)
      #expect(abs(back.latitude - place.latitude) < 1e-7)
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
