import CSIMDJSON

/// A JSON text (RFC 8259), read strictly and within bounds.
///
/// Refused are, besides what isn't JSON: a number beyond a double's range (`1e999`), an integer
/// beyond 64 bits, UTF-8 or surrogates that are malformed, and an object with two members
/// `features`, or `elements`, of which one would be lost. A byte order mark in front is passed
/// over.
public final class JSONDocument: Sendable {
  /// What messages call the text: the path, for a file.
  public let name: String
  /// The text's value.
  public let root: JSONNode
  /// Bytes of memory that it takes, by an estimate; 0 where its limits say none.
  package let memory: Int
  /// Kept to tell the line of what is found wrong later.
  private let bytes: PaddedBytes

  /// Reads a text. Throws `JSONError` with the line where it isn't strict JSON or beyond its
  /// limits.
  public convenience init(bytes: [UInt8], name: String, limits: JSONLimits = JSONLimits())
    throws(JSONError)
  {
    guard bytes.count <= limits.maximumBytes else {
      throw .tooLarge(name, maximumBytes: limits.maximumBytes)
    }
    try self.init(padded: PaddedBytes(bytes), name: name, limits: limits)
  }

  /// Reads a file. Throws `JSONError` where it can't be read, isn't strict JSON or beyond its
  /// limits.
  public convenience init(path: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(
      padded: PaddedBytes(path: path, maximumBytes: limits.maximumBytes), name: path,
      limits: limits)
  }

  private init(padded: PaddedBytes, name: String, limits: JSONLimits) throws(JSONError) {
    let hasBudget = limits.maximumMemory < .max
    memory = hasBudget ? padded.withText { JSONMemory.estimate($0) } : 0
    guard memory <= limits.maximumMemory else { throw .tooMuch(name) }
    guard let parser = JSONParser(), let tape = JSONTape() else { throw .noMemory(name) }
    let result = padded.withText {
      parser.parse($0, onto: tape, maximumDepth: limits.maximumDepth)
    }
    guard result == CSIMDJSON_OK, let root = JSONNode(tape: tape) else {
      throw padded.withText {
        JSONFault.error(of: result, in: $0, name: name, firstLine: 1, limits: limits)
      }
    }
    for member in ["features", "elements"]
    where root.members.count(where: { $0.key == member }) > 1 {
      throw .memberTwice(name, member)
    }
    self.name = name
    self.root = root
    bytes = padded
  }

  /// The lines, from 1, on which the elements of the array, or the values of the object, in the
  /// root's member of that name begin.
  ///
  /// It reads the whole text again: ask once, when something is to be said.
  public func lines(ofElementsIn member: String) -> [Int] {
    bytes.withText { text in
      var scanner = JSONScanner(text)
      var lines: [Int] = []
      var (line, counted) = (1, 0)
      for offset in scanner.offsets(ofElementsIn: Array(member.utf8)) {
        line += scanner.lineEnds(in: counted..<offset)
        counted = offset
        lines.append(line)
      }
      return lines
    }
  }

  /// The line, from 1, on which one of these elements begins, or `nil` where there is none.
  public func line(ofElement element: Int, in member: String) -> Int? {
    let lines = lines(ofElementsIn: member)
    return lines.indices.contains(element) ? lines[element] : nil
  }
}
