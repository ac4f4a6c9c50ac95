import IndoorGeometry
package import IndoorModel

/// Finds the rows of a radio map that are most like a scan, exactly, without allocating: of those
/// that hear something of what the scan hears. By Euclid's distance a row of a few weak readings is
/// near to every weak scan, wherever it was taken.
///
/// Bundles of blocks of rows are visited by their bounds, the most promising first, and the blocks
/// of each by theirs, until no bound is below the worst neighbour.
package struct NearestRows: Sendable {
  /// The index of the map.
  package let index: NearestRowsIndex
  /// The most alike rows of the last scan, nearest first, equal ones by row.
  package var neighbours: ContiguousArray<Neighbour> { nearest.rows }
  /// What all searches so far took.
  package private(set) var searches = SearchWork()
  /// How many bounds and blocks' values they have gone through.
  package var work: Int { searches.work }
  /// What searches may go through before the next ones are approximate: each then looks at a few
  /// bundles alone, those that share most of the scan's strongest transmitters, at no other offset.
  package var mostWork: Int {
    get { searches.most }
    set { searches.most = newValue }
  }

  private var nearest: NeighbourList
  private var query: RowQuery
  private var candidates: BundleCandidates
  private var matches: HeardMatches
  /// The rows' sizes without what is left out.
  private var sizes: RowSizes
  /// Which transmitters are left out. Shape: transmitters, or none.
  private var isAbsent: ContiguousArray<Bool> = []
  /// Which group each row is of, so that whole walks can be left out. Shape: rows, or none.
  private let groups: ContiguousArray<UInt32>
  /// The next row that hears the same and is of another group. Shape: rows, or none.
  private let nextOfOthers: ContiguousArray<UInt32>
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
    nextOfOthers = self.groups.isEmpty ? [] : index.equals.nextOfOthers(self.groups)
    sizes = index.blocks.sizes
    nearest = NeighbourList(wanted: count ?? index.matching.neighbours)
    query = RowQuery(transmitters: index.transmitterCount)
    candidates = BundleCandidates(bundles: index.bundles.count)
    matches = HeardMatches(most: index.transmitterCount)
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
        without: isAbsent, rows: index.slotRows.count, index.matching.distance)
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
    searches.begin()
    nearest.removeAll()
    query.lookUp(readings, in: index.rows, without: isAbsent)
    match(offset: offset, leavingOut: group)
    var known = query.entries.count
    if isApproximate, known > 0 { searches.approximate += 1 }
    if index.matching.offsetPenalty > 0, !isApproximate {
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

  private var isApproximate: Bool { searches.isShort }

  /// Finds neighbours at one offset beside those that are there.
  private mutating func match(offset: Int, leavingOut group: UInt32?) {
    query.fill(offset: offset, index)
    guard !query.entries.isEmpty else { return }
    let (index, sizes) = (index, sizes)
    SearchColumns.lend(index.blocks, index.bundles, sizes) { columns in
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
    _ columns: SearchColumns, _ distance: Matching.Distance, leavingOut group: UInt32?
  ) {
    share(columns, distance)
    guard let first = candidates.bound(columns, size: query.size, distance) else { return }
    // The nearest bundle's rows tell which of the others may hold nearer ones: to order all of them
    // would cost more.
    visit(bundle: first, columns, distance, leavingOut: group)
    guard !isApproximate else {
      // What is shared of some transmitters is no bound.
      candidates.keep(upTo: .infinity, but: first)
      for _ in 1..<Self.fewBundles {
        guard let next = candidates.popNearest() else { return }
        visit(bundle: next.bundle, columns, distance, leavingOut: group)
      }
      return
    }
    candidates.keep(upTo: max(0, nearest.worst - penalty), but: first)
    while let next = candidates.popNearest(), next.distance + penalty <= nearest.worst {
      visit(bundle: next.bundle, columns, distance, leavingOut: group)
    }
  }

  /// Adds up the most that each bundle shares with the query.
  @inline(__always)
  private mutating func share(_ columns: SearchColumns, _ distance: Matching.Distance) {
    let least = isApproximate ? query.leastOfStrongest : 0
    candidates.update { shared, bundles in
      var count = 0
      for (transmitter, value) in query.entries where value >= least {
        let value = UInt32(BlockBound.roundedUp(value))
        let start = Int(columns.mostStarts[Int(transmitter)])
        let end = Int(columns.mostStarts[Int(transmitter) + 1])
        // One of them takes an eighth of what a block's does.
        searches.work &+= (end - start) / 8
        for at in start..<end {
          let bundle = columns.mostBundles[at]
          // Written every time and counted once: a branch would often be guessed wrong.
          bundles[count] = bundle
          count += shared[Int(bundle)] == 0 ? 1 : 0
          shared[Int(bundle)] &+= BlockBound.shared(value, UInt32(columns.most[at]), distance)
        }
      }
      return count
    }
  }

  /// Compares the rows of a bundle's blocks that can be near enough, the most promising block
  /// first.
  @inline(__always)
  private mutating func visit(
    bundle: Int, _ columns: SearchColumns, _ distance: Matching.Distance,
    leavingOut group: UInt32?
  ) {
    var shared = BlockBundles.Lanes(repeating: 0)
    let part = Int(columns.bundleStarts[bundle])..<Int(columns.bundleStarts[bundle + 1])
    searches.work &+= part.count
    matches.find(part, of: columns.bundleTransmitters, in: query) { at, value in
      shared += BlockBound.shared(BlockBound.noneTooSmall(value), columns.bounds[at], distance)
    }
    var bounds = BlockBound.distances(
      shared, size: query.size, smallest: columns.blockSizes[bundle], distance)
    for _ in 0..<(isApproximate ? Self.fewBlocks : BlockBundles.Lanes.scalarCount) {
      var (least, nearestLane) = (Float.infinity, 0)
      for lane in 0..<BlockBundles.Lanes.scalarCount where bounds[lane] < least {
        (least, nearestLane) = (bounds[lane], lane)
      }
      guard least < .infinity, least + penalty <= nearest.worst else { return }
      bounds[nearestLane] = .infinity
      visit(
        bundle * BlockBundles.Lanes.scalarCount + nearestLane, columns, distance,
        leavingOut: group)
    }
  }

  /// Compares the rows of a block.
  @inline(__always)
  private mutating func visit(
    _ block: Int, _ columns: SearchColumns, _ distance: Matching.Distance,
    leavingOut group: UInt32?
  ) {
    var shared = RowBlocks.Lanes(repeating: 0)
    let part = Int(columns.starts[block])..<Int(columns.starts[block + 1])
    searches.work &+= part.count
    matches.find(part, of: columns.transmitters, in: query) { at, value in
      let values = columns.values[at]
      if distance.isOfProducts {
        shared += value * values
      } else {
        shared += values.replacing(with: value, where: values .> value)
      }
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
      take(index.slotRows[first + lane], at: Double(value), leavingOut: group)
    }
  }

  /// Takes up the rows of a slot.
  private mutating func take(_ first: UInt32, at distance: Double, leavingOut group: UInt32?) {
    var row = first
    while row != EqualRows.none {
      if let group, !groups.isEmpty, groups[Int(row)] == group {
        row = nextOfOthers[Int(row)]
        continue
      }
      guard nearest.insert(Neighbour(row: Int(row), distance: distance), isNew: penalty == 0)
      else { return }
      row = index.equals.next(after: row)
    }
  }

  /// How many bundles an approximate search looks at, and how many blocks of each.
  private static let (fewBundles, fewBlocks) = (16, 4)

  /// The radio offsets that are tried beside none, in decibels, the likelier ones first.
  private static let offsets = [-3, 3, -6, 6, -9, 9]
}
