/// Heights of a table's rows, where no column names the level: who writes them may mean levels by
/// them.
struct HeightsAlone {
  /// Metres between two heights from which on they may be of two levels.
  private static let least = 2.2

  private var low = Double.infinity
  private var high = -Double.infinity

  mutating func take(_ height: Double?) {
    guard let height, height.isFinite, abs(height) < 10_000 else { return }
    (low, high) = (min(low, height), max(high, height))
  }

  /// What is to be said of them.
  func warning(_ path: String) -> RecordingWarning? {
    guard high - low >= Self.least else { return nil }
    let (low, high) = ((low * 10).rounded() / 10 + 0, (high * 10).rounded() / 10 + 0)
    return RecordingWarning(
      .heightsAlone,
      "\(path): its heights reach from \(low) to \(high), which tells no level, and no column names one; "
        + "where rows are of several levels, give each its own in a column called level")
  }
}
