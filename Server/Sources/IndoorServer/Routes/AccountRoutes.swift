import HTTPTypes
import Hummingbird
import IndoorJSON

/// Who asks, and how a browser's pages bring a token.
struct AccountRoutes {
  let services: Services
  let tokens: TokenBook
  /// Whether browsers reach the server by https.
  let isSecure: Bool

  var routes: [Route] { [me, logIn, logOut] }

  private var me: Route {
    Route(
      method: .get, path: "/v1/me", scope: nil, takesAnyToken: true,
      document: RouteDocument(
        summary: "What the token allows.",
        answers: [
          .init(
            description:
              "Its name, scopes and venues; null stands for no token and for all venues.",
            schema: """
              {"type":"object","required":["name","scopes","venues"],"properties":{"name":{"type":["string","null"]},\
              "scopes":{"type":"array","items":{"type":"string"}},\
              "venues":{"type":["array","null"],"items":{"type":"string"}}}}
              """)
        ])
    ) { call in
      let token = call.caller.token
      return .json(
        .object([
          ("name", token.map { .string($0.name) } ?? .null),
          (
            "scopes",
            .array(Scope.allCases.filter(call.caller.may).map { .string($0.rawValue) })
          ),
          ("venues", token?.venues.map { .array($0.map(JSONOutput.string)) } ?? .null),
        ]))
    }
  }

  private var logIn: Route {
    Route(
      method: .post, path: "/v1/login", scope: nil, body: .json(maximum: 4096), changesState: true,
      document: RouteDocument(
        summary: "Lets a browser bring a token by itself, in a cookie that no script reads.",
        body: """
          {"type":"object","required":["token"],"properties":{"token":{"type":"string","minLength":1,"maxLength":200}}}
          """,
        answers: [.init(status: 204, description: "The cookie is set.", type: nil)])
    ) { call in
      let root = try JSONDocument(bytes: call.body, name: "body").root
      guard let text = root["token"]?.string else {
        throw Refusal.parameter("token: is no text; send {\"token\": …}")
      }
      guard tokens.isNeeded else { throw Refusal.noToken("no token is needed here") }
      guard tokens.token(text) != nil else {
        throw Refusal.noToken("the token is none that counts here; ask for a new one")
      }
      return Self.empty(TokenCookie.keeping(text, isSecure: isSecure))
    }
  }

  private var logOut: Route {
    Route(
      method: .post, path: "/v1/logout", scope: nil, changesState: true,
      document: RouteDocument(
        summary: "Lets a browser forget the token.",
        answers: [.init(status: 204, description: "The cookie is gone.", type: nil)])
    ) { _ in Self.empty(TokenCookie.forgetting(isSecure: isSecure)) }
  }

  private static func empty(_ cookie: String) -> Response {
    Response(status: .noContent, headers: [.setCookie: cookie])
  }
}
