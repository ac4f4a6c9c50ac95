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
  /// SHA-256 of its file in hexadecimal digits: of the one that was sent, or else of the one that
  /// lies in the venue's file.
  var sha256: String
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
    var text = "\(id)\n\(name)\n\(page)\n\(sha256)\n" + AnchorFile.text(of: anchors)
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
    let stamp = VenueStamp(venue.path)
    let file = try VenueFile.open(venue.path, readOnly: true)
    let (placements, names) = (try file.placements(), try file.planNames())
    var rest = placements
    var plans = shelf.entries(of: venue.id).map { entry in
      let index = rest.firstIndex { $0.level == entry.level && names[$0.level] == entry.name }
      return KnownPlan(
        id: entry.id, name: entry.name, sha256: entry.sha256,
        placement: index.map { rest.remove(at: $0) }, entry: entry)
    }
    for placement in rest {
      let level = placement.level
      // An id alone makes no plan that was sent this one.
      plans.append(
        KnownPlan(
          id: free(id(of: level, among: placements), among: plans), name: names[level] ?? "",
          sha256: try venue.planHashes.hash(of: level, in: file, stamp), placement: placement))
    }
    return plans.sorted { $0.id < $1.id }
  }

  /// What a plan that lies in the venue's file alone is called by its level.
  private static func id(of level: LevelKey, among placements: [PlanPlacement]) -> String {
    let id = "level-\(level.ordinal)"
    let isAlone = !placements.contains {
      $0.level.ordinal == level.ordinal && $0.level != level
    }
    guard !isAlone else { return id }
    let building = SHA256.digest(of: Array(level.building.utf8))
    return "\(id)-\(SHA256.hexadecimal(Array(building.prefix(4))))"
  }

  /// An id that no other plan has.
  private static func free(_ id: String, among plans: [KnownPlan]) -> String {
    let taken = Set(plans.map(\.id))
    guard taken.contains(id) else { return id }
    return (2...).lazy.map { "\(id)-\($0)" }.first { !taken.contains($0) } ?? id
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
