import Foundation
import IndoorFiles
import IndoorTeamStore
import Synchronization

/// Carries live positions between the instances that serve one store, those of some milliseconds at
/// once: PostgreSQL takes under 8,000 bytes a notification.
final class LiveRelay: Sendable {
  private let pool: TeamPool
  /// What this instance's own are known by.
  private let instance: String
  private let waiting = Mutex(RelayQueue())
  /// Tells that something waits.
  let gathered: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  private static let mostBytes = 7_900
  /// How long positions are gathered.
  static let pause = Duration.milliseconds(5)

  init(_ pool: TeamPool) {
    self.pool = pool
    (gathered, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    var generator = SystemRandomNumberGenerator()
    instance = SHA256.hexadecimal(
      (0..<8).map { _ in .random(in: .min ... .max, using: &generator) })
  }

  /// Tells the other instances of a device's positions, or with none that it is gone.
  func tell(_ features: [String], of session: String, in venue: String) {
    waiting.withLock { $0.add(features, of: session, in: venue) }
    continuation.yield()
  }

  /// Sends what has gathered. What a store that is away doesn't take is lost, as the next position
  /// follows.
  func send() async {
    let all = waiting.withLock { $0.takeAll() }
    for text in all.flatMap({ Self.messages($0.value, head: "\(instance) \($0.key)") }) {
      // Where one isn't taken, the others are old before they could be.
      guard (try? await pool.runOnce { try $0.tell(text) }) != nil else { return }
    }
  }

  /// Lines as messages that each fit.
  static func messages(_ lines: [String], head: String) -> [String] {
    var messages: [String] = []
    var message = head
    for line in lines where head.utf8.count + 1 + line.utf8.count < mostBytes {
      if message.utf8.count + 1 + line.utf8.count >= mostBytes {
        messages.append(message)
        message = head
      }
      message += "\n\(line)"
    }
    return message == head ? messages : messages + [message]
  }

  /// Takes what another instance tells.
  func hear(_ text: String, for sessions: LiveSessions) {
    let lines = text.split(separator: "\n")
    let head = lines.first?.split(separator: " ") ?? []
    guard head.count == 2, head[0] != instance else { return }
    let streams = sessions.streams(of: String(head[1]))
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 {
        streams.tell([String(parts[1])], of: String(parts[0]))
      } else if let session = parts.first {
        streams.tellEnd(of: String(session))
      }
    }
  }
}
