import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Tables whose x and y are degrees, as QGIS writes a layer's points with `GEOMETRY=AS_XY`.
@Suite struct TableDegreesTests {
  private static let venue = Venue(
    id: "v", name: "v", origin: Coordinate(latitude: 45.32, longitude: -29.87))

  private func table(_ places: [(String, String)]) -> String {
    "X,Y,level,ap1\n"
      + places.enumerated().map { "\($1.0),\($1.1),0,-5\($0)\n" }.joined()
  }

  private func reads(
    _ places: [(String, String)], in venue: Venue? = venue
  ) throws -> [ReadRecording] {
    try read(table(places), "t.csv", levels: LevelNames(venue))
  }

  private static let degrees = [
    ("-29.86948750", "45.32043973"), ("-29.86950789", "45.32041635"),
    ("-29.86948183", "45.32043455"), ("-29.86943404", "45.32043054"),
  ]

  @Test(arguments: [false, true])
  func `degrees of the venue's own place are no metres`(isSwapped: Bool) throws {
    let places = isSwapped ? Self.degrees.map { ($0.1, $0.0) } : Self.degrees
    let error = #expect(throws: RecordingError.self) { try reads(places) }
    #expect(error?.code == .malformed)
    let names = isSwapped ? "latitude and longitude" : "longitude and latitude"
    let message = error?.message ?? ""
    #expect(message.contains("t.csv:2: x and y are \(isSwapped ? "45.3" : "-29.8")"), "\(message)")
    #expect(message.hasSuffix("; call the columns \(names)"), "\(message)")
    // What has no place in degrees stands at 0, 0 in many tables.
    let error2 = #expect(throws: RecordingError.self) { try reads([("0", "0")] + places) }
    #expect(error2?.message.contains("t.csv:3: ") == true)
    // Checked before any of an import is done.
    let checked = #expect(throws: RecordingError.self) {
      try withTemporaryFolder { folder in
        try write(table(places), to: "\(folder)/t.csv")
        try RecordingFiles("\(folder)/t.csv").checkLevels(LevelNames(Self.venue))
      }
    }
    #expect(checked?.code == .malformed)
  }

  /// Places over a hall of 40 by 30 m, as fractions of its plan, in kilometres, and in metres.
  @Test(arguments: [(1.0 / 40, true), (0.001, true), (1, false), (100, false)])
  func `x and y that all lie within a few metres are told`(scale: Double, isTold: Bool) throws {
    let places = (0..<60).map { ("\(Double($0 % 40) * scale)", "\(Double($0 / 2) * scale)") }
    let codes = try reads(places).flatMap(\.warnings).map(\.code.rawValue)
    #expect(codes == (isTold ? ["crowded-places"] : []))
  }

  /// Nobody moved far between a few rows, or between many at one place.
  @Test func `a few places near each other are a survey's`() throws {
    let few = (0..<10).map { ("\(Double($0) * 0.1)", "1") }
    let alike = (0..<60).map { ("\($0 % 3)", "1") }
    for places in [few, alike] { #expect(try reads(places).flatMap(\.warnings).isEmpty) }
  }

  /// 0.001 degrees are 111 m of latitude.
  @Test(arguments: [(2, true), (3, true), (4, false), (7, false)])
  func `degrees of three digits and fewer are told`(digits: Int, isTold: Bool) throws {
    let rows = (0..<40).map { index in
      let step = Double(index % 4) * 0.01 + (digits > 3 ? 0.0001 : 0)
      let (latitude, longitude) = (45.32 + step, -29.87 + step)
      return "\(String(format: "%.\(digits)f,%.\(digits)f", latitude, longitude)),0,-50\n"
    }
    let table = "latitude,longitude,level,ap1\n" + rows.joined()
    let warnings = try read(table, "t.csv", levels: LevelNames(Self.venue)).flatMap(\.warnings)
    #expect(warnings.map(\.code.rawValue) == (isTold ? ["coarse-places"] : []))
    // One place alone may be a round one.
    let one = table.split(separator: "\n")
    let alike = ([one[0]] + Array(repeating: one[1], count: 40)).joined(separator: "\n") + "\n"
    #expect(
      try read(alike, "t.csv", levels: LevelNames(Self.venue)).flatMap(\.warnings).isEmpty)
  }

  @Test func `a venue across the antimeridian is near its own degrees`() {
    let venue = Venue(id: "v", name: "v", origin: Coordinate(latitude: -17, longitude: 179.99))
    #expect(throws: RecordingError.self) {
      try reads([("-179.98", "-17.01"), ("179.98", "-17.02"), ("-179.97", "-17")], in: venue)
    }
  }

  @Test func `metres are read as before`() throws {
    let degrees = Self.degrees
    // Elsewhere, one place alone or two, and a survey that goes on from there.
    for places in [
      degrees.map { ("1\($0.0.dropFirst())", $0.1) },
      [degrees[0], degrees[0], degrees[0], degrees[0]],
      [degrees[0], degrees[1], degrees[0]], degrees + [("-29.5", "45.3")],
      [("0", "0"), ("0", "0"), ("0", "0")],
    ] {
      let local = try reads(places).flatMap(\.recording.waypoints).map(\.place)
      #expect(
        local
          == places.map {
            .local(LocalPoint(x: Double($0.0) ?? .nan, y: Double($0.1) ?? .nan))
          })
    }
    // Nobody knows yet where the venue is.
    #expect(try reads(degrees, in: nil).count == 4)
  }

  /// A ten-thousandth of a degree is some metres on the ground, and 0.1 mm where it is taken for
  /// metres.
  @Test func `degrees of anywhere are told`() throws {
    let elsewhere = Self.degrees.map { ("1\($0.0.dropFirst())", $0.1) }
    let rounded = elsewhere.map { ($0.0.dropLast(4), $0.1.dropLast(4)) }
    for (places, venue) in [(elsewhere, Self.venue), (Self.degrees, nil)] {
      let warnings = try reads(places, in: venue).flatMap(\.warnings)
      #expect(warnings.map(\.code.rawValue) == ["degrees-for-metres"], "\(warnings)")
      #expect(warnings.first?.message.contains("t.csv:2: x and y are ") == true)
    }
    for places in [
      // Written as metres are, in one place, over a building, about the origin, beyond the poles.
      rounded.map { (String($0.0), String($0.1)) },
      [elsewhere[0], elsewhere[0], elsewhere[0], elsewhere[0]],
      elsewhere + [("19.96948750", "45.42043973")],
      [("0.00012", "-0.00031"), ("0.00018", "-0.00035"), ("0.00011", "-0.00033")],
      elsewhere.map { ("9\($0.0)", "9\($0.1)") },
    ] {
      #expect(try reads(places).flatMap(\.warnings).isEmpty, "\(places)")
    }
  }

  @Test func `columns that call themselves so are degrees`() throws {
    let text = table(Self.degrees).replacing("X,Y", with: "longitude,latitude")
    let places = try read(text, "t.csv", levels: LevelNames(Self.venue))
      .flatMap(\.recording.waypoints).map(\.place)
    #expect(places.count == 4)
    #expect(
      places.first
        == .coordinate(Coordinate(latitude: 45.32043973, longitude: -29.86948750)))
  }

  /// Castelló de la Plana in degrees, and rows of UJIIndoorLoc's own (metres of EPSG:3857).
  @Test(
    arguments: [
      ([("-0.06756", "39.99270"), ("-0.06731", "39.99281"), ("-0.06702", "39.99295")], true),
      (
        [
          ("-7541.264300", "4864920.777800"), ("-7536.621200", "4864934.2252"),
          ("-7519.152400", "4864949.532400"),
        ],
        false
      ),
    ] as [([(String, String)], Bool)])
  func `degrees in UJIIndoorLoc's columns are told`(
    places: [(String, String)], isTold: Bool
  ) throws {
    let table =
      "WAP001,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,SPACEID,RELATIVEPOSITION,USERID,PHONEID,TIMESTAMP\n"
      + places.map { "-60,\($0.0),\($0.1),1,1,1,1,1,1,1371713733\n" }.joined()
    let codes = try read(table, "u.csv").flatMap(\.warnings).map(\.code.rawValue)
    #expect(codes.contains("degrees-for-metres") == isTold, "\(codes)")
  }
}
