import IndoorJSON

/// IMDF's labels: a text for each language.
enum Labels {
  /// The language of the text that an import reads, `nil` where these are no labels.
  static func readLanguage(_ value: JSONOutput?, in language: String?) -> String? {
    chosen(of: languages(value), in: language)
  }

  /// Which of labels' languages is read: the archive's, which its manifest names (OGC 20-094,
  /// Manifest), by lookup (RFC 4647, 3.4) or else in another region's form; without it English, and
  /// else the first.
  static func chosen(of tags: [String], in language: String?) -> String? {
    guard tags.count > 1 else { return tags.first }
    if let language {
      var parts = language.lowercased().split(separator: "-")
      while !parts.isEmpty {
        let wanted = parts.joined(separator: "-")
        if let tag = tags.first(where: { $0.lowercased() == wanted }) { return tag }
        parts.removeLast()
      }
      let primary = "\(language.lowercased().prefix { $0 != "-" })-"
      if let tag = tags.first(where: { $0.lowercased().hasPrefix(primary) }) { return tag }
    }
    return tags.contains("en") ? "en" : tags.first
  }

  /// The texts of labels by their languages, none where these are no labels.
  static func texts(_ node: JSONNode) -> [(tag: String, text: String)] {
    node.members.compactMap { member in member.value.string.map { (member.key, $0) } }
  }

  /// The text that is read of labels: one of nothing only where no language has another.
  static func read(_ labels: [(tag: String, text: String)], in language: String?) -> String? {
    let said = labels.filter { isText($0.text) }
    let some = said.isEmpty ? labels : said
    return chosen(of: some.map(\.tag), in: language).flatMap { tag in
      some.last { $0.tag == tag }?.text
    }
  }

  /// Whether there is more to a text than white space.
  private static func isText(_ text: String) -> Bool { !text.allSatisfy(\.isWhitespace) }

  /// The same of labels that a program wrote as JSON into a text, as into a database's column; none
  /// of other texts.
  static func packed(_ text: String) -> [(tag: String, text: String)] {
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}"),
      text.utf8.count <= 10_000, let document = try? JSONDocument(bytes: Array(text.utf8), name: "")
    else { return [] }
    return texts(document.root)
  }

  /// A feature whose labels are labels, also where they came as JSON within a text.
  static func unpacked(_ feature: JSONOutput) -> JSONOutput {
    let labels = IMDFSchema.labels.compactMap { name in
      let texts = feature["properties"]?[name]?.string.map(packed) ?? []
      return texts.isEmpty
        ? nil : (name, JSONOutput.object(texts.map { ($0.tag, .string($0.text)) }))
    }
    return labels.isEmpty ? feature : feature.setting(labels)
  }

  /// The languages that have a text, in their order.
  static func languages(_ value: JSONOutput?) -> [String] {
    guard case .object(let members)? = value else { return [] }
    return members.filter { $0.1.string.map(isText) ?? false }.map(\.0)
  }

  /// The language that all names of features have: of several English, which an import reads, else
  /// the one that comes first.
  static func language(of features: [JSONOutput]) -> String? {
    let names = features.lazy.map { languages($0["properties"]?["name"]) }.filter { !$0.isEmpty }
    guard let first = names.first else { return nil }
    let common = names.reduce(into: Set(first)) { $0.formIntersection($1) }
    return common.contains("en") ? "en" : first.first(where: common.contains)
  }
}
