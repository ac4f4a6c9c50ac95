import CXML2
import IndoorLibc
import IndoorModel

/// Reads XML from its beginning to its end, a start, an end or a text at a time, and keeps nothing
/// of it.
///
///     let stream = try XMLStream(path: "station.osm")
///     while let part = try stream.next() { … }
///
/// Wraps libxml2's `xmlTextReader`. Nothing is fetched, no entity but XML's own five is known, and
/// a document type is refused: https://gnome.pages.gitlab.gnome.org/libxml2/html/xmlreader_8h.html.
/// Not for use from two threads at once.
public final class XMLStream {
  /// What comes next.
  public enum Part: Hashable, Sendable {
    /// An element begins; its name as it is written, with prefix.
    case start(name: String, attributes: [String: String])
    /// An element ends, an empty one too.
    case end(name: String)
    /// Text or CDATA; white space between elements is left out.
    case text(String)
  }

  /// What the text is called in messages.
  public let name: String

  private let limits: XMLLimits
  private let source: Source
  private let reader: xmlTextReaderPtr
  /// The names so far, which libxml2 has each once.
  private var names: Set<UnsafePointer<xmlChar>> = []
  /// Of an empty element, its end, which libxml2 doesn't tell.
  private var pending: String?

  /// Opens a file.
  ///
  /// - Throws: where it can't be read.
  public convenience init(path: String, limits: XMLLimits = XMLLimits()) throws(XMLError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .unreadable(path, .last)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .unreadable(path, reason: "it is a folder")
    }
    guard let file = fopen(path, "rb") else {
      throw .unreadable(path, .last)
    }
    try self.init(Source(file: file, bytes: [], limits: limits), name: path, limits: limits)
  }

  /// Reads a text; `name` begins the messages.
  public convenience init(
    bytes: [UInt8], name: String, limits: XMLLimits = XMLLimits()
  ) throws(XMLError) {
    try self.init(Source(file: nil, bytes: bytes, limits: limits), name: name, limits: limits)
  }

  private init(_ source: Source, name: String, limits: XMLLimits) throws(XMLError) {
    self.source = source
    self.name = name
    self.limits = limits
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    let reader = xmlReaderForIO(
      { context, target, count in
        guard let context, let target, count > 0 else { return -1 }
        return Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
      }, nil, Unmanaged.passUnretained(source).toOpaque(), nil, nil, Int32(bitPattern: options))
    guard let reader else { throw .noMemory(name) }
    self.reader = reader
  }

  deinit {
    xmlFreeTextReader(reader)
    withExtendedLifetime(source) {}
  }

  /// The line of the part that came last, counted from 1: where an element's start tag ends. Of
  /// parts beyond line 65,534, whose lines libxml2 doesn't keep, the line up to which it has read.
  public var line: Int {
    guard let node = xmlTextReaderCurrentNode(reader),
      [XML_ELEMENT_NODE, XML_TEXT_NODE].contains(node.pointee.type),
      (1..<UInt16.max).contains(node.pointee.line)
    else { return parserLine }
    return Int(node.pointee.line)
  }

  /// The line up to which the parser has read: it reads some hundred bytes ahead.
  private var parserLine: Int { max(1, Int(xmlTextReaderGetParserLineNumber(reader))) }

  /// What comes next; `nil` at the end.
  ///
  /// - Throws: `XMLError` with file and line, where the text is no XML or beyond its bounds.
  public func next() throws(XMLError) -> Part? {
    if let name = pending {
      pending = nil
      return .end(name: name)
    }
    while true {
      switch xmlTextReaderRead(reader) {
      case 1: break
      case 0: return nil
      default: throw fault
      }
      guard Int(xmlTextReaderDepth(reader)) <= limits.maximumDepth else {
        throw .tooDeep(place, maximumDepth: limits.maximumDepth)
      }
      switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
      case XML_READER_TYPE_ELEMENT.rawValue: return try element()
      case XML_READER_TYPE_END_ELEMENT.rawValue:
        return .end(name: try text(xmlTextReaderConstName(reader)))
      case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
        return .text(try text(xmlTextReaderConstValue(reader)))
      case XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
        let root = try text(xmlTextReaderConstName(reader))
        throw root.lowercased() == "html" ? .webPage(place) : .documentType(place)
      case XML_READER_TYPE_ENTITY_REFERENCE.rawValue: throw .documentType(place)
      default: continue
      }
    }
  }

  /// The name of an element or an attribute. Each other one takes libxml2 longer.
  private func ownName() throws(XMLError) -> String {
    guard let pointer = xmlTextReaderConstName(reader) else { return "" }
    names.insert(pointer)
    guard names.count <= limits.maximumNames else {
      throw .tooLarge(place, what: "\(limits.maximumNames) names of elements and attributes")
    }
    return try text(pointer)
  }

  private func element() throws(XMLError) -> Part {
    let name = try ownName()
    if xmlTextReaderIsEmptyElement(reader) == 1 { pending = name }
    var attributes: [String: String] = [:]
    while xmlTextReaderMoveToNextAttribute(reader) == 1 {
      guard attributes.count < limits.maximumAttributes else {
        throw .tooLarge(place, what: "\(limits.maximumAttributes) attributes in an element")
      }
      attributes[try ownName()] =
        try text(xmlTextReaderConstValue(reader))
    }
    xmlTextReaderMoveToElement(reader)
    return .start(name: name, attributes: attributes)
  }

  private func text(_ pointer: UnsafePointer<xmlChar>?) throws(XMLError) -> String {
    guard let pointer else { return "" }
    let count = Int(xmlStrlen(pointer))
    guard count <= limits.maximumText else {
      throw .tooLarge(place, what: "\(limits.maximumText) bytes in one text")
    }
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
      .streamSafe
  }

  private var place: String { "\(name):\(line)" }

  /// What the parser last complained of, as one of this room's errors.
  private var fault: XMLError {
    if source.isTooLarge { return .tooLarge(name, what: "\(limits.maximumBytes) bytes") }
    if source.hasTooManyAttributes {
      return .tooLarge(place, what: "\(limits.maximumAttributes) attributes in an element")
    }
    if let fault = source.fault { return .unreadable(name, fault) }
    let place = "\(name):\(parserLine)"
    guard let error = xmlGetLastError() else { return .syntax(place, reason: "no reason given") }
    switch UInt32(bitPattern: error.pointee.code) {
    case XML_ERR_NO_MEMORY.rawValue: return .noMemory(name)
    // Entities that grow without bound, which only a document type declares.
    case XML_ERR_ENTITY_LOOP.rawValue: return .documentType(place)
    default: break
    }
    let message = error.pointee.message.map { String(cString: $0) } ?? "no reason given"
    let reason = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? message
    return .syntax(place, reason: String(reason.prefix(120)))
  }
}

