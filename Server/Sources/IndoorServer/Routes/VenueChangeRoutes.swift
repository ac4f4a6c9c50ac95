import HTTPTypes
import Hummingbird
import IndoorAuthoring
import IndoorJSON
import IndoorModel
import IndoorStorage

/// Venues that are made, brought in and taken away.
struct VenueChangeRoutes {
  let services: Services

  var routes: [Route] { [make, level, remove] }

  private static let schema = """
    {"type":"object","required":["id"],"properties":{"id":{"type":"string"}}}
    """

  private var make: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}", scope: .admin,
      body: .source(maximum: services.limits.uploadBytes), changesState: true,
      document: RouteDocument(
        summary:
          "Makes a venue of GeoJSON, an IMDF archive or OpenStreetMap's data, or an empty one;"
          + " into a venue that is there they are imported.",
        query: Self.parameters, bodyIsOptional: true,
        answers: [
          .init(
            status: 201, description: "The venue is made; as `indoor venue import` says it.",
            schema: Self.schema),
          .init(description: "The sources are imported into it.", schema: Self.schema),
        ])
    ) { call in
      let id = try call.parameter("venue")
      let path = try services.store.place(of: id)
      let isKnown = (try? await services.store.venue(id)) != nil
      guard call.body.isEmpty else {
        return try await importing(call, into: path, id, level: nil)
      }
      guard !isKnown else { throw Self.exists(id) }
      guard services.store.takesEmptyVenues else {
        throw Refusal.parameter(
          "body: is empty, and a team's store takes no venue that has no level; send GeoJSON, an "
            + "IMDF archive or OpenStreetMap's data")
      }
      return try await services.writers.inTurn(id) {
        try await Blocking.run {
          // Of those who ask at the same time one makes it.
          guard FileStamp(path) == nil else { throw Self.exists(id) }
          do throws(StorageError) { _ = try VenueFile.create(path) } catch {
            throw NamedProblem(problem: Problem(error).naming(path, id))
          }
        }
        try await services.store.keep(id, by: call.caller.name)
        return .json(.object([("id", .string(id))]), status: .created)
      }
    }
  }

  private var level: Route {
    Route(
      method: .put, path: "/v1/venues/{venue}/levels/{level}", scope: .align,
      body: .file(maximum: services.limits.uploadBytes), changesState: true,
      document: RouteDocument(
        summary:
          "Brings in what a level has, as GeoJSON; features that name no level are on this one.",
        query: Self.parameters,
        answers: [
          .init(description: "As `indoor venue import` says it.", schema: Self.schema)
        ])
    ) { call in
      let text = try call.parameter("level")
      guard let ordinal = Int(text), (-1000...1000).contains(ordinal) else {
        throw Refusal.parameter("level: \"\(text)\" is no ordinal; 0 is the ground floor")
      }
      let venue = try await services.store.venue(call.parameter("venue"))
      return try await importing(call, into: venue.path, venue.id, level: ordinal)
    }
  }

  private var remove: Route {
    Route(
      method: .delete, path: "/v1/venues/{venue}", scope: .admin, changesState: true,
      document: RouteDocument(
        summary: "Takes a venue's file away, with its walks and plans and what was sent for it.",
        answers: [.init(status: 204, description: "It is gone.", type: nil)])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      return try await services.writers.inTurn(venue.id) {
        try await services.store.remove(venue)
        await services.belongings.forget(venue.id)
        return Response(status: .noContent)
      }
    }
  }

  private static func exists(_ id: String) -> Refusal {
    Refusal(
      .conflict, .venueExists, "there is a venue \"\(id)\" already; send what goes into it")
  }

  private func importing(
    _ call: Call, into path: String, _ id: String, level: Int?
  ) async throws -> Response {
    let query = call.query
    let replaces = try query.flag("replace")
    let services = services
    return try await services.writers.inTurn(id) {
      let (json, isNew) = try await Blocking.run {
        let isNew = FileStamp(path) == nil
        // A level is one of a venue; what was taken away meanwhile isn't made anew by it.
        guard level == nil || !isNew else { throw Refusal.noVenue(id) }
        let upload = try UploadedFile(call.body, name: Self.name(of: call.body))
        return try upload.naming(path, id) {
          var importing = ImportVenue(venue: path, sources: [upload.path])
          (importing.level, importing.label) = (level, query["label"])
          (importing.building, importing.replaces) = (query["building"], replaces)
          // Warnings name the file, and where files are is nobody's business.
          let json = try importing.run().json
          let named = upload.paths.reduce(json) { $0.replacing($1, with: "upload") }
          return (named.replacing(path, with: id), isNew)
        }
      }
      try await services.store.keep(id, by: call.caller.name)
      let said = try JSONDocument(bytes: Array(json.utf8), name: id).root
      return .json(
        .object(
          [("id", .string(id))]
            + said.members.filter { $0.key != "id" }.map { ($0.key, JSONOutput($0.value)) }),
        status: isNew ? .created : .ok)
    }
  }

  /// A name by which the import knows what it is.
  private static func name(of bytes: [UInt8]) -> String {
    if bytes.starts(with: Array("PK".utf8)) { return "upload.zip" }
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return start.contains("<osm") ? "upload.osm" : "upload.geojson"
  }

  private static let parameters: [RouteDocument.Parameter] = [
    .init(name: "building", schema: Schema.text, description: "The building of what names none."),
    .init(name: "label", schema: Schema.text, description: "The level's label."),
    .init(
      name: "replace", schema: Schema.flag,
      description: "Whether what the sources no longer have goes from their levels."),
  ]
}
