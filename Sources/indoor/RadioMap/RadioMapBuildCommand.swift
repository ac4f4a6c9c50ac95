import ArgumentParser
import IndoorAuthoring

/// `indoor radiomap build VENUE.gpkg`
struct RadioMapBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the radio map from all walks of a venue file, and store it there.",
    discussion: """
      A row is a scan with its place. Entries that the phone only remembered fade with their age, and beacons \
      of the last seconds join the Wi-Fi scan. How scans are compared with rows, and how many of the most alike make a place, \
      is chosen by locating rows with the rows of all other walks; what the literature's default would have cost is \
      printed. The choice rests on the first walks, as many as the largest number up to theirs of four significant binary digits \
      (16, 18 … 30, 32, 36 …), so that it stands while a survey grows by an eighth. A transmitter leaves the map where walks of a month later came within 4 m of at least half of the places, and of three, \
      where it had been heard at -80 dBm or more, and none of them heard it; and where the last two walks within 10 m of where it was \
      heard over -70 dBm, of other phones or days, didn't hear it. Those are named. A walk says nothing of \
      beacons where it heard nothing by Bluetooth, of Wi-Fi where it heard none, and of either where it has no date. Walks that were removed don't count, and what was \
      forgotten ("radiomap forget") stays out. The same walks in the same order of import give the same map to the byte, whether \
      they are built at once or one after the other: what a walk gives is kept in the file and not worked out again; \
      of the maps before, twenty versions stay (see "radiomap diff" and "rollback"). Where several phones surveyed, what each \
      reads more or less than the survey as a whole is printed, by the places that it shares with others.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let built = try BuildRadioMap(venue: venue).run(progress: ProgressDisplay.handler())
    try Console.result(json ? built.json : "\(venue): \(built.text)")
  }
}
