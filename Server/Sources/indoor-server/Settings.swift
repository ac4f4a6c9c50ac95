import Foundation
import IndoorServer

/// What is set in a file and in the environment, as the options that a command line would have.
///
/// A setting is called as its option is: `--body-seconds 20`, the line `body-seconds = 20` in the
/// file that `--config` names, and `INDOOR_SERVER_BODY_SECONDS=20` say the same. The command line
/// comes before the environment, and that before the file.
enum Settings {
  private static let prefix = "INDOOR_SERVER_"
  private static let values = [
    "venues", "store", "host", "port", "token-file", "state", "tls-certificate", "tls-key",
    "requests-per-second", "body-seconds", "session-seconds", "copy-megabytes",
    "log-level", "web", "base-map",
  ]
  private static let flags = ["behind-proxy", "insecure-http"]

  /// The arguments with what is set elsewhere before them.
  ///
  /// - Throws: `.badConfiguration` for a file that can't be read and a setting that there isn't.
  static func arguments(
    _ given: [String], _ environment: [String: String]
  ) throws(ServerError) -> [String] {
    if given.first == "token" { return tokenArguments(given, environment) }
    // These have options of their own; the store's address they read themselves.
    if let first = given.first, ["team", "backup"].contains(first) { return given }
    let others = [
      "help", "--help", "-h", "--generate-completion-script", "--experimental-dump-help",
    ]
    guard !given.contains(where: others.contains) else { return given }
    var settings: [String: String] = [:]
    if let path = option("config", of: given) ?? environment["\(prefix)CONFIG"] {
      settings = try file(path)
    }
    for name in values + flags {
      if let value = environment[variable(name)], !value.isEmpty { settings[name] = value }
    }
    var made: [String] = []
    for (name, value) in settings.sorted(by: { $0.key < $1.key })
    where !given.contains(where: { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }) {
      guard flags.contains(name) else {
        made.append("--\(name)=\(value)")
        continue
      }
      guard ["true", "false"].contains(value) else {
        throw .badConfiguration("\(name) is \"\(value)\"; write true or false")
      }
      if value == "true" { made.append("--\(name)") }
    }
    let (head, rest) = given.first == "serve" ? (["serve"], Array(given.dropFirst())) : ([], given)
    return head + made + rest
  }

  /// Where tokens are is set for those who make them, too.
  private static func tokenArguments(
    _ given: [String], _ environment: [String: String]
  ) -> [String] {
    guard given.count > 1, !given[1].hasPrefix("-"), option("token-file", of: given) == nil,
      let path = environment[variable("token-file")], !path.isEmpty
    else { return given }
    return Array(given.prefix(2)) + ["--token-file=\(path)"] + given.dropFirst(2)
  }

  private static func variable(_ name: String) -> String {
    prefix + name.uppercased().replacing("-", with: "_")
  }

  private static func option(_ name: String, of given: [String]) -> String? {
    for (index, word) in given.enumerated() {
      if word.hasPrefix("--\(name)=") { return String(word.dropFirst(name.count + 3)) }
      if word == "--\(name)", index + 1 < given.count { return given[index + 1] }
    }
    return nil
  }

  /// Lines `name = value`; empty ones and those that begin with # say nothing.
  private static func file(_ path: String) throws(ServerError) -> [String: String] {
    guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20 else {
      throw .badConfiguration("\(path): can't be read; check the path and its permissions")
    }
    var settings: [String: String] = [:]
    let lines = String(decoding: data, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, !parts[1].isEmpty else {
        throw .badConfiguration("\(path):\(index + 1): is no line \"name = value\"; correct it")
      }
      guard (values + flags).contains(parts[0]) else {
        throw .badConfiguration(
          "\(path):\(index + 1): there is no setting \"\(parts[0])\"; there are "
            + (values + flags).joined(separator: ", "))
      }
      settings[parts[0]] = parts[1]
    }
    return settings
  }
}
