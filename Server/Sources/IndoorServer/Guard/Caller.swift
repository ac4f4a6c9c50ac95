/// Who asks.
struct Caller: Sendable {
  /// What requests and streams are counted by: the token's name, or the address.
  let key: String
  /// The token; `nil` on a machine of one's own, where everything is allowed.
  let token: AccessToken?

  /// Who is entered in a venue file's journal.
  var name: String? { token?.name }

  /// Whether a venue is any of their business.
  func sees(_ venue: String) -> Bool { token?.venues?.contains(venue) ?? true }

  /// Whether they may do what a scope stands for.
  func may(_ scope: Scope) -> Bool {
    token.map { $0.scopes.contains(scope) || $0.scopes.contains(.admin) } ?? true
  }
}
