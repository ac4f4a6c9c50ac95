package import IndoorModel

/// Moments as RFC 3339 text in UTC, for formats that have no milliseconds since the epoch.
package enum UTCTime {
  /// `2019-11-24T05:15:22.274Z`. A clock that does not count from the Unix epoch gives dates near
  /// 1970.
  package static func text(_ time: Timestamp) -> String {
    let milliseconds = time.milliseconds
    let day = milliseconds.quotient(86_400_000)
    let rest = milliseconds - day * 86_400_000
    let (year, month, date) = civil(day: day)
    let seconds = rest / 1000
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(date, 2))T"
      + "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
      + ".\(digits(rest % 1000, 3))Z"
  }

  /// Year, month and day of a day counted from 1970-01-01: Hinnant's (2013) `civil_from_days`.
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.quotient(146_097)
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, ofYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func quotient(_ divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}
