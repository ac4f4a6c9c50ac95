public import IndoorGeometry
public import IndoorModel
package import IndoorPositioning

/// How far off scans are when they are located one by one, with their own group left out of the
/// radio map.
public struct RadioMapEvaluation: Sendable {
  /// One located scan.
  public struct Point: Hashable, Sendable {
    /// Which group it is of: the walk, device, day or area that was left out. Bootstrap draws whole
    /// groups.
    public var group: UInt32
    /// The true place, in local metres.
    public var place: LocalPoint
    /// The true level.
    public var level: LevelKey
    /// The device model, where known.
    public var device: String?
    /// The level it was put on; `nil` without an answer.
    public var answer: LevelKey?
    /// Horizontal distance to the true place, in metres, whatever the level; `nil` without an
    /// answer.
    public var error: Double?
    /// Whether the error is inside the stated radius; `nil` without an answer.
    public var isWithinRadius: Bool?
    /// Whether the map, without what is left out, has a row within 4 m.
    public var isSurveyed: Bool
    /// How unlike the scan the most alike row is, by the map's matching; `nil` without an answer.
    public var unlikeness: Double?
    /// Whether the match says that the scan comes from where nobody surveyed; `nil` without an
    /// answer, or where the map can't tell.
    public var isCalledOutside: Bool?

    package init(
      group: UInt32, place: LocalPoint, level: LevelKey, device: String? = nil, answer: LevelKey?,
      error: Double?, isWithinRadius: Bool? = nil, isSurveyed: Bool, unlikeness: Double? = nil,
      isCalledOutside: Bool? = nil
    ) {
      self.group = group
      self.place = place
      self.level = level
      self.device = device
      self.answer = answer
      self.error = error
      self.isWithinRadius = isWithinRadius
      self.isSurveyed = isSurveyed
      self.unlikeness = unlikeness
      self.isCalledOutside = isCalledOutside
    }

    /// The error, in metres, that EvAAL's competitions rank by, with 15 m for each level of
    /// difference and 50 m for a wrong building; `nil` without an answer.
    public var evaalError: Double? {
      guard let error, let answer else { return nil }
      return EvAALError.metres(distance: error, answer: answer, truth: level)
    }
  }

  /// The scans, row after row.
  public let points: [Point]
  /// How many scans there were. Where to locate all of them would take too long, the points are
  /// some of them, drawn at random.
  public let scanCount: Int
  /// The points' numbers among all scans, ascending.
  package let drawn: [Int]
  /// What was learned of the map's transmitters from the scans before; `nil` where each scan was
  /// located by itself.
  package private(set) var watch: TransmitterWatch?

  /// Locates a map's own rows.
  ///
  /// - Parameters:
  ///   - map: the radio map.
  ///   - walks: the walks that the map was built of, in its order.
  ///   - leaveOut: what is left out with each row.
  ///   - unheard: transmitters that what is located doesn't hear, as if they were gone.
  public init(
    of map: RadioMap, walks: [WalkLabel], leavingOut leaveOut: LeaveOut,
    unheard: Set<Transmitter> = []
  ) {
    let groups = leaveOut.groups(of: map, walks: walks)
    let nearby = SurveyedNearby(map, groups: groups)
    let matcher = NearestRows(index: NearestRowsIndex(map: map), groups: groups)
    self.init(
      DrawnScans(of: map.rowCount, matcher) { row, matcher in
        _ = matcher.match(
          map.readings(of: row).filter { !unheard.contains($0.transmitter) },
          leavingOut: groups[row])
        let walk = Int(map.walks[row])
        let level = map.levels[Int(map.levelIndices[row])]
        return Self.point(
          matcher, place: map.places[row], level: level,
          group: leaveOut == .scans ? map.walks[row] : groups[row],
          device: walks.indices.contains(walk) ? walks[walk].device : nil,
          isSurveyed: nearby.covers(map.places[row], on: level, leavingOut: groups[row]))
      })
  }

