/// What searches for the rows that are most like scans took.
package struct SearchWork: Hashable, Sendable {
  /// How many bounds and blocks' values they have gone through.
  package var work = 0
  /// How many of them were approximate, because those before them took too much.
  package var approximate = 0
  /// What they may go through before the next ones are approximate.
  var most = Int.max
  /// Whether the one that is going on is approximate.
  private(set) var isShort = false

  /// Of no search.
  package init() {}

  /// A search begins.
  mutating func begin() { isShort = work >= most }

  /// Adds what others took.
  package static func += (sum: inout Self, other: Self) {
    sum.work &+= other.work
    sum.approximate += other.approximate
  }
}
