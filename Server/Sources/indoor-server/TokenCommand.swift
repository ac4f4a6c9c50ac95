import ArgumentParser
import IndoorServer

/// Where tokens are.
struct TokenOptions: ParsableArguments {
  @Option(help: "The file of the tokens; without it the one in the user's configuration.")
  var tokenFile: String?

  var file: TokenFile { tokenFile.map { TokenFile(path: $0) } ?? .standard }
}

/// Who may ask the server.
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Makes, lists and revokes tokens.",
    subcommands: [Add.self, List.self, Revoke.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a token, and shows it once: only its hash is kept.")

    @Argument(help: "What it is called.")
    var name: String

    @Option(
      help: "What it allows, separated by commas: locate, live, read, survey, align, admin.",
      transform: TokenCommand.scopes)
    var scope: [Scope]

    @Option(help: "The venue that it is for; can be said several times. Without it all.")
    var venue: [String] = []

    @OptionGroup var tokens: TokenOptions

    func validate() throws {
      guard !name.isEmpty, name.count <= 64 else {
        throw ValidationError("NAME: is no name of 1 to 64 characters")
      }
    }

    func run() throws {
      let text = try tokens.file.add(
        name: name, scopes: scope, venues: venue.isEmpty ? nil : venue)
      ServerLog.result("\(text)\n")
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the tokens' names and scopes.")

    @OptionGroup var tokens: TokenOptions

    func run() throws {
      for token in try tokens.file.tokens() {
        let venues = token.venues.map { " for \($0.joined(separator: ","))" } ?? ""
        ServerLog.result(
          "\(token.name)  \(token.scopes.map(\.rawValue).joined(separator: ","))\(venues)\n")
      }
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Makes a token count no more.")

    @Argument(help: "What it is called.")
    var name: String

    @OptionGroup var tokens: TokenOptions

    func run() throws { try tokens.file.revoke(name: name) }
  }

  static func scopes(_ text: String) throws -> [Scope] {
    let scopes = try text.split(separator: ",").map { word in
      guard let scope = Scope(rawValue: String(word)) else {
        throw ValidationError("--scope: there is no scope \"\(word)\"")
      }
      return scope
    }
    guard !scopes.isEmpty else {
      throw ValidationError("--scope: names none, so that the token would allow nothing; name one")
    }
    return scopes
  }
}
