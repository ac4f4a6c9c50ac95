import IndoorGeometry
public import IndoorModel

/// Builds a radio map from surveyed walks.
///
/// A row is a scan as it is located, too (`ScanAssembler`), with its place; what was heard some
/// time before fades with its age. Transmitters that walks of a month later no longer heard are
/// retired, and so are those that the last two walks past them didn't hear: they leave the map, and
/// with them rows that hear nothing else. The same walks in the same order give the same map to the
/// byte.
///
/// What a walk gives depends on nothing but the walk (`rows(of:)`), so it may be kept and added
/// again instead of the walk; what depends on all of them (the order of transmitters and levels,
/// who is retired) is worked out anew by `map()`.
public struct RadioMapBuilder: Sendable {
  /// What may be tuned.
  public struct Parameters: Hashable, Sendable {
    /// The oldest reading that a row takes, in milliseconds.
    var oldest = Hearing.oldest
    /// Seconds after which a reading's strength above -100 dBm has fallen to 1/e.
    var fading = Hearing.fading
    /// Whether transmitters that a renewed survey no longer heard are left out.
    public var retires: Bool

    /// The defaults; a survey's checks want what is retired, too.
    public init(retires: Bool = true) { self.retires = retires }
  }

  let parameters: Parameters
  private var walks: [WalkRows] = []
  private var labels: [WalkLabel?] = []
  /// Why a walk could not be added.
  private var failure: SurveyError?

  /// Makes a builder without walks.
  public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Builds a map of walks. Its matching is the literature's; `withChosenMatching()` has the one
  /// that these walks ask for.
  ///
  /// - Throws: `.tooManyLevels`.
  public static func map(
    of walks: [SurveyWalk], parameters: Parameters = Parameters()
  ) throws(SurveyError) -> RadioMap {
    var builder = RadioMapBuilder(parameters: parameters)
    for walk in walks { builder.add(walk) }
    return try builder.map()
  }

  /// Adds a walk.
  public mutating func add(_ walk: SurveyWalk) {
    do {
      add(try rows(of: walk), of: WalkLabel(walk))
    } catch {
      failure = error
    }
  }

  /// Adds a walk by its rows, as `rows(of:)` of a builder with the same recipe gave them.
  ///
  /// - Parameters:
  ///   - rows: what a walk gives.
  ///   - label: whose walk it was; without it the walk is no evidence of what was taken down.
  public mutating func add(_ rows: WalkRows, of label: WalkLabel? = nil) {
    walks.append(rows)
    labels.append(label.flatMap { $0.isTable ? nil : $0 })
  }

  /// The map of the walks so far, numbered in the order they were added. Transmitters stand in an
  /// order of their own, whatever walk heard them first.
  ///
  /// - Throws: `.tooManyLevels` for more levels than a map can number.
  public func map() throws(SurveyError) -> RadioMap { try build().map }

  /// A map, and what it does without.
  package struct Built {
    /// The map.
    package var map: RadioMap
    /// Transmitters that the last two walks past them didn't hear.
    package var swapped: [Transmitter] = []
    /// Others that walks of a month later didn't hear.
    package var retired: [Transmitter] = []
  }

  /// The map, and which transmitters it does without.
  package func build() throws(SurveyError) -> Built {
    if let failure { throw failure }
    let whole = try wholeMap()
    guard parameters.retires else { return Built(map: whole) }
    let times = walks.flatMap(\.times)
    let retired = RetiredTransmitters(times: times).find(in: whole)
    let swapped = SwappedTransmitters(times: times, labels: labels).find(in: whole)
    func named(_ indices: Set<UInt32>) -> [Transmitter] {
      indices.sorted().map { whole.transmitters[Int($0)] }
    }
    return Built(
      map: whole.removing(retired.union(swapped)) ?? whole, swapped: named(swapped),
      retired: named(retired.subtracting(swapped)))
  }

  /// The map with what a renewed survey no longer heard.
  private func wholeMap() throws(SurveyError) -> RadioMap {
    var known: (levels: Set<LevelKey>, transmitters: Set<Transmitter>) = ([], [])
    for walk in walks {
      known.levels.formUnion(walk.map.levels)
      known.transmitters.formUnion(walk.map.transmitters)
    }
    let levels = known.levels.sorted()
    let transmitters = known.transmitters.inOrder
    let levelNumbers = Dictionary(
      uniqueKeysWithValues: zip(levels, levels.indices.map { UInt16(truncatingIfNeeded: $0) }))
    let ranks = Dictionary(
      uniqueKeysWithValues: zip(
        transmitters, transmitters.indices.map { UInt32(truncatingIfNeeded: $0) }))
    var columns = Columns(walks)
    for (number, walk) in walks.enumerated() {
      columns.append(
        walk.map, number: UInt32(truncatingIfNeeded: number),
        levels: walk.map.levels.map { levelNumbers[$0] ?? 0 },
        transmitters: walk.map.transmitters.map { ranks[$0] ?? 0 })
    }
    let map = RadioMap(
      levels: levels, transmitters: transmitters, places: columns.places,
      levelIndices: columns.levelIndices, walks: columns.walks, rowStarts: columns.rowStarts,
      transmitterIndices: columns.transmitterIndices, rssi: columns.rssi)
    // All shapes agree by construction; only 65,536 levels can't be numbered.
    guard let map else { throw .tooManyLevels(levels.count) }
    return map
  }
}

/// The columns of a map that walks are appended to.
private struct Columns {
  var places: [LocalPoint] = []
  var levelIndices: [UInt16] = []
  var walks: [UInt32] = []
  var rowStarts: [UInt32] = [0]
  var transmitterIndices: [UInt32] = []
  var rssi: [Int8] = []

  init(_ walks: [WalkRows]) {
    let rows = walks.reduce(0) { $0 + $1.map.rowCount }
    let entries = walks.reduce(0) { $0 + $1.map.rssi.count }
    places.reserveCapacity(rows)
    levelIndices.reserveCapacity(rows)
    self.walks.reserveCapacity(rows)
    rowStarts.reserveCapacity(rows + 1)
    transmitterIndices.reserveCapacity(entries)
    rssi.reserveCapacity(entries)
  }

  /// Appends a walk; `levels` and `transmitters` are the whole map's numbers of the walk's own.
  mutating func append(_ map: RadioMap, number: UInt32, levels: [UInt16], transmitters: [UInt32]) {
    let base = rssi.count
    // More than a map can number is left out.
    guard UInt32(exactly: base + map.rssi.count) != nil else { return }
    places += map.places
    levelIndices += map.levelIndices.lazy.map { levels[Int($0)] }
    walks += repeatElement(number, count: map.rowCount)
    rowStarts += map.rowStarts.lazy.dropFirst().map { UInt32(base) + $0 }
    transmitterIndices += map.transmitterIndices.lazy.map { transmitters[Int($0)] }
    rssi += map.rssi
  }
}
