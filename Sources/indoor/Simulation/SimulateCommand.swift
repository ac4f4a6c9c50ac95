import ArgumentParser
import IndoorAuthoring

/// `indoor simulate VENUE.gpkg --seed N --output FOLDER`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract:
      "Walk through a venue with a simulated phone, and write what it records and where it was.",
    discussion: """
      Writes ID.jsonl, a recording in the project's own format, and ID.truth.csv, the true positions in the columns of \
      positions.csv. Transmitters, steel, weather and walkers come from the seed; walls and doors from the venue file. \
      Two walks in three are surveys, with waypoints, and cover the levels in turn; the others are visits, which the \
      survey's phones and access points don't quite fit. A walk lasts two hours at most. Nothing in these files was measured anywhere.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(parsing: .unconditional, help: "The same seed makes the same files.")
  var seed: UInt64

  @Option(help: "The folder that the files go to; it is made where it is missing.")
  var output: String

  @Option(parsing: .unconditional, help: "How many walks to make.")
  var walks = 12

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the visits' phones read more than they would; negative for less.", valueName: "dB"))
  var radioOffset: DecimalNumber = 0.0

  func validate() throws {
    guard (1...1000).contains(walks) else {
      throw ValidationError("--walks must be between 1 and 1000.")
    }
    guard abs(radioOffset.value) <= 40 else {
      throw ValidationError("--radio-offset is a difference between phones: -40 to 40 dB.")
    }
  }

  func run() throws {
    var simulation = SimulateWalks(venue: venue, seed: seed, output: output)
    simulation.walks = walks
    simulation.radioOffset = radioOffset.value
    try simulation.run(progress: ProgressDisplay.handler())
    try Console.result("\(output): \(Counted.text(walks, "simulated walk"))")
  }
}
