import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorSurveying
import Testing

/// What a phone heard is one scan, whoever takes it.
@Suite struct HearingTests {
  /// What phones hear: Wi-Fi and beacons, or on iOS beacons alone.
  enum Phone: CaseIterable {
    case android
    case iOS
  }

  private static let level = LevelKey(ordinal: 0)
  private static let frame = LocalFrame(origin: Coordinate(latitude: 45, longitude: 7))

  /// A minute's walk: Wi-Fi every three seconds, some of it remembered for up to half a minute, and
  /// packets of beacons at other moments.
  private static func scans(_ phone: Phone, seed: UInt64) -> [Scan] {
    var random = SplitMix64(seed: seed)
    var scans: [Scan] = []
    for tenth in 0..<600 {
      var readings: [Reading] = []
      if tenth % 30 == 0, phone == .android {
        for address in 1...12 as ClosedRange<UInt64> where Int.random(in: 0..<3, using: &random) > 0
        {
          readings.append(
            Reading(
              transmitter: .wifi(address), rssi: .random(in: -90 ... -40, using: &random),
              age: Bool.random(using: &random) ? 0 : .random(in: 0...30_000, using: &random)))
        }
      }
      if tenth % 7 == 3 {
        readings.append(
          Reading(
            transmitter: .bluetooth(.random(in: 1...6, using: &random)),
            rssi: .random(in: -90 ... -50, using: &random)))
      }
      if !readings.isEmpty {
        scans.append(Scan(time: Timestamp(milliseconds: Int64(tenth) * 100), readings: readings))
      }
    }
    return scans
  }

  private static func walk(_ scans: [Scan]) -> SurveyWalk {
    SurveyWalk(
      hash: "w", recording: "w", path: [],
      fingerprints: scans.map { scan in
        Fingerprint(
          recording: "w", level: level,
          place: LocalPoint(x: scan.time.seconds(since: Timestamp(microseconds: 0)), y: 0),
          scan: scan)
      })
  }

  private static func heard(_ map: RadioMap, row: Int) -> [Transmitter: Int8] {
    Dictionary(
      map.entries(of: row).map {
        (map.transmitters[Int(map.transmitterIndices[$0])], map.rssi[$0])
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Decibels above -100 dBm fall to 1/e in twelve seconds: worked out a millisecond at a time, as
  /// nobody else does.
  private static func faded(_ reading: Reading) -> Double {
    var share = 1.0
    for _ in 0..<reading.age { share -= share / 12_000 }
    return -100 + (Double(reading.rssi) + 100) * share
  }

  @Test(arguments: Phone.allCases, 1...3 as ClosedRange<UInt64>)
  func `rows, positions, explanations and evaluations have the same scans of the same readings`(
    phone: Phone, seed: UInt64
  ) throws {
    let scans = Self.scans(phone, seed: seed)
    let explained = Recording(id: "w", observations: scans.map { .scan($0) }).explainableScans
    #expect(explained.count >= 20)

    let rows = try RadioMapBuilder().rows(of: Self.walk(scans))
    #expect(rows.times == explained.map(\.time.microseconds))
    for (row, scan) in explained.enumerated() {
      let heard = Self.heard(rows.map, row: row)
      let counted = scan.readings.filter { $0.age <= 20_000 }
      for reading in counted {
        if let rssi = heard[reading.transmitter] {
          #expect(abs(Double(rssi) - Self.faded(reading)) < 0.52, "to a whole decibel")
        } else {
          #expect(Self.faded(reading) < -99.4, "nothing is left of it")
        }
      }
      #expect(Set(heard.keys).isSubset(of: counted.map(\.transmitter)))
    }

    let map = try RadioMapBuilder.map(
      of: (1...4).map { Self.walk(Self.scans(phone, seed: seed + 10 * $0)) })
    var parameters = Positioner.Parameters()
    parameters.scanAlone = true
    var positioner = Positioner(
      map: PositioningMap(frame: Self.frame, map: map), parameters: parameters)
    let positions = scans.compactMap { scan in
      positioner.update(.scan(scan)).map { (scan: scan.time, position: $0) }
    }.filter { positioned in explained.contains { $0.time == positioned.scan } }
    #expect(positions.map(\.scan) == explained.map(\.time))
    for (positioned, scan) in zip(positions, explained) {
      let explanation = ScanExplanation(of: scan, by: map)
      #expect(positioned.position.place == explanation.place)
      #expect(positioned.position.horizontalAccuracy == explanation.radius)
      #expect(positioned.position.levelConfidence == explanation.levelShare)
    }

    let tried = RadioMapEvaluation(of: map, against: [Self.walk(scans)]).points
    #expect(tried.count == explained.count)
    for (point, scan) in zip(tried, explained) {
      let place: LocalPoint? = ScanExplanation(of: scan, by: map).place
      #expect(point.error == place?.distance(to: point.place))
    }
  }

  @Test func `some of what the phones report is too old to count`() {
    let stale = Self.scans(.android, seed: 1).flatMap(\.readings).count { $0.age > 20_000 }
    #expect(stale > 10)
  }
}
