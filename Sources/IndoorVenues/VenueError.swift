import IndoorJSON
public import IndoorModel

/// What makes a venue unreadable.
public struct VenueError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The source can't be read, or isn't what its format says.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A level's ordinal is missing or no whole number.
    public static let noOrdinal = Code(rawValue: "no-ordinal")
    /// Nothing in the sources belongs to a venue.
    public static let empty = Code(rawValue: "empty")
    /// The venue lies where no local frame can be.
    public static let unsupportedPlace = Code(rawValue: "unsupported-place")
    /// Units cross each other too often for their level's ground to be worked out.
    public static let tangledUnits = Code(rawValue: "tangled-units")
    /// An export can't be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault.
  public let isMachineFault: Bool

  init(code: Code, message: String, isMachineFault: Bool = false) {
    self.code = code
    self.message = message
    self.isMachineFault = isMachineFault
  }
}

extension VenueError {
  init(_ error: JSONError) {
    self.init(
      code: .unreadable, message: error.message, isMachineFault: error.isMachineFault)
  }

  static func noOrdinal(_ place: String, level: String) -> VenueError {
    VenueError(
      code: .noOrdinal,
      message: "\(place): level \"\(level)\" has no ordinal between -1000 and 1000; give it a whole"
        + " number, 0 for the ground floor")
  }

  static func tooManyLevels(_ place: String) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(place): the tags level and repeat_on have come to over 2001 levels, or 300000 features or"
        + " 5000000 more corners on them, by here; correct them")
  }

  /// - Parameters:
  ///   - almostType: what nearly is `feature_type`.
  ///   - otherType: a type that a venue doesn't keep, where all features are of such.
  static func empty(
    _ names: [String], isOSM: Bool, almostType: String? = nil, otherType: String? = nil
  ) -> VenueError {
    let advice =
      isOSM
      ? "has no way or relation with the tags indoor and level of OpenStreetMap's Simple Indoor Tagging; map the building's rooms, or choose another area"
      : almostType.map {
        "its features have \($0) and no feature_type; give properties their whole names in small letters (Shapefiles keep ten letters), such as feature_type, level_id, building_id"
      }
        ?? otherType.map {
          "has no level, unit or opening, and its feature_type is \"\($0.prefix(40))\", which a venue doesn't keep; write unit or level if they are such"
        }
        ?? "has no level, unit or opening; set feature_type in the features' properties, or name the level for a file of one level"
    return VenueError(code: .empty, message: "\(names.joined(separator: ", ")): \(advice)")
  }

  static func noPlace(_ names: [String], isOSM: Bool) -> VenueError {
    let advice =
      isOSM
      ? "has no room with an area; draw the building's rooms as closed ways"
      : "has levels without an outline and nothing on them, so that nobody can tell where it is; add the outlines"
    return VenueError(code: .empty, message: "\(names.joined(separator: ", ")): \(advice)")
  }

  /// - Parameter matter: which shapes, and what is the matter with them.
  static func tangled(_ name: String, _ matter: String) -> VenueError {
    VenueError(
      code: .tangledUnits,
      message:
        "\(name): \(matter), so that nobody can tell where one can walk; separate them")
  }

  static func packed(_ path: String) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(path): is OpenStreetMap's packed format, PBF; convert it to XML (osmium cat -o area.osm FILE)"
    )
  }

  static func nothingLeft(
    _ names: [String], of first: VenueFinding, count: Int
  ) -> VenueError {
    let more = count > 1 ? ", and \(count - 1) more such finding\(count > 2 ? "s" : "")" : ""
    return VenueError(
      code: .empty,
      message:
        "\(names.joined(separator: ", ")): nothing of it can be a part of a venue: \(first.message)\(more)"
    )
  }

  static func farFromVenue(_ names: [String], metres: Double) -> VenueError {
    VenueError(
      code: .unsupportedPlace,
      message:
        "\(names.joined(separator: ", ")): lies \(Int(metres / 1000)) km from the venue that the file"
        + " holds; are latitude and longitude swapped, or is it another venue's?")
  }

  static func noKnownPlace(_ names: [String]) -> VenueError {
    VenueError(
      code: .unsupportedPlace,
      message:
        "\(names.joined(separator: ", ")): can't be laid under the file's walks, which are in metres from no"
        + " known place; import the venue into a new file first, and the tables of the walks into that"
    )
  }

  static func nearPole(_ names: [String]) -> VenueError {
    VenueError(
      code: .unsupportedPlace,
      message:
        "\(names.joined(separator: ", ")): lies within 1° of a pole, where local metres aren't"
        + " supported; check its coordinates")
  }
}
