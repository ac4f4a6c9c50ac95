import Foundation
import Logging

/// Writes each event as one line of JSON to standard error.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level

  init(level: Logger.Level) { logLevel = level }

  func log(event: LogEvent) {
    let given = metadata.merging(event.metadata ?? [:]) { $1 }
    var members = [
      ("time", Date().ISO8601Format(.init(includingFractionalSeconds: true))),
      ("level", event.level.rawValue), ("message", "\(event.message)"),
    ]
    if let error = event.error { members.append(("error", "\(error)")) }
    members += given.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    let text = members.map { "\(Self.quoted($0.0)):\(Self.value($0.1))" }.joined(separator: ",")
    ServerLog.write("{\(text)}\n")
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// A number as it is, anything else as a text.
  private static func value(_ text: String) -> String {
    let isNumber =
      !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
      && Double(text) != nil && (text == "0" || !text.hasPrefix("0") || text.hasPrefix("0."))
      && !text.hasPrefix(".") && !text.hasSuffix(".")
    return isNumber ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
