import Foundation
import IndoorFiles
import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorStorage
public import IndoorVenues

/// Reads GeoJSON or IMDF sources into a venue file, which is made where it is missing.
///
/// Importing again replaces what has the same id and keeps the rest, walks and plans with it.
public struct ImportVenue: Sendable {
  /// The venue file.
  public var venue: String
  /// GeoJSON files and IMDF archives (a folder or a zip), in any order.
  public var sources: [String]
  /// The building of levels that name none: an id, or the name of one that the file has.
  public var building: String?
  /// The ordinal of the level of features that name none: 0 is the ground floor.
  public var level: Int?
  /// That level's label: what the lift's button says.
  public var label: String?
  /// Whether units and openings that the sources no longer have go from the levels that the sources
  /// describe.
  public var replaces = false

  /// Makes an import.
  public init(venue: String, sources: [String]) {
    self.venue = venue
    self.sources = sources
  }

  /// What an import came to.
  public struct Result: Sendable {
    /// The venue as it is stored now.
    public let venue: Venue
    /// What was found wrong in the sources, and mended or left out.
    public let findings: [VenueFinding]
    /// What the venue had on these levels and the sources don't have.
    public let vanished: VanishedFeatures

    /// The venue before; `nil` where there was none.
    let before: Venue?
    /// What became of what vanished, and of the origin.
    package let notes: [AuthoringWarning]

    /// What the venue holds and the findings, as JSON.
    public var json: String {
      VenueSummary(venue, of: before).json(GroupedFindings(findings)).text(pretty: true)
    }

    /// What the venue holds, for people.
    package var text: String { VenueSummary(venue, of: before).text }

    /// The first finding of each rule, and how many more there are.
    package var warnings: [(code: String, message: String)] { GroupedFindings(findings).warnings }
  }

