import IndoorAuthoring

/// Shows on standard error what a use case tells while it works: warnings, and a bar for parts of
/// over a second where standard error is a terminal.
final class ProgressDisplay: @unchecked Sendable {
  // A use case tells one thing at a time, so nothing here is touched twice at once.
  private var work: AuthoringProgress.Work?
  private var start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?
  private let isSilent = !Console.isTerminal

  /// A display for one use case.
  static func handler() -> ProgressHandler {
    let display = ProgressDisplay()
    return { display.show($0) }
  }

  private func show(_ progress: AuthoringProgress) {
    switch progress {
    case .working(let work, let done, let total): update(work, done, total)
    case .finished: finish()
    case .warning(let warning):
      let sentence = CommandWords.spelled(warning)
      if warning.isNote { Console.note(sentence) } else { Console.warning(sentence) }
    }
  }

  /// Redraws, ten times a second at most.
  private func update(_ work: AuthoringProgress.Work, _ done: Int, _ total: Int) {
    let now = ContinuousClock.now
    if work != self.work { (self.work, start, drawn) = (work, now, nil) }
    guard !isSilent, total > 0, now - start > .seconds(1) else { return }
    if let drawn, now - drawn < .milliseconds(100) { return }
    drawn = now
    let filled = min(30, max(0, done * 30 / total))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    Console.write("\r\(work.label) \(bar) \(done)/\(total)")
  }

  /// Takes the bar away.
  private func finish() {
    if drawn != nil { Console.write("\r\u{1B}[K") }
    (work, drawn) = (nil, nil)
  }
}
