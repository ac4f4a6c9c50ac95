public import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorStorage

/// Tells which units are at a place, level by level, the smallest first.
public struct FindUnits: Sendable {
  /// The venue file.
  public var venue: String
  /// The place.
  public var place: Coordinate

  /// Makes one for a place.
  public init(venue: String, at place: Coordinate) {
    self.venue = venue
    self.place = place
  }

  /// Makes one for a place in degrees; `nil` for what is none on Earth.
  package init?(venue: String, latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else { return nil }
    self.init(venue: venue, at: place)
  }

  /// What is there.
  public struct Result: Sendable {
    /// The units.
    public let units: [Unit]
    private let labels: [LevelKey: String]
    /// Whether there would be some where latitude and longitude are exchanged.
    private let areExchanged: Bool

    init(_ units: [Unit], in venue: Venue, areExchanged: Bool) {
      self.units = units
      self.areExchanged = areExchanged
      labels = Dictionary(
        venue.levels.map { ($0.key, $0.label) }, uniquingKeysWith: { first, _ in first })
    }

    private func label(of unit: Unit) -> String {
      labels[unit.level] ?? String(unit.level.ordinal)
    }

    /// A line a unit.
    package var text: String {
      if units.isEmpty {
        return "no unit is there"
          + (areExchanged ? "; write the latitude first, as the other way round there is one" : "")
      }
      return units.map { unit in
        let building = unit.level.building.isEmpty ? "" : "building \(unit.level.building), "
        let name = unit.name.map { " \($0)" } ?? ""
        return
          "\(building)level \(label(of: unit)) (ordinal \(unit.level.ordinal)): \(unit.id)\(name) (\(unit.category ?? "unit"))"
      }.joined(separator: "\n")
    }

    /// The units as JSON.
    public var json: String {
      JSONOutput.array(
        units.map { unit in
          .object([
            ("building", .string(unit.level.building)),
            ("level", .integer(Int64(unit.level.ordinal))), ("id", .string(unit.id)),
            ("name", unit.name.map(JSONOutput.string) ?? .null),
            ("category", unit.category.map(JSONOutput.string) ?? .null),
            ("label", .string(label(of: unit))),
          ])
        }
      ).text(pretty: true)
    }
  }

  /// Looks at the venue.
  ///
  /// - Throws: `AuthoringError` where there is no venue, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    guard let content = try VenueFile.open(venue, readOnly: true).venue() else {
      throw AuthoringError.noVenue(venue)
    }
    let frame = content.frame
    let index = PolygonIndex(
      content.units.map { $0.geometry.map { frame.local(from: $0) } })
    func units(at place: Coordinate) -> [Unit] {
      index.areas(containing: frame.local(from: place)).map { content.units[$0] }
    }
    let found = units(at: place)
    let exchanged = Coordinate(latitude: place.longitude, longitude: place.latitude)
    return Result(
      found.sorted { $0.level < $1.level }, in: content,
      areExchanged: found.isEmpty && exchanged.isValid && !units(at: exchanged).isEmpty)
  }
}
