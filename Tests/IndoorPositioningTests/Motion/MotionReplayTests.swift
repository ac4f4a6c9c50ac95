import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

struct MotionReplayTests {
  static func observations(seconds: Double, compassFrom: Double = 0) -> [Observation] {
    (0..<Int(seconds * 50)).flatMap { i -> [Observation] in
      let t = Timestamp(milliseconds: Int64(i) * 20)
      var list: [Observation] = [
        .angularRate(.init(time: t, x: 0, y: 0, z: 0)),
        .acceleration(.init(time: t, x: 0, y: 0, z: 9.81)),
      ]
      if Double(i) / 50 >= compassFrom {
        list.append(.magneticField(.init(time: t, x: 0, y: 25, z: -40)))
      }
      return list
    }
  }

  @Test func `there is a row a gyroscope sample with all of its moment in it`() {
    let samples = MotionReplay(Self.observations(seconds: 4, compassFrom: 2)).samples
    #expect(samples.count == 200)
    // The compass first speaks at 2 s, stamped as the 101st angular rate is.
    #expect(samples.firstIndex { $0.heading != nil } == 100)
    #expect(samples.last?.isAtRest == true)
    #expect(abs((samples.last?.fieldDip ?? 0) - 57.99) < 0.01)
  }

  @Test func `what was only stamped later changes no row`() {
    let all = Self.observations(seconds: 6, compassFrom: 1)
    let early = all.filter { $0.time <= Timestamp(milliseconds: 3000) }
    let cut = MotionReplay(early).samples
    #expect(cut == Array(MotionReplay(all).samples.prefix(cut.count)))
  }

  @Test func `bad gyroscope samples have rows too, with an attitude that is finite`() {
    var observations = Self.observations(seconds: 2)
    for i in stride(from: 0, to: observations.count, by: 3) where i % 7 == 0 {
      observations[i] = .angularRate(.init(time: observations[i].time, x: .nan, y: 0, z: 0))
    }
    let samples = MotionReplay(observations).samples
    #expect(samples.count == 100)
    #expect(samples.allSatisfy { ($0.attitude.w + $0.attitude.x + $0.attitude.y).isFinite })
  }
}
