import IndoorModel

// What a bundle says, whatever it is called.
extension CollectiveAccessReader {
  mutating func say(_ row: Row, of owner: GuideOwner) {
    // XML has several values of one name as several bundles.
    var next: [Said: Int] = [:]
    if languages.isEmpty { languages.insert(Self.root(of: builder.language)) }
    for bundle in row.bundles where Self.isLabel(bundle.name, of: row.table) {
      let members = bundle.value.members
      guard members.all.allSatisfy({ Self.isLanguage($0.key) }), members.all.map(\.key) != ["id"]
      else { continue }
      languages.formUnion(members.all.lazy.prefix(100).map { Self.root(of: $0.key) })
    }
    for bundle in row.bundles {
      say(bundle.name, bundle.value, of: owner, language: nil, position: 0, &next)
    }
  }

  /// What a bundle says under one name in one language.
  private struct Said: Hashable {
    let name: String
    let language: String?
  }

  /// Says a bundle: a value, several, or values by language as `item` has them. Of lists in lists
  /// each value has a position of its own, from `next` on.
  private mutating func say(
    _ name: String, _ value: Property, of owner: GuideOwner, language: String?, position: Int,
    _ next: inout [Said: Int]
  ) {
    guard builder.isShort(name) else { return }
    switch value {
    case .nothing: return
    case .string(let text):
      for address in Self.pictures(in: text) { builder.show(address, as: name, by: owner) }
      let said = Said(name: name, language: language)
      let position = max(position, next[said] ?? 0)
      next[said] = position + 1
      builder.say(name, value, of: owner, language: language, position: position)
    case .array(let values):
      for (index, value) in values.enumerated() {
        say(name, value, of: owner, language: language, position: position + index, &next)
      }
    case .dictionary(let members):
      let areLanguages = areLanguages(members)
      for (key, value) in members.pairs {
        if let tag = Self.language(key) ?? (areLanguages ? Self.tag(key) : nil) {
          say(name, value, of: owner, language: tag, position: position, &next)
        } else {
          let isSame =
            name == key || name.hasSuffix(".\(key)")
            || ["name", "displayname"].contains(key) && name.hasSuffix("preferred_labels")
          say(
            isSame ? name : "\(name).\(key)", value, of: owner, language: language,
            position: position, &next)
        }
      }
    }
  }

  /// `en-US` of `en_US`.
  static func language(_ key: String) -> String? {
    let bytes = Array(key.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: "_"),
      bytes[..<2].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
      bytes[3...].allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    return tag(key)
  }

  /// Whether all names of a value's parts are languages', one of them of those that labels are in,
  /// or the guide: what else are languages' are units and words, too, `kg` and `lb`, `ca` and `st`.
  private func areLanguages(_ members: Property.Members) -> Bool {
    members.all.allSatisfy { Self.isLanguage($0.key) }
      && members.all.contains {
        $0.key.contains("_") || languages.contains(Self.root(of: $0.key))
      }
  }

  private static func root(of tag: String) -> String {
    LanguageTag.shortest(String(tag.prefix { $0 != "_" && $0 != "-" }.lowercased()))
  }

  /// Whether a bundle has the labels of its row: of itself, or its table.
  private static func isLabel(_ name: String, of table: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first, !first.hasPrefix("ca_") || first == table else { return false }
    return parts.contains { $0.hasSuffix("preferred_labels") }
  }

  private static func isLanguage(_ key: String) -> Bool {
    let parts = key.split(separator: "_", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 3,
      parts.dropFirst().allSatisfy({ (2...4).contains($0.count) }),
      key.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) || $0 == UInt8(ascii: "_") }),
      first.allSatisfy(\.isLowercase)
    else { return false }
    return first.count == 2
      ? LanguageTag.isShort(String(first)) : first.count == 3 && parts.count > 1
  }

  private static func tag(_ key: String) -> String { String(key.map { $0 == "_" ? "-" : $0 }) }

  /// The addresses of pictures: of each `<img>`, or a value that is one, or several joined by
  /// semicolons, as the services join what is repeated.
  static func pictures(in text: String) -> [String] {
    if let addresses = ImageTags.addresses(in: text) { return addresses }
    let addresses = text.split(separator: ";").map { Words.trimmed(String($0)) }
      .filter { !$0.isEmpty }
    guard addresses.allSatisfy(isAddress) else {
      return isAddress(text) && MediaType.of(text) != MediaType.unknown ? [text] : []
    }
    return addresses.filter { MediaType.of($0) != MediaType.unknown }
  }

  private static func isAddress(_ text: String) -> Bool {
    (text.hasPrefix("http://") || text.hasPrefix("https://"))
      && !text.utf8.contains(UInt8(ascii: " "))
  }

  /// The place that a row says: the first bundle that is called as one and has two numbers, else
  /// the first that can be meant as nothing else. `geographic_origin` may be a country.
  static func georeference(
    _ bundles: [(name: String, value: Property)]
  ) -> (place: String, isOneOfSeveral: Bool)? {
    let said = bundles.compactMap { bundle in
      georeference(bundle.name, bundle.value).map { (bundle.name, text: $0) }
    }
    let numbers = said.first { $0.text.contains(#/[0-9]\s*,\s*[-+]?[0-9.]/#) }
    let plain = said.first { ["georeference", "coordinates"].contains(where: $0.0.hasSuffix) }
    guard let text = (numbers ?? plain)?.text else { return nil }
    guard let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]") else {
      return (text, false)
    }
    return (
      String(text[text.index(after: open)..<close]), text[..<open].contains(#/\[[-+0-9.]+,/#)
    )
  }

  /// What a bundle says that is called as a place, such as `Allendale [42.96,-85.89]`.
  private static func georeference(_ name: String, _ value: Property) -> String? {
    let name = name.utf8
    let last = name.lastIndex(of: UInt8(ascii: ".")).map { name[name.index(after: $0)...] }
    guard places.contains(where: { begins(last ?? name[...], with: $0) }) else { return nil }
    let members = value.members
    if let north = members["latitude"].word ?? members["lat"].word,
      let east = members["longitude"].word ?? members["lon"].word ?? members["lng"].word
    {
      return "\(north),\(east)"
    }
    return first(value)
  }

  /// How names of bundles begin that say places.
  private static let places = ["geo", "coordinates", "latlng", "latlong"]

  private static func begins(_ name: Substring.UTF8View, with word: String) -> Bool {
    name.count >= word.utf8.count && zip(name, word.utf8).allSatisfy { $0 | 0x20 == $1 }
  }
}
