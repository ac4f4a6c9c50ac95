import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning
import Testing

struct WorldMagneticModelTests {
  @Test(arguments: WMMVector.all)
  func `the field agrees with the official test values`(vector: WMMVector) throws {
    let field = try #require(
      WorldMagneticModel.field(
        at: Coordinate(latitude: vector.latitude, longitude: vector.longitude),
        height: vector.height * 1000, year: vector.year))
    let tolerance = (vector.unit / 2 + 0.01) * 1e-3
    #expect(abs(field.north - vector.north * 1e-3) < tolerance)
    #expect(abs(field.east - vector.east * 1e-3) < tolerance)
    #expect(abs(field.down - vector.down * 1e-3) < tolerance)
    #expect(abs(field.declination.degrees - vector.declination) < 0.0051)
    #expect(abs(field.inclination - vector.inclination) < 0.0051)
    #expect(field.warning == nil)
  }

  @Test(arguments: [(90.0, 180.0, 56727.8), (-90, -90, -52023.2)])
  func `the poles themselves have a field`(latitude: Double, longitude: Double, down: Double) throws
  {
    let field = try #require(
      WorldMagneticModel.field(
        at: Coordinate(latitude: latitude, longitude: longitude), year: 2020))
    #expect(abs(field.down - down * 1e-3) < 1e-3)
  }

  @Test(arguments: [2031.0, 2014.5])
  func `past its years the model warns`(year: Double) throws {
    let field = try #require(
      WorldMagneticModel.field(at: Coordinate(latitude: 50, longitude: 8), year: year))
    #expect(field.warning?.contains("holds from") == true)
    #expect(field.declination.degrees.isFinite)
  }

  @Test func `a moment of the Unix clock finds its epoch`() throws {
    // 25 November 2019, 9:42 UTC, in Hangzhou: 2019.9.
    let place = Coordinate(latitude: 30.29, longitude: 120.08)
    let field = try #require(
      WorldMagneticModel.field(at: place, time: Timestamp(milliseconds: 1_574_674_930_763)))
    let same = try #require(WorldMagneticModel.field(at: place, year: 2019.9))
    #expect(abs(field.declination.degrees - same.declination.degrees) < 0.001)
    // pygeomag 1.1.0 with NOAA's WMM_2015v2.COF.
    #expect(abs(field.declination.degrees + 5.6698) < 0.01)
  }

  @Test(arguments: [Double.nan, .infinity, 1e9, -1e9])
  func `what is no number or out of range has no field`(value: Double) {
    let place = Coordinate(latitude: 50, longitude: 8)
    #expect(WorldMagneticModel.field(at: place, height: value, year: 2020) == nil)
    #expect(WorldMagneticModel.field(at: place, year: value) == nil)
    #expect(
      WorldMagneticModel.field(at: Coordinate(latitude: value, longitude: 0), year: 2020) == nil)
  }

  @Test func `declination leads from magnetic to true`() {
    let west = Declination(degrees: -5, accuracy: 0)
    let facing = MagneticHeading(degrees: 2, accuracy: 3).heading(declination: west)
    #expect(facing == Heading(degrees: 357, accuracy: 3))
  }

  @Test(arguments: [(48.86, 2.5), (48.86, 2.1), (-33.86, 2.5), (-33.86, 2.1)])
  func `grid north leans as the frame's own northward step does`(
    latitude: Double, longitude: Double
  ) {
    let frame = LocalFrame(origin: Coordinate(latitude: latitude, longitude: 2.3))
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let here = frame.local(from: place)
    let north = frame.local(
      from: Coordinate(latitude: latitude + 1e-4, longitude: longitude))
    // True north in the grid, clockwise from y; the grid's y lies as far on the other side of true
    // north.
    let lean = Angle.degrees(atan2(north.x - here.x, north.y - here.y))
    #expect(abs(lean + frame.convergence(at: place)) < 1e-3)
  }
}
