import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// Finds the rows of a radio map that are most like a scan, exactly, without allocating.
///
/// Blocks of rows are visited by their bounds, the most promising first, until no bound is below the worst neighbour.
public struct NeighbourMatcher: Sendable {
  /// A row and how unlike the scan it is.
  public struct Neighbour: Hashable, Sendable {
    /// The row in the map.
    public var row: Int
    /// Distance by the matching's measure, 0 for the same.
    public var distance: Double

    /// Makes a neighbour.
    public init(row: Int, distance: Double) {
      self.row = row
      self.distance = distance
    }
  }

  /// The index of the map.
  public let index: NeighbourIndex
  /// The most alike rows of the last scan, nearest first, equal ones by row.
  public private(set) var neighbours: ContiguousArray<Neighbour> = []

  /// The rows' sizes without what is left out.
  private var sizes: RowSizes
  /// Which transmitters are left out. Shape: transmitters, or none.
  private var isAbsent: ContiguousArray<Bool> = []
  /// Which group each row is of, so that whole walks can be left out. Shape: rows, or none.
  private let groups: ContiguousArray<UInt32>
  /// How many to keep.
  private let count: Int
  /// The readings that the map knows, and what part of their value is left at their age.
  private var heard: ContiguousArray<(transmitter: UInt32, rssi: Int, fresh: Float)> = []
  private var query: ContiguousArray<(transmitter: UInt32, value: Float)> = []
  /// The query's value of each transmitter, 0 where it has none. Shape: transmitters.
  private var known: ContiguousArray<Float>
  /// What the distance needs of the query as a whole.
  private var size: Float = 0
  private var candidates: BlockCandidates
  /// Distance of the last neighbour where there are as many as wanted, and infinite otherwise.
  private var worst = Float.infinity
  /// What the radio offset that is being tried adds to all distances.
  private var penalty: Float = 0

  /// Makes a matcher.
  ///
  /// - Parameters:
  ///   - groups: for each row a number; rows of the group that a query names are left out.
  ///   - count: how many neighbours to find; the matching's number where it is `nil`.
  public init(index: NeighbourIndex, groups: [UInt32] = [], count: Int? = nil) {
    self.index = index
    sizes = index.sizes
    self.groups = groups.count == index.rowCount ? ContiguousArray(groups) : []
    self.count = max(1, count ?? index.matching.neighbours)
    known = ContiguousArray(repeating: 0, count: index.transmitterCount)
    candidates = BlockCandidates(blocks: index.blockCount)
    heard.reserveCapacity(512)
    query.reserveCapacity(512)
    neighbours.reserveCapacity(self.count + 1)
  }

  /// Leaves transmitters out of rows and scans from now on, as if the map had never heard them, and no others.
  ///
  /// Neighbours stay exact: they are those of a map without these transmitters. It takes as long as some searches do.
  ///
  /// - Parameter isAbsent: for each transmitter of the map, in its order, whether it is left out; nothing is where their
  ///   number is another.
  public mutating func leaveOut(_ isAbsent: ContiguousArray<Bool>) {
    let isUsed = isAbsent.count == index.transmitterCount && isAbsent.contains(true)
    self.isAbsent = isUsed ? isAbsent : []
    sizes = isUsed ? index.sizes(without: isAbsent) : index.sizes
  }

  /// Finds the neighbours of a scan and says how many of its transmitters the map knows; with 0 there are none.
  ///
  /// - Parameters:
  ///   - freshness: seconds after which a reading's weight has fallen to 1/e.
  ///   - offset: whole decibels that the device reads more than the map, as far as that is known.
  ///   - group: rows of this group are left out.
  public mutating func match(
    _ readings: [Reading], freshness: Double = 6, offset: Int = 0, leavingOut group: UInt32? = nil
  ) -> Int {
    neighbours.removeAll(keepingCapacity: true)
    lookUp(readings, freshness: freshness)
    worst = .infinity
    match(offset: offset, leavingOut: group)
    var known = query.count
    if index.matching.offsetPenalty > 0 {
      for tried in Self.offsets {
        penalty = Float(index.matching.offsetPenalty * Double(tried * tried))
        // No row can be nearer than the penalty alone.
        guard penalty <= worst else { continue }
        match(offset: offset + tried, leavingOut: group)
        known = max(known, query.count)
      }
      penalty = 0
    }
    if index.matching.distance == .euclid {
      // Squares have the same order and are quicker.
      for at in neighbours.indices { neighbours[at].distance.formSquareRoot() }
    }
    return known
  }

  /// Finds neighbours at one offset beside those that are there.
  private mutating func match(offset: Int, leavingOut group: UInt32?) {
    take(offset: offset)
    guard !query.isEmpty else { return }
    // The columns are lent once: to ask for each anew would cost more than a row does.
    let (index, sizes) = (index, sizes)
    index.withColumns(sizes) { columns in
      // A switch for each entry would cost as much as the entry.
      switch index.matching.distance {
      case .euclid: search(columns, .euclid, leavingOut: group)
      case .manhattan: search(columns, .manhattan, leavingOut: group)
      case .cosine: search(columns, .cosine, leavingOut: group)
      case .sørensen: search(columns, .sørensen, leavingOut: group)
      }
    }
    for entry in query { known[Int(entry.transmitter)] = 0 }
  }

