import CSIMDJSON
import IndoorLibc

/// Reads JSON Lines: a JSON text a line, with parser and buffers reused. Empty lines are passed
/// over.
///
///     var reader = try JSONLinesReader(path: "walk.jsonl")
///     while let line = reader.next() { … }
public struct JSONLinesReader: Sequence, IteratorProtocol {
  /// A line and what it holds.
  public struct Line: Sendable {
    /// Counted from 1.
    public let number: Int
    /// The line's value, or what is wrong with it. A bad line doesn't end the reading.
    public let result: Result<JSONNode, JSONError>
    /// Whether it is the file's last line, has no line break and doesn't parse: the file is cut
    /// there.
    public let isCut: Bool
    /// Whether it is the file's last and nothing but NUL bytes: some file systems leave them in the
    /// place of what was written shortly before the power went.
    package var isUnwritten = false
  }

  /// What messages call the file: its path.
  public let name: String
  /// Bytes of the whole file.
  public var byteCount: Int { bytes.count }
  /// Bytes read so far, for progress.
  public private(set) var bytesRead = 0

  private let bytes: PaddedBytes
  private let limits: JSONLimits
  private let parser: JSONParser
  private var tape: JSONTape
  private var lineNumber = 0

  /// Reads from bytes. Throws `JSONError` where there are too many, or no memory.
  public init(bytes: [UInt8], name: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    guard bytes.count <= limits.maximumBytes else {
      throw .tooLarge(name, maximumBytes: limits.maximumBytes)
    }
    try self.init(padded: PaddedBytes(bytes), name: name, limits: limits)
  }

  /// Reads a file. Throws `JSONError` where it can't be read or is too large.
  public init(path: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    let bytes = try PaddedBytes(path: path, maximumBytes: limits.maximumBytes)
    try self.init(padded: bytes, name: path, limits: limits)
  }

  private init(padded: PaddedBytes, name: String, limits: JSONLimits) throws(JSONError) {
    guard let parser = JSONParser(), let tape = JSONTape() else { throw .noMemory(name) }
    self.name = name
    self.limits = limits
    self.parser = parser
    self.tape = tape
    bytes = padded
    bytesRead = 0
  }

  /// The next line that isn't empty, or `nil` at the end.
  public mutating func next() -> Line? {
    while true {
      let start = bytesRead
      guard let (end, hasBreak) = lineEnd(from: start) else { return nil }
      bytesRead = hasBreak ? end + 1 : end
      lineNumber += 1
      if let line = parse(start..<end, hasBreak: hasBreak) { return line }
    }
  }

  private func lineEnd(from start: Int) -> (end: Int, hasBreak: Bool)? {
    bytes.withText { text in
      guard start < text.count, let base = text.baseAddress else { return nil }
      guard let found = memchr(base + start, 0x0A, text.count - start) else {
        return (text.count, false)
      }
      return (UnsafeRawPointer(found) - UnsafeRawPointer(base), true)
    }
  }

  /// `nil` for an empty line.
  private mutating func parse(_ range: Range<Int>, hasBreak: Bool) -> Line? {
    // Nodes of an earlier line may still be held; then they keep their tape.
    if !isKnownUniquelyReferenced(&tape) {
      guard let fresh = JSONTape() else {
        return Line(number: lineNumber, result: .failure(.noMemory(name)), isCut: false)
      }
      tape = fresh
    }
    return bytes.withText { text -> Line? in
      let line = UnsafeBufferPointer(rebasing: text[range])
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
      guard line.count <= limits.maximumLineBytes else {
        let error = JSONError.longLine(
          "\(name):\(lineNumber)", maximumBytes: limits.maximumLineBytes)
        return Line(number: lineNumber, result: .failure(error), isCut: false)
      }
      let result = parser.parse(line, onto: tape, maximumDepth: limits.maximumDepth)
      if result == CSIMDJSON_OK, let node = JSONNode(tape: tape) {
        return Line(number: lineNumber, result: .success(node), isCut: false)
      }
      let error = JSONFault.error(
        of: result, in: line, name: name, firstLine: lineNumber, limits: limits)
      var read = Line(number: lineNumber, result: .failure(error), isCut: !hasBreak)
      read.isUnwritten = !hasBreak && line.allSatisfy { $0 == 0 }
      return read
    }
  }
}
