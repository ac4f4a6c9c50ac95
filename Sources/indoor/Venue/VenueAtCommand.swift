import ArgumentParser
import IndoorAuthoring
import IndoorModel

/// `indoor venue at VENUE.gpkg LAT,LON`
struct VenueAtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Tell which units are at a place, level by level, the smallest first.",
    usage: "indoor venue at <venue> <latitude>,<longitude> [--json]")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(
    parsing: .allUnrecognized, help: "Latitude and longitude of one place in degrees: 48.86,2.33")
  var place: [String] = []

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    _ = try finding()
  }

  func run() throws {
    let found = try finding().run()
    try Console.result(json ? found.json : found.text)
  }

  private func finding() throws -> FindUnits {
    // A shell takes "48.86, 2.33" for two arguments,
    // and "--" may stand before what begins with a minus.
    let parts = place.filter { $0 != "--" }.joined().split(
      separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: $0) }
    guard parts.count == 2, numbers.count == 2 else {
      throw ValidationError(
        "Give the place as LATITUDE,LONGITUDE with decimal points, such as 48.86,2.33.")
    }
    guard let finding = FindUnits(venue: venue, latitude: numbers[0], longitude: numbers[1]) else {
      throw ValidationError(
        "A latitude is within ±90 and a longitude within ±180; are they swapped?")
    }
    return finding
  }
}
