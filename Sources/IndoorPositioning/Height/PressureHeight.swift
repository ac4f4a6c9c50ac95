import IndoorModel

/// Ways up and down from the barometer, in pieces worth moving particles for.
struct PressureHeight: Sendable {
  /// What happened since the piece before.
  struct Piece: Sendable {
    /// Metres upwards; negative downwards.
    var metres: Double
    /// How many of the seconds since then nobody went up or down.
    var calm: Double
    /// Whether it went up or down faster than anybody on foot.
    var isFast = false
  }

  /// The vertical speed, in m/s, from which it is a lift: escalators rise at 0.25 to 0.4 (EN 115:
  /// up to 0.75 along 30°).
  private static let fast = 0.55
  /// Metres, or seconds, that make a piece.
  private static let (pieceHeight, pieceTime) = (0.1, 1.0)
  /// Seconds of calm that a pause between two samples counts for at most.
  private static let longestCalm = 60.0
  /// Seconds after the last sample from which on the barometer is silent.
  private static let silence = 3.0

  private var changes = LevelChangeDetector()
  private var last: Timestamp?
  private var pieceStart: Timestamp?
  private var pending = Piece(metres: 0, calm: 0)
  /// Metres that it went up to the last sample, and where that was at each of the last whole
  /// seconds, by the second modulo 32.
  private var height = 0.0
  private var heights = SIMD32<Double>(repeating: .nan)

  /// Takes one sample of the barometer, in hPa; returns the piece that it ends: a decimetre, or a
  /// second.
  mutating func update(pressure: Double, at time: Timestamp) -> Piece? {
    guard pressure.isFinite else { return nil }
    _ = changes.update(pressure: pressure, at: time)
    pending.metres += changes.rise
    height += changes.rise
    note(at: time)
    if changes.isCalm, let last {
      pending.calm += min(Self.longestCalm, max(0, time.seconds(since: last)))
    }
    last = time
    let start = pieceStart ?? time
    pieceStart = start
    guard abs(pending.metres) > Self.pieceHeight || time.seconds(since: start) >= Self.pieceTime
    else { return nil }
    pending.isFast = abs(changes.rate) > Self.fast
    defer {
      pending = Piece(metres: 0, calm: 0)
      pieceStart = time
    }
    return pending
  }

  private mutating func note(at time: Timestamp) {
    let second = time.microseconds / 1_000_000
    let earlier = last.map { $0.microseconds / 1_000_000 } ?? second
    for s in max(earlier, second - 31)...max(earlier, second) { heights[Int(s & 31)] = height }
  }

  /// How many metres it went up or down in the last so many seconds; 0 where that isn't known.
  func climbed(inLast seconds: Double) -> Double {
    guard let last, seconds >= 0, seconds < 30 else { return 0 }
    let then = heights[Int((last.microseconds / 1_000_000 - Int64(seconds)) & 31)]
    return then.isFinite ? height - then : 0
  }

  /// Whether the barometer tells of the last seconds.
  func isAlive(at time: Timestamp) -> Bool {
    last.map { time.seconds(since: $0) < Self.silence } ?? false
  }

  /// Whether it goes up or down.
  var isClimbing: Bool { changes.isMoving }
}