  /// Locates other walks' scans, heard as the map's rows are, by a map that knows nothing of them:
  /// each by itself.
  ///
  /// - Parameters:
  ///   - map: the radio map.
  ///   - walks: whose scans are located.
  ///   - unheard: transmitters that the scans don't hear, as if they were gone.
  ///   - offsets: what each device reads more than the map.
  public init(
    of map: RadioMap, against walks: [SurveyWalk], unheard: Set<Transmitter> = [],
    offsets: LearnedOffsets? = nil
  ) {
    let scans = HeardScan.all(of: walks, unheard: unheard, offsets: offsets)
    let nearby = SurveyedNearby(map, groups: map.walks)
    self.init(
      // They are located anew, one after the other, where what is gone is watched.
      DrawnScans(
        of: scans.count, NearestRows(index: NearestRowsIndex(map: map)),
        mostWork: DrawnScans.mostWork / 3
      ) { number, matcher in
        let scan = scans[number]
        _ = matcher.match(scan.readings, offset: scan.offset)
        return Self.point(matcher, scan, nearby)
      })
  }

  /// Locates other walks' scans, each matched without the transmitters that the scans before it, in
  /// the walks' order, have shown to be gone.
  ///
  /// - Parameters:
  ///   - map: the radio map.
  ///   - walks: whose scans are located.
  ///   - drawn: the numbers, ascending, of the scans that are.
  ///   - unheard: transmitters that the scans don't hear, as if they were gone.
  ///   - offsets: what each device reads more than the map.
  package init(
    of map: RadioMap, watching walks: [SurveyWalk], only drawn: [Int],
    unheard: Set<Transmitter> = [], offsets: LearnedOffsets? = nil
  ) {
    let scans = HeardScan.all(of: walks, unheard: unheard, offsets: offsets)
    let nearby = SurveyedNearby(map, groups: map.walks)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    var watch = TransmitterWatch(map)
    self.drawn = drawn.filter(scans.indices.contains)
    scanCount = scans.count
    points = self.drawn.map { number in
      let scan = scans[number]
      _ = watch.match(scan.readings, with: &matcher, offset: scan.offset)
      return Self.point(matcher, scan, nearby)
    }
    self.watch = watch
  }

  private init(_ scans: DrawnScans) {
    scanCount = scans.count
    drawn = scans.numbers
    points = scans.points
  }

  private static func point(
    _ matcher: NearestRows, _ scan: HeardScan, _ nearby: SurveyedNearby
  ) -> Point {
    point(
      matcher, place: scan.place, level: scan.level, group: scan.walk, device: scan.device,
      isSurveyed: nearby.covers(scan.place, on: scan.level, leavingOut: nil))
  }

  private static func point(
    _ matcher: NearestRows, place: LocalPoint, level: LevelKey, group: UInt32,
    device: String?, isSurveyed: Bool
  ) -> Point {
    let estimate = NeighbourEstimate(matcher.neighbours, of: matcher.index)
    let error = estimate.map { $0.place.distance(to: place) }
    return Point(
      group: group, place: place, level: level, device: device,
      answer: estimate.map { matcher.index.rows.levels[$0.level] }, error: error,
      isWithinRadius: error.flatMap { error in estimate.map { error <= $0.radius } },
      isSurveyed: isSurveyed, unlikeness: estimate?.nearest,
      isCalledOutside: estimate?.isOutside)
  }

  /// What the points come to.
  public var summary: EvaluationSummary { EvaluationSummary(points) }
}

extension RadioMap {
  /// A share, 0 to 1, of the map's transmitters, drawn by a seed.
  public func someTransmitters(share: Double, seed: UInt64) -> Set<Transmitter> {
    var random = SplitMix64(seed: seed)
    let drawn = transmitters.map { (transmitter: $0, lot: random.next()) }
      .sorted { $0.lot < $1.lot }
    let count = Int((Double(drawn.count) * min(1, max(0, share))).rounded())
    return Set(drawn.prefix(count).map(\.transmitter))
  }
}
