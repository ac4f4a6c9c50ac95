import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorSurveying
import Testing

/// Where the real recordings are, or `nil`.
let realData = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]

@Suite struct PacingTests {
  /// Every waypoint between two others is guessed along the way over it, whose two lengths are
  /// surveyed. Measured on the 492 walks: by time 0.52 m median, 1.81 m at 95%; by steps 0.40 and
  /// 1.33 m.
  @Test(
    .enabled(
      if: realData != nil, "set INDOORKIT_DATA to the folder of the unpacked recordings to run this"
    ))
  func `steps tell better than time how far along a walk someone is`() throws {
    let data = (realData ?? "") + "/indoor-location-competition"
    var byTime: [Double] = []
    var bySteps: [Double] = []
    let frame = LocalFrame(origin: try CompetitionSite("\(data)/site1").centre)
    for recording in try Recording.recordings(at: "\(data)/site1") {
      let pace = StepPace(recording)
      let points: [(time: Timestamp, place: LocalPoint)] = recording.waypoints.compactMap {
        if case .coordinate(let c) = $0.place { ($0.time, frame.local(from: c)) } else { nil }
      }
      for (a, (b, c)) in zip(points, zip(points.dropFirst(), points.dropFirst(2))) {
        let length = a.place.distance(to: b.place) + b.place.distance(to: c.place)
        let truth = a.place.distance(to: b.place) / length
        guard length > 4 else { continue }
        byTime.append(
          abs(StepPace().share(of: b.time, from: a.time, to: c.time) - truth) * length)
        bySteps.append(abs(pace.share(of: b.time, from: a.time, to: c.time) - truth) * length)
      }
    }
    let time = ErrorStatistics(byTime)
    let steps = ErrorStatistics(bySteps)
    #expect(time.count > 500)
    #expect((steps.median ?? .infinity) < 0.85 * (time.median ?? 0))
    #expect((steps.percentile(95) ?? .infinity) < 0.85 * (time.percentile(95) ?? 0))
  }

  @Test func `without steps the share is the time's`() {
    let pace = StepPace()
    let (a, b) = (Timestamp(milliseconds: 1000), Timestamp(milliseconds: 5000))
    #expect(pace.share(of: Timestamp(milliseconds: 2000), from: a, to: b) == 0.25)
    #expect(pace.share(of: Timestamp(milliseconds: 9000), from: a, to: b) == 1)
    #expect(pace.share(of: a, from: b, to: b) == 0)
  }

  @Test func `who stands still before walking is still at the first waypoint`() {
    // 10 s of standing, then 10 s of a 2 Hz gait of ±3 m/s².
    let observations: [Observation] = (0..<1000).map { i in
      let t = Double(i) * 0.02
      let gait = t < 10 ? 0 : 3 * sin(2 * .pi * 2 * t)
      return .acceleration(
        VectorSample(time: Timestamp(milliseconds: Int64(i * 20)), x: 0, y: 0, z: 9.81 + gait))
    }
    let pace = StepPace(Recording(id: "x", observations: observations))
    let (start, end) = (Timestamp(milliseconds: 0), Timestamp(milliseconds: 20_000))
    let standing = pace.share(of: Timestamp(milliseconds: 9000), from: start, to: end)
    let half = pace.share(of: Timestamp(milliseconds: 15_000), from: start, to: end)
    #expect(standing < 0.1)
    #expect(abs(half - 0.5) < 0.1)
  }
}
