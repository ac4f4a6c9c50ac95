/// The marks that are open in content (ISO 32000-1, 14.6), and whether one of them puts it on a
/// layer that isn't shown.
struct ContentMarks {
  private var open = 0
  /// How many were open where each form began: its own ends don't reach below.
  private var floors: [Int] = []
  /// The outermost that hides.
  private var hiding: Int?

  /// Whether what is painted now doesn't show.
  var hide: Bool { hiding != nil }

  mutating func begin(hides: Bool) {
    open += 1
    if hides, hiding == nil { hiding = open }
  }

  mutating func end() { end(at: max(open - 1, floors.last ?? 0)) }

  /// Begins a form.
  mutating func enter() { floors.append(open) }

  /// Ends it, and with it what it left open.
  mutating func leave() {
    if let floor = floors.popLast() { end(at: floor) }
  }

  private mutating func end(at left: Int) {
    open = left
    if let hiding, hiding > left { self.hiding = nil }
  }
}
