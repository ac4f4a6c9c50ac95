public import IndoorAlignment
import IndoorModel
import IndoorReport
import IndoorStorage

/// Writes a level's placed plan in a format that other programs read.
public struct ExportPlan: Sendable {
  /// What can be written.
  public typealias Format = PlanExport.Format

  /// The venue file.
  public var venue: String
  /// The level's building, where the venue has several.
  public var building: String?
  /// The level's ordinal: 0 is the ground floor.
  public var level: Int
  /// What to write.
  public var format: Format
  /// Where to write it; what belongs beside it gets the same name.
  public var output: String

  /// Makes an export.
  public init(venue: String, building: String? = nil, level: Int, format: Format, output: String) {
    self.venue = venue
    self.building = building
    self.level = level
    self.format = format
    self.output = output
  }

  /// The formats' names.
  package static var formats: [String] { Format.allCases.map(\.rawValue) }

  /// Writes the files.
  ///
  /// - Returns: their paths.
  /// - Throws: `AuthoringError` where there is no such plan, `AlignmentError`, `StorageError`,
  ///   `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> [String] {
    try OutputPlaces.check(
      PlanExport.paths(of: format, at: output), sparing: [venue], progress)
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw AuthoringError.noVenue(venue) }
    let keys = try file.placements().map(\.level)
    let found = keys.filter { $0.ordinal == level && (building ?? $0.building) == $0.building }
    guard found.count < 2 else { throw AuthoringError.severalBuildings(venue, found) }
    guard let key = found.first, let plan = try file.plan(for: key) else {
      throw AuthoringError.noPlan(venue, on: level, known: keys)
    }
    let export = try PlanExport(plan, frame: known.frame, title: key.fullTitle(in: known))
    return try export.write(as: format, to: output)
  }
}

extension AuthoringError {
  static func noPlan(_ path: String, on level: Int, known: [LevelKey]) -> AuthoringError {
    AuthoringError(
      .noPlan,
      known.isEmpty
        ? "\(path): has no placed plan; place one"
        : "\(path): has no plan on level \(level), only on \(known.sorted().map { "\($0.ordinal)" }.joined(separator: ", ")); name one of them or place one"
    )
  }
}
