internal import CQPDF

/// A name in content as dictionaries have it (ISO 32000-1, 7.3.5): its bytes, of whatever encoding,
/// with what is written as `#` and two digits.
struct PDFName: Hashable {
  private let bytes: [UInt8]

  /// - Parameter text: the name as it is written, with the `/` in front.
  init(written text: some Collection<UInt8>) {
    guard text.contains(UInt8(ascii: "#")) else {
      bytes = Array(text)
      return
    }
    var decoded: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "#"), rest.count > 1,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.prefix(2).allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
      {
        decoded.append(code)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    bytes = decoded
  }

  static func == (name: PDFName, text: String) -> Bool { name.bytes.elementsEqual(text.utf8) }

  /// What a dictionary has under it, null where it is none or has nothing.
  func value(of dictionary: qpdf_oh, in handle: qpdf_data) -> qpdf_oh {
    guard !bytes.contains(0) else { return qpdf_oh_new_null(handle) }
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    return qpdf_oh_get_key_if_dict(handle, dictionary, text)
  }
}
