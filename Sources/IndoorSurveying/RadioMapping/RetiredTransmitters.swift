import IndoorGeometry
import IndoorModel

/// Finds transmitters that a renewed survey no longer heard.
///
/// A transmitter is retired where walks that began at least a month after it was last heard came
/// within 4 m of half of the places, and of three of them at least, where it had been heard well
/// (-80 dBm or more): those walks would have heard it (`SurveyEvidence`).
struct RetiredTransmitters {
  /// Microseconds that a renewed survey is younger: access points fail for a day and come back.
  static let renewal: Int64 = 30 * 86_400_000_000
  /// Strength, in dBm, from which on a transmitter is missed where it isn't heard.
  static let well: Int8 = -80
  /// How many of its places must have been walked again, and what share of them.
  static let fewest = 3, share = 0.5

  /// When each row was taken, in microseconds of its walk's clock. Shape: rows.
  let times: [Int64]

  /// The retired ones, as indices into the map's transmitters.
  func find(in map: RadioMap) -> Set<UInt32> {
    guard times.count == map.rowCount, let newest = times.max() else { return [] }
    let evidence = SurveyEvidence(map, times: times)
    let last = evidence.lastHeard()
    func isOld(_ transmitter: Int, at time: Int64) -> Bool {
      let (due, overflow) = last[transmitter].addingReportingOverflow(Self.renewal)
      return !overflow && due <= time
    }
    let old = Set(last.indices.filter { isOld($0, at: newest) })
    guard !old.isEmpty else { return [] }

    var places = [Int](repeating: 0, count: map.transmitters.count)
    var missed = places
    for kind in HeardKinds.Kind.allCases {
      let asked = old.filter { HeardKinds.Kind(map.transmitters[$0]) == kind }
      guard !asked.isEmpty else { continue }
      let nearby = SurveyedNearby(map, times: evidence.times(of: kind))
      for row in 0..<map.rowCount {
        let heard = map.entries(of: row).filter {
          map.rssi[$0] >= Self.well && asked.contains(Int(map.transmitterIndices[$0]))
        }
        guard !heard.isEmpty else { continue }
        let level = map.levels[Int(map.levelIndices[row])]
        let visit = nearby.newest(near: map.places[row], on: level) ?? times[row]
        for entry in heard {
          let transmitter = Int(map.transmitterIndices[entry])
          places[transmitter] += 1
          if isOld(transmitter, at: visit) { missed[transmitter] += 1 }
        }
      }
    }
    return Set(
      old.filter {
        missed[$0] >= Self.fewest && Double(missed[$0]) >= Self.share * Double(places[$0])
      }.map { UInt32(truncatingIfNeeded: $0) })
  }
}
