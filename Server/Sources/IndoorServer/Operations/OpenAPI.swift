import HTTPTypes
import IndoorJSON

/// The description of the server (OpenAPI 3.1), made of the very table that requests are answered
/// by.
enum OpenAPI {
  static func text(of routes: [Route]) throws -> String {
    var paths: [(path: String, operations: [String])] = []
    for route in routes {
      let operation = "\"\(route.method.rawValue.lowercased())\":\(Self.operation(route))"
      if let known = paths.firstIndex(where: { $0.path == route.path }) {
        paths[known].operations.append(operation)
      } else {
        paths.append((route.path, [operation]))
      }
    }
    let text = """
      {"openapi":"3.1.0","info":{"title":"IndoorKit","version":"1",\
      "description":"Venues, positions and surveys over HTTP."},"paths":{\
      \(paths.map { "\"\($0.path)\":{\($0.operations.joined(separator: ","))}" }.joined(separator: ","))},\
      "components":{"securitySchemes":{"token":{"type":"http","scheme":"bearer"},\
      "cookie":{"type":"apiKey","in":"cookie","name":"indoor-token"}},\
      "schemas":{"Problem":\(Schema.problem)}}}
      """
    return JSONOutput(try JSONDocument(bytes: Array(text.utf8), name: "openapi.json").root)
      .text(pretty: true) + "\n"
  }

  private static func operation(_ route: Route) -> String {
    let document = route.document
    var members = [
      "\"summary\":\(quoted(document.summary))",
      "\"operationId\":\(quoted(operationID(route)))",
      "\"parameters\":[\((pathParameters(route) + document.query.map(parameter)).joined(separator: ","))]",
      "\"responses\":{\((document.answers.map(answer) + [problem]).joined(separator: ","))}",
    ]
    if route.scope != nil || route.takesAnyToken {
      members.append("\"security\":[{},{\"token\":[]},{\"cookie\":[]}]")
    }
    if let scope = route.scope { members.append("\"x-scope\":\"\(scope.rawValue)\"") }
    if let type = route.body.mediaType {
      members.append(
        "\"requestBody\":{\"required\":\(!document.bodyIsOptional),\"content\":{\"\(type)\":{\"schema\":\(document.body ?? "{}")}}}"
      )
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func operationID(_ route: Route) -> String {
    let words = route.path.split { !$0.isLetter && !$0.isNumber }
    return ([route.method.rawValue.lowercased()] + words.map(String.init)).joined(separator: "-")
  }

  /// What each name in braces stands for.
  private static let patterns = [
    "venue": "^[a-z0-9-]{1,64}$", "session": "^[A-Za-z0-9._~-]{22,128}$",
    "walk": "^[0-9a-f]{4,64}$", "upload": "^[0-9a-f]{64}$", "job": "^[0-9a-f]{16}$",
    "level": "^-?[0-9]{1,3}$", "plan": "^[a-z0-9-]{1,64}$", "z": "^[0-5]$", "x": "^[0-9]{1,2}$",
    "y": "^[0-9]{1,2}$", "device": "^[A-Za-z0-9._~-]{1,64}$",
  ]

  private static func pathParameters(_ route: Route) -> [String] {
    route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      let name = String($0.dropFirst().prefix { $0 != "}" })
      let pattern = patterns[name].map { ",\"pattern\":\(quoted($0))" } ?? ""
      return
        "{\"name\":\"\(name)\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"\(pattern)}}"
    }
  }

  private static func parameter(_ parameter: RouteDocument.Parameter) -> String {
    "{\"name\":\"\(parameter.name)\",\"in\":\"\(parameter.place)\",\"schema\":\(parameter.schema),"
      + "\"description\":\(quoted(parameter.description))}"
  }

  private static func answer(_ answer: RouteDocument.Answer) -> String {
    let types = answer.type.map { ["\"\($0)\":{\"schema\":\(answer.schema)}"] } ?? []
    let all = types + answer.others.map { "\"\($0)\":{\"schema\":{}}" }
    let content = all.isEmpty ? "" : ",\"content\":{\(all.joined(separator: ","))}"
    return "\"\(answer.status)\":{\"description\":\(quoted(answer.description))\(content)}"
  }

  private static let problem = """
    "default":{"description":"What is wrong, in one sentence (RFC 9457).",\
    "content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}
    """

  private static func quoted(_ text: String) -> String { JSONOutput.string(text).text() }
}
