public import IndoorTeamStore

/// What a server is started with.
public struct ServerOptions: Sendable {
  /// The folder of the venue files.
  public var venues: String
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port; 0 for a free one.
  public var port = 8080
  /// The file of the tokens; without it the user's, where there is one.
  public var tokenFile: String?
  /// The certificate's chain, as PEM.
  public var certificate: String?
  /// The certificate's key, as PEM.
  public var key: String?
  /// Whether a proxy stands before it, which encrypts.
  public var isBehindProxy = false
  /// Whether it may be reached in the clear on a private address.
  public var allowsPlainHTTP = false
  /// The team's store, whose venues are served; the folder then holds copies of them to work with.
  public var store: StoreAddress?
  /// The folder of what is kept beside the venues.
  public var state: String?
  /// The folder of the pages; without it the one that comes with the program.
  public var web: String?
  /// Where the tiles of a map under the venue are, with `{z}`, `{x}` and `{y}`.
  public var baseMap: String?
  /// How much is taken at once.
  public var limits = ServerLimits()

  /// Makes options for a folder.
  public init(venues: String) { self.venues = venues }
}
