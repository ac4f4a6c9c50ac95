import IndoorJSON

/// Tells a source's format from what it is.
enum ContentDetection {
  static func format(of path: String) throws(ContentError) -> ContentFormat {
    let name = path.lowercased()
    if name.hasSuffix(".csv") { return .csv }
    if name.hasSuffix(".plist") { return .generaPlist }
    let head = try SourceBytes.head(of: path, count: 4096)
    let start = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    switch start.first {
    case UInt8(ascii: "<") where PropertyListParser.isXML(start): return .generaPlist
    case UInt8(ascii: "<"): return .collectiveAccessXML
    case UInt8(ascii: "{") where isPropertyList(start.dropFirst()): return .generaPlist
    case UInt8(ascii: "{"): return try format(ofJSON: path)
    default:
      guard name.hasSuffix(".json") || name.hasSuffix(".geojson") else {
        throw .unknownFormat(path)
      }
      return try format(ofJSON: path)
    }
  }

  /// Refuses what is none of the formats, whatever it is called.
  static func refuseForeign(_ path: String) throws(ContentError) {
    let head = try SourceBytes.head(of: path, count: ForeignKind.openingCount)
    if head.starts(with: [0x1F, 0x8B]) { throw .compressed(path) }
    if let program = ForeignProgram(head, name: path) {
      throw .malformed(path, program.noGuide.what, remedy: program.noGuide.remedy)
    }
    if let kind = ForeignKind(head) {
      throw .malformed(path, "\(kind.sentence), and no guide", remedy: kind.remedy)
    }
  }

  private static func format(ofJSON path: String) throws(ContentError) -> ContentFormat {
    try format(of: try ReadContent.json(try SourceBytes.read(path), path))
  }

  /// Behind a brace JSON has a quote or the closing brace.
  private static func isPropertyList(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return false }
    return first != UInt8(ascii: "\"") && first != UInt8(ascii: "}")
  }

  private static func format(of document: JSONDocument) throws(ContentError) -> ContentFormat {
    let root = document.root
    if let kind = ForeignJSON(root) {
      throw ContentError(code: .malformed, message: "\(document.name): \(kind.sentence)")
    }
    func has(_ names: String...) -> Bool { names.contains { root[$0] != nil } }
    if root["type"]?.string == "FeatureCollection" { return .geojson }
    if root["type"]?.string == "Feature", has("geometry", "properties") { return .geojson }
    if has("data"), has("groupList", "templateList"), root["data"]?.kind == .array {
      return .generaJSON
    }
    // A property list that was converted.
    if has("objectData"), has("groupList", "templateList") { return .generaJSON }
    if root["objects"]?.kind == .object || has("map_floors", "map_annontations", "audio_files") {
      return .aic
    }
    if has("objectData") { return .generaJSON }
    if has("ok"),
      has("results", "total", "preferred_labels")
        || root.members.contains(where: { $0.key.hasPrefix("ca_") })
    {
      return .collectiveAccessJSON
    }
    let context = root["@context"].map { Property($0).list.compactMap(\.word) } ?? []
    if context.contains(where: { $0.contains("iiif.io/api/presentation") }) {
      throw .malformed(
        document.name, "is of IIIF, which lists pictures and no works",
        remedy: "write the works into a table, or export them from the catalogue")
    }
    let lists = root.members.filter { $0.value.kind == .array }
    if lists.count == 1, let list = lists.first?.value,
      list.elements.allSatisfy({ $0.kind == .object })
    {
      return .artworks
    }
    throw .unknownFormat(document.name)
  }
}
