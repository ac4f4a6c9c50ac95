import IndoorModel

/// The bundles that share something with a scan, by the least distance that their rows can have.
struct BundleCandidates: Sendable {
  /// The most that each bundle shares, in 65535ths, 0 but while a search goes on. Shape: bundles.
  private var shared: ContiguousArray<UInt32>
  /// Bundles that share something; one more than there can be, because the next is written before
  /// it is known to be new.
  private var bundles: ContiguousArray<UInt32>
  private var count = 0
  /// The least distance's bits above the bundle's number: floats of 0 and more stand in the order
  /// of their bits. From `keep` on a binary heap (Williams 1964, "Algorithm 232: Heapsort").
  private var keys: ContiguousArray<UInt64>
  private var queued = 0

  init(bundles count: Int) {
    shared = ContiguousArray(repeating: 0, count: count)
    bundles = ContiguousArray(repeating: 0, count: count + 1)
    keys = ContiguousArray(repeating: 0, count: count + 1)
  }

  /// Lends what each bundle shares, all 0, and the room for the bundles that share something; the
  /// body returns their number.
  @inline(__always)
  mutating func update(
    _ body: (UnsafeMutableBufferPointer<UInt32>, UnsafeMutableBufferPointer<UInt32>) -> Int
  ) {
    count = shared.withUnsafeMutableBufferPointer { shared in
      bundles.withUnsafeMutableBufferPointer { bundles in body(shared, bundles) }
    }
  }

  /// Bounds the distance of each bundle that shares something, and says which can be nearest; `nil`
  /// where none does.
  @inline(__always)
  mutating func bound(
    _ columns: SearchColumns, size: Float, _ distance: Matching.Distance
  ) -> Int? {
    guard count > 0 else { return nil }
    let count = count
    let nearest = shared.withUnsafeMutableBufferPointer { shared in
      bundles.withUnsafeBufferPointer { bundles in
        keys.withUnsafeMutableBufferPointer { keys in
          var nearest = UInt64.max
          for at in 0..<count {
            let bundle = Int(bundles[at])
            let bound = BlockBound.distance(
              shared[bundle], size: size, smallest: columns.bundleSizes[bundle], distance)
            shared[bundle] = 0
            keys[at] = UInt64(bound.bitPattern) << 32 | UInt64(bundles[at])
            nearest = min(nearest, keys[at])
          }
          return nearest
        }
      }
    }
    return Self.bundle(of: nearest)
  }

  /// Queues the bundles but one whose rows can be as near as a distance.
  @inline(__always)
  mutating func keep(upTo distance: Float, but visited: Int) {
    let count = count
    let limit = UInt64(distance.bitPattern) << 32 | 0xFFFF_FFFF
    queued = keys.withUnsafeMutableBufferPointer { keys in
      var queued = 0
      for at in 0..<count {
        let key = keys[at]
        keys[queued] = key
        queued += key <= limit && Self.bundle(of: key) != visited ? 1 : 0
      }
      for at in stride(from: queued / 2 - 1, through: 0, by: -1) {
        Self.sink(at, in: UnsafeMutableBufferPointer(rebasing: keys[..<queued]))
      }
      return queued
    }
  }

  /// Takes the bundle that can be nearest; of equals, the first.
  mutating func popNearest() -> (bundle: Int, distance: Float)? {
    guard queued > 0 else { return nil }
    queued -= 1
    let (first, queued) = (keys[0], queued)
    keys[0] = keys[queued]
    if queued > 0 {
      keys.withUnsafeMutableBufferPointer {
        Self.sink(0, in: UnsafeMutableBufferPointer(rebasing: $0[..<queued]))
      }
    }
    return (Self.bundle(of: first), Float(bitPattern: UInt32(first >> 32)))
  }

  @inline(__always)
  private static func bundle(of key: UInt64) -> Int { Int(key & 0xFFFF_FFFF) }

  private static func sink(_ start: Int, in keys: UnsafeMutableBufferPointer<UInt64>) {
    var at = start
    let key = keys[at]
    while true {
      var child = 2 * at + 1
      guard child < keys.count else { break }
      if child + 1 < keys.count, keys[child + 1] < keys[child] { child += 1 }
      guard keys[child] < key else { break }
      keys[at] = keys[child]
      at = child
    }
    keys[at] = key
  }
}
