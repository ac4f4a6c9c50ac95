import IndoorModel

/// What a distance needs of rows as a whole, and of blocks for their bounds.
struct RowSizes: Sendable {
  /// Each slot's row's size. Shape: blocks.
  private(set) var ofRows: ContiguousArray<NeighbourIndex.Lanes> = []
  /// The least of each block's row sizes. The cosine's bounds are those of rows of length 1, which grow where
  /// transmitters are left out: for it, the least share of its length that a row keeps. Shape: blocks.
  private(set) var ofBlocks: ContiguousArray<Float> = []

  /// Adds a block's rows, the first of its lanes.
  mutating func append(
    _ sizes: NeighbourIndex.Lanes, of whole: NeighbourIndex.Lanes, rows: Int,
    _ distance: Matching.Distance
  ) {
    var least = distance == .cosine ? 1 : Float.infinity
    for lane in 0..<rows {
      if distance != .cosine {
        least = min(least, sizes[lane])
      } else if whole[lane] > 0 {
        least = min(least, sizes[lane] / whole[lane])
      }
    }
    ofRows.append(sizes)
    ofBlocks.append(least)
  }
}

extension NeighbourIndex {
  /// The sizes of the rows without some transmitters, each by its index in the map. Shape: transmitters.
  func sizes(without isAbsent: ContiguousArray<Bool>) -> RowSizes {
    var result = RowSizes()
    for block in 0..<blockCount {
      var sums = Lanes(repeating: 0)
      for bound in Int(blockStarts[block])..<Int(blockStarts[block + 1])
      where !isAbsent[Int(blockTransmitters[bound])] {
        let values = blockValues[bound]
        sums += matching.distance.isOfProducts ? values * values : values
      }
      let rows = min(Lanes.scalarCount, rowCount - block * Lanes.scalarCount)
      result.append(
        matching.distance == .cosine ? sums.squareRoot() : sums, of: sizes.ofRows[block],
        rows: rows, matching.distance)
    }
    return result
  }
}
