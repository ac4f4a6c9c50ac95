import HTTPTypes
import Hummingbird

/// The cookie in which a page's requests bring the token: no script can read it, and no page of
/// another site makes a browser send it.
enum TokenCookie {
  private static let name = "indoor-token"
  /// Seconds that a browser keeps it.
  private static let age = 30 * 86_400

  /// The token that a request brings.
  static func token(of request: Request) -> String? {
    for field in request.headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2, String(parts[0]).trimmingSpace == name {
          return String(parts[1]).trimmingSpace
        }
      }
    }
    return nil
  }

  /// The `Set-Cookie` that lets a browser keep a token (RFC 6265bis).
  static func keeping(_ token: String, isSecure: Bool) -> String {
    field("\(name)=\(token); Max-Age=\(age)", isSecure)
  }

  /// The one that lets it forget the token.
  static func forgetting(isSecure: Bool) -> String { field("\(name)=; Max-Age=0", isSecure) }

  private static func field(_ value: String, _ isSecure: Bool) -> String {
    "\(value); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }
}
