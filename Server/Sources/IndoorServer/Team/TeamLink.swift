import IndoorTeamStore
import ServiceLifecycle

/// Keeps a server in step with its team's store and with the other servers of it.
struct TeamLink: Service {
  /// Connections beside the one that listens.
  static let connections = 8
  /// How long until all venues are looked at again, whatever was told meanwhile.
  private static let sweep = Duration.seconds(30)

  let folder: TeamFolder
  private let address: StoreAddress
  private let relay: LiveRelay
  private let sessions: LiveSessions

  init(
    _ address: StoreAddress, _ folder: TeamFolder, _ relay: LiveRelay, _ sessions: LiveSessions
  ) {
    self.address = address
    self.folder = folder
    self.relay = relay
    self.sessions = sessions
  }

  /// Fetches what there is, before anyone is answered.
  ///
  /// - Throws: `TeamStoreError` where the store can't be reached, or isn't of this version.
  func begin() async throws {
    _ = try TeamStore(address)
    await folder.update()
  }

  func run() async throws {
    let (changes, continuation) = AsyncStream<String?>.makeStream()
    let listener = StoreListener(address) { [relay, sessions] event in
      switch event {
      case .began: continuation.yield(nil)
      case .changed(let venue): continuation.yield(venue)
      case .live(let text): relay.hear(text, for: sessions)
      }
    }
    defer { listener.stop() }
    await withTaskGroup { group in
      group.addTask { [folder] in
        for await venue in changes.cancelOnGracefulShutdown() { await folder.update(venue) }
      }
      group.addTask { [relay] in
        for await _ in relay.gathered.cancelOnGracefulShutdown() {
          try? await Task.sleep(for: LiveRelay.pause)
          await relay.send()
        }
      }
      group.addTask { [folder] in
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
          try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.sweep) }
          await folder.update()
        }
      }
    }
  }
}
