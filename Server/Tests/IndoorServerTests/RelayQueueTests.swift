import IndoorServer
import Testing

/// What waits to be told to other servers.
@Suite struct RelayQueueTests {
  private let start = ContinuousClock.now

  @Test func `what waits for a moment is told whole, in its order`() {
    var queue = RelayQueue()
    queue.add(["1", "2"], of: "a", in: "m", at: start)
    queue.add(["3"], of: "b", in: "n", at: start)
    queue.add([], of: "a", in: "m", at: start)
    let all = queue.takeAll(at: start.advanced(by: .milliseconds(5)))
    #expect(all == ["m": ["a 1", "a 2", "a"], "n": ["b 3"]])
    #expect(queue.takeAll(at: start).isEmpty)
  }

  @Test func `of what waited for long the newest of each session is told`() {
    var queue = RelayQueue()
    queue.add(["1", "2"], of: "a", in: "m", at: start)
    queue.add(["3"], of: "b", in: "m", at: start)
    queue.add(["4"], of: "a", in: "m", at: start.advanced(by: .seconds(2)))
    #expect(queue.takeAll(at: start.advanced(by: .seconds(3))) == ["m": ["b 3", "a 4"]])
  }

  @Test func `so many wait at most, and each session's newest is among them`() {
    var queue = RelayQueue()
    for number in 0..<RelayQueue.most * 3 {
      queue.add(["\(number)"], of: "s\(number % 2000)", in: "m", at: start)
    }
    let all = queue.takeAll(at: start)["m"] ?? []
    #expect(all.count <= RelayQueue.most)
    #expect(Set(all.map { $0.prefix { $0 != " " } }).count == 2000)
    #expect(all.last == "s1999 \(RelayQueue.most * 3 - 1)")
  }

  @Test func `sessions beyond all bounds are bounded, too`() {
    var queue = RelayQueue()
    for number in 0..<RelayQueue.most * 3 { queue.add([], of: "\(number)", in: "m", at: start) }
    let all = queue.takeAll(at: start)["m"] ?? []
    #expect(all.count <= RelayQueue.most && all.last == "\(RelayQueue.most * 3 - 1)")
  }
}
