/// Opening hours by the clock of the place: a part of OpenStreetMap's `opening_hours`, as
/// `Mo-We,Fr 10:30-17:00; Th 10:30-20:00; Dec 25 off`.
///
/// Rules are parted by semicolons, and of those that are of a day the last one counts. A rule has
/// days of the year (`Dec 24-26,Jan 1`, `Nov-Mar`), weekdays (`Mo-We,Fr`) and times, each of which
/// may be missing: without times it is all day. Times past midnight (`18:00-02:00`, `18:00-26:00`)
/// belong to the day on which they begin. `24/7`, `off` and `closed` are known; holidays, years,
/// sunrise and whatever else aren't.
package struct OpeningHours: Sendable {
  private var rules: [Rule] = []

  private struct Rule {
    /// Days of the year, each a month times 100 and a day; empty for all.
    var dates: [(first: Int, last: Int)] = []
    /// A bit a weekday, Monday's the lowest; 0 for all.
    var weekdays: UInt8 = 0
    /// Minutes since midnight; empty where it is closed.
    var times: [Range<Int>] = []
  }

  /// Reads opening hours; `nil` where they have anything that isn't known.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.mostBytes else { return nil }
    var reader = HoursReader(text)
    repeat {
      guard let rule = Self.rule(&reader) else { return nil }
      rules.append(rule)
      // A semicolon may stand behind the last.
      guard reader.skip(";") else { break }
    } while !reader.isAtEnd
    guard reader.isAtEnd else { return nil }
  }

  /// Bytes beyond which no hours are read.
  package static let mostBytes = 1000

  /// Whether no rule of days or weekdays opens on any: what isn't said is closed, too.
  package var openNever: Bool {
    rules.allSatisfy(\.times.isEmpty)
      && rules.contains { !$0.dates.isEmpty || $0.weekdays != 0 }
  }

  /// Whether rules take back all that rules before them open, so that no day of the year opens.
  package var takenBack: Bool {
    guard rules.contains(where: { !$0.times.isEmpty }) else { return false }
    return !Self.lengths.indices.contains { month in
      (1...Self.lengths[month]).contains { day in
        (0..<7).contains { !times(onDate: month * 100 + day, weekday: $0).isEmpty }
      }
    }
  }

  // MARK: Reading

  private static func rule(_ reader: inout HoursReader) -> Rule? {
    var rule = Rule()
    if reader.skip("24/7") {
      rule.times = [0..<1440]
      return rule
    }
    let start = reader
    guard dates(&rule, &reader), weekdays(&rule, &reader) else { return nil }
    if reader.skip("off") || reader.skip("closed") { return rule }
    guard reader.isAtNumber else {
      // All day: `Sa`, but not nothing at all.
      rule.times = [0..<1440]
      return reader.position > start.position ? rule : nil
    }
    repeat {
      guard let begin = time(&reader), begin < 1440, reader.skip("-"), var end = time(&reader)
      else { return nil }
      if end <= begin { end += 1440 }
      rule.times.append(begin..<end)
    } while reader.skip(",")
    return rule
  }

  /// Minutes of `10:30`, up to `48:00`.
  private static func time(_ reader: inout HoursReader) -> Int? {
    guard let hour = reader.number(), reader.skip(":"), let minute = reader.number(),
      minute < 60, hour * 60 + minute <= 2880
    else { return nil }
    return hour * 60 + minute
  }

  private static func weekdays(_ rule: inout Rule, _ reader: inout HoursReader) -> Bool {
    guard var first = reader.word(of: Self.days) else { return true }
    while true {
      var last = first
      if reader.skip("-") {
        guard let end = reader.word(of: Self.days) else { return false }
        last = end
      }
      for step in 0...((last - first + 7) % 7) { rule.weekdays |= 1 << ((first + step) % 7) }
      guard reader.skip(",") else { return true }
      guard let next = reader.word(of: Self.days) else { return false }
      first = next
    }
  }

  /// Reads `Dec 25`, `Dec 24-26`, `Dec 24-Jan 6`, `Nov-Mar`, and several with commas between.
  private static func dates(_ rule: inout Rule, _ reader: inout HoursReader) -> Bool {
    guard var month = reader.word(of: Self.months) else { return true }
    var day = reader.day()
    while true {
      var (lastMonth, lastDay) = (month, day)
      if reader.skip("-") {
        if let end = reader.word(of: Self.months) {
          lastMonth = end
          lastDay = reader.day()
        } else {
          guard let end = reader.day() else { return false }
          lastDay = end
        }
        // `Dec 24-Jan` leaves open which day is the last.
        guard (day == nil) == (lastDay == nil) else { return false }
      }
      for (month, day) in [(month, day), (lastMonth, lastDay)] {
        guard (1...Self.lengths[month]).contains(day ?? 1) else { return false }
      }
      rule.dates.append(
        (month * 100 + (day ?? 1), lastMonth * 100 + (lastDay ?? Self.lengths[lastMonth])))
      guard reader.skip(",") else { return true }
      if let next = reader.word(of: Self.months) {
        (month, day) = (next, reader.day())
      } else {
        // `Dec 25,26`: a day of the same month.
        guard let next = reader.day() else { return false }
        (month, day) = (lastMonth, next)
      }
    }
  }

  private static let days = ["mo", "tu", "we", "th", "fr", "sa", "su"]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  // MARK: Answering

  /// Whether it is open at a moment, in seconds since 1970 by the clock of the place.
  package func isOpen(at second: Double) -> Bool { end(ofOpeningAt: second) != nil }

  /// Whether it is open all the time from one moment to another.
  func isOpen(throughout times: ClosedRange<Double>) -> Bool {
    var second = times.lowerBound
    while let end = end(ofOpeningAt: second) {
      if end > times.upperBound { return true }
      second = end
    }
    return false
  }

  /// Whether it opens on the day that a moment is of.
  func opens(onDayOf second: Double) -> Bool { !times(on: Self.day(of: second)).isEmpty }

  /// When an opening ends that a moment is within; `nil` where it is within none.
  private func end(ofOpeningAt second: Double) -> Double? {
    let today = Self.day(of: second)
    var end: Double?
    for day in [today - 1, today] {
      for times in times(on: day) {
        let (first, last) = (
          Double(day * 1440 + times.lowerBound) * 60, Double(day * 1440 + times.upperBound) * 60
        )
        if first <= second, second < last { end = max(end ?? last, last) }
      }
    }
    return end
  }

  private static func day(of second: Double) -> Int { Int((second / 86_400).rounded(.down)) }

  /// The times that begin on a day since 1970.
  private func times(on day: Int) -> [Range<Int>] {
    let civil = CivilDate(daysSince1970: day)
    // 1970 began on a Thursday.
    return times(
      onDate: (civil.month - 1) * 100 + civil.day, weekday: ((day + 3) % 7 + 7) % 7)
  }

  /// The times that begin on a day of the year, a month from 0 times 100 and a day, if it is such a
  /// weekday, from Monday's 0.
  private func times(onDate date: Int, weekday: Int) -> [Range<Int>] {
    let rule = rules.last { rule in
      let isDate =
        rule.dates.isEmpty
        || rule.dates.contains { first, last in
          first <= last ? first <= date && date <= last : first <= date || date <= last
        }
      return isDate && (rule.weekdays == 0 || rule.weekdays >> weekday & 1 == 1)
    }
    return rule?.times ?? []
  }
}

