import IndoorPositioning
import IndoorRecordings
import Testing

@Suite struct ClockStepTests {
  private func trace(_ seconds: [Int]) -> Double {
    let lines = seconds.map { "\(1_574_572_524_000 + $0 * 1000)\tTYPE_ACCELEROMETER\t0\t0\t9.8\n" }
    return TraceReader.read(Array(lines.joined().utf8), id: "t", floor: nil).recording
      .clockStepBack
  }

  @Test func `a clock that goes on has no step back`() { #expect(trace([0, 1, 2, 5]) == 0) }

  @Test func `the farthest that a stamp falls behind an earlier one is kept`() {
    #expect(trace([0, 10, 2, 3, 11, 9]) == 8)
  }

  @Test func `what is of another kind may lag as far as it likes`() {
    let text =
      "1574572534000\tTYPE_ACCELEROMETER\t0\t0\t9.8\n1574572524000\tTYPE_GYROSCOPE\t0\t0\t0\n"
    let wifi = "1574572520000\tTYPE_WIFI\tn\t00:11:22:33:44:55\t-50\t2412\t1574572520000\n"
    let lagging = TraceReader.read(Array((text + wifi).utf8), id: "t", floor: nil)
    // Motion of all kinds comes from one queue; scans have one of their own.
    #expect(lagging.recording.clockStepBack == 10)
    let scans = TraceReader.read(
      Array(("1574572534000\tTYPE_ACCELEROMETER\t0\t0\t9.8\n" + wifi).utf8), id: "t", floor: nil)
    #expect(scans.recording.clockStepBack == 0)
  }
}
