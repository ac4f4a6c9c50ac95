import IndoorModel

/// How near a block's nearest row can be to a scan at most.
///
/// The block's bounds give Σ min(a, b), or Σ a·b, that no row of it exceeds. All of it is whole
/// numbers rounded up, so that no rounding makes a bound too small.
enum BlockBound {
  /// A value of 0 to 1 in 65535ths, rounded up; never 0, so that a row that shares anything is
  /// never passed over as sharing nothing.
  static func roundedUp(_ value: Float) -> UInt16 {
    UInt16(max(1, min(65535, (value * 65535).rounded(.up))))
  }

  /// What a transmitter adds to the most that is shared with a block, in 65535ths rounded up.
  @inline(__always)
  static func shared(_ a: UInt32, _ b: UInt32, _ distance: Matching.Distance) -> UInt32 {
    switch distance {
    case .manhattan, .sørensen: min(a, b)
    case .cosine: (a * b) / 65535 + 1
    // a² less the square of what is missing to a at least: 0 where the block has more of it.
    case .euclid: a <= b ? (a * a) / 65535 + 1 : (b * (2 * a - b)) / 65535 + 1
    }
  }

  /// A value of 0 to 1 that is never so small that a product of two were none.
  @inline(__always)
  static func noneTooSmall(_ value: Float) -> Float { max(value, 1 / 65535) }

  /// What a transmitter adds to the most that is shared with each block of a bundle.
  ///
  /// Added up in the order in which rows' are, the sums are rounded no further down than theirs.
  @inline(__always)
  static func shared(
    _ a: Float, _ b: BlockBundles.Lanes, _ distance: Matching.Distance
  ) -> BlockBundles.Lanes {
    switch distance {
    case .manhattan, .sørensen: return b.replacing(with: a, where: b .> a)
    case .cosine: return a * b
    case .euclid:
      let least = b.replacing(with: a, where: b .> a)
      return least * (2 * a - least)
    }
  }

  /// A distance, for Euclid's its square, that no row of the block is below.
  ///
  /// - Parameters:
  ///   - shared: sum of what the transmitters add.
  ///   - size: the scan's size.
  ///   - smallest: the smallest size of the block's rows; for the cosine, the smallest share of its
  ///     length that one keeps.
  @inline(__always)
  static func distance(
    _ shared: UInt32, size: Float, smallest: Float, _ distance: Matching.Distance
  ) -> Float {
    // A row's own sums are rounded too, each to 24 bits: 10⁻⁴ is more than all of that together.
    let shared = Float(shared) * (1.0001 / 65535)
    let bound: Float =
      switch distance {
      case .manhattan: size + max(smallest, shared) - 2 * shared
      case .sørensen: 1 - 2 * shared / (size + max(smallest, shared))
      case .cosine: 1 - shared / (size * smallest)
      case .euclid: size - shared
      }
    return max(0, bound - 1e-5 * (1 + size))
  }

  /// The same of each block of a bundle, by what is shared with it, 0 to 1 a transmitter; infinite
  /// for one that shares nothing.
  @inline(__always)
  static func distances(
    _ sums: BlockBundles.Lanes, size: Float, smallest: BlockBundles.Lanes,
    _ distance: Matching.Distance
  ) -> BlockBundles.Lanes {
    let shared = sums * 1.0001
    let larger = smallest.replacing(with: shared, where: shared .> smallest)
    let bounds: BlockBundles.Lanes =
      switch distance {
      case .manhattan: size + larger - 2 * shared
      case .sørensen: 1 - 2 * shared / (size + larger)
      case .cosine: 1 - shared / (size * smallest)
      case .euclid: size - shared
      }
    let least = bounds - 1e-5 * (1 + size)
    return least.replacing(with: 0, where: least .< 0)
      .replacing(with: .infinity, where: sums .== 0)
  }
}
