/// An image within a content stream: `BI`, a dictionary, `ID`, data, `EI` (ISO 32000-1, 8.9.7).
package enum InlineImage {
  /// Bytes of a dictionary that is looked at.
  private static let mostBytes = 4096

  /// Behind the `EI` that ends an image, or the end of all where there is none.
  ///
  /// Data may hold an `EI` of their own. So they are passed over by their length where that is
  /// said or follows from the image's size, text by its own mark of an end, and others to an `EI`
  /// between white space that more operators follow.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - dictionary: what stands between `BI` and `ID`.
  ///   - data: the place behind `ID`.
  ///   - budget: bytes that may be looked at in vain: of very many images that have no such end,
  ///     each would be looked for to the end of all.
  package static func end(
    in bytes: [UInt8], dictionary: Range<Int>, data: Int, budget: inout Int
  ) -> Int {
    let entries = entries(
      of: dictionary.count <= mostBytes ? bytes[dictionary] : bytes[dictionary.prefix(0)])
    // ASCII85 has a ">" among its letters, and no "~" (ISO 32000-1, 7.4.2 and 7.4.3).
    let close: UInt8? =
      switch entries.filter {
      case "A85": UInt8(ascii: "~")
      case "AHx": UInt8(ascii: ">")
      default: nil
      }
    if let close, budget > 0 {
      let last = bytes[data...].firstIndex(of: close)
      if let last, let start = bytes[last...].prefix(8).firstIndex(of: UInt8(ascii: ">")),
        let end = mark(at: start + 1, in: bytes, white: 8)
      {
        return end
      }
      budget -= (last ?? bytes.count) - data
    }
    for length in [entries.length, entries.filter.isEmpty ? entries.size : nil] {
      // One white space stands between ID and the data.
      guard let length, length <= bytes.count - data - 1,
        let end = mark(at: data + 1 + length, in: bytes, white: 8)
      else { continue }
      return end
    }
    var found: Int?
    var place = data
    while place + 2 <= bytes.count {
      guard let next = bytes[place...].firstIndex(of: UInt8(ascii: "E")) else { break }
      if found != nil { budget -= next + 1 - place }
      place = next + 1
      guard next > data, next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "I"),
        next + 2 == bytes.count || ContentReader.isDelimiter(bytes[next + 2]),
        ContentReader.isDelimiter(bytes[next - 1])
      else { continue }
      if isWhite(bytes[next - 1]), isContent(bytes[(next + 2)...].prefix(16)) { return next + 2 }
      found = found ?? next + 2
      if budget <= 0 { break }
    }
    return found ?? bytes.count
  }

  /// Behind an `EI` that stands at a place, or behind some white space.
  private static func mark(at place: Int, in bytes: [UInt8], white: Int) -> Int? {
    let start = place + bytes[place...].prefix(white).prefix(while: isWhite).count
    guard start + 2 <= bytes.count, bytes[start] == UInt8(ascii: "E"),
      bytes[start + 1] == UInt8(ascii: "I"),
      start + 2 == bytes.count || ContentReader.isDelimiter(bytes[start + 2])
    else { return nil }
    return start + 2
  }

  private static func isWhite(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

  /// Whether bytes are such as operators are written with, up to a string, which may have others.
  private static func isContent(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.prefix { $0 != UInt8(ascii: "(") }.allSatisfy {
      (0x20...0x7E).contains($0) || isWhite($0) && $0 != 0
    }
  }

  /// What of an image's dictionary says where it ends.
  private struct Entries {
    /// The first filter by its short name; empty without one.
    var filter = ""
    /// Bytes of the data as they are (ISO 32000-2, 8.9.7).
    var length: Int?
    /// Bytes of data without a filter; `nil` where the dictionary doesn't say.
    var size: Int?
  }

  private static func entries(of dictionary: ArraySlice<UInt8>) -> Entries {
    let text = String(decoding: dictionary, as: UTF8.self)
    let words = text.replacing("/", with: " /").replacing("[", with: " [ ").replacing(
      "]", with: " ] "
    )
    .split(whereSeparator: \.isWhitespace).map(String.init)
    func value(_ names: String...) -> String? {
      guard let index = words.firstIndex(where: { names.contains($0) }) else { return nil }
      return words[(index + 1)...].first { $0 != "[" }
    }
    var entries = Entries()
    switch value("/F", "/Filter") {
    case "/A85", "/ASCII85Decode": entries.filter = "A85"
    case "/AHx", "/ASCIIHexDecode": entries.filter = "AHx"
    case let other?: entries.filter = other == "]" ? "" : other
    case nil: break
    }
    entries.length = value("/L", "/Length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    let isMask = value("/IM", "/ImageMask") == "true"
    let components: Int? =
      switch value("/CS", "/ColorSpace") {
      case "/G", "/DeviceGray", "/CalGray", "/I", "/Indexed": 1
      case "/RGB", "/DeviceRGB", "/CalRGB": 3
      case "/CMYK", "/DeviceCMYK": 4
      default: isMask ? 1 : nil
      }
    let bits = isMask ? 1 : value("/BPC", "/BitsPerComponent").flatMap { Int($0) }
    if let components, let bits, let width = value("/W", "/Width").flatMap({ Int($0) }),
      let height = value("/H", "/Height").flatMap({ Int($0) }),
      [1, 2, 4, 8, 16].contains(bits), (1...1_000_000).contains(width),
      (1...1_000_000).contains(height)
    {
      entries.size = (width * components * bits + 7) / 8 * height
    }
    return entries
  }
}
