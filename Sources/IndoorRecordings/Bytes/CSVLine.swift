import IndoorLibc
import IndoorModel

/// Lines of CSV by RFC 4180.
enum CSVLine {
  /// Stands between the fields of a line that was unquoted: ASCII's own separator of units.
  static let separator: UInt8 = 0x1F

  /// A table's lines; where it has no line feed they end with carriage returns alone, as in tables
  /// saved for old Macintoshes.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
    return bytes.split(separator: end, omittingEmptySubsequences: false)
  }

  /// The line with the quotation marks of its fields taken off, and `separator` between them; `nil`
  /// where a quoted field isn't closed on the line, or goes on behind its closing mark.
  ///
  /// - Parameter isLoose: whether a field may go on there, as names of networks do where a recorder
  ///   doesn't write their marks twice.
  static func unquoted(_ line: Field, isLoose: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    var (isQuoted, wasQuoted) = (false, false)
    var isFieldStart = true
    var p = line.start
    while p < line.end {
      let byte = p.pointee
      p += 1
      if isQuoted {
        if byte != quote {
          bytes.append(byte == separator ? 0x20 : byte)
        } else if p < line.end, p.pointee == quote {
          bytes.append(quote)
          p += 1
        } else {
          isQuoted = false
        }
      } else if byte == comma {
        bytes.append(separator)
        (isFieldStart, wasQuoted) = (true, false)
        continue
      } else if byte == quote, isFieldStart {
        (isQuoted, wasQuoted) = (true, true)
      } else if wasQuoted, !isLoose, byte != 0x20, byte != 0x09, byte != 0x0D {
        return nil
      } else {
        bytes.append(byte == separator ? 0x20 : byte)
      }
      isFieldStart = false
    }
    return isQuoted ? nil : bytes
  }

  /// The fields of a line, or `nil` where a quoted one isn't closed on the line, or goes on behind
  /// its closing mark and none may.
  static func fields(_ line: Field, isLoose: Bool = false) -> [String]? {
    guard let bytes = unquoted(line, isLoose: isLoose) else { return nil }
    return bytes.split(separator: separator, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self).streamSafe
    }
  }

  /// Whether a line is a row whose fields are all empty, as spreadsheets write it for cells that
  /// were only formatted.
  static func isNothing(_ line: Field) -> Bool {
    let quote = UInt8(ascii: "\"")
    var p = line.start
    while p < line.end {
      switch p.pointee {
      case UInt8(ascii: ","), 0x20, 0x09: p += 1
      case quote where p + 1 < line.end && p[1] == quote: p += 2
      default: return false
      }
    }
    return true
  }

  /// What a body makes of a line's fields, quoted or not, or `nil` where a quoted one isn't closed
  /// on the line or goes on behind its closing mark.
  static func with<Result>(_ line: Field, _ body: (inout FieldCursor) -> Result) -> Result? {
    guard memchr(line.start, Int32(UInt8(ascii: "\"")), line.count) != nil else {
      var fields = FieldCursor(line, separator: UInt8(ascii: ","))
      return body(&fields)
    }
    return unquoted(line)?.withUnsafeBufferPointer { bytes -> Result? in
      let start = bytes.baseAddress ?? line.start
      var fields = FieldCursor(
        Field(start: start, end: start + bytes.count), separator: separator)
      return body(&fields)
    }
  }
}
