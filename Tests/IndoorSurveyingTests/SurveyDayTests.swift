import IndoorGeometry
import IndoorModel
import IndoorSurveying
import Testing

/// Days end at night where the venue is, though UTC's may end at noon there.
struct SurveyDayTests {
  private static func walk(at seconds: Int64) -> SurveyWalk {
    let (level, time) = (LevelKey(ordinal: 0), Timestamp(milliseconds: seconds * 1000))
    let place = LocalPoint(x: 0, y: 0)
    return SurveyWalk(
      hash: "\(seconds)", recording: "\(seconds)", device: nil, remarks: SurveyWalk.Remarks(),
      path: [SurveyWalk.PathPoint(time: time, level: level, place: place)],
      fingerprints: [
        Fingerprint(
          recording: "\(seconds)", level: level, place: place,
          scan: Scan(time: time, readings: [Reading(transmitter: .wifi(1), rssi: -50)]))
      ])
  }

  /// Opening hours of 9 March 2026 by clocks in Auckland (UTC+13), Tokyo (+9), London (0), San
  /// Francisco (-7) and Honolulu (-10), from 9:00 to 21:00.
  @Test(arguments: [(174.76, 13), (139.7, 9), (-0.1, 0), (-122.4, -7), (-157.9, -10)])
  func `a day's walks are of one day, and the next day's of another`(
    longitude: Double, zone: Int64
  ) {
    let midnight: Int64 = 1_773_014_400 - zone * 3600
    let days = [9, 15, 21, 33].map { hour in
      WalkLabel(Self.walk(at: midnight + hour * 3600), longitude: longitude).day
    }
    #expect(days[0] == days[1] && days[1] == days[2] && days[3] == days[0] + 1, "\(days)")
  }
}
