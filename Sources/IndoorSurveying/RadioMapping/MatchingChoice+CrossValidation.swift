import IndoorGeometry
public import IndoorModel
import IndoorPositioning

/// Chooses how scans are compared with a venue's radio map: representation, distance and number of
/// neighbours, by cross-validation over whole walks.
///
/// Each of some hundred rows, spread evenly over the map, is located by the rows of all other
/// walks. Leaving out single scans would choose one neighbour everywhere, because the next scan of
/// the same walk is the best match there is.
///
/// Walks are few, and what is best on them by chance is not best on the next ones: unless another
/// representation or distance is better than the literature's by two standard errors, that is kept,
/// and only the neighbours' number and weights are the venue's own (after the rule of Breiman et
/// al. 1984, "Classification and regression trees", section 3.4.3). Rows that no other walk came
/// near say nothing of how to match, and don't count where there are enough others.
///
/// In a table whose rows are nobody's walks, a walk is a scan, and leaving that out flatters
/// whatever is sharpest: there the literature's representation and distance are kept in any case.
extension MatchingChoice {
  private static let representations: [Matching.Representation] = [
    .powed(exponent: 1), .powed(exponent: 2), .powed(exponent: 2.718281828459045),
    .exponential(scale: 24),
  ]
  private static let counts = [3, 5, 7, 9, 11, 13, 17, 21]
  /// The sharpness that neighbours are weighed with where distances are 0 to 1, beside one over the
  /// distance: what the filter over particles weighs likeness with, too.
  private static let sharpness = 60.0
  /// The penalty of a squared decibel where radio offsets are tried. On UJIIndoorLoc's training
  /// rows, each phone located by the others' rows, from 0.0006 to 0.002 all do as well.
  private static let offsetPenalty = 0.001

  /// Chooses for a map, or `nil` where there are no two walks to compare.
  ///
  /// - Parameters:
  ///   - map: the radio map.
  ///   - sample: how many rows to locate at most.
  public init?(for map: RadioMap, sample: Int = 600) {
    guard Set(map.walks).count > 1 else { return nil }
    let sampled = Self.rows(of: map, sample: sample)
    var candidates: [Candidate] = []
    let literature = Matching.literature
    let hasWalks = map.rowCount >= 2 * Set(map.walks).count
    for representation in Self.representations {
      for distance in Matching.Distance.allCases {
        let isUsual =
          representation == literature.representation && distance == literature.distance
        guard hasWalks || isUsual else { continue }
        // Neighbours are the same however they are weighed.
        let searches = (isUsual ? [0, Self.offsetPenalty] : [0]).map { penalty in
          Search(
            for: Matching(
              representation: representation, distance: distance,
              neighbours: Self.counts.last ?? 21, offsetPenalty: penalty),
            map: map, rows: sampled)
        }
        for sharpness in distance.isBounded ? [0, Self.sharpness] : [0] {
          for search in searches {
            candidates += Self.candidates(search, sharpness: sharpness, map)
          }
        }
      }
    }
    let usual = candidates.filter {
      $0.matching.representation == literature.representation
        && $0.matching.distance == literature.distance
    }
    guard let best = candidates.min(by: { $0.evaalError < $1.evaalError }),
      let bestUsual = usual.min(by: { $0.evaalError < $1.evaalError }),
      let standard = usual.first(where: {
        $0.matching.neighbours == literature.neighbours
          && $0.matching.sharpness == literature.sharpness
          && $0.matching.offsetPenalty == literature.offsetPenalty
      })
    else { return nil }
    let isWithin =
      bestUsual.evaalError <= best.evaalError + 2 * best.standardError
    self.init(chosen: isWithin ? bestUsual : best, standard: standard, rows: sampled.count)
  }

  /// Rows spread evenly over those that another walk came near, or over all where those are under a
  /// hundred.
  private static func rows(of map: RadioMap, sample: Int) -> [Int] {
    let nearby = SurveyedNearby(map, groups: map.walks)
    let covered = (0..<map.rowCount).filter { row in
      nearby.covers(
        map.places[row], on: map.levels[Int(map.levelIndices[row])], leavingOut: map.walks[row])
    }
    let rows = covered.count >= 100 ? covered : Array(0..<map.rowCount)
    func spread(_ count: Int) -> [Int] {
      rows.count > count ? (0..<count).map { rows[$0 * rows.count / count] } : rows
    }
    // Where every row hears thousands of transmitters, as in tables, fewer rows have to do.
    let share = mostCompared / max(1, compared(by: spread(sample), in: map))
    return share < 1 ? spread(max(100, Int(Double(sample) * share))) : spread(sample)
  }

