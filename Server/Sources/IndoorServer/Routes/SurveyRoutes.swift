import Foundation
import HTTPTypes
import Hummingbird
import IndoorAuthoring
import IndoorFiles
import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorStorage

/// Walks: sent, listed, taken back.
struct SurveyRoutes {
  let services: Services

  var routes: [Route] {
    [
      upload, list, show,
      change(.delete, "", "Takes a walk back; it stays in the file, hidden.") { _ in
        .remove
      },
      change(.post, "/restore", "Lets a walk that was taken back count again.") { _ in .restore },
      rename,
    ]
  }

  // MARK: Uploads

  private var upload: Route {
    Route(
      method: .put, path: "/v1/venues/{venue}/walks/{upload}", scope: .survey,
      body: .file(maximum: services.limits.uploadBytes), changesState: true,
      document: RouteDocument(
        summary: "Imports recordings of any format; `upload` is the SHA-256 of the body.",
        query: [
          .init(name: "format", schema: Schema.text, description: "The recordings' format."),
          .init(name: "columns", schema: Schema.text, description: "The columns of a table."),
          .init(name: "level", schema: Schema.text, description: "The level of all of it."),
          .init(name: "building", schema: Schema.text, description: "The level's building."),
          .init(name: "name", schema: Schema.text, description: "The file's name."),
        ],
        answers: [
          .init(status: 201, description: "The walks are stored.", schema: Self.uploadSchema),
          .init(description: "They were stored before.", schema: Self.uploadSchema),
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let sha256 = try call.parameter("upload").lowercased()
      guard SHA256.hexadecimal(SHA256.digest(of: call.body)) == sha256 else {
        throw Refusal.parameter(
          "the path names \(sha256), which isn't the SHA-256 of the body; send it again")
      }
      let upload = try SurveyUpload(call.body, sha256: sha256, call.query)
      let stored =
        if let stored = try await services.store.add(upload, to: venue) { stored } else {
          try await importing(upload, into: venue, by: call.caller.name)
        }
      services.metrics.add(1, .uploads)
      return .json(
        .object(
          [
            ("walks", .array(stored.walks.map { .string($0) })),
            ("fingerprints", .integer(Int64(stored.fingerprints))),
          ] + stored.said), status: stored.new > 0 ? .created : .ok)
    }
  }

  /// Imports recordings into the venue's file, and keeps that.
  private func importing(
    _ upload: SurveyUpload, into venue: ServedVenue, by name: String?
  ) async throws -> StoredUpload {
    try await services.writers.inTurn(venue.id) {
      let (tally, said) = try await venue.naming {
        try await Blocking.run { try upload.importing(into: venue) }
      }
      try services.uploads.keep(tally.walks, of: upload.sha256, upload.bytes, in: venue.id)
      try await services.store.keep(
        venue.id, by: name,
        recording: SentRecording(
          sha256: upload.sha256, bytes: upload.bytes, walks: tally.walks))
      let stored = Set(tally.walks)
      let fingerprints = try await venue.naming {
        try await Blocking.run {
          try ListWalks(venue: venue.path, isWithRemoved: true).run().walks
            .filter { stored.contains($0.hash) }.reduce(0) { $0 + $1.placed }
        }
      }
      return StoredUpload(
        walks: tally.walks, said: said, new: tally.new, fingerprints: fingerprints)
    }
  }

  private static let uploadSchema = """
    {"type":"object","required":["walks","fingerprints","findings","skipped","firstSkipped"],"properties":{\
    "walks":{"type":"array","items":{"type":"string"}},"fingerprints":{"type":"integer"},\
    "findings":{"type":"array"},\
    "skipped":{"type":"object","additionalProperties":{"type":"integer"}},\
    "firstSkipped":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}}}}
    """

  // MARK: Lists

  private var list: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/walks", scope: .read,
      document: RouteDocument(
        summary: "The walks, in the order in which they came, a page at a time.",
        query: [
          .init(
            name: "removed", schema: Schema.flag,
            description: "Whether walks that were taken back are listed too."),
          .init(
            name: "upload", schema: "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}",
            description: "Those of one upload alone."),
          .init(name: "limit", schema: Schema.limit, description: "How many at most."),
          .init(
            name: "since", schema: "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}",
            description: "The hash of the walk behind which the page begins: those that came since."
          ),
        ],
        answers: [
          .init(
            description: "As `indoor survey list --json` prints them; `next` leads on.",
            schema: Self.page)
        ])
    ) { call in
      let venue = try await services.store.surveyed(call.parameter("venue"))
      if let upload = call.query["upload"]?.lowercased() {
        guard Uploads.isHash(upload) else {
          throw Refusal.parameter("upload: is no SHA-256 of 64 digits 0 to 9 and a to f")
        }
        let kept = try await services.store.walks(ofUpload: upload, in: venue.id)
        let names = services.uploads.walks(of: upload, in: venue.id) ?? kept ?? []
        let json = try await venue.naming {
          try await Blocking.run { try ShowWalks(venue: venue.path, walks: names).run().json }
        }
        return .json(try Self.page(json, next: nil))
      }
      let isWithRemoved = try call.query.flag("removed")
      let limit = try call.query.integer("limit", in: 1...1000, default: 1000)
      let since = call.query["since"]
      let all = try await venue.naming {
        try await Blocking.run { try ListWalks(venue: venue.path, isWithRemoved: true).run() }
      }
      guard let page = all.page(after: since, limit: limit, isWithRemoved: isWithRemoved) else {
        throw Refusal(
          .notFound, .noWalk,
          "\(venue.id): has no walk \"\(since ?? "")\"; `since` takes a walk's whole hash")
      }
      let next = page.hasMore ? page.list.walks.last?.hash : nil
      return .json(
        try Self.page(
          page.list.json,
          next: next.map {
            "/v1/venues/\(venue.id)/walks?limit=\(limit)&since=\($0)\(isWithRemoved ? "&removed=true" : "")"
          }))
    }
  }

