import ArgumentParser
import Foundation
import IndoorAuthoring
import IndoorModel
import IndoorServer
import IndoorTeamStore

/// The root: serving is what it does where nothing else is said.
struct IndoorServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "indoor-server",
    abstract: "Serves venue files: positions, live streams, downloads.",
    discussion: """
      "indoor-server --venues FOLDER" serves on 127.0.0.1:8080. Other addresses take TLS and a token. What is asked for most:

        --venues FOLDER           the venue files; a venue's id is its file's name without .gpkg
        --port PORT               another port; 0 takes a free one
        --host ADDRESS            another address, with --tls-certificate and --tls-key, or --behind-proxy
        --state FOLDER            what is kept beside the venues: files that were sent, plans that aren't placed yet
        --token-file FILE         the tokens, which "indoor-server token add" makes
        --base-map URL            tiles of a map under the venue
        --config FILE             lines "name = value", which set what options set

      "indoor-server help serve" names all of them.

      What options set can be set by the environment as well (INDOOR_SERVER_BODY_SECONDS=20 for --body-seconds 20), and by \
      lines such as "body-seconds = 20" of a file that --config names; the command line comes first, then the environment.

      Exit codes: 0 done, 64 bad usage, 65 bad input, 70 the machine's fault.
      """,
    version: toolkitVersion,
    subcommands: [Serve.self, TokenCommand.self, BackUpCommand.self, TeamCommand.self],
    defaultSubcommand: Serve.self)
}

@main
enum Main {
  static func main() async {
    do {
      let arguments = try Settings.arguments(
        Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment)
      var command = try IndoorServerCommand.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as ServerError {
      end(error, error.isUsage ? 64 : error.isMachineFault ? 70 : 65)
    } catch let error as TeamStoreError {
      end(error, error.isUsage ? 64 : error.isMachineFault ? 70 : 65)
    } catch let error as any IndoorError {
      end(error, error.isMachineFault ? 70 : 65)
    } catch {
      IndoorServerCommand.exit(withError: error)
    }
  }

  private static func end(_ error: any IndoorError, _ code: Int32) -> Never {
    ServerLog.write("error: \(error.message)\n")
    IndoorServerCommand.exit(withError: ExitCode(code))
  }
}
