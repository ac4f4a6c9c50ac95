import IndoorModel

/// What only a command can find wrong: what the rooms' values are handed from and to.
struct CommandError: IndoorError {
  struct Code: ErrorCode {
    let rawValue: String
    /// What only the command can find wrong.
    static let general = Code(rawValue: "command")
  }

  var code = Code.general
  let message: String
  var isMachineFault = false

  static func noVenue(_ path: String) -> CommandError {
    CommandError(message: "\(path): holds no venue yet; import one with \"indoor venue import\"")
  }

  static func noRadioMap(_ path: String) -> CommandError {
    CommandError(
      message: "\(path): holds no radio map yet; build one with \"indoor radiomap build\"")
  }

  static func noWalks(_ path: String) -> CommandError {
    CommandError(message: "\(path): holds no walks yet; import some with \"indoor survey import\"")
  }

  /// Why there is nothing to make a radio map of.
  static func nothingToMap(_ path: String, walks: Int) -> CommandError {
    if walks == 0 { return noWalks(path) }
    return CommandError(
      message:
        "\(path): holds \(Counted.text(walks, "walk")), on which nothing was heard; check the "
        + "phone's Wi-Fi, Bluetooth and permissions, and walk again")
  }

  static func nothingToImport(_ path: String, _ reasons: String) -> CommandError {
    CommandError(
      message:
        "\(path): has no walk that could be stored (\(reasons)); a survey needs scans and waypoints, and check --format"
    )
  }

  static func noRecording(_ path: String) -> CommandError {
    CommandError(
      message:
        "\(path): has no line that can be read as a recording; check whether it is cut, and --format"
    )
  }

  static func noTruth(_ path: String) -> CommandError {
    CommandError(
      message:
        "\(path): has no scan whose place is known; recordings to compare with need waypoints on the venue's levels"
    )
  }
}
