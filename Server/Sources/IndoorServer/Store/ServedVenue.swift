import IndoorAuthoring
import IndoorModel
import IndoorPositioning
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// One version of a venue file. What is asked of it is read when it is first asked for, once.
final class ServedVenue: Sendable {
  let id: String
  let path: String
  let stamp: VenueStamp

  private let ground = Once<PositioningGround>()
  private let surveyGround = Once<PlaceWalks.Ground?>()
  private let units = Once<UnitLists>()
  private let copy = Once<VenueCopy>()
  private let description = Once<DescribeVenue.Result>()
  private let check = Once<SurveyCheckReport>()
  private let measured = Once<CoverageResult>()
  private let paths = Once<String>()
  /// The plans that lie in the file.
  let planHashes = PlanHashes()

  init(id: String, path: String, stamp: VenueStamp) {
    self.id = id
    self.path = path
    self.stamp = stamp
  }

  /// What positions are made by.
  func positioning() async throws -> PositioningGround {
    try await kept(ground) { path in
      let file = try VenueFile.open(path, readOnly: true)
      // Where there is no venue or no map, this says so.
      let map = try file.positioningMap()
      let buildings = Set(try file.levels()?.levels.map(\.key.building) ?? [])
      let transmitters = Set(try file.radioMap()?.transmitters ?? [])
      var identity = Hasher()
      identity.combine(try file.venue())
      identity.combine(try file.radioMapVersions().last)
      identity.combine(transmitters)
      return PositioningGround(
        map: map, transmitters: transmitters, namesBuildings: buildings.count > 1,
        identity: identity.finalize())
    }
  }

  /// What uploaded walks are placed on; `nil` where nobody has drawn the venue.
  func surveying() async throws -> PlaceWalks.Ground? {
    try await kept(surveyGround) { try PlaceWalks.Ground($0) }
  }

  /// The units of each level.
  func unitLists() async throws -> UnitLists {
    try await kept(units) { UnitLists(try ReadVenue(venue: $0).run()) }
  }

  /// A copy that nobody writes to.
  func fileCopy() async throws -> VenueCopy {
    try await kept(copy) { try VenueCopy(of: $0) }
  }

  /// What the file holds.
  func describe() async throws -> DescribeVenue.Result {
    try await kept(description) { try DescribeVenue(venue: $0).run() }
  }

  /// What is wrong with its survey.
  func problems() async throws -> SurveyCheckReport {
    try await kept(check) { try CheckSurvey(venue: $0).run() }
  }

  /// What is surveyed, and where to walk next.
  func coverage() async throws -> CoverageResult {
    try await kept(measured) { try MeasureCoverage(venue: $0).run() }
  }

  /// The survey's walks as lines, as GeoJSON.
  func walkPaths() async throws -> String {
    try await kept(paths) { try WalkPaths.geoJSON(of: $0) }
  }

  private func kept<Value: Sendable>(
    _ once: Once<Value>, _ read: @escaping @Sendable (_ path: String) throws -> Value
  ) async throws -> Value {
    let path = path
    return try await naming { try await once.value { try read(path) } }
  }

  /// Does something with the file; errors name the venue's id and no path.
  func naming<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as any IndoorError {
      throw NamedProblem(problem: Problem(error).naming(path, id))
    }
  }
}

/// What positions of a venue are made by, and written with.
struct PositioningGround: Sendable {
  let map: PositioningMap
  /// What the radio map knows.
  let transmitters: Set<Transmitter>
  /// Whether positions have to say which building they are in.
  let namesBuildings: Bool
  /// What tells a venue and its radio map from others, while the server runs.
  let identity: Int

  /// A position as GeoJSON.
  func text(of position: Position, session: String? = nil) -> String {
    PositionFeature.text(of: position, namesBuildings: namesBuildings, session: session)
  }
}

/// A value that is made when it is first asked for. Where that fails it is tried again by the next
/// who asks.
actor Once<Value: Sendable> {
  private var task: Task<Value, any Error>?

  func value(_ make: @escaping @Sendable () throws -> Value) async throws -> Value {
    let task = task ?? Task { try await Blocking.run(make) }
    self.task = task
    do {
      return try await task.value
    } catch {
      self.task = nil
      throw error
    }
  }
}
