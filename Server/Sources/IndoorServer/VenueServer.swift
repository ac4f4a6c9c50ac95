import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import IndoorLibc
import IndoorTeamStore
public import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// The server: venues of a folder over HTTP.
public struct VenueServer: Sendable {
  private let options: ServerOptions
  private let logger: Logger
  private let folder: VenueFolder
  private let tokens: TokenBook
  private let exposure: Exposure
  private let belongings: Belongings
  private let streams: OpenStreams
  private let devices: Devices
  private let pages: Pages?
  private let writers = VenueWriters()
  private let team: TeamLink?

  /// Looks at what it is started with.
  ///
  /// - Throws: what can't be served, or may not be served there.
  public init(_ options: ServerOptions, logger: Logger) throws(ServerError) {
    self.options = options
    self.logger = logger
    let file = options.tokenFile.map { TokenFile(path: $0) } ?? TokenFile.standard
    tokens = try TokenBook(file, isNeeded: options.tokenFile != nil)
    exposure = try Exposure(options, tokens: tokens, tokenPath: file.path)
    folder = try VenueFolder(options.venues, logger: logger)
    devices = Devices(folder: options.state)
    streams = OpenStreams(
      perCaller: options.limits.streamsPerToken, most: options.limits.streams)
    let pool = options.store.map { TeamPool($0, connections: TeamLink.connections) }
    let relay = pool.map { LiveRelay($0) }
    let sessions = LiveSessions(
      most: options.limits.sessions, patience: .seconds(options.limits.sessionSeconds), relay: relay
    )
    do {
      belongings = Belongings(
        sessions: sessions, plans: try PlanShelf(folder: options.state),
        uploads: Uploads(folder: options.state), versions: VersionPages(folder: options.state))
    } catch {
      throw ServerError.noRoom(error)
    }
    if let address = options.store, let pool, let relay {
      let room = CopyRoom(
        mostBytes: options.limits.copyBytes, rest: .seconds(options.limits.sessionSeconds))
      team = TeamLink(
        address, TeamFolder(folder, pool, writers, sessions, room, logger), relay,
        sessions, logger)
    } else {
      team = nil
    }
    let baseMap = try options.baseMap.map { text throws(ServerError) in try BaseMap(text) }
    pages = try (options.web ?? WebFolder.standard()).map { path throws(ServerError) in
      Pages(try WebFolder(path), baseMap: baseMap)
    }
  }

  /// What has to be known of how it is reached and of its pages.
  public var remarks: [String] {
    let missing: String? =
      if let pages { pages.remark } else { "there are no pages here; name their folder as --web" }
    return [plainRemark, missing].compactMap { $0 }
  }

  private var plainRemark: String? {
    guard case .plain = exposure else { return nil }
    return "--insecure-http: tokens, positions and venues go over \(options.host)'s network in the "
      + "clear; everyone on it can read them and use the tokens"
  }

