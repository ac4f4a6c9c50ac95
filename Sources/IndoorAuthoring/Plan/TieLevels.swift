public import IndoorAlignment
import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorStorage

/// Places a building's plans together, so that lifts and stairs stand above each other.
///
/// It starts from the placements as `PlacePlan` left them, however often it is run.
public struct TieLevels: Sendable {
  /// The venue file.
  public var venue: String
  /// The building by id or name, where the venue has plans of several.
  public var building: String?
  /// Points of levels' pages that show a lift or stairs; the same name ties levels.
  public private(set) var ties: [LevelTieReference] = []
  /// Whether lifts and stairs are looked for on the plans, too.
  public var looksForConnectors = true
  /// Whether lifts and stairs that contradict the rest are left out, instead of only named.
  public var isRobust = false
  /// Whether the placements are stored with their ties.
  public var stores = true

  /// Makes one for a venue file.
  public init(venue: String) { self.venue = venue }

  /// Adds a tie as people write it: `NAME=LEVEL:X,Y`, the level's ordinal and a point of its page.
  ///
  /// - Throws: `AlignmentError` for anything else.
  public mutating func add(tie text: String) throws(AlignmentError) {
    let tie = try LevelTieReference(text)
    let other = ties.first { $0.connector == tie.connector && $0.ordinal == tie.ordinal }
    if let other { throw .namedTwice(tie, other) }
    ties.append(tie)
  }

  /// What tying came to.
  public struct Result: Sendable {
    /// Where the levels lie, and how well the ties hold.
    public let alignment: LevelAlignment
    /// The venue.
    public let venue: Venue
    /// The venue's own lifts and stairs.
    public let connectors: [VenueConnector]

    /// The result as JSON.
    public var json: String { alignment.json(in: venue, connectors).text(pretty: true) }

    /// The same for people.
    package var text: String {
      LevelAlignmentText(alignment, venue: venue, connectors: connectors).text
    }

    /// What should be looked at.
    package var warnings: [(code: String, message: String)] {
      alignment.warnings.map { ($0.code.rawValue, $0.message) }
    }
  }