  /// Readings that rows are compared with by one search: each with all of its transmitter.
  private static func compared(by rows: [Int], in map: RadioMap) -> Double {
    var heard = [Double](repeating: 0, count: map.transmitters.count)
    for transmitter in map.transmitterIndices { heard[Int(transmitter)] += 1 }
    return rows.reduce(into: 0.0) { sum, row in
      for entry in map.entries(of: row) { sum += heard[Int(map.transmitterIndices[entry])] }
    }
  }

  /// Readings that may be compared by one search: some seconds of a core for all of them.
  private static let mostCompared = 2.5e9

  /// The nearest rows of other walks to each of some rows.
  private struct Search {
    let index: NearestRowsIndex
    private(set) var found: [(row: Int, neighbours: ContiguousArray<Neighbour>)] = []

    init(for matching: Matching, map: RadioMap, rows: [Int]) {
      index = NearestRowsIndex(map: map, matching: matching)
      var matcher = NearestRows(index: index, groups: map.walks)
      for row in rows
      where matcher.match(map.readings(of: row), leavingOut: map.walks[row]) > 0 {
        found.append((row, matcher.neighbours))
      }
    }
  }

  private static func candidates(
    _ search: Search, sharpness: Double, _ map: RadioMap
  ) -> [Candidate] {
    var matching = search.index.matching
    matching.sharpness = sharpness
    var evaalErrors = [[Double]](repeating: [], count: counts.count)
    var errors = evaalErrors
    var spreads = evaalErrors
    var nearest: [Double] = []
    var walks: [UInt32] = []
    for (row, neighbours) in search.found {
      guard let first = neighbours.first else { continue }
      walks.append(map.walks[row])
      nearest.append(first.distance)
      for (slot, count) in counts.enumerated() {
        guard
          let estimate = NeighbourEstimate(
            neighbours, of: search.index, count: count, matching: matching)
        else { continue }
        let truth = map.levels[Int(map.levelIndices[row])]
        let level = map.levels[estimate.level]
        let error = estimate.place.distance(to: map.places[row])
        evaalErrors[slot].append(EvAALError.metres(distance: error, answer: level, truth: truth))
        errors[slot].append(error)
        spreads[slot].append(estimate.spread)
      }
    }
    let usual = ErrorStatistics(nearest).percentile(95) ?? 0
    return counts.indices.compactMap { slot in
      var candidate = matching
      candidate.neighbours = counts[slot]
      candidate.radiusPerSpread = 1
      candidate.usualDistance = usual
      let ratios = nearest.indices.map { row in
        errors[slot][row] / candidate.radius(spread: spreads[slot][row], nearest: nearest[row])
      }
      guard let mean = ErrorStatistics(evaalErrors[slot]).mean,
        let ratio = ErrorStatistics(ratios).percentile(68)
      else { return nil }
      candidate.radiusPerSpread = min(100, max(0.1, ratio))
      return Candidate(
        matching: candidate, evaalError: mean,
        standardError: standardError(of: evaalErrors[slot], mean: mean, walks: walks))
    }
  }

  /// Cluster-robust standard error of a mean: √Σ(each walk's sum of deviations)² / n.
  private static func standardError(of errors: [Double], mean: Double, walks: [UInt32]) -> Double {
    var sums: [UInt32: Double] = [:]
    for (error, walk) in zip(errors, walks) { sums[walk, default: 0] += error - mean }
    // Summed in the walks' order, so that equal maps give equal choices.
    let squares = sums.sorted { $0.key < $1.key }.reduce(0.0) { $0 + $1.value * $1.value }
    return squares.squareRoot() / Double(max(1, errors.count))
  }
}

extension RadioMap {
  /// What was heard at a row.
  package func readings(of row: Int) -> [Reading] {
    entries(of: row).map {
      Reading(transmitter: transmitters[Int(transmitterIndices[$0])], rssi: rssi[$0])
    }
  }
}
