/// Names of files that are made of data, as ids of buildings may hold anything and be of any
/// length, and names of files in URLs.
package enum FileNames {
  /// A name of letters, digits, `-` and `_` alone, of a hundred at most; each other character is a
  /// `_`.
  package static func plain(_ text: String) -> String {
    String(
      text.prefix(100).map { character in
        character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
          ? character : "_"
      })
  }

  /// A file's name as a relative URL: a path's segment (RFC 3986, 3.3) of unreserved characters and
  /// percent-encoded bytes of UTF-8, so that no `#`, `?`, `%` or `:` in it means anything.
  package static func url(_ name: String) -> String {
    name.utf8.map { byte in
      let isUnreserved =
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          true
        default: false
        }
      let digits = String(byte, radix: 16, uppercase: true)
      return isUnreserved
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  /// The same names, with a number behind those that are there already, also where the disk takes
  /// `A` and `a` for one.
  package static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    // The last number of each name.
    var numbers: [String: Int] = [:]
    return names.map { name in
      var distinct = name
      var number = numbers[name.lowercased()] ?? 1
      defer { numbers[name.lowercased()] = number }
      while !taken.insert(distinct.lowercased()).inserted {
        number += 1
        distinct = "\(name)-\(number)"
      }
      return distinct
    }
  }
}
