/// A row of a radio map and how unlike a scan it is.
package struct Neighbour: Hashable, Sendable {
  /// The row in the map.
  package var row: Int
  /// Distance by the matching's measure, 0 for the same.
  package var distance: Double

  /// Makes a neighbour.
  package init(row: Int, distance: Double) {
    self.row = row
    self.distance = distance
  }

  fileprivate func isNearer(than other: Neighbour) -> Bool {
    distance < other.distance || (distance == other.distance && row < other.row)
  }
}

/// The nearest rows so far, nearest first, equal ones by row, no more than are wanted.
struct NeighbourList: Sendable {
  private(set) var rows: ContiguousArray<Neighbour> = []
  /// Distance of the last neighbour where there are as many as wanted, and infinite otherwise.
  private(set) var worst = Float.infinity
  private let wanted: Int

  init(wanted: Int) {
    self.wanted = max(1, wanted)
    rows.reserveCapacity(self.wanted + 1)
  }

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    worst = .infinity
  }

  /// Takes a row up where it is near enough; whether another as near may be, too, that stands
  /// behind it in the map.
  ///
  /// - Parameter isNew: whether the row can't be there already, at another radio offset.
  mutating func insert(_ neighbour: Neighbour, isNew: Bool) -> Bool {
    if !isNew, let at = rows.firstIndex(where: { $0.row == neighbour.row }) {
      guard neighbour.distance < rows[at].distance else { return true }
      rows.remove(at: at)
    }
    if rows.count == wanted {
      guard let last = rows.last, neighbour.isNearer(than: last) else { return false }
      rows.removeLast()
    }
    var at = rows.count
    while at > 0, neighbour.isNearer(than: rows[at - 1]) { at -= 1 }
    rows.insert(neighbour, at: at)
    if rows.count == wanted, let last = rows.last { worst = Float(last.distance) }
    return true
  }

  /// Makes distances of their squares, which have the same order.
  mutating func formSquareRoots() {
    for at in rows.indices { rows[at].distance.formSquareRoot() }
  }
}
