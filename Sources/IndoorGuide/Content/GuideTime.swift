import IndoorModel

/// A moment as ISO 8601 has it, to be compared with others.
struct GuideTime: Hashable, Sendable {
  /// Seconds since 1970, in UTC or in a zone that isn't known.
  let seconds: Double
  /// Whether it is in UTC.
  let isUniversal: Bool
  /// Whether it is a whole day.
  let isDay: Bool

  /// Reads `2026-05-01`, `2026-05-01T10:30`, with seconds, fractions, `Z` or `+02:00`; a space does
  /// for the T. `nil` for anything else.
  init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    guard let year = Self.digits(4, &bytes), Self.skip("-", &bytes),
      let month = Self.digits(2, &bytes), Self.skip("-", &bytes),
      let day = Self.digits(2, &bytes),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var seconds = Double(date.daysSince1970) * 86_400
    var isUniversal = false
    if !bytes.isEmpty {
      guard Self.skip("T", &bytes) || Self.skip(" ", &bytes),
        let hour = Self.digits(2, &bytes), Self.skip(":", &bytes),
        let minute = Self.digits(2, &bytes), hour <= 24, minute < 60
      else { return nil }
      seconds += Double(hour * 3600 + minute * 60)
      if Self.skip(":", &bytes) {
        guard let second = Self.digits(2, &bytes), second <= 60 else { return nil }
        seconds += Double(second)
        if Self.skip(".", &bytes) {
          var share = 0.1
          while let digit = Self.digits(1, &bytes) {
            seconds += Double(digit) * share
            share /= 10
          }
        }
      }
      if !bytes.isEmpty {
        guard let offset = Self.offset(&bytes), bytes.isEmpty else { return nil }
        seconds -= offset
        isUniversal = true
      }
    }
    self.seconds = seconds
    self.isUniversal = isUniversal
    isDay = text.utf8.count { $0 > 0x20 } == 10
  }

  /// Seconds since 1970 in UTC at the earliest and at the latest: local times are up to 14 hours
  /// ahead of it and up to 12 behind.
  private var bounds: ClosedRange<Double> {
    isUniversal ? seconds...seconds : (seconds - 14 * 3600)...(seconds + 12 * 3600)
  }

  /// What clocks may show at a moment that is told in UTC.
  var localBounds: ClosedRange<Double> { (seconds - 12 * 3600)...(seconds + 14 * 3600) }

  /// Whether this is before another moment; `nil` where it depends on the zone, as only one of them
  /// says how far it is from UTC.
  func isBefore(_ other: GuideTime) -> Bool? {
    if isUniversal == other.isUniversal { return seconds < other.seconds }
    if bounds.upperBound < other.bounds.lowerBound { return true }
    return bounds.lowerBound >= other.bounds.upperBound ? false : nil
  }

  private init(seconds: Double, isUniversal: Bool, isDay: Bool) {
    self.seconds = seconds
    self.isUniversal = isUniversal
    self.isDay = isDay
  }

  /// The same a day later.
  var nextDay: GuideTime {
    GuideTime(seconds: seconds + 86_400, isUniversal: isUniversal, isDay: isDay)
  }

  /// Seconds east of UTC; no zone is farther off than 14 hours.
  private static func offset(_ bytes: inout ArraySlice<UInt8>) -> Double? {
    if skip("Z", &bytes) { return 0 }
    let isWest = bytes.first == UInt8(ascii: "-")
    guard skip("+", &bytes) || skip("-", &bytes), let hours = digits(2, &bytes) else { return nil }
    _ = skip(":", &bytes)
    let minutes = digits(2, &bytes) ?? 0
    guard hours <= 14, minutes < 60 else { return nil }
    let seconds = Double(hours * 3600 + minutes * 60)
    return isWest ? -seconds : seconds
  }

  private static func skip(_ letter: Unicode.Scalar, _ bytes: inout ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(truncatingIfNeeded: letter.value) else { return false }
    bytes.removeFirst()
    return true
  }

  private static func digits(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= count else { return nil }
    var number = 0
    for byte in bytes.prefix(count) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    bytes.removeFirst(count)
    return number
  }
}

extension Guide {
  /// Whether a text is a day or a moment as ISO 8601 has them.
  package static func isTime(_ text: String) -> Bool { GuideTime(text) != nil }

  /// Whether what ends at one ISO 8601 time ends before it begins at another; a day ends with its
  /// last second. `false` where that can't be told.
  package static func ends(_ end: String, beforeItBegins begin: String) -> Bool {
    guard let end = GuideTime(end), let begin = GuideTime(begin) else { return false }
    return end.isDay ? begin.isBefore(end.nextDay) == false : end.isBefore(begin) == true
  }

  /// Whether rules let something be open or shown at a moment: within one of its intervals where it
  /// has any, and by its opening hours where it has those. What can't be told is not open.
  static func areOpen(_ rules: [GuideRule], at time: GuideTime) -> Bool {
    var (intervals, hours): ([Bool], [Bool]) = ([], [])
    for rule in rules {
      switch rule.when {
      case .interval(let begin, let end):
        intervals.append(hasBegun(begin, at: time) && !mayHaveEnded(end, at: time))
      case .hours(let text): hours.append(OpeningHours(text)?.isOpen(at: time) ?? false)
      }
    }
    return (intervals.isEmpty || intervals.contains(true))
      && (hours.isEmpty || hours.contains(true))
  }

  /// Whether a beginning is there: on a day, by its end.
  private static func hasBegun(_ text: String?, at time: GuideTime) -> Bool {
    guard let text else { return true }
    guard time.isDay else { return GuideTime(text).flatMap { time.isBefore($0) } == false }
    return GuideTime(text).flatMap { $0.isBefore(time.nextDay) } == true
  }

  /// Whether an end is there or may be; a day ends with its last second.
  private static func mayHaveEnded(_ text: String?, at time: GuideTime) -> Bool {
    guard let text else { return false }
    return GuideTime(text).flatMap { time.isBefore($0.isDay ? $0.nextDay : $0) } != true
  }
}

extension OpeningHours {
  /// Whether it is open at a moment: on a day, whether it opens then; at one that is told in UTC,
  /// whether it is open in every zone.
  fileprivate func isOpen(at time: GuideTime) -> Bool {
    if time.isUniversal { return isOpen(throughout: time.localBounds) }
    return time.isDay ? opens(onDayOf: time.seconds) : isOpen(at: time.seconds)
  }
}
