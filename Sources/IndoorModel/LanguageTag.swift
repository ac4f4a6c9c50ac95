/// Names of languages.
package enum LanguageTag {
  /// Whether a text has a tag's shape (BCP 47, loosely): a language and whatever follows, `fr-CA`.
  package static func isOne(_ text: String) -> Bool {
    text.wholeMatch(of: #/[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/#) != nil
  }
}
