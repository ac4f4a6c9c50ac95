internal import CQPDF

/// Objects of a PDF that hold a reference to another object (`5 0 obj 6 0 R endobj`), which qpdf
/// reads as the number 6 of that object, as though it were a length. Viewers take none of it.
enum PDFReferenceChains {
  /// Bytes of qpdf's warnings that are read.
  static let maximumWarnings = 1 << 20

  /// The numbers of objects that a file's other objects refer to as their whole value, as far as
  /// qpdf meets these for a page: what it reads in their stead.
  ///
  /// qpdf warns of the generation behind the number, where it expects an object's end. In object
  /// streams, whose objects have no end of their own, it sees nothing amiss.
  static func targets(of bytes: [UInt8], warnings text: String) -> Set<Double> {
    let start = bytes.prefix(1024 + 5).firstRange(of: Array("%PDF-".utf8))?.lowerBound ?? 0
    var found: Set<Double> = []
    for line in text.split(separator: "\n") where line.hasSuffix("): expected endobj") {
      guard let word = line.ranges(of: "offset ").last,
        let offset = Int(line[word.upperBound...].prefix { $0.isNumber }),
        offset > 0, offset < bytes.count - start
      else { continue }
      let place = start + offset
      let before = String(decoding: bytes[max(0, place - 32)..<place], as: UTF8.self)
      let behind = String(decoding: bytes[place..<min(place + 32, bytes.count)], as: UTF8.self)
      guard let number = before.split(whereSeparator: \.isWhitespace).last.flatMap({ Double($0) })
      else { continue }
      let words = behind.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      guard words.count > 1, words[0].allSatisfy(\.isNumber), words[1].hasPrefix("R") else {
        continue
      }
      found.insert(number)
    }
    return found
  }
}

extension PDFDocument {
  /// Whether a number of the page's size, rotation or unit stands in an object of its own.
  var hasNumbersElsewhere: Bool {
    ["/MediaBox", "/CropBox", "/TrimBox", "/Rotate", "/UserUnit"].contains { key in
      guard qpdf_oh_has_key(handle, page, key) != 0 else { return false }
      let value = qpdf_oh_get_key(handle, page, key)
      guard qpdf_oh_is_array(handle, value) != 0 else { return isNumberElsewhere(value) }
      return (0..<min(4, qpdf_oh_get_array_n_items(handle, value))).contains {
        isNumberElsewhere(qpdf_oh_get_array_item(handle, value, $0))
      }
    }
  }

  private func isNumberElsewhere(_ object: qpdf_oh) -> Bool {
    qpdf_oh_is_indirect(handle, object) != 0 && qpdf_oh_is_number(handle, object) != 0
  }
}