  /// Ties the levels, and stores their placements where `stores` says so.
  ///
  /// - Throws: `AuthoringError` where there are fewer than two plans to tie, `AlignmentError`,
  ///   `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    try VenueTarget.retrying { try tie(progress) }
  }

  private func tie(_ progress: @escaping ProgressHandler) throws -> Result {
    let file = try VenueFile.open(venue, readOnly: !stores)
    guard let known = try file.venue() else { throw AuthoringError.noVenue(venue) }
    let placements = try placements(in: file, known)
    let connectors = VenueConnector.all(in: known, building: placements[0].level.building)
    var points = try given(on: placements)
    if looksForConnectors {
      points += try found(connectors, in: known, file: file, placements, besides: points, progress)
    }
    var aligner = LevelAligner(frame: known.frame)
    aligner.isRobust = isRobust
    let alignment = try aligner.align(placements, ties: points)
    if stores {
      try MayStorePlan.check(alignment.warnings, venue)
      let placed = alignment.levels.map(\.placement)
      try file.move(placed, tiles: try pictures(of: placed, in: file, known), from: placements)
      for placement in placed {
        if let before = placements.first(where: { $0.level == placement.level }),
          let sentence = StayingWalks.sentence(venue, file, placement, before: before)
        {
          progress(.warning(.walksStay, sentence))
        }
      }
    }
    return Result(alignment: alignment, venue: known, connectors: connectors)
  }

  /// The plans' pictures where they come to lie.
  private func pictures(
    of placements: [PlanPlacement], in file: VenueFile, _ known: Venue
  ) throws -> [LevelKey: RasterTiles] {
    var pictures: [LevelKey: RasterTiles] = [:]
    for placement in placements {
      guard var plan = try file.plan(for: placement.level) else { continue }
      plan.placement = placement
      pictures[placement.level] = try PlanTiles(plan, frame: known.frame).map { RasterTiles($0) }
    }
    return pictures
  }

  /// The building's placements, two or more.
  private func placements(in file: VenueFile, _ known: Venue) throws -> [PlanPlacement] {
    let building = try building.map { try BuildingName.id($0, in: known, of: venue) }
    let all = try file.placements()
    let buildings = Set(all.map(\.level.building))
    guard building != nil || buildings.count < 2 else {
      throw AuthoringError.plansOfSeveral(venue, buildings, in: known)
    }
    let these = all.filter { building == nil || $0.level.building == building }
    guard these.count > 1 else {
      throw AuthoringError.tooFewPlans(
        venue, these.count, building: building.map { BuildingName.shown($0, in: known) })
    }
    return these
  }

  /// What is named here, and what earlier runs were told of other connectors.
  private func given(on placements: [PlanPlacement]) throws -> [LevelTiePoint] {
    var points: [LevelTiePoint] = []
    for reference in ties {
      guard let placement = placements.first(where: { $0.level.ordinal == reference.ordinal })
      else { throw AuthoringError.noPlan(tie: reference, placements.map(\.level)) }
      let box = placement.page.box
      guard abs(reference.page.x - box.centre.x) <= box.width,
        abs(reference.page.y - box.centre.y) <= box.height
      else { throw AuthoringError.tieOffPage(reference, box) }
      points.removeAll { $0.level == placement.level && $0.tie.connector == reference.connector }
      points.append(reference.tie(on: placement))
    }
    var named = Set(points.map { Named(level: $0.level, connector: $0.tie.connector) })
    for placement in placements {
      for tied in placement.tying?.ties ?? [] where !tied.tie.isFound {
        let name = Named(level: placement.level, connector: tied.tie.connector)
        if !named.contains(name) {
          points.append(LevelTiePoint(level: placement.level, tie: tied.tie))
          named.insert(name)
        }
      }
    }
    if let lone = ties.first(where: { tie in
      named.count { $0.connector == tie.connector } == 1
    }) {
      throw AuthoringError.loneTie(lone)
    }
    return points
  }

  private struct Named: Hashable {
    var level: LevelKey
    var connector: String
  }

  /// What the plans' own lines show; a connector that a person named stays as he did.
  private func found(
    _ connectors: [VenueConnector], in known: Venue, file: VenueFile,
    _ placements: [PlanPlacement], besides given: [LevelTiePoint],
    _ progress: @escaping ProgressHandler
  ) throws -> [LevelTiePoint] {
    let names = Set(given.map(\.tie.connector))
    let finder = ConnectorFinder(connectors.filter { !names.contains($0.name) }, venue: known)
    let part = AuthoringProgress.Part(.lookingForConnectors, total: placements.count, progress)
    var points: [LevelTiePoint] = []
    for (done, placement) in placements.enumerated() {
      part.update(done)
      guard let plan = try file.plan(for: placement.level) else { continue }
      let found: [LevelTiePoint]?
      do {
        found = try finder.ties(of: PlanFile(stored: plan), placement: placement)
      } catch {
        guard !error.isMachineFault else { throw error }
        found = nil
      }
      if let found {
        points += found
      } else {
        progress(
          .warning(
            .connectorsNotSought,
            "level \(placement.level.ordinal): the lines of \(plan.fileName) don't lie on the level's walls surely, so no lift or stairs was looked for on it; name some"
          ))
      }
    }
    part.finish()
    return points
  }
}

extension AuthoringError {
  static func plansOfSeveral(
    _ path: String, _ buildings: Set<String>, in venue: Venue
  ) -> AuthoringError {
    AuthoringError(
      .severalBuildings,
      "\(path): has plans of the buildings \(BuildingName.shown(buildings, in: venue)); name the building"
    )
  }

  static func tooFewPlans(_ path: String, _ count: Int, building: String?) -> AuthoringError {
    AuthoringError(
      .tooFewPlans,
      "\(path): has \(count == 0 ? "no plan" : "a plan on one level only")\(building.map { " in building \($0)" } ?? ""), and tying takes two; place more"
    )
  }

  static func tieOffPage(
    _ tie: LevelTieReference, _ box: BoundingBox<PagePoint>
  ) -> AuthoringError {
    AuthoringError(
      .tieOffPage,
      "\"\(tie.text)\": lies far off the level's page, which goes from \(box.minimum.x),\(box.minimum.y) to \(box.maximum.x),\(box.maximum.y); pick a point of it"
    )
  }

  static func loneTie(_ tie: LevelTieReference) -> AuthoringError {
    AuthoringError(
      .loneTie,
      "\"\(tie.text)\": \(tie.connector) is named on this level alone, which ties nothing; name its point "
        + "on another level, too")
  }

  static func noPlan(tie: LevelTieReference, _ known: [LevelKey]) -> AuthoringError {
    AuthoringError(
      .noPlan,
      "\"\(tie.text)\": level \(tie.ordinal) has no plan, only \(known.map { "\($0.ordinal)" }.joined(separator: ", ")) have; name one of them"
    )
  }
}
