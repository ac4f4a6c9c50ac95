/// Names of files that are made of data: ids of buildings may hold anything, and be of any length.
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

  /// The same names, with a number behind those that are there already, also where the disk takes
  /// `A` and `a` for one.
  package static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var distinct = name
      var number = 1
      while !taken.insert(distinct.lowercased()).inserted {
        number += 1
        distinct = "\(name)-\(number)"
      }
      return distinct
    }
  }
}
