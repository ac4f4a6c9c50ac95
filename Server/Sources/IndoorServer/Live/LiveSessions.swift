import HTTPTypes
import IndoorFiles
import Synchronization

/// The devices that send what they measure now. There are so many at most, and who is silent for
/// long is forgotten.
final class LiveSessions: Sendable {
  private let most: Int
  private let patience: Duration
  private let relay: LiveRelay?
  private let state = Mutex(State())

  private struct Key: Hashable {
    var venue: String
    var id: String
  }

  private struct State {
    var sessions: [Key: (session: LiveSession, used: ContinuousClock.Instant)] = [:]
    var streams: [String: LiveStreams] = [:]
    var opened: UInt64 = 0
  }

  /// - Parameters:
  ///   - most: how many there may be.
  ///   - patience: how long one may be silent.
  ///   - relay: tells other instances.
  init(most: Int, patience: Duration, relay: LiveRelay? = nil) {
    self.most = most
    self.patience = patience
    self.relay = relay
  }

  /// Tells everyone who listens what came of a device's message, on other instances too; of a
  /// session that ended meanwhile, nothing: its end was told, and would be followed by a position.
  func tell(_ outcome: LiveSession.Outcome, of id: String, _ session: LiveSession, in venue: String)
  {
    let streams = streams(of: venue)
    state.withLock { state in
      let key = Key(venue: venue, id: id)
      guard state.sessions[key]?.session === session else { return }
      // Who is heard for long isn't silent.
      state.sessions[key]?.used = .now
      if outcome.beginsAnew { tellEnd(of: session, to: streams, in: venue) }
      guard !outcome.features.isEmpty else { return }
      streams.tell(outcome.features, of: session.name)
      relay?.tell(outcome.features, of: session.name, in: venue)
    }
  }

  /// Tells everyone who listens that nothing is known of a device any more.
  private func tellEnd(of session: LiveSession, to streams: LiveStreams, in venue: String) {
    streams.tellEnd(of: session.name)
    relay?.tell([], of: session.name, in: venue)
  }

  /// Tells that these sessions are over, and keeps what was learned of their devices, which waits
  /// for what they are still asked.
  private func close(_ ended: [(venue: String, session: LiveSession)]) async {
    for (venue, session) in ended { tellEnd(of: session, to: streams(of: venue), in: venue) }
    for (_, session) in ended { await session.keep() }
  }

  /// How many there are.
  var count: Int { state.withLock { $0.sessions.count } }

  /// How many there are in the venues that somebody sees.
  func count(where sees: (_ venue: String) -> Bool) -> Int {
    state.withLock { $0.sessions.keys.map(\.venue) }.count(where: sees)
  }

  /// How many listen, to all venues.
  var listenerCount: Int {
    state.withLock { Array($0.streams.values) }.reduce(0) { $0 + $1.listenerCount }
  }

  /// What goes out of a venue.
  func streams(of venue: String) -> LiveStreams {
    state.withLock { state in
      let streams = state.streams[venue] ?? LiveStreams()
      state.streams[venue] = streams
      return streams
    }
  }

  /// The session of an id, where there is one.
  func find(_ id: String, in venue: String) -> LiveSession? {
    state.withLock { state in
      let key = Key(venue: venue, id: id)
      state.sessions[key]?.used = .now
      return state.sessions[key]?.session
    }
  }

  /// The session of an id, made where there is none.
  ///
  /// - Throws: 429 where there are too many.
  func open(
    _ id: String, in venue: String, _ make: (_ name: String) -> LiveSession
  ) throws(Refusal) -> LiveSession {
    let session = state.withLock { state -> LiveSession? in
      let key = Key(venue: venue, id: id)
      if let known = state.sessions[key] { return known.session }
      guard state.sessions.count < most else { return nil }
      state.opened += 1
      let made = make(Self.name())
      state.sessions[key] = (made, .now)
      return made
    }
    guard let session else {
      throw Refusal(
        .tooManyRequests, .tooManyOpen, "\(most) devices send already, the most that are followed"
      ).retried(after: 60)
    }
    return session
  }

  /// Ends a session.
  ///
  /// - Throws: 404 where there is none.
  func end(_ id: String, in venue: String) async throws(Refusal) {
    guard
      let ended = state.withLock({ $0.sessions.removeValue(forKey: Key(venue: venue, id: id)) })
    else {
      throw Refusal(
        .notFound, .noSession, "there is no such session; it may have been silent for long")
    }
    await close([(venue, ended.session)])
  }

  /// Ends all sessions of a venue that is gone.
  func endAll(in venue: String) async {
    let ended = state.withLock { state in
      state.sessions.keys.filter { $0.venue == venue }
        .compactMap { state.sessions.removeValue(forKey: $0)?.session }
    }
    await close(ended.map { (venue, $0) })
  }

  /// Ends those that were silent for too long.
  func endSilent(at now: ContinuousClock.Instant = .now) async {
    let silent = state.withLock { state in
      let keys = state.sessions.filter { now - $0.value.used > patience }.map(\.key)
      return keys.compactMap { key in
        state.sessions.removeValue(forKey: key).map { (key.venue, $0.session) }
      }
    }
    // An instance that died doesn't say that its devices are gone.
    for streams in state.withLock({ Array($0.streams.values) }) { streams.forget(after: patience) }
    await close(silent)
  }

  /// Keeps what was learned of all devices.
  func keep() async {
    for (session, _) in state.withLock({ Array($0.sessions.values) }) { await session.keep() }
  }

  /// Lets everyone who listens know that the server is there.
  func ping() {
    for streams in state.withLock({ Array($0.streams.values) }) { streams.ping() }
  }

  /// A name that says nothing of the id.
  private static func name() -> String {
    var generator = SystemRandomNumberGenerator()
    return SHA256.hexadecimal((0..<8).map { _ in .random(in: .min ... .max, using: &generator) })
  }
}
