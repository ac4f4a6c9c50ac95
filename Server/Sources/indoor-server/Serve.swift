public import ArgumentParser
import Foundation
import IndoorServer
import IndoorTeamStore
public import Logging

/// The server.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serves the venue files of a folder over HTTP.")

  @Option(help: "The folder of the venue files; a venue's id is its file's name without .gpkg.")
  var venues: String

  @Option(
    help: ArgumentHelp(
      "A team's store, postgresql://USER@HOST/DATABASE, whose venues are served; --venues is the folder of the copies to work with.",
      discussion: "The password comes from the file that PGPASSFILE names, ~/.pgpass without it."))
  var store: String?

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 takes a free one.")
  var port = 8080

  @OptionGroup var tokens: TokenOptions

  @Option(
    help: """
      The folder of what is kept beside the venues: files that were sent, plans that aren't placed yet, what phones are \
      known to read too strong, versions that can be updated from. Without it that is gone when the server ends.
      """)
  var state: String?

  @Option(help: "The certificate's chain, as PEM.")
  var tlsCertificate: String?

  @Option(help: "The certificate's key, as PEM.")
  var tlsKey: String?

  @Flag(help: "A proxy stands before it and encrypts.")
  var behindProxy = false

  @Flag(help: "Let tokens through a private network in the clear.")
  var insecureHTTP = false

  @Option(help: "The folder of the pages, where it isn't the one that comes with the program.")
  var web: String?

  @Option(help: "Tiles of a map under the venue: https://tiles.example.org/{z}/{x}/{y}.png")
  var baseMap: String?

  @Option(help: "A file of lines \"name = value\", which set what options set.")
  var config: String?

  @Option(help: "What is logged: debug (every request), info (changes), warning, error.")
  var logLevel = Logger.Level.info

  @Option(help: "Requests a second of one token or address.")
  var requestsPerSecond: Double?

  @Option(help: "Seconds that a request's body may take.")
  var bodySeconds = ServerLimits().bodySeconds

  @Option(help: "Seconds that a session may be silent before it ends.")
  var sessionSeconds = ServerLimits().sessionSeconds

  @Option(
    help:
      "Megabytes of all copies of a store's venues; beyond it those go that nobody asked for longest."
  )
  var copyMegabytes = ServerLimits().copyBytes / 1_000_000

  func validate() throws {
    for (name, value) in [("body-seconds", bodySeconds), ("session-seconds", sessionSeconds)]
    where !(1...86_400).contains(value) {
      throw ValidationError("--\(name) \(value): is no number from 1 to 86400")
    }
    guard (1...1_000_000_000).contains(copyMegabytes) else {
      throw ValidationError("--copy-megabytes \(copyMegabytes): is no number from 1 to 1000000000")
    }
    guard (0...65_535).contains(port) else { throw ValidationError("--port \(port): is no port") }
    guard requestsPerSecond.map({ (0.01...1e9).contains($0) }) ?? true else {
      throw ValidationError("--requests-per-second: is no number from 0.01 to 1000000000")
    }
  }

  func run() async throws {
    var options = ServerOptions(venues: venues)
    (options.host, options.port, options.tokenFile) = (host, port, tokens.tokenFile)
    (options.certificate, options.key, options.state) = (tlsCertificate, tlsKey, state)
    (options.isBehindProxy, options.allowsPlainHTTP) = (behindProxy, insecureHTTP)
    (options.web, options.baseMap) = (web, baseMap)
    options.store = try store.map { try StoreAddress($0) }
    options.limits.requestsPerSecond = requestsPerSecond
    (options.limits.bodySeconds, options.limits.sessionSeconds) = (bodySeconds, sessionSeconds)
    options.limits.copyBytes = copyMegabytes * 1_000_000
    let logger = ServerLog.logger(logLevel)
    let server = try VenueServer(options, logger: logger)
    for remark in server.remarks { logger.warning("\(remark)") }
    try await server.run { address in
      ServerLog.result("listening on \(address)\n")
    }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
