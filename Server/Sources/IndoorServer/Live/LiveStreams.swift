import Foundation
import NIOCore
import Synchronization

/// What goes out of one venue: the newest position of each device, and everyone who listens.
///
/// Nothing else is kept of positions, and nothing waits for a slow listener: it loses the oldest,
/// and is told how many.
final class LiveStreams: Sendable {
  /// Events that wait for a listener.
  static let mostWaiting = 256

  private let state = Mutex(State())

  fileprivate struct State {
    var lastID = EventID(milliseconds: 0, number: 0)
    var newest: [String: (id: EventID, bytes: ByteBuffer)] = [:]
    var listeners: [Int: Listener] = [:]
    var nextListener = 0
  }

  /// Someone who listens.
  final class Listener: Sendable {
    let number: Int
    /// The newest of each device, which come first.
    let newest: [ByteBuffer]
    /// What comes after them.
    let events: AsyncStream<ByteBuffer>
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    private let lost = Mutex(0)

    fileprivate init(number: Int, newest: [ByteBuffer]) {
      self.number = number
      self.newest = newest
      (events, continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(LiveStreams.mostWaiting))
    }

    fileprivate func send(_ bytes: ByteBuffer) {
      if case .dropped = continuation.yield(bytes) { lost.withLock { $0 += 1 } }
    }

    /// Sends nothing more, and so ends who reads the events.
    func finish() { continuation.finish() }

    /// How many events were lost since this was last asked.
    func takeLost() -> Int {
      lost.withLock { lost in
        defer { lost = 0 }
        return lost
      }
    }
  }

  /// How many listen.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Begins to listen: first comes the newest of each device that is newer than `last`, in order.
  func listen(after last: EventID?) -> Listener {
    state.withLock { state in
      let newest = state.newest.values.filter { event in last.map { event.id > $0 } ?? true }
      let listener = Listener(
        number: state.nextListener, newest: newest.sorted { $0.id < $1.id }.map(\.bytes))
      state.nextListener += 1
      state.listeners[listener.number] = listener
      return listener
    }
  }

  /// Listens no more.
  func leave(_ listener: Listener) {
    listener.finish()
    _ = state.withLock { $0.listeners.removeValue(forKey: listener.number) }
  }

  /// Tells everyone of a device's newest positions, in order.
  ///
  /// - Parameters:
  ///   - features: positions as GeoJSON, each on one line.
  ///   - session: the device's public name.
  func tell(_ features: [String], of session: String) {
    guard !features.isEmpty else { return }
    state.withLock { state in
      for feature in features {
        let id = state.take()
        let bytes = ByteBuffer(string: "id: \(id)\nevent: position\ndata: \(feature)\n\n")
        state.newest[session] = (id, bytes)
        for listener in state.listeners.values { listener.send(bytes) }
      }
    }
  }

  /// Tells everyone that a device is gone.
  func tellEnd(of session: String) {
    state.withLock { state in
      state.newest[session] = nil
      let id = state.take()
      let bytes = ByteBuffer(
        string: "id: \(id)\nevent: end\ndata: {\"session\":\"\(session)\"}\n\n")
      for listener in state.listeners.values { listener.send(bytes) }
    }
  }

  /// Tells everyone that devices are gone of which nothing was heard for so long.
  func forget(after patience: Duration) {
    let oldest = Int64(Date().timeIntervalSince1970 * 1000) - patience.components.seconds * 1000
    let silent = state.withLock { state in
      state.newest.filter { $0.value.id.milliseconds < oldest }.map(\.key)
    }
    for session in silent { tellEnd(of: session) }
  }

  /// Sends a comment, by which both ends learn whether the other is still there.
  func ping() {
    let bytes = ByteBuffer(string: ": ping\n\n")
    state.withLock { state in for listener in state.listeners.values { listener.send(bytes) } }
  }
}

extension LiveStreams.State {
  /// The next event's place in the order.
  fileprivate mutating func take() -> EventID {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    lastID = EventID(milliseconds: max(now, lastID.milliseconds), number: lastID.number + 1)
    return lastID
  }
}
