import Dispatch
import IndoorGeometry
package import IndoorPositioning

/// Scans that are located side by side: all of them, or where their search would take too long,
/// some, drawn at random.
///
/// Scans of a building are like those taken beside them, and a search passes over nearly all of a
/// map. Where nothing is like anything, as in a table of random numbers, each is compared with all.
package struct DrawnScans {
  /// How many scans there are.
  package let count: Int
  /// Which of them were located, ascending.
  package private(set) var numbers: [Int] = []
  /// What each of these gave.
  package private(set) var points: [RadioMapEvaluation.Point] = []

  /// What searches may go through before no more scans are drawn: some twelve seconds of a
  /// processor.
  package static let mostWork = 2_000_000_000
  /// How many scans are drawn at a time.
  private static let drawnAtOnce = 1024

  /// Locates scans.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - matcher: copied for each thread.
  ///   - locate: locates the scan of a number.
  package init(
    of count: Int, _ matcher: NearestRows, mostWork: Int = mostWork,
    _ locate: @Sendable (Int, inout NearestRows) -> RadioMapEvaluation.Point
  ) {
    self.count = count
    var order = Array(0..<count)
    var random = SplitMix64(seed: 1)
    order.shuffle(using: &random)
    var found: [(number: Int, point: RadioMapEvaluation.Point)] = []
    var work = 0
    for start in stride(from: 0, to: count, by: Self.drawnAtOnce) where work <= mostWork {
      let drawn = order[start...].prefix(Self.drawnAtOnce).sorted()
      let parts = Self.sideBySide(drawn, matcher, locate)
      for part in parts { work += part.work }
      found += zip(drawn, parts.lazy.flatMap(\.points)).map { (number: $0, point: $1) }
    }
    found.sort { $0.number < $1.number }
    numbers = found.map(\.number)
    points = found.map(\.point)
  }

  /// What parts of the scans give, in their order, and what that took.
  private static func sideBySide(
    _ numbers: [Int], _ matcher: NearestRows,
    _ locate: @Sendable (Int, inout NearestRows) -> RadioMapEvaluation.Point
  ) -> [(points: [RadioMapEvaluation.Point], work: Int)] {
    let count = numbers.count
    // Enough parts for most processors, and none so small that a thread isn't worth it.
    let parts = max(1, min(64, count / 64))
    var found = [(points: [RadioMapEvaluation.Point], work: Int)](
      repeating: ([], 0), count: parts)
    found.withUnsafeMutableBufferPointer { found in
      // Each writes to its own place alone.
      nonisolated(unsafe) let found = found
      DispatchQueue.concurrentPerform(iterations: parts) { part in
        var matcher = matcher
        let points = numbers[(part * count / parts)..<((part + 1) * count / parts)]
          .map { locate($0, &matcher) }
        found[part] = (points, matcher.work)
      }
    }
    return found
  }
}
