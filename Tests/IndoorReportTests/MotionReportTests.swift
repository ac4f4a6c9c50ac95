import Foundation
import IndoorModel
import IndoorPositioning
import IndoorReport
import Testing

@Suite struct MotionReportTests {
  static func report(seconds: Int) -> MotionReport {
    let times = (0..<seconds * 50).map { Double($0) / 50 }
    func turn(_ t: Double) -> Double {
      let d = (t * 4 + (t > 20 ? 90 : 0) + 300).truncatingRemainder(dividingBy: 360)
      return d
    }
    func wobble(_ t: Double) -> Double {
      (turn(t) + 12 * Double(Int(t * 7) % 5 - 2) + 360).truncatingRemainder(dividingBy: 360)
    }
    return MotionReport(
      name: "walk <1>",
      heading: times.map {
        .init(time: $0, degrees: $0 < 1 ? .nan : turn($0), accuracy: 6 + 20 / ($0 + 1))
      },
      compass: times.map { .init(time: $0, degrees: wobble($0)) },
      gyro: times.map {
        .init(time: $0, degrees: (turn($0) + $0 * 0.3).truncatingRemainder(dividingBy: 360))
      },
      field: times.map { .init(x: $0, y: 48 + Double(Int($0) % 7)) },
      dip: times.map { .init(x: $0, y: 66 - Double(Int($0) % 4)) },
      steps: stride(from: 3, to: Double(seconds), by: 0.55).map { $0 },
      rests: [0...2.5], disturbances: [22...27])
  }

  @Test func `a long recording's page stays small and is well-formed`() throws {
    let html = Self.report(seconds: 600).page.html
    #expect(html.utf8.count < 1_000_000)
    #expect(html.contains("walk &lt;1&gt;"))
    #expect(!html.contains("nan"))
    let start = try #require(html.range(of: "<svg class=\"chart\""))
    let end = try #require(
      html.range(of: "<ul class=\"legend\"", range: start.lowerBound..<html.endIndex))
    #expect(WellFormed(String(html[start.lowerBound..<end.lowerBound])).isSound)
  }

  @Test func `a recording of nothing has a page`() {
    #expect(MotionReport(name: "", heading: []).page.html.contains("Motion of"))
  }

  @Test func `a heading ten degrees clockwise of the truth is ten degrees off`() throws {
    // Flat on a table, its upper edge to magnetic north.
    let observations = (0..<200).flatMap { i -> [Observation] in
      let time = Timestamp(milliseconds: Int64(i) * 10)
      return [
        .angularRate(VectorSample(time: time, x: 0, y: 0, z: 0)),
        .acceleration(VectorSample(time: time, x: 0, y: 0, z: 9.81)),
        .magneticField(VectorSample(time: time, x: 0, y: 25, z: -40)),
      ]
    }
    let replay = MotionReplay(observations)
    let half = 5 * Double.pi / 180
    let west = Quaternion(w: cos(half), x: 0, y: 0, z: sin(half))
    var report = MotionReport(name: "table", replay: replay)
    report.compare(replay, with: replay.samples.dropFirst(50).map { ($0.time, west) })
    #expect(report.truth.count == 150)
    #expect(report.truth.allSatisfy { abs($0.degrees - 350) < 1e-6 })
    #expect(report.headingErrors.count == 150)
    #expect(report.headingErrors.allSatisfy { abs($0.degrees - 10) < 1e-3 })
    let html = report.page.html
    for part in ["heading&#39;s error", "within the stated accuracy", "Error of the heading"] {
      #expect(html.contains(part))
    }
  }

  @Test func `of hours of samples some are drawn, and all of the time`() throws {
    let count = 1_200_000
    // On a turntable that makes a turn each hour, 100 samples a second; at rest for no moment.
    let rate = -2 * Double.pi / 3600
    let report = MotionReport(
      name: "turntable",
      replay: MotionReplay(
        (0..<count).map {
          .angularRate(
            VectorSample(time: Timestamp(milliseconds: Int64($0) * 10), x: 0, y: 0, z: rate))
        }))
    #expect(report.gyro.count <= 1_000_000)
    let last = try #require(report.gyro.last)
    #expect(abs(last.time - Double(count) / 100) < 0.1)
    #expect(report.heading.count == report.gyro.count && report.field.count == report.gyro.count)
  }

  @Test func `without a truth the page says nothing of errors`() {
    #expect(!Self.report(seconds: 30).page.html.contains("heading&#39;s error"))
  }
}
