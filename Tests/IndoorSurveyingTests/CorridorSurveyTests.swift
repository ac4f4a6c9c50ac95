import IndoorGeometry
import IndoorModel
import IndoorSurveying
import TestWorlds
import Testing

/// A corridor of 60 m that was surveyed well has no finding at all; what is taken away has one.
@Suite struct CorridorSurveyTests {
  private static let level = LevelKey(ordinal: 0)
  private static let outline = Polygon(exterior: [
    LocalPoint(x: 0, y: 0), LocalPoint(x: 60, y: 0), LocalPoint(x: 60, y: 3),
    LocalPoint(x: 0, y: 3),
  ])

  private static func ground(hasOutline: Bool = true) -> SurveyGround {
    SurveyGround(levels: [
      SurveyGround.LevelGround(
        key: level, label: "G", outline: hasOutline ? [outline] : [],
        walkable: hasOutline ? [outline] : [])
    ])
  }

  /// A walk from one end to the other, a scan a metre and a second, past an access point every 10
  /// m.
  private static func walk(_ number: Int, isBack: Bool, names: UInt64 = 1) -> SurveyWalk {
    func place(_ second: Int) -> LocalPoint {
      LocalPoint(x: isBack ? 59.5 - Double(second) : 0.5 + Double(second), y: 1.5)
    }
    func time(_ second: Int) -> Timestamp {
      Timestamp(milliseconds: Int64(1_700_000_000_000 + number * 100_000 + second * 1000))
    }
    let fingerprints = (0..<60).map { second in
      let readings = (0..<UInt64(7)).flatMap { point -> [Reading] in
        let distance = max(1, abs(place(second).x - 10 * Double(point)))
        let noise = (second * 7 + Int(point) * 3 + number * 5) % 6
        let rssi = Int8(-38 - Int(20 * distance.squareRoot() / 2) - noise)
        return (0..<names).map { name in
          Reading(
            transmitter: .wifi(0x0A00_0000_0000 + point << 8 + name),
            rssi: rssi - Int8((second + Int(name)) % 2))
        }
      }
      return Fingerprint(
        recording: "\(number)", level: level, place: place(second),
        scan: Scan(time: time(second), readings: readings))
    }
    return SurveyWalk(
      hash: "\(number)", recording: "walk \(number)", device: "phone",
      remarks: SurveyWalk.Remarks(),
      path: [0, 30, 59].map {
        SurveyWalk.PathPoint(time: time($0), level: level, place: place($0))
      },
      fingerprints: fingerprints)
  }

  private static let clean = [walk(0, isBack: false), walk(1, isBack: true)]

  @Test func `a corridor walked both ways has no finding`() throws {
    #expect(try MuseumSurvey.counts(Self.clean, on: Self.ground()) == [:])
  }

  @Test func `a corridor walked one way has its direction missing`() throws {
    let walks = [Self.walk(0, isBack: false), Self.walk(1, isBack: false)]
    #expect(try MuseumSurvey.counts(walks, on: Self.ground()) == [.oneDirection: 1])
  }

  @Test func `a corridor scanned seldom has few scans`() throws {
    let walks = Self.clean.map { walk in
      var walk = walk
      walk.fingerprints = walk.fingerprints.enumerated().filter { $0.offset % 4 == 0 }.map(
        \.element)
      return walk
    }
    #expect(try MuseumSurvey.counts(walks, on: Self.ground()) == [.fewScans: 1])
  }

  @Test func `several names of one radio are told`() throws {
    let walks = [Self.walk(0, isBack: false, names: 4), Self.walk(1, isBack: true, names: 4)]
    #expect(try MuseumSurvey.counts(walks, on: Self.ground()) == [.virtualTransmitters: 1])
  }

  /// The zeros and ones that programs write for "none", a group's address (IEEE 802-2014, 8.2.2:
  /// the lowest bit of the first octet) and what Android documents for apps without permission.
  @Test(arguments: [
    (0x0000_0000_0000, true), (0xFFFF_FFFF_FFFF, true), (0x0200_0000_0000, true),
    (0x0100_5E00_0001, true), (0x0200_0000_0001, false), (0x00FF_0000_0000, false),
  ])
  func `addresses that stand for none are told`(address: UInt64, isTold: Bool) throws {
    let walks = Self.clean.map { walk in
      var walk = walk
      for i in walk.fingerprints.indices {
        walk.fingerprints[i].scan.readings.append(
          Reading(transmitter: .wifi(address), rssi: -80))
      }
      return walk
    }
    #expect(
      try MuseumSurvey.counts(walks, on: Self.ground()) == (isTold ? [.placeholderAddress: 1] : [:])
    )
  }

  @Test func `without an outline gaps can't be told`() throws {
    #expect(
      try MuseumSurvey.counts(Self.clean, on: Self.ground(hasOutline: false)) == [.noGround: 1])
  }

  @Test func `half a corridor is a gap of the other half less what a scan reaches`() throws {
    let walks = Self.clean.map { walk in
      var walk = walk
      walk.fingerprints.removeAll { $0.place.x > 20 }
      return walk
    }
    var survey = Survey(ground: Self.ground())
    for walk in walks { survey.add(walk) }
    let findings = try SurveyCheck(survey).findings
    #expect(findings.map(\.rule) == [.coverageGap])
    // Cells of 4 m whose middle is over 6 m from the last scan at 19.5: from 24 on, 36 m of 3 m.
    #expect(abs((findings.first?.weight ?? 0) - 36 * 3) < 1e-6)
    #expect(findings.first?.area.count == 9)
  }

  @Test func `hostile places and times are no trap`() throws {
    var walk = Self.walk(0, isBack: false)
    for (index, place) in [
      LocalPoint(x: 1e300, y: -1e300), LocalPoint(x: 1e18, y: 0), LocalPoint(x: -5e9, y: 5e9),
    ].enumerated() {
      walk.path[index].place = place
      walk.fingerprints[index].place = place
    }
    walk.path[0].time = Timestamp(microseconds: .max)
    walk.path[1].time = Timestamp(microseconds: .min)
    walk.fingerprints[5].scan.time = Timestamp(microseconds: .min)
    walk.fingerprints[6].level.ordinal = .max
    walk.remarks = SurveyWalk.Remarks(
      unplacedScans: .max, unplacedWaypoints: .max, clockStepBack: 1e300, longestSilence: 1e300)
    var single = Self.walk(1, isBack: true)
    single.path = [single.path[0]]
    single.fingerprints = []
    var survey = Survey(ground: Self.ground())
    for walk in [walk, single] { survey.add(walk) }
    _ = try? SurveyCheck(survey)
  }
}
