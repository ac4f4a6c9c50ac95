import IndoorJSON
import IndoorModel

/// Tags that are gathered in one property: `other_tags` and `all_tags` of GDAL's driver for
/// OpenStreetMap's files (https://gdal.org/drivers/vector/osm.html), texts `tags` of databases.
/// They are PostgreSQL's hstore (`"indoor"=>"room","level"=>"1"`), an object, or JSON in a text.
struct GatheredTags {
  let tags: [String: String]

  private static let names = ["other_tags", "all_tags", "tags"]

  /// Bytes of a text of them; an element has 255 tags at most, of 255 characters each.
  private static let mostBytes = 1_000_000

  init(_ properties: JSONNode?) {
    var all: [String: String] = [:]
    for name in Self.names {
      // An object called tags is read where it stands.
      guard let node = properties?[name], name != "tags" || node.string != nil else { continue }
      all.merge(Self.read(node) ?? [:]) { first, _ in first }
    }
    tags = all
  }

  private static func read(_ node: JSONNode) -> [String: String]? {
    guard let text = node.string.map(\.seen) else { return read(members: node) }
    guard text.utf8.count <= mostBytes else { return nil }
    switch text.utf8.first {
    case UInt8(ascii: "\""): return read(hstore: text)
    case UInt8(ascii: "{"):
      let document = try? JSONDocument(
        bytes: Array(text.utf8), name: "tags",
        limits: JSONLimits(maximumBytes: mostBytes, maximumDepth: 4))
      return document.flatMap { read(members: $0.root) }
    default: return nil
    }
  }

  private static func read(members node: JSONNode) -> [String: String]? {
    let pairs = node.members.compactMap { member in
      (member.value.string ?? member.value.digits).map { (member.key, $0) }
    }
    return pairs.isEmpty ? nil : Dictionary(pairs) { _, last in last }
  }

  /// Reads words in quotation marks, of which those behind an arrow are values; the others have
  /// none, as `"a"=>NULL`.
  private static func read(hstore text: String) -> [String: String]? {
    var tags: [String: String] = [:]
    var key: String?
    var (word, between): ([UInt8], [UInt8]) = ([], [])
    var (isQuoted, isEscaped) = (false, false)
    for byte in text.utf8 {
      switch byte {
      case _ where isEscaped:
        word.append(byte)
        isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "\"") where isQuoted:
        let text = String(decoding: word, as: UTF8.self)
        if let name = key, between.elementsEqual("=>".utf8) {
          tags[name] = text
          key = nil
        } else {
          key = text
        }
        (word, between, isQuoted) = ([], [], false)
      case UInt8(ascii: "\""): isQuoted = true
      case _ where isQuoted: word.append(byte)
      case 0...0x20: break
      default: between.append(byte)
      }
    }
    return tags.isEmpty ? nil : tags
  }
}
