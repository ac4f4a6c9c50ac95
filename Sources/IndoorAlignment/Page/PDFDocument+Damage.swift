internal import CQPDF

extension PDFDocument {
  /// Bytes of content beyond which the rest isn't looked at.
  private static let mostBytes = 128 << 20
  /// Forms in forms, and forms and pictures altogether, that are looked at.
  private static let mostForms = (depth: 12, count: 2000)

  /// What is to be said where some of what the page, of a number in its file, draws is damaged, as
  /// by a bad block or a broken transfer, or where it has no content: no viewer draws that, and
  /// nothing else tells.
  func damage(number: Int) -> AlignmentWarning? {
    let damaged = AlignmentWarning.damagedPage(name, page: number)
    var search = Search(budget: Self.mostBytes)
    var content: [UInt8] = []
    let entry = qpdf_oh_get_key(handle, page, "/Contents")
    let streams = qpdf_oh_is_null(handle, entry) != 0 ? [] : items(of: entry)
    for stream in streams where search.budget > 0 {
      guard let bytes = whole(stream, isPicture: false, &search) else { return damaged }
      content += bytes + [0x0A]
    }
    if search.budget > 0, content.allSatisfy(DrawnNames.isSpace) {
      let hasNotes = qpdf_oh_has_key(handle, page, "/Annots") != 0
      return hasNotes ? nil : .emptyPage(name, page: number)
    }
    let resources = qpdf_oh_get_key(handle, page, "/Resources")
    return drawsDamage(content, resources, depth: 0, &search) ? damaged : nil
  }

  /// What is left to look at.
  private struct Search {
    var budget: Int
    var seen: Set<Int32> = []
  }

  private func drawsDamage(
    _ content: [UInt8], _ resources: qpdf_oh, depth: Int, _ search: inout Search
  ) -> Bool {
    // What was cut off here says nothing.
    guard search.budget > 0, depth < Self.mostForms.depth else { return false }
    let drawn = DrawnNames(in: content)
    if drawn.endsInText || drawn.hasHole { return true }
    let objects = qpdf_oh_get_key_if_dict(handle, resources, "/XObject")
    for name in drawn.names {
      let object = name.value(of: objects, in: handle)
      // Quartz names forms that it doesn't write.
      guard qpdf_oh_is_stream(handle, object) != 0,
        search.seen.count < Self.mostForms.count,
        search.seen.insert(qpdf_oh_get_object_id(handle, object)).inserted
      else { continue }
      let dictionary = qpdf_oh_get_dict(handle, object)
      let kind = qpdf_oh_get_key(handle, dictionary, "/Subtype")
      let isForm = qpdf_oh_is_name_and_equals(handle, kind, "/Form") != 0
      guard let bytes = whole(object, isPicture: !isForm, &search) else { return true }
      let own = qpdf_oh_get_key(handle, dictionary, "/Resources")
      let known = qpdf_oh_is_dictionary(handle, own) != 0 ? own : resources
      if isForm, drawsDamage(bytes, known, depth: depth + 1, &search) { return true }
    }
    return false
  }

  /// An array's items, or what stands in the place of one.
  private func items(of entry: qpdf_oh) -> [qpdf_oh] {
    guard qpdf_oh_is_array(handle, entry) != 0 else { return [entry] }
    let count = min(qpdf_oh_get_array_n_items(handle, entry), 10_000)
    return (0..<max(0, count)).map { qpdf_oh_get_array_item(handle, entry, $0) }
  }

  /// A stream's bytes, unpacked as far as the budget goes; of a picture as far as it is packed like
  /// a text. `nil` where it is none or damaged.
  private func whole(
    _ stream: qpdf_oh, isPicture: Bool, _ search: inout Search
  ) -> [UInt8]? {
    guard qpdf_oh_is_stream(handle, stream) != 0 else { return nil }
    guard var bytes = packed(stream) else { return [] }
    search.budget -= bytes.count
    let entry = qpdf_oh_get_key(handle, qpdf_oh_get_dict(handle, stream), "/Filter")
    let filters = qpdf_oh_is_null(handle, entry) != 0 ? [] : items(of: entry)
    for filter in filters where search.budget > 0 {
      guard qpdf_oh_is_name(handle, filter) != 0 else { return nil }
      // Codes of LZW may grow early or late.
      let ways: [StreamFilter]
      switch String(cString: qpdf_oh_get_name(handle, filter)) {
      case "/FlateDecode": ways = [.flate]
      case "/LZWDecode": ways = [.lzw(isEarly: true), .lzw(isEarly: false)]
      case "/RunLengthDecode": ways = [.runLength]
      case "/ASCII85Decode": ways = [.ascii85]
      case "/ASCIIHexDecode": ways = [.asciiHex]
      case "/Crypt": continue
      case "/DCTDecode", "/JPXDecode", "/CCITTFaxDecode", "/JBIG2Decode":
        return isPicture ? [] : nil
      default: return nil
      }
      let budget = search.budget
      guard let unpacked = ways.lazy.compactMap({ $0.whole(bytes, limit: budget) }).first else {
        return nil
      }
      search.budget -= unpacked.count
      bytes = unpacked
    }
    return bytes
  }
}

