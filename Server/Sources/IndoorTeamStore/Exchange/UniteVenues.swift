import IndoorAuthoring
import IndoorFiles
import IndoorModel
import IndoorStorage

/// Which side counts where both changed the same part of a venue.
public enum Preference: Sendable {
  /// The file's.
  case ours
  /// The store's.
  case theirs
}

/// Makes one venue file of the file's and the store's side, which both changed since they were one.
///
/// Walks are united by their content. What is removed in either stays removed, unless the other
/// restored it later. Every other part is taken from the side that changed it; where both did,
/// somebody has to say which counts.
struct UniteVenues {
  let ours: VenueSide
  let theirs: VenueSide
  /// Digests of the parts of the version that the file was pulled from; empty where that isn't
  /// known.
  let base: [VenuePart: [UInt8]]
  /// Those of all versions since.
  let since: [[VenuePart: [UInt8]]]
  let preference: Preference?
  /// What both are called where a part was changed by both: the file, the version and the venue.
  let names: (file: String, version: VersionRow, venue: String)

  /// Where a part comes from.
  private enum Origin { case same, ours, theirs }

  /// What came of it.
  enum Result {
    /// One side has all that the other has.
    case ours, theirs
    /// A file of both, and whether a radio map was left behind, which was made of one side alone.
    case both(VenueSide, leftRadioMap: Bool)
  }

  /// - Throws: `.bothChanged`; `AuthoringError` for walks on a level that the other side has not.
  func run() throws -> Result {
    var origins: [VenuePart: Origin] = [:]
    for part in [VenuePart.geometry, .plans, .guide] { origins[part] = try origin(of: part) }
    // A radio map follows from the walks: it can be built again, and nobody is asked.
    let radio = (try? origin(of: .radioMap)) ?? .theirs
    let all = origins.values + [radio]
    if all.allSatisfy({ $0 != .ours }), theirs.hasWalks(of: ours) { return .theirs }
    if all.allSatisfy({ $0 != .theirs }), ours.hasWalks(of: theirs) { return .ours }
    // What was measured is measured from the geometry's origin, so that its side is added to.
    var beginning = origins[.geometry] ?? .same
    if beginning == .same { beginning = radio == .ours ? .ours : .theirs }
    let (start, other) = beginning == .ours ? (ours, theirs) : (theirs, ours)
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/united.gpkg"
    try start.file.copy(to: path)
    let united = try VenueFile.open(path)
    for part in [VenuePart.plans, .guide] {
      guard let origin = origins[part], origin != .same, origin != beginning else { continue }
      if part == .plans, try start.file.levels()?.origin != other.file.levels()?.origin {
        throw TeamStoreError.bothChanged(
          names.file, "venue's origin and plans", names.version, of: names.venue)
      }
      try united.take(part, from: other.file)
    }
    if !other.walks.isEmpty {
      _ = try ImportSurvey(venue: path, sources: [other.path]).run()
      try Self.restoreWalks(of: united)
    }
    // A copy of it, as every side is one: who pulls it and copies it has the same bytes.
    return .both(
      try VenueSide(copyOf: path), leftRadioMap: radio != .same && radio != beginning)
  }

  /// Lets walks count again that one side hides and the other restored later.
  private static func restoreWalks(of file: VenueFile) throws(StorageError) {
    var newest: [String: WalkChange] = [:]
    for change in try file.walkChanges() where change.kind != .renamed {
      // Of two at the same time the removal counts.
      if let known = newest[change.hash],
        known.time > change.time || known.time == change.time && known.kind == .removed
      {
        continue
      }
      newest[change.hash] = change
    }
    for walk in try file.storedWalks() where walk.removal != nil {
      guard let change = newest[walk.hash], change.kind == .restored else { continue }
      try file.restoreWalks([walk.hash], by: change.by)
    }
  }

  /// - Throws: `.bothChanged`.
  private func origin(of part: VenuePart) throws(TeamStoreError) -> Origin {
    let (own, other) = (ours.parts[part], theirs.parts[part])
    if own == other { return .same }
    if since.contains(where: { $0[part] == own }) { return .theirs }
    if base[part] == other { return .ours }
    switch preference {
    case .ours: return .ours
    case .theirs: return .theirs
    case nil:
      throw .bothChanged(names.file, part.noun, names.version, of: names.venue)
    }
  }
}

extension VenuePart {
  /// What people call it.
  var noun: String {
    switch self {
    case .geometry: "levels and units"
    case .plans: "placed plans"
    case .guide: "guide"
    case .radioMap: "radio map"
    }
  }
}
