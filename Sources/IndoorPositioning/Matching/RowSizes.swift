import IndoorModel

/// What a distance needs of rows as a whole, and of blocks for their bounds.
struct RowSizes: Sendable {
  /// Each slot's row's size. Shape: blocks.
  private(set) var ofRows: ContiguousArray<RowBlocks.Lanes> = []
  /// The smallest of each block's row sizes. The cosine's bounds are those of rows of length 1,
  /// which grow where transmitters are left out: for it, the smallest share of its length that a
  /// row keeps. Shape: bundles.
  private(set) var ofBlocks: ContiguousArray<BlockBundles.Lanes> = []
  /// The smallest of each bundle's blocks. Shape: bundles.
  private(set) var ofBundles: ContiguousArray<Float> = []

  /// Adds a block's rows, the first of its lanes.
  mutating func append(
    _ sizes: RowBlocks.Lanes, of whole: RowBlocks.Lanes, rows: Int,
    _ distance: Matching.Distance
  ) {
    var smallest = distance == .cosine ? 1 : Float.infinity
    for lane in 0..<rows {
      if distance != .cosine {
        smallest = min(smallest, sizes[lane])
      } else if whole[lane] > 0 {
        smallest = min(smallest, sizes[lane] / whole[lane])
      }
    }
    ofRows.append(sizes)
    let lane = (ofRows.count - 1) % BlockBundles.Lanes.scalarCount
    if lane == 0 {
      ofBlocks.append(BlockBundles.Lanes(repeating: smallest))
      ofBundles.append(smallest)
    } else if let last = ofBundles.indices.last {
      ofBlocks[last][lane] = smallest
      ofBundles[last] = min(ofBundles[last], smallest)
    }
  }
}

extension RowBlocks {
  /// The sizes of the rows without some transmitters, each by its index in the map. Shape:
  /// transmitters.
  func sizes(
    without isAbsent: ContiguousArray<Bool>, rows: Int, _ distance: Matching.Distance
  ) -> RowSizes {
    var result = RowSizes()
    for block in 0..<count {
      var sums = Lanes(repeating: 0)
      for bound in Int(starts[block])..<Int(starts[block + 1])
      where !isAbsent[Int(transmitters[bound])] {
        let values = values[bound]
        sums += distance.isOfProducts ? values * values : values
      }
      result.append(
        distance == .cosine ? sums.squareRoot() : sums, of: sizes.ofRows[block],
        rows: min(Lanes.scalarCount, rows - block * Lanes.scalarCount), distance)
    }
    return result
  }
}