/// Where the bytes come from, counted.
private final class Source {
  private let file: UnsafeMutablePointer<FILE>?
  private let bytes: [UInt8]
  private let limits: XMLLimits
  private var count = 0
  private(set) var isTooLarge = false
  private(set) var fault: InputFault?
  private(set) var hasTooManyAttributes = false
  private var attributes = AttributeCounter()

  init(file: UnsafeMutablePointer<FILE>?, bytes: [UInt8], limits: XMLLimits) {
    self.file = file
    self.bytes = bytes
    self.limits = limits
  }

  deinit { if let file { fclose(file) } }

  /// So many bytes as there are, at most those that have room; 0 at the end, -1 where it can't go
  /// on.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int32 {
    var taken = 0
    if let file {
      taken = fread(target.baseAddress, 1, target.count, file)
      if taken == 0, ferror(file) != 0 {
        fault = .last
        return -1
      }
    } else {
      taken = min(target.count, bytes.count - count)
      target.copyBytes(from: bytes[count..<count + taken])
    }
    count += taken
    guard count <= limits.maximumBytes else {
      isTooLarge = true
      return -1
    }
    let read = UnsafeRawBufferPointer(rebasing: target[..<taken])
    if attributes.hasOver(limits.maximumAttributes, in: read) {
      hasTooManyAttributes = true
      return -1
    }
    return Int32(clamping: taken)
  }
}
