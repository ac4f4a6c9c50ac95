import IndoorFiles

/// What is kept of a token: whoever reads it can't make requests with it.
public struct AccessToken: Codable, Hashable, Sendable {
  /// What its owner calls it.
  public var name: String
  /// SHA-256 of the token, in hexadecimal digits.
  var sha256: String
  /// What it allows.
  public var scopes: [Scope]
  /// The venues that it is for; `nil` for all.
  public var venues: [String]?

  /// A new token: its text, which is shown once, and what is kept of it.
  static func make(
    name: String, scopes: [Scope], venues: [String]?
  ) -> (text: String, kept: AccessToken) {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let text = "indoor_" + SHA256.hexadecimal(bytes)
    return (
      text,
      AccessToken(
        name: name, sha256: SHA256.hexadecimal(SHA256.digest(of: Array(text.utf8))),
        scopes: scopes, venues: venues)
    )
  }
}
