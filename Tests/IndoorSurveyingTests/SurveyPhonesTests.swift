import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

@Suite struct SurveyPhonesTests {
  /// Three phones walk the same corridor past an access point every 6 m; each adds its own decibels
  /// to what all hear.
  private func walks(_ decibels: [Int8]) -> [SurveyWalk] {
    decibels.enumerated().map { number, added in
      let fingerprints = (0..<60).map { metre in
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

  @Test func `one phone is beside nobody`() throws {
    let walks = walks([3])
    #expect(
      SurveyPhones(of: try RadioMapBuilder.map(of: walks), walks: walks.map { WalkLabel($0) })
        == nil)
  }
}
