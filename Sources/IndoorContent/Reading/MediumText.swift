import IndoorModel

/// Names of media's files that are more than a name: several in one, or one in another notation.
enum MediumText {
  /// What looks wrong about a name, as the rest of a sentence; `nil` where it may be one.
  static func odd(_ medium: String) -> String? {
    // What is written into an address itself has whatever signs it has (RFC 2397).
    guard medium.utf8.count < 4000, !medium.hasPrefix("data:") else { return nil }
    if let sign = separators.first(where: { isSeveral(medium, partedBy: $0) }) {
      return "is one medium with \"\(Words.trimmed(sign))\" in it; part several by |"
    }
    if medium.last == ")", medium.first == "[" || medium.hasPrefix("!["), medium.contains("](") {
      return "is a link of Markdown; write the address alone"
    }
    if medium.last == "}" && medium.first == "{" || medium.last == "]" && medium.hasPrefix("[{"),
      medium.contains("\""), medium.contains(":")
    {
      return "is JSON; write the address alone, several parted by |"
    }
    if Words.hasTags(medium) {
      return medium.lowercased().contains("<br")
        ? "is one medium with a line break of HTML in it; part several by |"
        : "is HTML; write the address alone"
    }
    return nil
  }

  /// What people and programs write between names. A backslash and an n is a line break where
  /// programs write one out, and begins a name in a folder on Windows.
  private static let separators = [
    "<br>", "<br/>", "<br />", "\\r\\n", "\\n", " / ", " + ", " & ", " und ", " and ", " et ",
    " y ",
  ]

  /// Whether a text has a sign in it, before and behind which are names of pictures or sounds.
  private static func isSeveral(_ text: String, partedBy sign: String) -> Bool {
    guard text.contains(sign) else { return false }
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      let type = MediaType.of(Words.trimmed(String(part)))
      return ["image/", "audio/", "video/"].contains { type.hasPrefix($0) }
    }
  }
}
