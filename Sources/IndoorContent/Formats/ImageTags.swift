import IndoorGuide

/// Pictures in HTML.
enum ImageTags {
  /// What each `<img>` shows, by its `src`; `nil` where there is none.
  static func addresses(in text: String) -> [String]? {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return nil }
    let bytes = Array(text.utf8)
    var (found, isFound) = ([String](), false)
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      guard bytes.count > open + 4, isName("img", bytes[(open + 1)...(open + 3)]),
        isBlank(bytes[open + 4]) || bytes[open + 4] == UInt8(ascii: "/")
      else { continue }
      isFound = true
      index = open + 4
      if let source = source(in: bytes, from: &index), !source.isEmpty {
        found.append(PlainText.unescaped(source))
      }
    }
    return isFound ? found : nil
  }

  /// The `src` among a tag's attributes, of which the first counts; `index` ends behind the tag.
  private static func source(in bytes: [UInt8], from index: inout Int) -> String? {
    func skip(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      let start = index
      while index < bytes.count, matches(bytes[index]) { index += 1 }
      return bytes[start..<index]
    }
    let close = UInt8(ascii: ">")
    var source: String?
    while index < bytes.count {
      _ = skip { isBlank($0) || $0 == UInt8(ascii: "/") }
      guard index < bytes.count, bytes[index] != close else { break }
      let name = skip { !isBlank($0) && $0 != UInt8(ascii: "=") && $0 != close }
      _ = skip(while: isBlank)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        if name.isEmpty { break }
        continue
      }
      index += 1
      _ = skip(while: isBlank)
      let value: ArraySlice<UInt8>
      if index < bytes.count, case let quote = bytes[index], [0x22, 0x27].contains(quote) {
        index += 1
        value = skip { $0 != quote }
        index = min(bytes.count, index + 1)
      } else {
        value = skip { !isBlank($0) && $0 != close }
      }
      if source == nil, isName("src", name) { source = String(decoding: value, as: UTF8.self) }
    }
    return source
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private static func isName(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == word.utf8.count && zip(bytes, word.utf8).allSatisfy { $0 | 0x20 == $1 }
  }
}
