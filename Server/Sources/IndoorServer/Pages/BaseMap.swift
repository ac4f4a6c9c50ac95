import Foundation

/// A map under the venue, from a server of somebody else's.
struct BaseMap: Sendable {
  /// Where its tiles are: `https://tiles.example.org/{z}/{x}/{y}.png`.
  let tiles: String
  /// The one place that pages may then load from, too.
  let origin: String

  /// - Throws: `.badBaseMap` for what is no address of tiles.
  init(_ tiles: String) throws(ServerError) {
    let plain = tiles.filter { $0 != "{" && $0 != "}" }
    guard ["{z}", "{x}", "{y}"].allSatisfy(tiles.contains),
      let parts = URLComponents(string: plain), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
      tiles.lowercased().hasPrefix("\(scheme)://\(host.lowercased())"),
      host.utf8.allSatisfy({ byte in
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || ".-".unicodeScalars.contains(scalar))
      }), parts.user == nil
    else { throw .badBaseMap(tiles) }
    self.tiles = tiles
    origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
  }
}
