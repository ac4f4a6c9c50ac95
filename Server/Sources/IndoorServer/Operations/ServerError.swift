import IndoorFiles
public import IndoorModel

/// What keeps the server from starting, or a token from being made.
public struct ServerError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The host is no address.
    public static let badAddress = Code(rawValue: "bad-address")
    /// The address can be reached by others, and nothing encrypts.
    public static let needsTLS = Code(rawValue: "needs-tls")
    /// The address can be reached by others, and there is no token.
    public static let needsToken = Code(rawValue: "needs-token")
    /// The folder of venues can't be read.
    public static let noFolder = Code(rawValue: "no-folder")
    /// The file of tokens can't be used.
    public static let badTokens = Code(rawValue: "bad-tokens")
    /// There is a token of that name.
    public static let tokenExists = Code(rawValue: "token-exists")
    /// There is no token of that name.
    public static let noSuchToken = Code(rawValue: "no-such-token")
    /// The certificate or its key can't be used.
    public static let badCertificate = Code(rawValue: "bad-certificate")
    /// A setting of a file or of the environment is none.
    public static let badConfiguration = Code(rawValue: "bad-configuration")
    /// What is served can't be copied.
    public static let notCopied = Code(rawValue: "not-copied")
    /// A copy would be part of what is copied.
    public static let badOutput = Code(rawValue: "bad-output")
    /// The folder of pages has none.
    public static let noPages = Code(rawValue: "no-pages")
    /// The base map is no address of tiles.
    public static let badBaseMap = Code(rawValue: "bad-base-map")
    /// There is no room for a temporary folder.
    public static let noRoom = Code(rawValue: "no-room")
    /// The port can't be listened on.
    public static let notListening = Code(rawValue: "not-listening")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault: a port that is taken.
  public var isMachineFault: Bool { [.notListening, .notCopied, .noRoom].contains(code) }
  /// Whether it was asked for wrongly.
  public var isUsage: Bool {
    [.badAddress, .needsTLS, .needsToken, .badBaseMap, .badOutput].contains(code)
  }
}

extension ServerError {
  static func badAddress(_ host: String) -> ServerError {
    ServerError(
      code: .badAddress,
      message: "--host \(host): is no address; write it as 127.0.0.1, ::1 or localhost")
  }

  static func needsTLS(_ host: String) -> ServerError {
    ServerError(
      code: .needsTLS,
      message: "--host \(host): others can reach this address, so it takes --tls-certificate and "
        + "--tls-key; or --behind-proxy where a proxy encrypts; or --insecure-http on a private "
        + "address whose network you trust")
  }

  static func publicAddress(_ host: String) -> ServerError {
    ServerError(
      code: .needsTLS,
      message: "--insecure-http: \(host) is no private address, and what is sent there in the "
        + "clear anyone can read; name a private one, or --tls-certificate and --tls-key")
  }

  static func needsToken(_ host: String, _ path: String) -> ServerError {
    ServerError(
      code: .needsToken,
      message: "--host \(host): others can reach this address, and \(path) has no token; make one "
        + "with \"indoor-server token add NAME --scope read,locate\"")
  }

  static func halfCertificate() -> ServerError {
    ServerError(
      code: .needsTLS, message: "--tls-certificate and --tls-key: one is missing; name both")
  }

  static func noRoom(_ error: FileError) -> ServerError {
    ServerError(code: .noRoom, message: error.message)
  }

  static func noFolder(_ path: String) -> ServerError {
    ServerError(
      code: .noFolder,
      message: "\(path): is no folder that can be read; name the folder that the venue files are in"
    )
  }

  static func badTokens(_ path: String, _ what: String) -> ServerError {
    ServerError(code: .badTokens, message: "\(path): \(what)")
  }

  static func tokenExists(_ name: String) -> ServerError {
    ServerError(
      code: .tokenExists,
      message: "there is a token \"\(name)\" already; revoke it first, or choose another name")
  }

  static func noSuchToken(_ name: String) -> ServerError {
    ServerError(
      code: .noSuchToken,
      message: "there is no token \"\(name)\"; \"indoor-server token list\" says which there are")
  }

  static func badCertificate(_ path: String) -> ServerError {
    ServerError(
      code: .badCertificate,
      message: "\(path): can't be used as a certificate's chain or its key; check that it is PEM, "
        + "and that the key belongs to the certificate")
  }

  /// A setting that is none; `what` says where and what to do.
  public static func badConfiguration(_ what: String) -> ServerError {
    ServerError(code: .badConfiguration, message: what)
  }

  static func notCopied(_ path: String, _ what: String) -> ServerError {
    ServerError(code: .notCopied, message: "\(path): \(what)")
  }

  static func badOutput(_ path: String, _ folder: String) -> ServerError {
    ServerError(
      code: .badOutput,
      message: "--output \(path): is within \(folder), which is copied; name a folder outside of it"
    )
  }

  static func noPages(_ path: String) -> ServerError {
    ServerError(
      code: .noPages,
      message:
        "--web \(path): has no pages (home/index.html); name the folder \"web\" of the sources "
        + "or of the package")
  }

  static func badBaseMap(_ text: String) -> ServerError {
    ServerError(
      code: .badBaseMap,
      message: "--base-map \(text): is no address of tiles; write it as "
        + "https://tiles.example.org/{z}/{x}/{y}.png")
  }

  static func notListening(_ host: String, _ port: Int, _ reason: String) -> ServerError {
    ServerError(
      code: .notListening,
      message: "\(host):\(port): can't be listened on (\(reason)); choose another port, or 0")
  }
}
