import IndoorGeometry

/// The particles, in fours, and what their weights come to on each level.
struct ParticleSet: Sendable {
  private(set) var count = 0
  /// Lanes behind the last particle have no weight.
  private var fours: ContiguousArray<FourParticles> = []
  /// Room to draw them anew without allocating.
  private var spare: ContiguousArray<FourParticles> = []
  /// Weight on each level, where that is known. Shape: levels.
  private var levelWeights: ContiguousArray<Float>
  private var areLevelWeightsKnown = false

  init(capacity: Int, levels: Int) {
    levelWeights = ContiguousArray(repeating: 0, count: levels)
    fours.reserveCapacity((capacity + 3) / 4)
    spare.reserveCapacity((capacity + 3) / 4)
  }

  var isEmpty: Bool { count == 0 }

  mutating func removeAll() {
    fours.removeAll(keepingCapacity: true)
    (count, areLevelWeightsKnown) = (0, false)
  }

  mutating func append(_ particle: Particle) {
    if count & 3 == 0 { fours.append(FourParticles()) }
    fours[count >> 2][count & 3] = particle
    count += 1
    areLevelWeightsKnown = false
  }

  /// The same, to be kept while these go on.
  var kept: ParticleSet {
    var kept = self
    kept.spare = []
    kept.normalise()
    return kept
  }

  /// A particle by its number.
  subscript(number: Int) -> Particle { fours[number >> 2][number & 3] }

  /// Lends all particles, four at a time, to be changed.
  @inline(__always)
  mutating func update(_ change: (inout FourParticles) -> Void) {
    areLevelWeightsKnown = false
    fours.withUnsafeMutableBufferPointer { fours in
      for index in fours.indices { change(&fours[index]) }
    }
    if count & 3 != 0, let last = fours.indices.last {
      for lane in (count & 3)..<4 { fours[last].weight[lane] = 0 }
    }
  }

  /// The same for what seldom changes a level or a weight; `change` says whether it did.
  @inline(__always)
  mutating func updateLevels(_ change: (inout FourParticles) -> Bool) {
    let wereKnown = areLevelWeightsKnown
    var isChanged = false
    update { four in if change(&four) { isChanged = true } }
    areLevelWeightsKnown = wereKnown && !isChanged
  }

  /// Numbers the particles, to know later which came from which.
  mutating func number() {
    for index in fours.indices {
      fours[index].past = SIMD4(0, 1, 2, 3) &+ Int32(truncatingIfNeeded: 4 * index)
    }
  }

  /// Lends all particles, four at a time, in place: a copy of each takes as long as weighing it.
  @inline(__always)
  func forEachFour(_ body: (UnsafePointer<FourParticles>) -> Void) {
    withFours { fours in
      guard let first = fours.baseAddress else { return }
      for index in fours.indices { body(first + index) }
    }
  }

  /// Lends all particles at once.
  @inline(__always)
  func withFours<Result>(_ body: (UnsafeBufferPointer<FourParticles>) -> Result) -> Result {
    fours.withUnsafeBufferPointer(body)
  }

  /// Makes the weights sum to 1.
  mutating func normalise() {
    var sum: Float = 0
    forEachFour { four in sum.add(four.pointee.weight) }
    // Where every weight has vanished nothing is known of which is better.
    let factor = sum > 0 && sum.isFinite ? 1 / sum : 0
    let equal = 1 / Float(count)
    update { four in
      four.weight = factor > 0 ? four.weight * factor : SIMD4(repeating: equal)
    }
  }

  /// Draws so many particles out of those that there are, as often as their weights say, all of one
  /// weight from then on: systematic resampling (Kitagawa 1996,
  /// doi:10.1080/10618600.1996.10474692).
  ///
  /// Precondition: the weights sum to 1, and no more are drawn than there are.
  mutating func resample(to drawn: Int, weight: Float, _ random: inout RandomSource) {
    let step = 1 / Float(drawn)
    var target = random.uniform() * step
    spare.removeAll(keepingCapacity: true)
    for _ in 0..<(drawn + 3) / 4 { spare.append(FourParticles()) }
    fours.withUnsafeBytes { from in
      spare.withUnsafeMutableBytes { to in
        let weights = MemoryLayout<FourParticles>.offset(of: \.weight) ?? 0
        func chance(of number: Int) -> Float {
          from.load(fromByteOffset: Self.place(of: number) + weights, as: Float.self)
        }
        var next = 0
        var cumulative = chance(of: 0)
        for number in 0..<drawn {
          while target > cumulative, next < count - 1 {
            next += 1
            cumulative += chance(of: next)
          }
          // A lane at a time the whole of four would be copied there and back.
          let (a, b) = (Self.place(of: next), Self.place(of: number))
          for column in stride(from: 0, to: Self.size, by: Self.column) {
            to.storeBytes(
              of: from.load(fromByteOffset: a + column, as: UInt32.self), toByteOffset: b + column,
              as: UInt32.self)
          }
          to.storeBytes(of: weight, toByteOffset: b + weights, as: Float.self)
          target += step
        }
      }
    }
    swap(&fours, &spare)
    (count, areLevelWeightsKnown) = (drawn, false)
  }

  /// Bytes of four particles, and of each of their columns.
  private static let size = MemoryLayout<FourParticles>.stride
  private static let column = MemoryLayout<SIMD4<Float>>.stride

  /// Where a particle's first column is, in bytes.
  @inline(__always)
  private static func place(of number: Int) -> Int { (number >> 2) * size + (number & 3) * 4 }

  /// The level with the largest weight, and that weight; `nil` where there are no particles.
  mutating func likeliestLevel() -> (level: Int32, weight: Float)? {
    guard !isEmpty else { return nil }
    if !areLevelWeightsKnown {
      sumLevelWeights()
    }
    var best = 0
    for level in levelWeights.indices where levelWeights[level] > levelWeights[best] {
      best = level
    }
    return (Int32(best), levelWeights[best])
  }

  /// Adds the weights on each level up. Most particles are on the level of the one before them.
  private mutating func sumLevelWeights() {
    for level in levelWeights.indices { levelWeights[level] = 0 }
    var (level, sum) = (Int32(0), Float(0))
    fours.withUnsafeBufferPointer { fours in
      guard let first = fours.baseAddress else { return }
      for four in (first..<first + fours.count) {
        guard (four.pointee.level .!= level).isSetSomewhere else {
          sum.add(four.pointee.weight)
          continue
        }
        for lane in 0..<4 {
          if four.pointee.level[lane] != level {
            levelWeights[Int(level)] = sum
            level = four.pointee.level[lane]
            sum = levelWeights[Int(level)]
          }
          sum += four.pointee.weight[lane]
        }
      }
    }
    levelWeights[Int(level)] = sum
    areLevelWeightsKnown = true
  }
}
