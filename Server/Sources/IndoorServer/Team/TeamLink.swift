import IndoorTeamStore
import Logging
import ServiceLifecycle

/// Keeps a server in step with its team's store and with the other servers of it.
struct TeamLink: Service {
  /// Connections beside the one that listens.
  static let connections = 8
  /// How long until work is looked for again that uploads asked for.
  private static let rest = Duration.seconds(1)
  /// Rests between two looks for work that nobody asked for.
  private static let sweeps = 10
  /// How long until all copies are looked at again, whatever was told meanwhile.
  private static let sweep = Duration.seconds(30)

  let folder: TeamFolder
  private let address: StoreAddress
  private let relay: LiveRelay
  private let sessions: LiveSessions
  private let logger: Logger
  /// The connection that jobs are done on: who holds it holds the job.
  private let jobs: TeamPool

  init(
    _ address: StoreAddress, _ folder: TeamFolder, _ relay: LiveRelay, _ sessions: LiveSessions,
    _ logger: Logger
  ) {
    self.address = address
    self.logger = logger
    jobs = TeamPool(address, connections: 1)
    self.folder = folder
    self.relay = relay
    self.sessions = sessions
  }

  /// Sees that there is a store, before anyone is answered.
  ///
  /// - Throws: `TeamStoreError` where the store can't be reached, or isn't of this version.
  func begin() throws { _ = try TeamStore(address) }

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
      group.addTask { await doJobs() }
      group.addTask { [folder] in
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
          try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.sweep) }
          await folder.update()
          await folder.makeRoom()
        }
      }
    }
  }

  /// Does what uploads asked for, and looks now and then for what nobody asked for.
  private func doJobs() async {
    var round = 0
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.rest) }
      do {
        if round % Self.sweeps == 0 { try await jobs.runOnce { try $0.askForForgottenJobs() } }
        while !Task.isShuttingDownGracefully,
          let venue = try await jobs.runOnce({ try $0.doJob() })
        {
          logger.info("uploaded walks are in the radio map", metadata: ["venue": "\(venue)"])
        }
      } catch {
        logger.error("uploaded walks can't be brought in", metadata: ["error": "\(error)"])
      }
      round += 1
    }
  }
}
