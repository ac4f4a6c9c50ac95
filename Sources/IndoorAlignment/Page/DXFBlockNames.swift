internal import Foundation

/// The names of a DXF's blocks: capitals don't tell them apart, but do for GDAL, which leaves out
/// what is inserted by another spelling.
enum DXFBlockNames {
  /// Kinds of entities that name their block in group 2.
  private static let naming: Set<[UInt8]> = [Array("INSERT".utf8), Array("DIMENSION".utf8)]

  /// A name as it is compared.
  static func key(_ name: ArraySlice<UInt8>) -> String {
    // Most code pages of before UTF-8 have capitals 32 below the small letters, as Latin 1 has.
    let text = String(bytes: name, encoding: .utf8) ?? String(bytes: name, encoding: .isoLatin1)
    return (text ?? "").uppercased()
  }

  /// The drawing with each block named as it is spelled where it is defined.
  static func spelled(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [String: ArraySlice<UInt8>] = [:]
    var spellings: Set<ArraySlice<UInt8>> = []
    var names: [ArraySlice<UInt8>] = []
    var kind: ArraySlice<UInt8> = []
    for (code, value) in DXFGroups(bytes) {
      guard code.count == 1 else { continue }
      if code.first == UInt8(ascii: "0") {
        kind = value
      } else if code.first == UInt8(ascii: "2") {
        if kind.elementsEqual("BLOCK".utf8) {
          spellings.insert(value)
          let key = key(value)
          if blocks[key] == nil { blocks[key] = value }
        } else if naming.contains(Array(kind)) {
          names.append(value)
        }
      }
    }
    var result: [UInt8] = []
    var done = 0
    for name in names where !spellings.contains(name) {
      guard let block = blocks[key(name)] else { continue }
      result += bytes[done..<name.startIndex]
      result += block
      done = name.endIndex
    }
    return done == 0 ? bytes : result + bytes[done...]
  }
}