  /// Looks the readings up.
  private mutating func lookUp(_ readings: [Reading], freshness: Double) {
    heard.removeAll(keepingCapacity: true)
    for reading in readings where heard.count < Self.mostReadings {
      guard let transmitter = index.identities[reading.transmitter],
        isAbsent.isEmpty || !isAbsent[Int(transmitter)]
      else { continue }
      let fresh = reading.age > 0 ? Float(exp(-Double(reading.age) / (1000 * freshness))) : 1
      heard.append((transmitter, Int(reading.rssi), fresh))
    }
  }

  /// Makes the query of what a device with an offset heard; of a transmitter twice, the strongest counts.
  private mutating func take(offset: Int) {
    query.removeAll(keepingCapacity: true)
    for (transmitter, rssi, fresh) in heard {
      let value = index.values[max(-128, min(127, rssi - offset)) + 128] * fresh
      let before = known[Int(transmitter)]
      guard value > before else { continue }
      known[Int(transmitter)] = value
      if before > 0, let at = query.firstIndex(where: { $0.transmitter == transmitter }) {
        query[at].value = value
      } else {
        query.append((transmitter, value))
      }
    }
    size = 0
    for (_, value) in query { size += index.matching.distance.term(value) }
    size = index.matching.distance.size(ofSum: size)
  }

  @inline(__always)
  private mutating func search(
    _ columns: NeighbourIndex.Columns, _ distance: Matching.Distance, leavingOut group: UInt32?
  ) {
    share(columns, distance)
    guard let first = candidates.bound(columns, size: size, distance) else { return }
    // The nearest block's rows tell which of the others may hold nearer ones: to order all of them would cost more.
    visit(first, columns, distance, leavingOut: group)
    candidates.keep(upTo: max(0, worst - penalty), but: first)
    while let next = candidates.popNearest(), next.distance + penalty <= worst {
      visit(next.block, columns, distance, leavingOut: group)
    }
  }

  /// Adds up the most that each block shares with the query.
  @inline(__always)
  private mutating func share(_ columns: NeighbourIndex.Columns, _ distance: Matching.Distance) {
    candidates.update { shared, blocks in
      var count = 0
      for (transmitter, value) in query {
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
    _ block: Int, _ columns: NeighbourIndex.Columns, _ distance: Matching.Distance,
    leavingOut group: UInt32?
  ) {
    let shared = known.withUnsafeBufferPointer { known in
      var sums = NeighbourIndex.Lanes(repeating: 0)
      for bound in Int(columns.blockStarts[block])..<Int(columns.blockStarts[block + 1]) {
        let a = known[Int(columns.blockTransmitters[bound])]
        let values = columns.blockValues[bound]
        if distance.isOfProducts {
          sums += a * values
        } else {
          sums += values.replacing(with: a, where: values .> a)
        }
      }
      return sums
    }
    let others = columns.rowSizes[block]
    let distances: NeighbourIndex.Lanes =
      switch distance {
      case .euclid, .manhattan: size + others - 2 * shared
      case .cosine: 1 - shared / (size * others)
      case .sørensen: 1 - 2 * shared / (size + others)
      }
    let first = block * NeighbourIndex.Lanes.scalarCount
    for lane in 0..<NeighbourIndex.Lanes.scalarCount {
      let value = max(0, distances[lane]) + penalty
      // A row that shares nothing is no neighbour, however little it has itself.
      guard value <= worst, shared[lane] > 0 else { continue }
      let row = Int(columns.slotRows[first + lane])
      if let group, !groups.isEmpty, groups[row] == group { continue }
      keep(Neighbour(row: row, distance: Double(value)))
    }
  }

  private mutating func keep(_ neighbour: Neighbour) {
    func isNearer(_ a: Neighbour, _ b: Neighbour) -> Bool {
      a.distance < b.distance || (a.distance == b.distance && a.row < b.row)
    }
    if penalty > 0, let at = neighbours.firstIndex(where: { $0.row == neighbour.row }) {
      // There at another offset: the nearer one counts.
      guard neighbour.distance < neighbours[at].distance else { return }
      neighbours.remove(at: at)
    }
    if neighbours.count == count {
      guard let last = neighbours.last, isNearer(neighbour, last) else { return }
      neighbours.removeLast()
    }
    var at = neighbours.count
    while at > 0, isNearer(neighbour, neighbours[at - 1]) { at -= 1 }
    neighbours.insert(neighbour, at: at)
    if neighbours.count == count, let last = neighbours.last { worst = Float(last.distance) }
  }

  /// The radio offsets that are tried beside none, in decibels, the likelier ones first.
  private static let offsets = [-3, 3, -6, 6, -9, 9]

  /// More of them would overflow a block's sum of bounds.
  private static let mostReadings = 60_000
}