/// Reads words, numbers and signs of opening hours, in whatever case, passing over spaces.
private struct HoursReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    skipSpaces()
  }

  var isAtEnd: Bool { position == bytes.count }
  var isAtNumber: Bool { position < bytes.count && Self.isDigit(bytes[position]) }

  /// Passes over a text that stands here.
  mutating func skip(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    skipSpaces()
    return true
  }

  /// The place in a list of the word that stands here; `nil` where none of them does.
  mutating func word(of words: [String]) -> Int? {
    let end = bytes[position...].firstIndex { !(0x61...0x7A).contains($0) } ?? bytes.count
    guard let place = words.firstIndex(where: { $0.utf8.elementsEqual(bytes[position..<end]) })
    else { return nil }
    position = end
    skipSpaces()
    return place
  }

  /// A number of one or two digits.
  mutating func number() -> Int? {
    var (value, end) = (0, position)
    while end < bytes.count, Self.isDigit(bytes[end]), end < position + 3 {
      value = value * 10 + Int(bytes[end] - 0x30)
      end += 1
    }
    guard (1...2).contains(end - position) else { return nil }
    position = end
    skipSpaces()
    return value
  }

  /// A number that isn't the hour of a time.
  mutating func day() -> Int? {
    let start = position
    guard let number = number(), position == bytes.count || bytes[position] != UInt8(ascii: ":")
    else {
      position = start
      return nil
    }
    return number
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == 0x20 { position += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
