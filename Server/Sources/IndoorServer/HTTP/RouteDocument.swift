/// What the description of the server says of a route.
struct RouteDocument: Sendable {
  /// One sentence.
  var summary: String
  /// The query's parameters.
  var query: [Parameter] = []
  /// The body's schema, as JSON.
  var body: String?
  /// Whether it can be left out.
  var bodyIsOptional = false
  /// What is answered where all is well.
  var answers: [Answer]

  /// A parameter of a query or a header.
  struct Parameter: Sendable {
    var name: String
    var place = "query"
    var schema: String
    var description: String
  }

  /// An answer.
  struct Answer: Sendable {
    var status = 200
    var description: String
    /// Its media type; `nil` where it has no body.
    var type: String? = "application/json"
    /// Media types that it may have instead.
    var others: [String] = []
    /// Its schema, as JSON.
    var schema = "{}"
  }
}

/// Schemas (JSON Schema 2020-12) that several routes share.
enum Schema {
  static let feature = """
    {"type":"object","required":["type","geometry","properties"],"properties":{"type":{"const":"Feature"},\
    "geometry":{"type":"object"},"properties":{"type":"object"}}}
    """
  static let position = """
    {"type":"object","required":["type","geometry","properties"],"properties":{"type":{"const":"Feature"},\
    "geometry":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"Point"},\
    "coordinates":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}}},\
    "properties":{"type":"object","required":["time_ms","latitude","longitude","level","building","source"],\
    "properties":{"time_ms":{"type":"integer"},"latitude":{"type":"number"},"longitude":{"type":"number"},\
    "level":{"type":"integer"},"building":{"type":"string"},\
    "horizontal_accuracy_m":{"type":["number","null"]},"heading_deg":{"type":["number","null"]},\
    "heading_accuracy_deg":{"type":["number","null"]},"source":{"type":"string"},\
    "session":{"type":"string"},"label":{"type":["string","null"]},\
    "level_confidence":{"type":["number","null"],"minimum":0,"maximum":1},"unit":{"type":"string"},\
    "conditions":{"type":"array","items":{"enum":["outdoors","unsure-level"]}}}}}}
    """
  static let scan = """
    {"type":"object","required":["readings"],"properties":{"time_ms":{"type":"number","minimum":0,"maximum":10000000000000},\
    "readings":{"type":"array","maxItems":1000,"items":{"type":"object","required":["transmitter","rssi"],\
    "properties":{"transmitter":{"type":"string","pattern":"^wifi:([0-9a-f]{2}:){5}[0-9a-f]{2}$|^beacon:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,4}:[0-9]{1,4}$"},\
    "rssi":{"type":"number","minimum":-127,"maximum":0},"age_ms":{"type":"number","minimum":0,"maximum":1000000000}}}}}}
    """
  static let problem = """
    {"type":"object","required":["title","status","code","detail"],"properties":{"title":{"type":"string"},\
    "status":{"type":"integer"},"code":{"type":"string"},"detail":{"type":"string"}}}
    """
  static let limit = """
    {"type":"integer","minimum":1,"maximum":1000}
    """
  static let flag = """
    {"type":"boolean"}
    """
  static let text = """
    {"type":"string"}
    """
}