  /// Imports the sources, all or nothing.
  ///
  /// - Throws: `VenueError` for sources that can't be read, `AuthoringError` for a building's name
  ///   that two have and for a level that would leave its plans and walks, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    var read: VenueImport?
    return try VenueTarget.storing(into: venue) { target in
      let before = target.venue
      let building = try building.map { text in
        try before.map { try BuildingName.id(text, in: $0, of: venue) } ?? text
      }
      // A pipe's content comes once.
      var reader = try read ?? readSources(labelsAsOf: target.file?.sourceManifest(), progress)
      read = reader
      (reader.existing, reader.building) = (before, building)
      return try store(&reader, target)
    }
  }

  private func readSources(
    labelsAsOf manifest: SourceFeature?, _ progress: @escaping ProgressHandler
  ) throws -> VenueImport {
    var reader = VenueImport(
      name: PathParts(venue).stem, level: level.map { VenueImport.Level(ordinal: $0, label: label) }
    )
    reader.readLabels(asOf: manifest)
    let part = AuthoringProgress.Part(.reading, total: sources.count, progress)
    for (index, path) in sources.enumerated() {
      part.update(index)
      try reader.read(path, beside: sources) { progress(.waiting(for: $0)) }
    }
    part.finish()
    return reader
  }

  private func store(_ reader: inout VenueImport, _ target: VenueTarget) throws -> Result {
    let before = target.venue
    var (imported, findings) = try reader.finish()
    let moved = Self.moved(from: before, to: imported)
    try refuse(moved, in: target)
    try refuse(moved, ontoLevelsOf: before, beside: imported)
    let vanished = VanishedFeatures(before: before, after: imported, unread: reader.unread)
    var stored = imported
    if let before { stored.take(what: before, has: moved, except: replaces ? vanished : nil) }
    let far = try target.store { file in
      try file.saveSettlingOrigin(
        stored, removingUnits: replaces ? vanished.units : [],
        openings: replaces ? vanished.openings : [], keeping: reader.kept,
        isWhole: reader.isWhole,
        on: VenueBasis(before, unused: moved.map(\.before.key)))
    }
    let staying = replaces ? note(staying: before, beside: imported) : nil
    var notes = [note(of: vanished), staying, note(unread: vanished.unread)].compactMap(\.self)
    if let far, far.origin != imported.origin {
      notes.append(.originMoved(venue, from: imported.origin, to: far.origin))
      imported.origin = far.origin
    } else if let far, let finding = FarOrigin.finding(of: far, name: venue) {
      findings.append(finding)
    }
    findings += FarCorner.findings(of: imported, name: venue)
    findings += Self.apart(imported, in: before, name: venue)
    findings += [before.flatMap { LostNames.finding(from: $0, to: imported, name: venue) }]
      .compactMap(\.self)
    if let before, !replaces {
      findings += ReplacedOutlines.findings(from: before, to: imported, name: venue)
    }
    findings += try renamed(from: before, to: imported, target)
    findings += told(moved, to: imported, findings)
    return Result(
      venue: imported, findings: findings + (try shifted(from: before, to: imported, target)),
      vanished: vanished, before: before, notes: notes)
  }

  /// Levels that an import brings away from the others of their building.
  private static func apart(_ imported: Venue, in before: Venue?, name: String) -> [VenueFinding] {
    guard let before else { return LevelApart.findings(of: imported, name: name) }
    let brought = Set(imported.levels.map(\.key))
    var whole = imported
    whole.levels += before.levels.filter { !brought.contains($0.key) }
    whole.units += before.units.filter { !brought.contains($0.level) }
    let known = LevelApart.findings(of: before, name: name).map(\.message)
    return LevelApart.findings(of: whole, name: name).filter { !known.contains($0.message) }
  }

  /// Levels that moved as a whole, away from what is on them.
  private func shifted(
    from before: Venue?, to after: Venue, _ target: VenueTarget
  ) throws -> [VenueFinding] {
    guard let before else { return [] }
    let shifts = LevelShifts.metres(from: before, to: after)
    guard !shifts.isEmpty, let uses = try target.file?.uses() else { return [] }
    let isOne = Set(before.levels.map(\.key.building)).count < 2
    return before.levels.compactMap { level in
      guard let metres = shifts[level.key], let what = uses[level.key] else { return nil }
      let label = level.label.isEmpty ? level.id : level.label
      let building =
        isOne ? "" : " of building \(BuildingName.shown(level.key.building, in: before))"
      return VenueFinding(
        .levelShifted,
        "\(venue): level \"\(label)\" (ordinal \(level.key.ordinal))\(building) moved by"
          + " \(Int(metres.rounded())) m as a whole, away from \(what.joined(separator: ", ")); place"
          + " its plans and guide and survey it again, or import it where it was")
    }
  }

  /// A level with plans, walks or a guide on it that is called otherwise now, while another is
  /// called as it was: its label was only counted when nobody had drawn the levels.
  private func renamed(
    from before: Venue?, to after: Venue, _ target: VenueTarget
  ) throws -> [VenueFinding] {
    guard let uses = try target.file?.uses(), !uses.isEmpty else { return [] }
    let labels = Dictionary(after.levels.map { ($0.key, $0.label) }) { first, _ in first }
    return (before?.levels ?? []).compactMap { level in
      guard let label = labels[level.key], label != level.label,
        let other = after.levels.first(where: {
          $0.label == level.label && $0.key != level.key
        }), let what = uses[level.key]
      else { return nil }
      return VenueFinding(
        .labelMoved,
        "\(venue): level \(level.label) (ordinal \(level.key.ordinal)), with"
          + " \(what.joined(separator: ", ")), is called \(label) now, and \(level.label) has the ordinal"
          + " \(other.key.ordinal); where they were of that one, import the venue into a new file and then"
          + " them again")
    }
  }

  /// Levels that have another ordinal now, with what is on them. Where OpenStreetMap's mezzanines
  /// move levels, that is told.
  private func told(
    _ moved: [(before: Level, key: LevelKey)], to after: Venue, _ findings: [VenueFinding]
  ) -> [VenueFinding] {
    guard !findings.contains(where: { $0.rule == .fractionalLevel }) else { return [] }
    let labels = Dictionary(after.levels.map { ($0.key, $0.label) }) { first, _ in first }
    return moved.filter { $0.before.key.ordinal != $0.key.ordinal }.map { level, key in
      VenueFinding(
        .levelMoved,
        "\(venue): level \"\(level.id)\" had the ordinal \(level.key.ordinal) and the label"
          + " \"\(level.label)\" and has \(key.ordinal) and \"\(labels[key] ?? "")\" now, with all that is"
          + " on it; if it is another level, give it an id of its own, or import all levels at once into"
          + " a new file")
    }
  }

  /// Levels that would get another building or ordinal.
  private static func moved(
    from before: Venue?, to after: Venue
  ) -> [(before: Level, key: LevelKey)] {
    let keys = Dictionary(after.levels.map { ($0.id, $0.key) }) { first, _ in first }
    return (before?.levels ?? []).compactMap { level in
      keys[level.id].flatMap { $0 == level.key ? nil : (level, $0) }
    }
  }

  /// Plans, walks and guides are on the level of an ordinal: another ordinal for a level that has
  /// some would put them on the wrong floor.
  private func refuse(_ moved: [(before: Level, key: LevelKey)], in target: VenueTarget) throws {
    guard !moved.isEmpty, let uses = try target.file?.uses() else { return }
    for (level, key) in moved {
      guard let what = uses[level.key] else { continue }
      throw AuthoringError(
        .levelMoved,
        "\(venue): level \"\(level.id)\" has \(what.joined(separator: ", ")) as ordinal"
          + " \(level.key.ordinal) of building \"\(level.key.building)\" and would become ordinal"
          + " \(key.ordinal) of building \"\(key.building)\", away from them; keep its ordinal and"
          + " building in the source, or import into a new file")
    }
  }

  /// A level that the sources don't name keeps its ordinal, so that no other can have it.
  private func refuse(
    _ moved: [(before: Level, key: LevelKey)], ontoLevelsOf before: Venue?, beside after: Venue
  ) throws {
    let named = Set(after.levels.map(\.id))
    for (level, key) in moved {
      guard let other = before?.levels.first(where: { $0.key == key && !named.contains($0.id) })
      else { continue }
      throw AuthoringError(
        .levelMoved,
        "\(venue): level \"\(level.id)\" would become ordinal \(key.ordinal) of building"
          + " \"\(key.building)\", which level \"\(other.id)\" has, and the sources don't name that one;"
          + " give both in one import, or keep the ordinal")
    }
  }

  private func note(of vanished: VanishedFeatures) -> AuthoringWarning? {
    guard !vanished.isEmpty else { return nil }
    let units = Counted.text(vanished.units.count, "unit")
    let openings = Counted.text(vanished.openings.count, "opening")
    return AuthoringWarning(
      .featuresVanished,
      "\(venue): "
        + (replaces
          ? "took out \(units) and \(openings) that the sources no longer have"
          : "\(units) and \(openings) of the same levels aren't in these sources and stay; replacing takes them out"),
      isNote: true)
  }

  /// That units stay on levels of which the sources have openings alone, and the other way round,
  /// where what the sources don't have is to be taken out.
  private func note(staying before: Venue?, beside brought: Venue) -> AuthoringWarning? {
    guard let before else { return nil }
    let (furnished, opened) = (
      Set(brought.units.map(\.level)), Set(brought.openings.map(\.level))
    )
    let units = before.units.count { opened.contains($0.level) && !furnished.contains($0.level) }
    let openings = before.openings.count {
      furnished.contains($0.level) && !opened.contains($0.level)
    }
    let parts = [
      units == 0
        ? nil : Counted.text(units, "unit") + " of levels of which the sources have openings alone",
      openings == 0
        ? nil
        : Counted.text(openings, "opening") + " of levels of which the sources have units alone",
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return AuthoringWarning(
      .featuresVanished, "\(venue): \(parts.joined(separator: ", and ")) stay", isNote: true)
  }

  private func note(unread ids: [String]) -> AuthoringWarning? {
    guard !ids.isEmpty else { return nil }
    let more = ids.count > 3 ? " and \(ids.count - 3) more" : ""
    return AuthoringWarning(
      .featuresUnread,
      "\(venue): \(Counted.text(ids.count, "feature")) that the sources have and that couldn't be read"
        + " stay\(ids.count == 1 ? "s" : "") as before: \(ids.prefix(3).map { "\"\($0)\"" }.joined(separator: ", "))\(more)",
      isNote: true)
  }
}

