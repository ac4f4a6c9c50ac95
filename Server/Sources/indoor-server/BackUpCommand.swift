import ArgumentParser
import IndoorServer

/// `indoor-server backup --venues FOLDER --output FOLDER`
struct BackUpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies venue files and what is kept beside them, also while they are served.",
    discussion: """
      Each venue file is copied as it is at one moment, whoever writes to it. To restore, serve the copy: its folders \
      venues and state are what --venues and --state take.
      """)

  @Option(help: "The folder of the venue files.")
  var venues: String

  @Option(help: "The folder of what is kept beside the venues.")
  var state: String?

  @Option(help: "The folder that is made; it must not be there yet.")
  var output: String

  func run() throws {
    let copied = try Backup(venues: venues, state: state, output: output).run()
    ServerLog.result(
      "\(output): \(copied) venue files\(state == nil ? "" : ", and what is kept beside them")\n")
  }
}
