import HTTPTypes
import Synchronization

/// How many bytes of bodies are held at once: who comes when the room is full waits and comes
/// again.
final class BodyRoom: Sendable {
  private let maximum: Int
  private let taken = Mutex(0)

  init(maximum: Int) {
    self.maximum = maximum
  }

  /// Bytes that are held now.
  var held: Int { taken.withLock { $0 } }

  /// What one request holds of the room, until it is answered.
  final class Part: Sendable {
    private let room: BodyRoom
    private let bytes = Mutex(0)

    init(of room: BodyRoom) {
      self.room = room
    }

    deinit {
      let held = bytes.withLock { $0 }
      room.taken.withLock { $0 -= held }
    }

    /// Takes so many bytes more.
    ///
    /// - Throws: 503 where there is no room for them.
    func grow(by count: Int) throws(Refusal) {
      let fits = room.taken.withLock { taken in
        guard count <= room.maximum - taken else { return false }
        taken += count
        return true
      }
      guard fits else {
        throw Refusal(
          .serviceUnavailable, .crowded,
          "others are sending so much that there is no room for more; send it again in a while"
        ).retried(after: 5)
      }
      bytes.withLock { $0 += count }
    }
  }
}
