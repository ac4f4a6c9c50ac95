import IndoorGeometry
package import IndoorModel

/// Finds the rows of a radio map that are most like a scan, exactly, without allocating: of those
/// that hear something of what the scan hears. By Euclid's distance a row of a few weak readings is
/// near to every weak scan, wherever it was taken.
///
/// Blocks of rows are visited by their bounds, the most promising first, until no bound is below
/// the worst neighbour.
package struct NearestRows: Sendable {
  /// The index of the map.
  package let index: NearestRowsIndex
  /// The most alike rows of the last scan, nearest first, equal ones by row.
  package var neighbours: ContiguousArray<Neighbour> { nearest.rows }

  private var nearest: NeighbourList
  private var query: RowQuery
  private var candidates: BlockCandidates
  /// The rows' sizes without what is left out.
  private var sizes: RowSizes
  /// Which transmitters are left out. Shape: transmitters, or none.
  private var isAbsent: ContiguousArray<Bool> = []
  /// Which group each row is of, so that whole walks can be left out. Shape: rows, or none.
  private let groups: ContiguousArray<UInt32>
  /// What the radio offset that is being tried adds to all distances.
  private var penalty: Float = 0

  /// Makes room for searches.
  ///
  /// - Parameters:
  ///   - groups: for each row a number; rows of the group that a query names are left out.
  ///   - count: how many neighbours to find; the matching's number where it is `nil`.
  package init(index: NearestRowsIndex, groups: [UInt32] = [], count: Int? = nil) {
    self.index = index
    self.groups = groups.count == index.rows.count ? ContiguousArray(groups) : []
    sizes = index.blocks.sizes
    nearest = NeighbourList(wanted: count ?? index.matching.neighbours)
    query = RowQuery(transmitters: index.transmitterCount)
    candidates = BlockCandidates(blocks: index.blocks.count)
  }

  /// Leaves transmitters out of rows and scans from now on, as if the map had never heard them, and
  /// no others.
  ///
  /// Neighbours stay exact: they are those of a map without these transmitters. It takes as long as
  /// some searches do.
  ///
  /// - Parameter isAbsent: for each transmitter of the map, in its order, whether it is left out;
  ///   nothing is where their number is another.
  package mutating func leaveOut(_ isAbsent: ContiguousArray<Bool>) {
    let isUsed = isAbsent.count == index.transmitterCount && isAbsent.contains(true)
    self.isAbsent = isUsed ? isAbsent : []
    sizes =
      isUsed
      ? index.blocks.sizes(
        without: isAbsent, rows: index.rows.count, index.matching.distance)
      : index.blocks.sizes
  }

  /// Finds the neighbours of a scan and says how many of its transmitters the map knows; with 0
  /// there are none.
  ///
  /// - Parameters:
  ///   - offset: whole decibels that the device reads more than the map, as far as that is known.
  ///   - group: rows of this group are left out.
  package mutating func match(
    _ readings: [Reading], offset: Int = 0, leavingOut group: UInt32? = nil
  ) -> Int {
    nearest.removeAll()
    query.lookUp(readings, in: index.rows, without: isAbsent)
    match(offset: offset, leavingOut: group)
    var known = query.entries.count
    if index.matching.offsetPenalty > 0 {
      for tried in Self.offsets {
        penalty = Float(index.matching.offsetPenalty * Double(tried * tried))
        // No row can be nearer than the penalty alone.
        guard penalty <= nearest.worst else { continue }
        match(offset: offset + tried, leavingOut: group)
        known = max(known, query.entries.count)
      }
      penalty = 0
    }
    // Squares have the same order and are quicker.
    if index.matching.distance == .euclid { nearest.formSquareRoots() }
    return known
  }

  /// Finds neighbours at one offset beside those that are there.
  private mutating func match(offset: Int, leavingOut group: UInt32?) {
    query.fill(offset: offset, index)
    guard !query.entries.isEmpty else { return }
    // The columns are lent once: to ask for each anew would cost more than a row does.
    let (index, sizes) = (index, sizes)
    index.blocks.withColumns(sizes) { columns in
      // A switch for each entry would cost as much as the entry.
      switch index.matching.distance {
      case .euclid: search(columns, .euclid, leavingOut: group)
      case .manhattan: search(columns, .manhattan, leavingOut: group)
      case .cosine: search(columns, .cosine, leavingOut: group)
      case .sørensen: search(columns, .sørensen, leavingOut: group)
      }
    }
  }

  @inline(__always)
  private mutating func search(
    _ columns: RowBlocks.Columns, _ distance: Matching.Distance, leavingOut group: UInt32?
  ) {
    share(columns, distance)
    guard let first = candidates.bound(columns, size: query.size, distance) else { return }
    // The nearest block's rows tell which of the others may hold nearer ones: to order all of them
    // would cost more.
    visit(first, columns, distance, leavingOut: group)
    candidates.keep(upTo: max(0, nearest.worst - penalty), but: first)
    while let next = candidates.popNearest(), next.distance + penalty <= nearest.worst {
      visit(next.block, columns, distance, leavingOut: group)
    }
  }

  /// Adds up the most that each block shares with the query.
  @inline(__always)
  private mutating func share(_ columns: RowBlocks.Columns, _ distance: Matching.Distance) {
    candidates.update { shared, blocks in
      var count = 0
      for (transmitter, value) in query.entries {
        let value = UInt32(BlockBound.roundedUp(value))
        let start = Int(columns.boundStarts[Int(transmitter)])
        let end = Int(columns.boundStarts[Int(transmitter) + 1])
        for at in start..<end {
          let block = columns.boundBlocks[at]
          // Written every time and counted once: a branch would often be guessed wrong.
          blocks[count] = block
          count += shared[Int(block)] == 0 ? 1 : 0
          shared[Int(block)] &+= BlockBound.shared(value, UInt32(columns.bounds[at]), distance)
        }
      }
      return count
    }
  }

  /// Compares the rows of a block.
  @inline(__always)
  private mutating func visit(
    _ block: Int, _ columns: RowBlocks.Columns, _ distance: Matching.Distance,
    leavingOut group: UInt32?
  ) {
    let shared = query.values.withUnsafeBufferPointer { known in
      var sums = RowBlocks.Lanes(repeating: 0)
      for bound in Int(columns.starts[block])..<Int(columns.starts[block + 1]) {
        let a = known[Int(columns.transmitters[bound])]
        let values = columns.values[bound]
        if distance.isOfProducts {
          sums += a * values
        } else {
          sums += values.replacing(with: a, where: values .> a)
        }
      }
      return sums
    }
    let size = query.size
    let others = columns.rowSizes[block]
    let distances: RowBlocks.Lanes =
      switch distance {
      case .euclid, .manhattan: size + others - 2 * shared
      case .cosine: 1 - shared / (size * others)
      case .sørensen: 1 - 2 * shared / (size + others)
      }
    let first = block * RowBlocks.Lanes.scalarCount
    for lane in 0..<RowBlocks.Lanes.scalarCount {
      let value = max(0, distances[lane]) + penalty
      // A row that shares nothing is no neighbour, however little it has itself.
      guard value <= nearest.worst, shared[lane] > 0 else { continue }
      let row = Int(index.slotRows[first + lane])
      if let group, !groups.isEmpty, groups[row] == group { continue }
      nearest.insert(Neighbour(row: row, distance: Double(value)), isNew: penalty == 0)
    }
  }

  /// The radio offsets that are tried beside none, in decibels, the likelier ones first.
  private static let offsets = [-3, 3, -6, 6, -9, 9]
}
