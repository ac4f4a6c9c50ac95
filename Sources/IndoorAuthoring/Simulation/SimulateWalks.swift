import IndoorFiles
import IndoorModel
import IndoorSimulation
import IndoorStorage

/// Walks through a venue with a simulated phone, and writes what it records and where it was:
/// ID.jsonl and ID.truth.csv for each walk.
public struct SimulateWalks: Sendable {
  /// The venue file.
  public var venue: String
  /// The same seed makes the same files.
  public var seed: UInt64
  /// The folder that the files go to; it is made where it is missing.
  public var output: String
  /// How many walks to make.
  public var walks = 12
  /// What the visits' phones read more than they would, in dB.
  public var radioOffset = 0.0

  /// Makes a simulation.
  public init(venue: String, seed: UInt64, output: String) {
    self.venue = venue
    self.seed = seed
    self.output = output
  }

  /// Walks, and writes the files.
  ///
  /// - Throws: `SimulationError` for a building that can't be walked in, `AuthoringError`,
  ///   `StorageError`, `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let content = try file.venue() else { throw AuthoringError.noVenue(venue) }
    let world = try SimulatedWorld(venue: content, seed: seed)
    let folder = try OutputFolder(output)
    var plans = world.plans(count: walks)
    if let sentence = Self.closed(world.closedLevels, of: content) {
      progress(.note(.levelNotWalked, "\(venue): \(sentence)"))
    }
    for at in plans.indices where !plans[at].isSurvey { plans[at].radioOffset = radioOffset }
    try folder.fill {
      try OutputPlaces.check(
        plans.flatMap { SimulatedWalkFiles.paths(of: $0, in: folder) }, sparing: [venue], progress)
      try SimulatedWalkFiles.check(plans, in: folder)
      SimulatedWalkFiles.tellEarlier(plans, in: folder, output, progress)
      try SimulatedWalkFiles.write(plans, in: world, to: folder, progress)
    }
  }

  /// That no walk is on some levels; those without anything on them are no ground.
  private static func closed(_ levels: [Level], of venue: Venue) -> String? {
    let drawn = Set(venue.units.map(\.level))
    let labels = levels.filter { drawn.contains($0.key) }.map { "\"\($0.label)\"" }
    guard let first = labels.first else { return nil }
    let named =
      labels.count == 1 ? "level \(first)" : "levels \(labels.prefix(3).joined(separator: ", "))"
    let more = labels.count > 3 ? " and \(labels.count - 3) more" : ""
    let remedy =
      "draw the doors of a level without any, whose rooms are closed, and check categories and widths"
    return
      "no walk is on \(named)\(more), with no place 0.6 m from all walls in a room open to visitors; \(remedy)"
  }
}
