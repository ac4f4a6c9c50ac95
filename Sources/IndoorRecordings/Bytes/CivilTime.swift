/// Dates of the calendar as milliseconds.
package enum CivilTime {
  private static func days(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Milliseconds since the Unix epoch of `2018-01-31 12:34:56` (UTC), or `nil`.
  ///
  /// Days from civil date: Hinnant (2013), "chrono-Compatible Low-Level Date Algorithms".
  package static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int64($0) }
    guard parts.count >= 6, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]),
      (1...days(ofMonth: parts[1], year: parts[0])).contains(parts[2]), parts[3] < 24,
      parts[4] < 60, parts[5] < 61
    else { return nil }
    let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
    let era = year / 400
    let yearOfEra = year - era * 400
    let month = parts[1] > 2 ? parts[1] - 3 : parts[1] + 9
    let dayOfYear = (153 * month + 2) / 5 + parts[2] - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return (((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]) * 1000
  }
}
