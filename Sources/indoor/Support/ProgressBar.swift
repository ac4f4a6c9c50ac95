import Foundation

/// A bar on standard error for work of over a second; silent where standard error is no terminal.
final class ProgressBar {
  private let label: String
  private let total: Int
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?
  private let isSilent = !Console.isTerminal

  init(_ label: String, total: Int) {
    self.label = label
    self.total = total
  }

  /// Redraws, ten times a second at most.
  func update(_ done: Int) {
    let now = ContinuousClock.now
    guard !isSilent, total > 0, now - start > .seconds(1) else { return }
    if let drawn, now - drawn < .milliseconds(100) { return }
    drawn = now
    let filled = min(30, max(0, done * 30 / total))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    Console.write("\r\(label) \(bar) \(done)/\(total)")
  }

  /// Takes the bar away.
  func finish() {
    if drawn != nil { Console.write("\r\u{1B}[K") }
  }
}
