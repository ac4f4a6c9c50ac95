import IndoorModel
import IndoorPositioning
import IndoorReport
import Testing

struct StepsCSVTests {
  @Test func `steps count from the first sample of the gyroscope`() {
    let start = Timestamp(milliseconds: 1_574_674_930_763)
    let step = Step(
      time: Timestamp(milliseconds: 1_574_674_931_513), length: 0.7125, duration: 0.5)
    #expect(
      StepsCSV.text(of: [step], since: start)
        == "time_s,length_m,duration_s,steps_per_minute\n0.75,0.713,0.5,120\n")
  }
}