  /// Serves until a signal or its task's end.
  ///
  /// - Parameter onListening: is told the address once it listens.
  /// - Throws: `ServerError` where the port can't be listened on or the certificate can't be used.
  public func run(onListening: @escaping @Sendable (_ address: String) -> Void) async throws {
    try team?.begin()
    let application = Application(
      responder: try door(), server: try server(),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), serverName: "indoor-server",
        backlog: 1024),
      onServerRunning: { channel in
        onListening(address(of: channel.localAddress))
      }, logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(
          service: Housekeeping(
            folder: folder, tokens: tokens, sessions: belongings.sessions, streams: streams,
            devices: devices))
      ] + (team.map { [.init(service: $0)] } ?? []) + [.init(service: application)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(options.limits.stopSeconds)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw ServerError.notListening(
        options.host, options.port, String(cString: strerror(error.errnoCode)))
    } catch is CancellationError {
      // What was still under way was ended.
    }
  }

  private func address(of address: SocketAddress?) -> String {
    let scheme = options.certificate == nil ? "http" : "https"
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    return "\(scheme)://\(host):\(address?.port ?? options.port)"
  }

  private func door() throws -> FrontDoor {
    let metrics = ServerMetrics()
    let services = Services(
      store: team?.folder ?? folder, streams: streams, metrics: metrics, limits: options.limits,
      room: BodyRoom(maximum: options.limits.heldBytes), writers: writers, belongings: belongings,
      devices: devices)
    var routes = routes(services)
    routes.append(OperationRoutes.description(of: try OpenAPI.text(of: routes)))
    let isLoopback = if case .loopback = exposure { true } else { false }
    let rate = options.limits.requestsPerSecond ?? (isLoopback ? 10_000 : 200)
    return FrontDoor(
      table: RouteTable(routes), pages: pages,
      gate: Gate(
        exposure: exposure, tokens: tokens,
        limiter: RateLimiter(perSecond: rate, burst: max(1, 2 * rate))),
      room: services.room, metrics: metrics, logger: logger)
  }

  private func routes(_ services: Services) -> [Route] {
    let account = AccountRoutes(
      services: services, tokens: tokens, isSecure: exposure.isSecure)
    return OperationRoutes(services: services).routes + account.routes
      + VenueRoutes(services: services).routes + VenueChangeRoutes(services: services).routes
      + LocateRoutes(services: services).routes + LiveRoutes(services: services).routes
      + DeviceRoutes(services: services).routes + SurveyRoutes(services: services).routes
      + SurveyReportRoutes(services: services).routes + RadioMapRoutes(services: services).routes
      + PlanRoutes(services: services).routes + PlacementRoutes(services: services).routes
      + PlanPictureRoutes(services: services).routes + JobRoutes(services: services).routes
      + GeolocateRoutes(services: services).routes
  }

  private func server() throws -> HTTPServerBuilder {
    let limits = options.limits
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        RequestDeadline(
          time: .seconds(Int64(limits.bodySeconds)),
          maximumBytes: max(limits.uploadBytes, limits.planBytes) + limits.requestBytes)
      ],
      idleTimeout: .seconds(Int64(limits.headerSeconds)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
        maxHeaderFieldCount: 100))
    let plain = HTTPServerBuilder.http1(configuration: channel)
    guard let certificate = options.certificate, let key = options.key else { return plain }
    let chain: [NIOSSLCertificate]
    do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
      throw ServerError.badCertificate(certificate)
    }
    do {
      let configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
      return try .tls(plain, tlsConfiguration: configuration)
    } catch {
      throw ServerError.badCertificate(key)
    }
  }
}

/// What is done again and again while the server runs.
private struct Housekeeping: Service {
  let folder: VenueFolder
  let tokens: TokenBook
  let sessions: LiveSessions
  let streams: OpenStreams
  let devices: Devices

  /// Time between two looks at the folder.
  private static let interval = Duration.milliseconds(500)
  /// Time between two pings.
  private static let pings = Duration.seconds(15)
  /// Time between two times that devices are forgotten which haven't come for long.
  private static let forgettings = Duration.seconds(3600)

  /// Each for itself: sessions that end may wait for long messages, and the tokens wait for nobody.
  func run() async throws {
    await withTaskGroup { group in
      group.addTask { [folder, tokens, streams] in
        await Self.again(Self.interval) {
          try? await Blocking.run {
            folder.refresh()
            tokens.refresh()
          }
          streams.end(unless: { tokens.allows(.live, in: $1, $0) })
        }
      }
      group.addTask { [devices] in
        await Self.again(Self.forgettings) { try? await Blocking.run { devices.forgetOld() } }
      }
      group.addTask { [sessions] in await Self.again(Self.interval) { await sessions.endSilent() } }
      group.addTask { [sessions] in await Self.again(Self.pings) { sessions.ping() } }
    }
    await sessions.keep()
  }

  /// Does something at once and again after each pause, until the server stops.
  private static func again(_ pause: Duration, _ body: () async -> Void) async {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      await body()
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }
  }
}
