import IndoorGeometry
import IndoorModel
import IndoorSurveying
import Testing

/// An access point that is taken down, in a corridor that is walked on several days.
struct SwappedTransmitterTests {
  private static let day: Int64 = 86_400_000
  private let level = LevelKey(ordinal: 0)
  private let swapped = Transmitter.wifi(1)
  private let stays = Transmitter.wifi(2)

  /// A walk of 30 m past the access point at 15 m, which is heard within 10 m of it.
  private func walk(
    day: Int64, device: String = "A", hears: Bool, strength: Int8 = -60, offset: Double = 0,
    isTable: Bool = false, others: UInt64 = 0
  ) -> SurveyWalk {
    // Of 2026: what is of 1970 has no date.
    let start = (20_454 + day) * Self.day
    let scans = (0..<16).map { step -> Fingerprint in
      let place = LocalPoint(x: Double(step) * 2, y: offset)
      var readings = [Reading(transmitter: stays, rssi: -50)]
      readings += (0..<others).map { Reading(transmitter: .wifi(10 + $0), rssi: -70) }
      if hears, abs(place.x - 15) < 10 {
        readings.append(Reading(transmitter: swapped, rssi: strength))
      }
      return Fingerprint(
        recording: "", level: level, place: place,
        scan: Scan(time: Timestamp(milliseconds: start + Int64(step) * 2000), readings: readings))
    }
    let path = (isTable ? scans : [scans[0], scans[15]]).map {
      SurveyWalk.PathPoint(time: $0.scan.time, level: level, place: $0.place)
    }
    return SurveyWalk(
      hash: "\(day) \(device) \(hears)", recording: "w", device: device, path: path,
      fingerprints: scans)
  }

  private func isOut(_ walks: [SurveyWalk]) throws -> Bool {
    let map = try RadioMapBuilder.map(of: walks)
    #expect(map.transmitters.contains(stays))
    return !map.transmitters.contains(swapped)
  }

  @Test func `what the last two walks on other days didn't hear is out`() throws {
    let heard = walk(day: 1, hears: true)
    #expect(try !isOut([heard, walk(day: 2, hears: false)]))
    #expect(try isOut([heard, walk(day: 2, hears: false), walk(day: 3, hears: false)]))
    // Two phones on one day do, too; the same phone twice on one day is one witness.
    #expect(
      try isOut([
        heard, walk(day: 2, hears: false), walk(day: 2, device: "B", hears: false),
      ]))
    #expect(
      try !isOut([heard, walk(day: 2, hears: false), walk(day: 2, hears: false, offset: 1)]))
  }

  @Test func `what recorders of one network alone didn't hear is no evidence`() throws {
    let heard = [walk(day: 1, hears: true, others: 8), walk(day: 2, hears: true, others: 8)]
    func later(_ others: UInt64) -> [SurveyWalk] {
      [3, 4].map { walk(day: $0, hears: false, others: others) }
    }
    #expect(try isOut(heard + later(8)))
    #expect(try isOut(heard + later(4)))
    #expect(try !isOut(heard + later(0)))
    // Elsewhere more may be heard, by walks that say nothing of the corridor.
    let hall = (-4...0).map { walk(day: $0, hears: true, offset: 50, others: 60) }
    let few = [1, 3, 4].map { walk(day: $0, hears: $0 == 1, others: 1) }
    #expect(try isOut(few))
    #expect(try isOut(hall + few))
  }

  @Test func `the order of import doesn't matter`() throws {
    let walks = [
      walk(day: 3, hears: false), walk(day: 1, hears: true), walk(day: 2, hears: false),
    ]
    #expect(try isOut(walks))
  }

  @Test func `what was heard since, only weakly, or far from the walks stays`() throws {
    let later = [walk(day: 2, hears: false), walk(day: 3, hears: false)]
    #expect(try !isOut([walk(day: 1, hears: true)] + later + [walk(day: 4, hears: true)]))
    #expect(try !isOut([walk(day: 1, hears: true, strength: -70)] + later))
    #expect(try !isOut([walk(day: 1, hears: true, offset: 10.5)] + later))
    #expect(try isOut([walk(day: 1, hears: true, offset: 9.5)] + later))
  }

  /// As iPhones hear beacons alone.
  @Test func `walks that hear nothing of its kind are no witnesses`() throws {
    let beacon = Transmitter.beacon(uuidHigh: 1, uuidLow: 2, major: 3, minor: 4)
    let later = [Int64(2), 3].map { day -> SurveyWalk in
      var walk = walk(day: day, hears: false)
      for index in walk.fingerprints.indices {
        walk.fingerprints[index].scan.readings = [Reading(transmitter: beacon, rssi: -60)]
      }
      return walk
    }
    #expect(try !isOut([walk(day: 1, hears: true)] + later))
  }

  @Test func `rows of a table are nobody's walk`() throws {
    let table = [
      walk(day: 2, hears: false, isTable: true), walk(day: 3, hears: false, isTable: true),
    ]
    #expect(try !isOut([walk(day: 1, hears: true)] + table))
  }
}
