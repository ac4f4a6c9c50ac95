public import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// Why a scan was put where it was: the reference points it was most like, and what each
/// transmitter had to say.
public struct ScanExplanation: Sendable {
  /// A reference point that was among the most alike.
  public struct Match: Hashable, Sendable {
    /// Its row in the radio map.
    public var row: Int
    /// Which walk it is of, counted from 0 in the order of import.
    public var walk: Int
    /// Its level.
    public var level: LevelKey
    /// Its place, in local metres.
    public var place: LocalPoint
    /// How unlike the scan it is by the matching's measure, 0 for the same.
    public var distance: Double
    /// How alike, 0 to 1: one less the distance for Sørensen and cosine, 1 / (1 + distance) for the
    /// others.
    public var similarity: Double
    /// Metres from the place that all matches together make; `nil` on another level.
    public var metresApart: Double?
  }

  /// What a transmitter said.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// Scan and matches hear it.
    case agreed
    /// At least half of the matches hear it, and the scan doesn't.
    case missing
    /// The scan hears it, the map does too, but none of the matches.
    case elsewhere
    /// The scan hears it and the map doesn't know it.
    case new
  }

  /// A transmitter in the scan and at the matches.
  public struct Voice: Hashable, Sendable {
    /// Who.
    public var transmitter: Transmitter
    /// What it said.
    public var verdict: Verdict
    /// Its strength in the scan, in dBm; `nil` where the scan doesn't hear it.
    public var inScan: Int8?
    /// How long before the scan's time it was heard, in milliseconds; such a reading counts for
    /// less, in scans as in maps.
    public var age: UInt32
    /// Its mean strength at the matches that hear it, in dBm; `nil` where none does.
    public var atMatches: Double?
    /// How many matches hear it.
    public var matches: Int
  }

  /// What was compared: the scan's fresh entries, each transmitter once.
  public let readings: [Reading]
  /// How many entries were left out as too old.
  public let staleReadings: Int
  /// How the scan was compared.
  public let matching: Matching
  /// The most alike reference points, nearest first.
  public let matches: [Match]
  /// The place that they make; `nil` where the map knows none of the scan's transmitters.
  public let place: LocalPoint?
  /// The level that has most of their weight.
  public let level: LevelKey?
  /// That level's share of the weight, 0 to 1.
  public let levelShare: Double?
  /// Root mean square distance of the matches from the place, in metres.
  public let spread: Double?
  /// Radius, in metres, that holds 68% of the errors where the map was surveyed.
  public let radius: Double?
  /// Whether the scan is more unlike every reference point than 95% of the scans from where was
  /// surveyed are, and so likely comes from elsewhere; `nil` without a place, or where the map
  /// doesn't know what is usual.
  public let isOutside: Bool?
  /// The transmitters, by verdict, the strongest first.
  public let voices: [Voice]

  /// Explains a scan by a radio map.
  ///
  /// Entries that are too old for the map's rows are left out as they were there.
  public init(of scan: Scan, by map: RadioMap) {
    var fresh: [Transmitter: Reading] = [:]
    for reading in scan.readings where reading.age <= Hearing.oldest {
      if let other = fresh[reading.transmitter], other.rssi >= reading.rssi { continue }
      fresh[reading.transmitter] = reading
    }
    readings = scan.readings.filter { fresh[$0.transmitter] == $0 }
    staleReadings = scan.readings.count { $0.age > Hearing.oldest }
    matching = map.matching
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    _ = matcher.match(readings)
    let estimate = NeighbourEstimate(matcher.neighbours, of: matcher.index)
    place = estimate?.place
    level = estimate.map { map.levels[$0.level] }
    levelShare = estimate?.levelShare
    spread = estimate?.spread
    radius = estimate?.radius
    isOutside = estimate?.isOutside
    matches = matcher.neighbours.map { neighbour in
      let isOnLevel = estimate.map { $0.level == Int(map.levelIndices[neighbour.row]) } ?? false
      return Match(
        row: neighbour.row, walk: Int(map.walks[neighbour.row]),
        level: map.levels[Int(map.levelIndices[neighbour.row])], place: map.places[neighbour.row],
        distance: neighbour.distance,
        similarity: Self.similarity(neighbour.distance, map.matching.distance),
        metresApart: isOnLevel
          ? estimate.map { $0.place.distance(to: map.places[neighbour.row]) } : nil)
    }
    voices = Self.voices(of: fresh, matches: matches.map(\.row), map)
  }

  private static func similarity(_ distance: Double, _ measure: Matching.Distance) -> Double {
    switch measure {
    case .sørensen, .cosine: max(0, 1 - distance)
    case .euclid, .manhattan: 1 / (1 + distance)
    }
  }

  private static func voices(
    of fresh: [Transmitter: Reading], matches rows: [Int], _ map: RadioMap
  ) -> [Voice] {
    var sums: [Transmitter: (sum: Int, count: Int)] = [:]
    for row in rows {
      for entry in map.entries(of: row) {
        let transmitter = map.transmitters[Int(map.transmitterIndices[entry])]
        let sum = sums[transmitter] ?? (0, 0)
        sums[transmitter] = (sum.sum + Int(map.rssi[entry]), sum.count + 1)
      }
    }
    let known = Set(map.transmitters)
    var voices = fresh.values.map { reading -> Voice in
      let sum = sums[reading.transmitter]
      let verdict: Verdict =
        sum != nil ? .agreed : known.contains(reading.transmitter) ? .elsewhere : .new
      return Voice(
        transmitter: reading.transmitter, verdict: verdict, inScan: reading.rssi,
        age: reading.age,
        atMatches: sum.map { Double($0.sum) / Double($0.count) }, matches: sum?.count ?? 0)
    }
    for (transmitter, sum) in sums where fresh[transmitter] == nil && 2 * sum.count >= rows.count {
      voices.append(
        Voice(
          transmitter: transmitter, verdict: .missing, inScan: nil, age: 0,
          atMatches: Double(sum.sum) / Double(sum.count), matches: sum.count))
    }
    func rank(_ voice: Voice) -> (Int, Double) {
      (
        Verdict.allCases.firstIndex(of: voice.verdict) ?? 0,
        -(voice.inScan.map(Double.init) ?? voice.atMatches ?? -128)
      )
    }
    return voices.sorted {
      rank($0) != rank($1)
        ? rank($0) < rank($1)
        : TransmitterOrder($0.transmitter) < TransmitterOrder($1.transmitter)
    }
  }
}

extension Recording {
  /// The scans that positions come from: those that heard Wi-Fi or a table's column, each with the
  /// beacons of the last seconds before it; where there are none of these, scans of beacons. What
  /// is too old to count stays in them, to be told.
  public var explainableScans: [Scan] {
    let scans = observations.compactMap { observation -> Scan? in
      if case .scan(let scan) = observation { scan } else { nil }
    }
    var assembler = ScanAssembler(hearsWiFi: scans.contains { $0.hearsWiFi })
    var readings: [Reading] = []
    return scans.compactMap { scan in
      assembler.assemble(scan, into: &readings)
      let old = scan.readings.filter { $0.age > Hearing.oldest }
      return readings.isEmpty ? nil : Scan(time: scan.time, readings: readings + old)
    }
  }
}
