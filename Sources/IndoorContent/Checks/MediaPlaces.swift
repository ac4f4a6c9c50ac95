/// Where in a folder of media the file of an address may be.
enum MediaPlaces {
  /// Paths from the folder on, the likeliest first: the address's path, behind the host where it
  /// has one, its last part, and both without a query and with what is escaped in them. None leads
  /// out of the folder.
  static func places(of uri: String) -> [String] {
    let plain = String(uri.prefix { $0 != "?" && $0 != "#" })
    var places: [String] = []
    for address in [uri, plain, unescaped(plain)].compactMap(\.self) {
      let name = address.split(separator: "/").last.map(String.init) ?? ""
      let path =
        address.firstRange(of: "://").map { address[$0.upperBound...].drop { $0 != "/" } }
        ?? address[...]
      places += [String(path.drop { $0 == "/" }), name]
    }
    var seen: Set<String> = []
    return places.filter { isInside($0) && seen.insert($0).inserted }
  }

  private static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return !parts.isEmpty && !parts.contains("..") && parts.last != "." && !path.contains("\0")
  }

  /// A text with what is escaped in it, `My Sound` for `My%20Sound` (RFC 3986, section 2.1); `nil`
  /// where that is no text.
  private static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      guard byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
