import ArgumentParser
import IndoorAuthoring

/// `indoor radiomap forget VENUE.gpkg TRANSMITTER...`
struct RadioMapForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Take transmitters out of the radio map at once, and keep them out.",
    discussion: """
      Writes a new version of the radio map without building it. Every later build does without these transmitters too, \
      until --undo names them, or "radiomap rollback" goes back to a version before.

      A transmitter is its address (of a network or a Bluetooth device), wifi:ADDRESS, bluetooth:ADDRESS, \
      beacon:UUID:MAJOR:MINOR, or a table's column. --before takes all whose last reading in any walk is older than that day \
      began (UTC).
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "Transmitters to forget.")
  var transmitter: [String] = []

  @Option(help: ArgumentHelp("Forget what was last heard before a day.", valueName: "YYYY-MM-DD"))
  var before: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Hear these again from the next build on.", valueName: "transmitter"))
  var undo: [String] = []

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    guard [!transmitter.isEmpty, before != nil, !undo.isEmpty].filter({ $0 }).count == 1 else {
      throw ValidationError(
        "Do one thing: name transmitters, or give --before a day, or --undo transmitters.")
    }
    guard let before else { return }
    guard let day = ForgetTransmitters.day(before) else {
      throw ValidationError("--before takes a day that there is, from 1970 on, as YYYY-MM-DD.")
    }
    guard !ForgetTransmitters.isToCome(day) else {
      throw ValidationError("--before \(before) is still to come; give a day that was.")
    }
  }

  func run() throws {
    let choice: ForgetTransmitters.Choice =
      if let day = before.flatMap({ ForgetTransmitters.day($0) }) {
        .before(day)
      } else if !undo.isEmpty {
        .remembered(undo)
      } else {
        .named(transmitter)
      }
    let done = try ForgetTransmitters(venue: venue, choice: choice)
      .run(progress: ProgressDisplay.handler())
    try Console.result(json ? done.json : done.text)
  }
}