/// The names of forms and pictures that a content stream draws (ISO 32000-2, 8.8).
private struct DrawnNames {
  private(set) var names: [PDFName] = []
  /// Whether it breaks off within a text that was begun.
  private(set) var endsInText = false
  /// Whether zeros stand in it as a lost block leaves them.
  private(set) var hasHole = false
  /// Zeros in a row that no program writes: half of the smallest block of a disk.
  private static let mostZeros = 256

  init(in content: [UInt8]) {
    content.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var name: Range<Int>?
    var (hasPictures, areZeros) = (false, false)
    while index < bytes.count {
      let byte = bytes[index]
      // At the end they may fill up what was announced.
      if areZeros, !Self.isSpace(byte) { hasHole = true }
      switch byte {
      case UInt8(ascii: "%"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "("):
        guard let end = Self.end(ofText: index, in: bytes) else {
          // Bytes of a picture may look as if they ended it, and a text began.
          endsInText = !hasPictures
          return
        }
        index = end
      case UInt8(ascii: "/"):
        let start = index
        index = Self.end(ofWord: index + 1, in: bytes)
        name = start..<index
      case _ where Self.isRegular(byte):
        let start = index
        index = Self.end(ofWord: index, in: bytes)
        let length = index - start
        if length == 2, byte == UInt8(ascii: "D"), bytes[start + 1] == UInt8(ascii: "o"), let name {
          names.append(PDFName(written: bytes[name]))
        }
        name = nil
        if length == 2, byte == UInt8(ascii: "I"), bytes[start + 1] == UInt8(ascii: "D") {
          hasPictures = true
          index = Self.end(ofPicture: index, in: bytes)
        }
      case 0:
        let start = index
        while index < bytes.count, bytes[index] == 0 { index += 1 }
        areZeros = areZeros || index - start >= Self.mostZeros
      default: index += 1
      }
    }
  }

  /// Behind a text in parentheses, which may hold others.
  private static func end(ofText start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { return index }
    }
    return nil
  }

  private static func end(ofWord start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    while index < bytes.count, isRegular(bytes[index]) { index += 1 }
    return index
  }

  /// Behind a picture's bytes within the content, which `EI` ends.
  private static func end(ofPicture start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    while index + 2 < bytes.count {
      if isSpace(bytes[index]), bytes[index + 1] == UInt8(ascii: "E"),
        bytes[index + 2] == UInt8(ascii: "I"),
        index + 3 == bytes.count || isSpace(bytes[index + 3])
      {
        return index + 3
      }
      index += 1
    }
    return bytes.count
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: true
    default: false
    }
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: false
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "/"), UInt8(ascii: "%"):
      false
    default: true
    }
  }
}

extension AlignmentWarning {
  static func emptyPage(_ name: String, page: Int) -> AlignmentWarning {
    AlignmentWarning(
      .drawnInPart,
      "\(name): page \(page) draws nothing, as where its content was lost: export the plan again, or give another page"
    )
  }

  static func linesLeftOut(_ name: String) -> AlignmentWarning {
    AlignmentWarning(
      .drawnInPart,
      "\(name): the page draws over two million lines, or has over 128 MB of content, and what comes behind is passed over: leave hatches and furniture out of the plan, and print it again"
    )
  }

  static func damagedPage(_ name: String, page: Int) -> AlignmentWarning {
    AlignmentWarning(
      .damagedPage,
      "\(name): some or all of what page \(page) draws is damaged or missing, so that lines, letters or pictures may be, too: export the plan again, or check that it shows what you expect"
    )
  }
}
