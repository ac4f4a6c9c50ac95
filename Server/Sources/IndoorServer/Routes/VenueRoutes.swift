import Hummingbird
import IndoorAuthoring
import IndoorJSON
import IndoorModel
import IndoorTeamStore

/// Venues, their files and what is in them.
struct VenueRoutes {
  let services: Services

  var routes: [Route] { [list, show, file, units] }

  private var list: Route {
    Route(
      method: .get, path: "/v1/venues", scope: .read,
      document: RouteDocument(
        summary: "The venues, a page at a time.", query: Self.paging,
        answers: [
          .init(
            description: "Venues in the order of their ids; `next` is the path of the next page.",
            schema: """
              {"type":"object","required":["venues","next"],"properties":{"venues":{"type":"array",\
              "items":{"type":"object","required":["id"]}},"next":{"type":["string","null"]}}}
              """)
        ])
    ) { call in
      let limit = try call.query.integer("limit", in: 1...1000, default: 100)
      let after = call.query["after"] ?? ""
      let all = await services.store.list().filter { $0.id > after && call.caller.sees($0.id) }
      let page = all.prefix(limit)
      var venues: [JSONOutput] = []
      for venue in page { venues.append(await Self.entry(venue)) }
      let next =
        all.count > limit ? page.last.map { "/v1/venues?limit=\(limit)&after=\($0.id)" } : nil
      return .json(
        .object([
          ("venues", .array(venues)), ("next", next.map { .string($0) } ?? .null),
        ]))
    }
  }

  /// A venue in the list; one that can't be read says why.
  private static func entry(_ venue: ListedVenue) async -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("id", .string(venue.id)), ("bytes", .integer(venue.bytes)),
      ("href", .string("/v1/venues/\(venue.id)")),
    ]
    do {
      members.append(("name", .string(try await venue.name())))
    } catch let problem as NamedProblem {
      members.append(("problem", problem.problem.json))
    } catch {
      members.append(("problem", .null))
    }
    return .object(members)
  }

  private var show: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}", scope: .read,
      document: RouteDocument(
        summary: "What a venue file holds, and which version of it is served.",
        answers: [
          .init(
            description: "As `indoor venue info --json` prints it, with the file's version.",
            schema: """
              {"type":"object","required":["id","version","bytes","venue","buildings","walks"]}
              """)
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let (copy, known) = (try await venue.fileCopy(), try await venue.describe())
      try await Blocking.run { services.versions.keep(copy, of: venue.id) }
      let described = try JSONDocument(bytes: Array(known.json.utf8), name: venue.id).root
      return .json(
        .object(
          [
            ("id", .string(venue.id)), ("version", .string(copy.sha256)),
            ("bytes", .integer(copy.size)),
          ] + Self.team(await services.store.standing(of: venue.id))
            + described.members.map { ($0.key, JSONOutput($0.value)) }))
    }
  }

  /// What a team's store says of a venue beside its file.
  private static func team(_ standing: TeamStore.Standing?) -> [(String, JSONOutput)] {
    guard let standing else { return [] }
    return [
      (
        "team",
        .object([
          ("version", .integer(Int64(standing.version))),
          ("waiting", .integer(Int64(standing.waiting))),
          ("problems", .array(standing.problems.map { .string($0) })),
        ])
      )
    ]
  }

  private var file: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/file", scope: .read,
      document: RouteDocument(
        summary: "The venue file as it is at one moment.",
        query: [
          .init(
            name: "Range", place: "header", schema: Schema.text,
            description: "One range of bytes (RFC 9110, 14.2)."),
          .init(
            name: "since", schema: "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}",
            description:
              "SHA-256 of a version that the client has: where the server knows it, only "
              + "the pages that differ come, as `\(VenuePatch.mediaType)`."),
        ],
        answers: [
          .init(
            description: "The file.", type: "application/geopackage+sqlite3",
            others: [VenuePatch.mediaType], schema: Schema.text),
          .init(
            status: 206, description: "A part of it.", type: "application/geopackage+sqlite3",
            schema: Schema.text),
          .init(status: 304, description: "It is what the client has.", type: nil),
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let copy = try await venue.fileCopy()
      try await Blocking.run { services.versions.keep(copy, of: venue.id) }
      if let since = call.query["since"] {
        guard since.count == 64, since.allSatisfy(\.isHexDigit) else {
          throw Refusal.parameter("since: is no SHA-256 of a version")
        }
        let known = try await Blocking.run {
          services.versions.pages(of: since.lowercased(), in: venue.id)
        }
        if since.lowercased() != copy.sha256, let known,
          let patch = FileAnswer.patch(from: (since.lowercased(), known), to: copy)
        {
          return patch
        }
      }
      return try FileAnswer.response(to: call.request, copy: copy, name: "\(venue.id).gpkg")
    }
  }

  private var units: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/levels/{level}/units.geojson", scope: .read,
      document: RouteDocument(
        summary: "The units of a level, a page at a time.",
        query: Self.paging + [
          .init(
            name: "building", schema: Schema.text,
            description: "The building's id, where several have that level.")
        ],
        answers: [
          .init(
            description: "Units in the order of their ids; the link `next` leads on.",
            type: "application/geo+json",
            schema: """
              {"type":"object","required":["type","features","numberMatched","numberReturned","links"],\
              "properties":{"type":{"const":"FeatureCollection"},"features":{"type":"array","items":\(Schema.feature)},\
              "numberMatched":{"type":"integer"},"numberReturned":{"type":"integer"},"links":{"type":"array"}}}
              """)
        ])
    ) { call in
      let id = try call.parameter("venue")
      let lists = try await services.store.venue(id).unitLists()
      let (level, building) = (try call.parameter("level"), call.query["building"])
      let keys = lists.levels(level, building: building)
      guard !keys.isEmpty else {
        throw Refusal(
          .notFound, .noLevel, "\(id): has no level \"\(level)\"; /v1/venues/\(id) lists them")
      }
      let limit = try call.query.integer("limit", in: 1...1000, default: 1000)
      let (features, next, matched) = lists.page(
        of: keys, after: call.query["after"], limit: limit)
      return .geoJSON(
        Self.collection(
          features, matched: matched,
          next: next.map {
            "/v1/venues/\(id)/levels/\(PercentText.encoded(level))/units.geojson?limit=\(limit)"
              + "&after=\(PercentText.encoded($0))"
              + (building.map { "&building=\(PercentText.encoded($0))" } ?? "")
          }))
    }
  }

  private static func collection(
    _ features: [UnitFeature], matched: Int, next: String?
  ) -> String {
    let links = next.map {
      JSONOutput.array([
        .object([
          ("rel", .string("next")), ("type", .string("application/geo+json")),
          ("href", .string($0)),
        ])
      ])
    }
    return "{\"type\":\"FeatureCollection\",\"numberMatched\":\(matched),\"numberReturned\":"
      + "\(features.count),\"links\":\((links ?? .array([])).text()),\"features\":[\n"
      + features.map(\.text).joined(separator: ",\n") + "\n]}\n"
  }

  private static let paging: [RouteDocument.Parameter] = [
    .init(name: "limit", schema: Schema.limit, description: "How many at most."),
    .init(name: "after", schema: Schema.text, description: "The id behind which the page begins."),
  ]
}
