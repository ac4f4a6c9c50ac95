/// Where in the order of events one stands, over restarts too: milliseconds of the clock, which
/// never go back while the server runs, and a counter.
struct EventID: Comparable, Sendable, CustomStringConvertible {
  var milliseconds: Int64
  var number: UInt64

  init(milliseconds: Int64, number: UInt64) {
    self.milliseconds = milliseconds
    self.number = number
  }

  /// Reads what `description` wrote; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), let number = UInt64(parts[1])
    else { return nil }
    self.init(milliseconds: milliseconds, number: number)
  }

  var description: String { "\(milliseconds)-\(number)" }

  static func < (a: EventID, b: EventID) -> Bool {
    (a.milliseconds, a.number) < (b.milliseconds, b.number)
  }
}
