import CountedAllocations
import IndoorModel
import IndoorPositioning
import Testing

@Suite(.enabled(if: countedAllocations() >= 0, "allocations are counted on glibc only"))
struct AllocationTests {
  @Test func `allocations are counted`() {
    let before = countedAllocations()
    let made = (0..<100).map { [$0, $0 + 1] }
    #expect(made.count == 100)
    #expect(countedAllocations() - before >= 100)
  }

  @Test(arguments: [HeadingFilter.Parameters.walking, .gated, .steadyForTwoSeconds])
  func `no sample of a minute's turning allocates`(parameters: HeadingFilter.Parameters) {
    var device = TurningDevice(parameters: parameters)
    device.turn(rate: 40, for: 10)
    let before = countedAllocations()
    device.turn(rate: 40, for: 60)
    #expect(countedAllocations() == before)
    #expect(device.filter.heading != nil)
  }
}
