import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

@Suite struct SurveyPhonesTests {
  /// Three phones walk the same corridor past an access point every 6 m; each adds its own decibels
  /// to what all hear.
  private func walks(_ decibels: [Int8], metres: Range<Int> = 0..<60) -> [SurveyWalk] {
    decibels.enumerated().map { number, added in
      let fingerprints = metres.map { metre in
        let readings = (0..<11).map { point in
          let distance = max(1, abs(Double(metre) - 6 * Double(point)))
          let noise = (metre * 7 + point * 5 + number * 3) % 5 - 2
          return Reading(
            transmitter: .wifi(UInt64(point)),
            rssi: Int8(-45 - distance.rounded()) + added + Int8(noise))
        }
        return Fingerprint(
          recording: "\(number)", level: LevelKey(ordinal: 0),
          place: LocalPoint(x: Double(metre), y: 0),
          scan: Scan(time: Timestamp(milliseconds: Int64(metre) * 1000), readings: readings))
      }
      return SurveyWalk(
        hash: "\(number)", recording: "\(number)", device: "phone \(number)", path: [],
        fingerprints: fingerprints)
    }
  }

  private func offsets(_ walks: [SurveyWalk]) throws -> [Double?] {
    let map = try RadioMapBuilder.map(of: walks)
    let phones = try #require(SurveyPhones(of: map, walks: walks.map { WalkLabel($0) }))
    return phones.phones.map { $0.offset?.decibels }
  }

  @Test func `what each phone reads is told beside the survey as a whole`() throws {
    let found = try offsets(walks([-5, -1, 6])).map { try #require($0) }
    for (offset, true_) in zip(found, [-5.0, -1, 6]) { #expect(abs(offset - true_) < 1) }
    #expect(abs(found.reduce(0, +)) < 1e-6)
  }

  @Test func `a phone that was nowhere where others were has none`() throws {
    var walks = walks([0, 4, -8])
    for at in walks[2].fingerprints.indices { walks[2].fingerprints[at].place.y = 500 }
    let found = try offsets(walks)
    #expect(found[2] == nil)
    #expect(abs(try #require(found[1]) - (try #require(found[0])) - 4) < 1)
  }

  /// As where each session of a crowd calls itself a phone. By 32 others of one scan each, of 6 dB,
  /// and 1 dB for what two phones have in common, an offset is known to √((36 + 1) / 32) dB.
  @Test func `of a crowd in one place each phone is compared with a few alone`() throws {
    let decibels = (0..<400).map { Int8($0 % 3) * 4 - 4 }
    let walks = walks(decibels, metres: 0..<1)
    let map = try RadioMapBuilder.map(of: walks)
    let phones = try #require(SurveyPhones(of: map, walks: walks.map { WalkLabel($0) })).phones
    #expect(phones.count == 400)
    for phone in phones {
      let number = try #require(Int(phone.name.dropFirst("phone ".count)))
      let noise = number * 3 % 5 - 2
      let offset = try #require(phone.offset)
      #expect(abs(offset.decibels - Double(Int(decibels[number]) + noise)) < 1.5)
    }
    let known = phones.compactMap(\.offset?.accuracy)
    #expect(known.count { $0 < 1 } == 32)
    #expect(known.allSatisfy { $0 < (37.0 / 32).squareRoot() })
  }

  /// Of two phones and one place's difference d the least squares give ±d / (2 + 37 / 16), with the
  /// prior of 4 dB.
  @Test func `a single difference is shared by the prior and the noise`() throws {
    let found = try offsets(walks([0, 6], metres: 0..<1)).map { try #require($0) }
    // The second phone's noise is 3 dB above the first's.
    for (offset, true_) in zip(found, [-9.0, 9]) {
      #expect(abs(offset - true_ / (2 + 37.0 / 16)) < 1e-9)
    }
  }

  @Test func `one phone is beside nobody`() throws {
    let walks = walks([3])
    #expect(
      SurveyPhones(of: try RadioMapBuilder.map(of: walks), walks: walks.map { WalkLabel($0) })
        == nil)
  }
}
