import IndoorLibc
import NIOCore

/// Who can reach an address, and so what has to keep them out.
enum Exposure: Sendable {
  /// This machine alone.
  case loopback
  /// Others, through TLS.
  case encrypted
  /// Others, through a proxy that encrypts.
  case proxied
  /// Others, in the clear, on a network that is trusted.
  case plain

  /// - Throws: what has to be said besides for this address.
  init(_ options: ServerOptions, tokens: TokenBook, tokenPath: String) throws(ServerError) {
    let host = options.host == "localhost" ? "127.0.0.1" : options.host
    guard let address = try? SocketAddress(ipAddress: host, port: options.port) else {
      throw .badAddress(options.host)
    }
    guard (options.certificate == nil) == (options.key == nil) else { throw .halfCertificate() }
    // What stands behind a proxy is reached by others, whatever its own address is.
    if address.isLoopback, !options.isBehindProxy {
      self = .loopback
      return
    }
    if options.certificate != nil {
      self = .encrypted
    } else if options.isBehindProxy {
      self = .proxied
    } else if options.allowsPlainHTTP {
      guard address.isPrivate else { throw .publicAddress(options.host) }
      self = .plain
    } else {
      throw .needsTLS(options.host)
    }
    guard !tokens.isEmpty else { throw .needsToken(options.host, tokenPath) }
  }
}

extension Exposure {
  /// Whether clients reach it by https.
  var isSecure: Bool {
    switch self {
    case .encrypted, .proxied: true
    case .loopback, .plain: false
    }
  }
}

extension SocketAddress {
  /// The address's bytes, 4 or 16; of an IPv4 address written as IPv6, its 4.
  private var bytes: [UInt8] {
    switch self {
    case .v4(let address):
      return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      let mapped: [UInt8] = Array(repeating: 0, count: 10) + [255, 255]
      return bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes
    case .unixDomainSocket: return []
    }
  }

  /// 127.0.0.0/8 (RFC 1122) or ::1 (RFC 4291).
  var isLoopback: Bool {
    let bytes = bytes
    return bytes.count == 4
      ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
  }

  /// 10/8, 172.16/12, 192.168/16 (RFC 1918) or fc00::/7 (RFC 4193).
  var isPrivate: Bool {
    let bytes = bytes
    guard bytes.count == 4 else { return bytes.first.map { $0 & 0xFE == 0xFC } ?? false }
    return bytes[0] == 10 || bytes[0] == 172 && bytes[1] & 0xF0 == 16
      || bytes[0] == 192 && bytes[1] == 168
  }
}
