import IndoorFiles
import Synchronization

/// The tokens that count now: the file's, read again where it changed.
final class TokenBook: Sendable {
  private let file: TokenFile
  private let state: Mutex<State>

  private struct State {
    var tokens: [AccessToken]
    var stamp: FileStamp?
  }

  init(_ file: TokenFile) throws(ServerError) {
    self.file = file
    let stamp = FileStamp(file.path)
    state = Mutex(State(tokens: try file.tokens(), stamp: stamp))
  }

  /// Whether there is any token.
  var isEmpty: Bool { state.withLock { $0.tokens.isEmpty } }

  /// Looks whether the file changed. One that can't be read allows nothing.
  func refresh() {
    let stamp = FileStamp(file.path)
    guard state.withLock({ $0.stamp != stamp }) else { return }
    let tokens = (try? file.tokens()) ?? []
    state.withLock { $0 = State(tokens: tokens, stamp: stamp) }
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
