import Foundation
import Testing

/// Server-sent events, read as they come.
final class EventReader {
  /// An event.
  struct Event {
    var id: String?
    var name: String
    var data: String

    /// The number or text of a member, as it is written.
    func member(_ name: String) -> String? {
      guard let start = data.firstRange(of: "\"\(name)\":") else { return nil }
      let rest = data[start.upperBound...]
      if rest.first == "\"" { return String(rest.dropFirst().prefix { $0 != "\"" }) }
      let text = String(rest.prefix { $0 != "," && $0 != "}" })
      return text == "null" ? "" : text
    }
  }

  private let socket: Socket
  private var raw: [UInt8] = []
  private var text = ""
  private(set) var status = 0

  /// Begins to listen, and waits for the answer's head.
  init(_ client: HTTPClient, _ path: String, headers: [String: String] = [:]) throws {
    socket = try Socket(port: client.port)
    var head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    try socket.write(Array((head + "\r\n").utf8))
    while raw.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      let more = socket.read()
      guard !more.isEmpty else { break }
      raw += more
    }
    let split = try #require(raw.firstRange(of: Array("\r\n\r\n".utf8)))
    status = try #require(
      String(decoding: raw[..<split.lowerBound], as: UTF8.self).split(separator: " ")
        .dropFirst().first.flatMap { Int($0) })
    raw.removeSubrange(..<split.upperBound)
  }

  /// The next event; `nil` at the end.
  func next() -> Event? {
    while true {
      takeChunks()
      if let end = text.firstRange(of: "\n\n") {
        let block = text[..<end.lowerBound]
        text.removeSubrange(..<end.upperBound)
        if let event = Self.event(block) { return event }
        continue
      }
      let more = socket.read()
      if more.isEmpty { return nil }
      raw += more
    }
  }

  /// `nil` for comments and settings.
  private static func event(_ block: Substring) -> Event? {
    var event = Event(id: nil, name: "", data: "")
    for line in block.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1].hasPrefix(" ") ? String(parts[1].dropFirst()) : parts[1]
      switch parts[0] {
      case "id": event.id = value
      case "event": event.name = value
      case "data": event.data = value
      default: break
      }
    }
    return event.name.isEmpty ? nil : event
  }

  /// Takes the chunks that are whole.
  private func takeChunks() {
    while let end = raw.firstRange(of: Array("\r\n".utf8)),
      let count = Int(String(decoding: raw[..<end.lowerBound], as: UTF8.self), radix: 16),
      raw.count >= end.upperBound + count + 2
    {
      text += String(decoding: raw[end.upperBound..<end.upperBound + count], as: UTF8.self)
      raw.removeSubrange(..<(end.upperBound + count + 2))
      if count == 0 { return }
    }
  }
}
