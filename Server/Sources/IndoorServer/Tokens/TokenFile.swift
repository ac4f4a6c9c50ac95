import Foundation
import IndoorFiles
import IndoorLibc
import IndoorModel

/// The file that tokens are kept in: JSON that its owner alone can read.
public struct TokenFile: Sendable {
  /// Where it is.
  public let path: String

  private struct Content: Codable {
    var tokens: [AccessToken] = []
  }

  /// Names a file, which may be missing yet.
  public init(path: String) { self.path = path }

  /// Where it is when nobody says it: in the user's folder of configurations.
  public static var standard: TokenFile {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? "/root")/.config"
    return TokenFile(path: "\(folder)/indoor-server/tokens.json")
  }

  /// Whether there is a file.
  public var exists: Bool { access(path, F_OK) == 0 }

  /// The tokens; none where there is no file.
  ///
  /// - Throws: `.badTokens` where it can't be read, or others may read it.
  public func tokens() throws(ServerError) -> [AccessToken] {
    guard exists else { return [] }
    var status = stat()
    guard stat(path, &status) == 0, let data = FileManager.default.contents(atPath: path) else {
      throw .badTokens(path, "can't be read, check its permissions")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .badTokens(path, "can be read by others, run chmod 600 on it")
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
      throw .badTokens(
        path, "isn't what \"indoor-server token\" wrote, restore it or make new tokens")
    }
    return content.tokens
  }

  /// Adds a token and returns its text, which nothing can show again.
  ///
  /// - Throws: `.tokenExists`, `.badTokens`.
  public func add(
    name: String, scopes: [Scope], venues: [String]? = nil
  ) throws(ServerError) -> String {
    try changing { tokens throws(ServerError) in
      guard !tokens.contains(where: { $0.name == name }) else { throw .tokenExists(name) }
      let (text, kept) = AccessToken.make(name: name, scopes: scopes, venues: venues)
      tokens.append(kept)
      return text
    }
  }

  /// Takes a token back.
  ///
  /// - Throws: `.noSuchToken`, `.badTokens`.
  public func revoke(name: String) throws(ServerError) {
    try changing { tokens throws(ServerError) in
      guard tokens.contains(where: { $0.name == name }) else { throw .noSuchToken(name) }
      tokens.removeAll { $0.name == name }
    }
  }

  /// Changes the tokens; one program at a time.
  private func changing<R>(
    _ body: (inout [AccessToken]) throws(ServerError) -> R
  ) throws(ServerError) -> R {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw .badTokens(path, "can't be written, check its folder's permissions")
    }
    defer { close(lock) }
    var tokens = try tokens()
    let result = try body(&tokens)
    try write(tokens)
    return result
  }

  private func write(_ tokens: [AccessToken]) throws(ServerError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let temporary = "\(path).new"
    guard let data = try? encoder.encode(Content(tokens: tokens)),
      FileManager.default.createFile(
        atPath: temporary, contents: data, attributes: [.posixPermissions: 0o600]),
      rename(temporary, path) == 0
    else { throw .badTokens(path, "can't be written, check its folder's permissions and the disk") }
  }
}
