import IndoorGeometry
import IndoorModel

extension ContentBuilder {
  /// The level that a label means, in a building where one is known.
  mutating func level(
    _ label: String?, in building: String? = nil, line: Int?
  ) -> ContentLevels.Level? {
    guard let label else { return nil }
    use.add(label: label)
    if let level = options.levels.level(label, in: building) { return level }
    let unknown = use.unknownLevels
    if unknown.count < OptionUse.most, !unknown.contains(where: { $0.label == label }) {
      use.unknownLevels.append((label, place(line)))
    }
    return nil
  }

  /// The level that a label and an ordinal mean, of which the ordinal counts; told where they
  /// contradict each other, and where the ordinal is none. A label beside an ordinal may mean
  /// nothing.
  mutating func level(
    _ label: String?, ordinal: String?, in building: String?, of owner: GuideOwner, line: Int?
  ) -> ContentLevels.Level? {
    let number = ordinal.flatMap(Words.whole)
    if let label, number != nil { use.add(label: label, isBesideOrdinal: true) }
    let level =
      number == nil
      ? level(label, in: building, line: line)
      : label.flatMap { options.levels.level($0, in: building) }
    if let label, let building, let level, options.levels.isElsewhere(level, than: building) {
      find(
        .wrongFloor, of: owner, line: line,
        "the level \(label.prefix(24)) is another building's, and the building given is \(building.prefix(24)), which counts; correct one of them"
      )
    }
    guard let ordinal else { return level }
    guard let number else {
      find(
        .wrongFloor, of: owner, line: line,
        "the ordinal \(ordinal.prefix(24)) is no whole number; 0 is the ground")
      return level
    }
    if let label, let level, level.ordinal != number {
      find(
        .wrongFloor, of: owner, line: line,
        "the level \(label.prefix(24)) has the ordinal \(level.ordinal), and the ordinal given is \(number), which counts; correct one of them"
      )
    }
    return ContentLevels.Level(ordinal: number, building: level?.building)
  }

  /// A place of latitude and longitude as texts; `nil`, and told, where they are none.
  mutating func coordinate(
    _ latitude: String?, _ longitude: String?, of owner: GuideOwner, line: Int?
  ) -> Coordinate? {
    let (latitude, longitude) = (
      latitude.map(Words.trimmed) ?? "", longitude.map(Words.trimmed) ?? ""
    )
    if latitude.isEmpty, longitude.isEmpty { return nil }
    if let short = [latitude, longitude].first(where: {
      Double.isShortened($0, beyond: Double.leastDegrees)
    }) {
      find(
        .badLocation, of: owner, line: line,
        "the location's \(short) was cut to a few digits, as a spreadsheet does; write all of them, "
          + "without an exponent")
      return nil
    }
    let (north, east) = (
      Double(decimal: latitude) ?? .nan, Double(decimal: longitude) ?? .nan
    )
    let place = Coordinate(latitude: north, longitude: east)
    guard place.isValid else {
      if Coordinate(latitude: east, longitude: north).isValid {
        find(
          .swappedCoordinates, of: owner, line: line,
          "the location \(latitude),\(longitude) has latitude and longitude exchanged; exchange them"
        )
        return nil
      }
      find(
        .badLocation, of: owner, line: line,
        "the location \(latitude.prefix(24)),\(longitude.prefix(24)) is none; give degrees of latitude and longitude"
      )
      return nil
    }
    return place
  }

  /// A number of degrees; `nil` for what is none, or was cut to a few digits by a spreadsheet.
  private static func degrees(_ text: String) -> Double? {
    Double.isShortened(text, beyond: Double.leastDegrees) ? nil : Double(decimal: text)
  }

  /// Whether a location is only a comma, as where it isn't known.
  static func isUnknown(_ location: String) -> Bool {
    location.split(separator: ",").allSatisfy { Words.trimmed(String($0)).isEmpty }
  }

  /// Those of some properties whose values are no place, to be kept as texts beside the finding.
  static func unread(_ members: Property.Members, location: String = "location") -> Set<String> {
    func place(_ parts: [String]) -> Coordinate? {
      guard parts.count == 2, let north = degrees(Words.trimmed(parts[0])),
        let east = degrees(Words.trimmed(parts[1]))
      else { return nil }
      return Coordinate(latitude: north, longitude: east)
    }
    var names: Set<String> = []
    let isBeside = members["latitude"].word != nil && members["longitude"].word != nil
    if let text = members[location].word, !(isBeside && isUnknown(text)),
      place(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))?.isValid
        != true
    {
      names.insert(location)
    }
    let (latitude, longitude) = (members["latitude"].word, members["longitude"].word)
    if latitude != nil || longitude != nil,
      place([latitude ?? "", longitude ?? ""])?.isValid != true
    {
      names.formUnion(["latitude", "longitude"])
    }
    return names
  }

  /// A place of `latitude,longitude`, as `coordinate` takes the two.
  mutating func coordinate(_ text: String?, of owner: GuideOwner, line: Int?) -> Coordinate? {
    guard let text, !Words.trimmed(text).isEmpty else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isEmpty = parts.allSatisfy { Words.trimmed($0).isEmpty }
    guard parts.count == 2, !isEmpty else {
      find(
        .badLocation, of: owner, line: line,
        "the location \(text.prefix(48)) is none; give degrees of latitude and longitude")
      return nil
    }
    return coordinate(parts[0], parts[1], of: owner, line: line)
  }
}
