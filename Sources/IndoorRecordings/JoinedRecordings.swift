import IndoorJSON
import IndoorLibc

// Files of several recordings that were put together, as by `cat`: nothing of the first header
// holds for what comes behind the second.
extension RecordingError {
  static func joined(_ path: String, line: Int) -> RecordingError {
    .malformed(
      path, line: line, "is another recording's header; split the file there, a file a recording")
  }

  static func joined(_ path: String, table line: Int) -> RecordingError {
    .malformed(
      path, line: line, "is another table's header; split the file there, a file a table")
  }

  /// - Parameter number: the line, or the entry of an array, that has the metadata.
  static func joined(_ path: String, metadata number: Int, isLine: Bool) -> RecordingError {
    let what = "another recording's metadata; give a file for each recording, as it was exported"
    return isLine
      ? .malformed(path, line: number, "is \(what)")
      : .malformed(path, "its entry \(number) is \(what)")
  }
}

extension IndoorKitReader {
  /// Gives the lines behind the header.
  ///
  /// - Throws: `RecordingError` for one that is a header too, perhaps behind a line that lost its
  ///   end.
  static func each(
    of lines: inout JSONLinesReader, in bytes: [UInt8], path: String,
    _ body: (JSONLinesReader.Line) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var start = lines.bytesRead
    while let line = lines.next() {
      let isHeader =
        switch line.result {
        case .success(let node): node["t"] == nil && node["format"]?.string == "indoorkit"
        case .failure: holdsHeader(bytes[start..<min(lines.bytesRead, bytes.count)])
        }
      guard !isHeader else { throw .joined(path, line: line.number) }
      try body(line)
      start = min(lines.bytesRead, bytes.count)
    }
  }

  private static func holdsHeader(_ line: ArraySlice<UInt8>) -> Bool {
    // A search is set up for longer than most lines that can't be read are looked at.
    guard line.count > 20, line.contains(UInt8(ascii: "k")) else { return false }
    return ["\"format\"", "\"indoorkit\""].allSatisfy { line.firstRange(of: $0.utf8) != nil }
  }
}

extension TraceReader {
  /// The line of a trace that is another one's first line; `nil` where there is none.
  static func lineOfSecondHeader(_ bytes: [UInt8]) -> Int? {
    let start = Array("#\tstartTime".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var (from, headers) = (0, 0)
      while let found = memchr(base + from, Int32(start[0]), bytes.count - from) {
        let at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        from = at + 1
        guard at == 0 || bytes[at - 1] == 0x0A, bytes[at...].starts(with: start) else { continue }
        headers += 1
        if headers > 1 { return bytes[..<at].count { $0 == 0x0A } + 1 }
      }
      return nil
    }
  }
}
