import IndoorFiles
import Synchronization

/// The tokens that count now: the file's, read again where it changed.
final class TokenBook: Sendable {
  private let file: TokenFile
  private let state: Mutex<State>

  private struct State {
    var tokens: [AccessToken]
    var stamp: FileStamp?
    var isNeeded: Bool
  }

  /// - Parameter isNeeded: whether a token is needed where there is no file, too.
  init(_ file: TokenFile, isNeeded: Bool) throws(ServerError) {
    self.file = file
    let stamp = FileStamp(file.path)
    state = Mutex(
      State(tokens: try file.tokens(), stamp: stamp, isNeeded: isNeeded || file.exists))
  }

  /// Whether requests take a token: once there is a file, they do.
  var isNeeded: Bool { state.withLock { $0.isNeeded } }

  /// Whether there is any token.
  var isEmpty: Bool { state.withLock { $0.tokens.isEmpty } }

  /// Looks whether the file changed. One that can't be read allows nothing.
  func refresh() {
    let stamp = FileStamp(file.path)
    guard state.withLock({ $0.stamp != stamp }) else { return }
    let tokens = (try? file.tokens()) ?? []
    let isThere = file.exists
    state.withLock {
      $0 = State(tokens: tokens, stamp: stamp, isNeeded: $0.isNeeded || isThere)
    }
  }

  /// Whether one who was let in for a scope would be now, too: tokens are revoked, and where none
  /// was needed one may be.
  func allows(_ scope: Scope, in venue: String, _ caller: Caller) -> Bool {
    state.withLock { state in
      guard state.isNeeded else { return true }
      guard let token = state.tokens.first(where: { $0.sha256 == caller.token?.sha256 }) else {
        return false
      }
      let now = Caller(key: caller.key, token: token)
      return now.may(scope) && now.sees(venue)
    }
  }

  /// The token of a text. Each is compared to the end, and every one of them.
  func token(_ text: String) -> AccessToken? {
    let wanted = Array(SHA256.hexadecimal(SHA256.digest(of: Array(text.utf8))).utf8)
    let tokens = state.withLock { $0.tokens }
    var found: AccessToken?
    for token in tokens where Self.areEqual(Array(token.sha256.utf8), wanted) { found = token }
    return found
  }

  private static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
