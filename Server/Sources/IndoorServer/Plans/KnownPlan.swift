import HTTPTypes
import IndoorGeometry
import IndoorAlignment
import IndoorFiles
import IndoorJSON
import IndoorModel
import IndoorStorage

/// A plan of a venue: one that was sent, one that lies in the venue's file, or both.
///
/// One that lies in the file alone, as the command placed it, is called `level-0` by its level.
struct KnownPlan: Sendable {
  var id: String
  /// What its file is called.
  var name: String
  /// Where it lies; `nil` where it isn't placed.
  var placement: PlanPlacement?
  /// What was sent; `nil` for a plan that lies in the venue's file alone.
  var entry: PlanShelf.Entry?

  /// The page that is meant, from 1.
  var page: Int { entry?.page ?? placement?.page.number ?? 1 }
  /// The anchors that were set on it.
  var anchors: [Anchor] { entry?.anchors ?? placement?.anchors ?? [] }
  /// The level that it lies on.
  var level: LevelKey? { placement?.level }

  /// What tells one state of it from the next: the file, the anchors and where it lies.
  var tag: String {
    var text = "\(id)\n\(name)\n\(page)\n\(entry?.sha256 ?? "")\n" + AnchorFile.text(of: anchors)
    if let placement {
      text += "\(placement.level)\n\(placement.page)\n\(placement.pageToLocal.coefficients)"
    }
    return "\"\(SHA256.hexadecimal(Array(SHA256.digest(of: Array(text.utf8)).prefix(16))))\""
  }

  var json: JSONOutput {
    .object([
      ("id", .string(id)), ("file", .string(name)), ("page", .integer(Int64(page))),
      ("anchors", .integer(Int64(anchors.count))),
      ("level", level.map { .integer(Int64($0.ordinal)) } ?? .null),
      ("building", level.map { .string($0.building) } ?? .null),
      (
        "pageToLocal",
        placement.map { .array($0.pageToLocal.coefficients.map(JSONOutput.number)) } ?? .null
      ),
      ("sent", .bool(entry != nil)), ("version", .string(tag.filter { $0 != "\"" })),
    ])
  }

  /// All plans of a venue, by id.
  static func all(of venue: ServedVenue, _ shelf: PlanShelf) throws -> [KnownPlan] {
    let file = try VenueFile.open(venue.path, readOnly: true)
    let (placements, names) = (try file.placements(), try file.planNames())
    var rest = placements
    var plans = shelf.entries(of: venue.id).map { entry in
      let index = rest.firstIndex { $0.level == entry.level && names[$0.level] == entry.name }
      return KnownPlan(
        id: entry.id, name: entry.name, placement: index.map { rest.remove(at: $0) }, entry: entry)
    }
    for placement in rest {
      let level = placement.level
      var id = "level-\(level.ordinal)"
      if placements.contains(where: { $0.level.ordinal == level.ordinal && $0.level != level }) {
        id +=
          "-" + SHA256.hexadecimal(Array(SHA256.digest(of: Array(level.building.utf8)).prefix(4)))
      }
      guard !plans.contains(where: { $0.id == id }) else { continue }
      plans.append(KnownPlan(id: id, name: names[level] ?? "", placement: placement))
    }
    return plans.sorted { $0.id < $1.id }
  }

  /// The plan of an id.
  ///
  /// - Throws: 404 where there is none, `StorageError`.
  static func find(
    _ id: String, of venue: ServedVenue, _ shelf: PlanShelf
  ) throws -> KnownPlan {
    guard let plan = try all(of: venue, shelf).first(where: { $0.id == id }) else {
      throw Refusal(
        .notFound, .noPlan,
        "there is no plan \"\(id)\"; /v1/venues/\(venue.id)/plans lists those that there are")
    }
    return plan
  }

  /// The plan's file.
  ///
  /// - Throws: 500 where it can't be read, `StorageError`.
  func bytes(of venue: ServedVenue, _ shelf: PlanShelf) throws -> [UInt8] {
    if let entry { return try shelf.bytes(of: entry, venue.id) }
    guard let level,
      let plan = try VenueFile.open(venue.path, readOnly: true).plan(for: level)
    else { return [] }
    return plan.original
  }
}
