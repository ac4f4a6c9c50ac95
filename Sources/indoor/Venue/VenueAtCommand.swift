import ArgumentParser
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorStorage

/// `indoor venue at VENUE.gpkg LAT,LON`
struct VenueAtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Tell which units are at a place, level by level, the smallest first.")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(parsing: .allUnrecognized, help: "Latitude and longitude in degrees: 48.86,2.33")
  var place: [String]

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    _ = try coordinate()
  }

  func run() throws {
    let coordinate = try coordinate()
    guard let content = try VenueFile.open(venue, readOnly: true).venue() else {
      throw CommandError.noVenue(venue)
    }
    let frame = content.frame
    let point = frame.local(from: coordinate)
    let index = PolygonIndex(
      content.units.map { $0.geometry.map { frame.local(from: $0) } })
    let found = index.areas(containing: point).map { content.units[$0] }
      .sorted { $0.level < $1.level }
    try Console.result(json ? Self.json(found).text(pretty: true) : Self.text(found))
  }

  private func coordinate() throws -> Coordinate {
    let numbers = place.joined().split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else {
      throw ValidationError("Give the place as LATITUDE,LONGITUDE, such as 48.86,2.33.")
    }
    let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
    guard coordinate.isValid else {
      throw ValidationError(
        "A latitude is within ±90 and a longitude within ±180; are they swapped?")
    }
    return coordinate
  }

  private static func text(_ units: [Unit]) -> String {
    if units.isEmpty { return "no unit is there" }
    return units.map { unit in
      let building = unit.level.building.isEmpty ? "" : "building \(unit.level.building), "
      let name = unit.name.map { " \($0)" } ?? ""
      return
        "\(building)level \(unit.level.ordinal): \(unit.id)\(name) (\(unit.category ?? "unit"))"
    }.joined(separator: "\n")
  }

  private static func json(_ units: [Unit]) -> JSONOutput {
    .array(
      units.map { unit in
        .object([
          ("building", .string(unit.level.building)),
          ("level", .integer(Int64(unit.level.ordinal))), ("id", .string(unit.id)),
          ("name", unit.name.map(JSONOutput.string) ?? .null),
          ("category", unit.category.map(JSONOutput.string) ?? .null),
        ])
      })
  }
}
