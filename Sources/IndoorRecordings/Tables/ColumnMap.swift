/// What the columns of a `csv` are: the rest are transmitters.
public struct ColumnMap: Hashable, Sendable {
  /// What a column can be.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// Metres east of the venue's origin.
    case x
    /// Metres north of the venue's origin.
    case y
    /// Degrees of WGS 84, with `longitude` in the place of `x` and `y`.
    case latitude
    /// Degrees of WGS 84, with `latitude` in the place of `x` and `y`.
    case longitude
    /// Height; only looked at where no column tells levels.
    case z
    /// The level: ordinals or labels, all of one kind.
    case level
    /// The building's id.
    case building
    /// The phone.
    case device
    /// Who walked.
    case surveyor
  }

  /// The column's name for each key that has one.
  public let names: [Key: String]

  /// Reads `x=x_m,y=y_m,level=level`.
  ///
  /// - Throws: `RecordingError` for anything else, and for a key that there is not.
  public init(_ text: String) throws(RecordingError) {
    var names: [Key: String] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let key = Key(rawValue: String(pair[0])), !pair[1].isEmpty
      else { throw .badColumns(String(part)) }
      guard names[key] == nil else { throw .keyTwice(String(part)) }
      guard !names.values.contains(String(pair[1])) else { throw .columnTwice(String(part)) }
      names[key] = String(pair[1])
    }
    self.names = names
  }

  /// What a column of levels is called in English: beside it one in another language, as of labels,
  /// doesn't count.
  static let plainLevels: Set<String> = ["level", "floor"]

  /// What columns are that call themselves by their keys, or by these names, in capitals or not.
  static let usual: [String: Key] = [
    "x": .x, "x_m": .x, "y": .y, "y_m": .y, "z": .z, "z_m": .z, "height": .z, "height_m": .z,
    "latitude": .latitude, "lat": .latitude, "longitude": .longitude, "lon": .longitude,
    "latitud": .latitude, "latitudine": .latitude, "breitengrad": .latitude,
    "longitud": .longitude, "longitudine": .longitude, "laengengrad": .longitude,
    "l\u{E4}ngengrad": .longitude, "lng": .longitude, "long": .longitude, "altitude": .z,
    "altitude_m": .z, "alt": .z,
    "alt_m": .z, "elevation": .z, "elevation_m": .z, "elev": .z, "elev_m": .z, "ele": .z,
    "ele_m": .z, "level": .level,
    "floor": .level, "\u{E9}tage": .level, "etage": .level, "niveau": .level,
    "stockwerk": .level, "geschoss": .level, "piano": .level, "planta": .level, "piso": .level,
    "andar": .level, "verdieping": .level, "ordinal": .level, "lvl": .level, "storey": .level,
    "story": .level, "nivel": .level, "livello": .level, "level_name": .level,
    "level_number": .level, "floor_name": .level, "floor_number": .level, "floor_level": .level,
    "\u{5C42}": .level, "\u{697C}\u{5C42}": .level,
    "\u{5C64}": .level, "\u{6A13}\u{5C64}": .level, "\u{968E}": .level,
    "\u{CE35}": .level, "\u{44D}\u{442}\u{430}\u{436}": .level, "building": .building,
    "device": .device, "surveyor": .surveyor,
  ]

  /// Units that stand behind the name of a column of places, as in "x [m]" and lat_deg.
  private static let units: [Key: Set<String>] = {
    let (metres, degrees): (Set, Set) = (
      ["m", "meter", "meters", "metre", "metres"], ["deg", "degree", "degrees", "wgs84"]
    )
    return [.x: metres, .y: metres, .z: metres, .latitude: degrees, .longitude: degrees]
  }()

  /// What a column is whose name says a unit beside one of `usual`, or begins with the mark of a
  /// comment, as NumPy writes a header.
  static func dressed(_ name: String) -> Key? {
    guard name.utf8.count < 32 else { return nil }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard let first = words.first, let key = usual[first], let units = units[key] else {
      // Of other columns only the mark in front is taken away.
      let bare = name.drop { $0 == "#" || $0 == " " }.lowercased()
      return name.hasPrefix("#") ? usual[bare] : nil
    }
    return words.dropFirst().allSatisfy(units.contains) ? key : nil
  }
}

extension RecordingError {
  static func columnTwice(_ part: String) -> RecordingError {
    RecordingError(
      .malformed,
      "columns: \"\(part)\" names a column that has a key already, give each column one key")
  }

  static func keyTwice(_ part: String) -> RecordingError {
    RecordingError(
      .malformed, "columns: \"\(part)\" names a key that has a column already, give each key one")
  }

  static func badColumns(_ part: String) -> RecordingError {
    RecordingError(
      .malformed,
      "columns: \"\(part)\" is not KEY=COLUMN, write for example x=x_m,y=y_m,level=floor (keys: "
        + ColumnMap.Key.allCases.map(\.rawValue).joined(separator: ", ") + ")")
  }
}
