import IndoorJSON

/// IMDF's labels: a text for each language.
enum Labels {
  /// The language of the text that an import reads, `nil` where these are no labels.
  static func readLanguage(_ value: JSONOutput?) -> String? {
    let languages = languages(value)
    return languages.contains("en") ? "en" : languages.first
  }

  /// The languages that have a text, in their order.
  static func languages(_ value: JSONOutput?) -> [String] {
    guard case .object(let members)? = value else { return [] }
    return members.filter { $0.1.string != nil }.map(\.0)
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