  /// Walks as the command prints them, and the path of those that follow.
  private static func page(_ json: String, next: String?) throws -> JSONOutput {
    let root = try JSONDocument(bytes: Array(json.utf8), name: "walks").root
    return .object([
      ("walks", root["walks"].map { JSONOutput($0) } ?? .array([])),
      ("next", next.map { .string($0) } ?? .null),
    ])
  }

  private static let page = """
    {"type":"object","required":["walks","next"],"properties":{"walks":{"type":"array","items":{"type":"object"}},\
    "next":{"type":["string","null"]}}}
    """

  private static let walks = """
    {"type":"object","required":["walks"],"properties":{"walks":{"type":"array","items":{"type":"object"}}}}
    """

  private var show: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/walks/{walk}", scope: .read,
      document: RouteDocument(
        summary: "A walk, and what was done to it.",
        answers: [
          .init(description: "As `indoor survey show --json` prints it.", schema: Self.walks)
        ])
    ) { call in
      let venue = try await services.store.surveyed(call.parameter("venue"))
      let walk = try call.parameter("walk")
      return .json(
        try await venue.naming {
          try await Blocking.run { try ShowWalks(venue: venue.path, walks: [walk]).run().json }
        } + "\n")
    }
  }

  // MARK: Changes

  private func change(
    _ method: HTTPRequest.Method, _ suffix: String, _ summary: String,
    body: BodyRule = .none, schema: String? = nil,
    _ make: @escaping @Sendable ([UInt8]) throws -> ChangeWalks.Change
  ) -> Route {
    Route(
      method: method, path: "/v1/venues/{venue}/walks/{walk}\(suffix)", scope: .survey,
      body: body, changesState: true,
      document: RouteDocument(
        summary: summary, body: schema,
        answers: [.init(description: "The walk as it is now.", schema: Self.walks)])
    ) { call in
      let venue = try await services.store.surveyed(call.parameter("venue"))
      let walk = try call.parameter("walk")
      let (change, by) = (try make(call.body), call.caller.name)
      return try await services.writers.inTurn(venue.id) {
        let json = try await venue.naming {
          try await Blocking.run {
            try ChangeWalks(venue: venue.path, walks: [walk], change: change, by: by).run().json
          }
        }
        try await services.store.keep(venue.id, by: by)
        return .json(json + "\n")
      }
    }
  }

  private var rename: Route {
    change(
      .patch, "", "Gives a walk another name.", body: .json(maximum: 4096),
      schema: """
        {"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":200}}}
        """
    ) { body in
      guard let name = try BodyNode(body).text("name"),
        (1...200).contains(name.unicodeScalars.count)
      else { throw Refusal.parameter("name: is no text of 1 to 200 characters") }
      return .rename(name)
    }
  }
}