extension AuthoringWarning {
  fileprivate static func originMoved(
    _ path: String, from old: Coordinate, to new: Coordinate
  ) -> AuthoringWarning {
    let kilometres = String(format: "%.0f", VenueGround.metres(from: old, to: new) / 1000)
    return AuthoringWarning(
      .originMoved,
      "\(path): the origin of its local metres, \(kilometres) km from the middle of all that it holds"
        + " now, is that middle from here on; nothing was stored in them yet",
      isNote: true)
  }
}

extension Venue {
  /// Takes along what the sources don't name of levels that get another building or ordinal: it
  /// stays on its level, except what is taken out.
  fileprivate mutating func take(
    what before: Venue, has moved: [(before: Level, key: LevelKey)], except gone: VanishedFeatures?
  ) {
    guard !moved.isEmpty else { return }
    let keys = Dictionary(moved.map { ($0.before.key, $0.key) }) { first, _ in first }
    let units = Set(self.units.map(\.id) + (gone?.units ?? []))
    let openings = Set(self.openings.map(\.id) + (gone?.openings ?? []))
    for var unit in before.units where !units.contains(unit.id) {
      guard let key = keys[unit.level] else { continue }
      unit.level = key
      self.units.append(unit)
    }
    for var opening in before.openings where !openings.contains(opening.id) {
      guard let key = keys[opening.level] else { continue }
      opening.level = key
      self.openings.append(opening)
    }
  }
}
