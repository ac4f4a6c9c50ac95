extension String {
  /// The text in Unicode's Stream-Safe Text Format (UAX #15, section 13): no letter with over 30
  /// marks on it in a row, as a joiner that isn't shown (U+034F) parts them.
  ///
  /// No language has so many; to compare such texts, Swift orders all marks of a letter, which
  /// takes the square of their number.
  package var streamSafe: String {
    guard utf8.count > Self.mostUnsafe, hasLongRun, firstCrowd != nil else { return self }
    var safe = UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > Self.mostMarks {
        safe.append(Self.joiner)
        marks = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }

  /// Marks on a letter at most.
  private static let mostMarks = 30
  private static let joiner: Unicode.Scalar = "\u{034F}"
  /// Bytes up to which a text is compared in no time, whatever it is.
  private static let mostUnsafe = 512

  /// Whether over half of that many bytes in a row are of no ASCII, as those of marks are.
  private var hasLongRun: Bool {
    var run = 0
    for byte in utf8 {
      run = byte >= 0x80 ? run + 1 : 0
      if run > Self.mostUnsafe / 2 { return true }
    }
    return false
  }

  /// The first mark that is one too many.
  private var firstCrowd: Unicode.Scalar? {
    var marks = 0
    return unicodeScalars.first { scalar in
      marks = scalar.isMark ? marks + 1 : 0
      return marks > Self.mostMarks
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is set in order among the marks of a letter; none is below U+0300.
  fileprivate var isMark: Bool {
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }
}
