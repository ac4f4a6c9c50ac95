import IndoorLibc
public import IndoorGeometry
public import IndoorModel

/// A site of the Indoor Location Competition: a folder of floors' folders.
public struct CompetitionSite: Sendable {
  /// The floors, from the lowest up.
  public let floors: [CompetitionFloor]

  /// Reads the floors of a site's folder, the one floor of a floor's folder, or the floor that a
  /// trace belongs to, without reading any trace.
  ///
  /// - Throws: `RecordingError` where there is no floor, one can't be read, or two are one level.
  public init(_ path: String) throws(RecordingError) {
    guard let isFolder = FileBytes.isFolder(path) else {
      throw .unreadable(path, .last)
    }
    var folders: [String]
    if isFolder {
      folders = try CompetitionFolders.traceFolders(path).map(FileBytes.folder)
    } else {
      folders = [FileBytes.folder(of: FileBytes.folder(of: FileBytes.absolute(path)))]
    }
    var floors: [CompetitionFloor] = []
    for folder in folders { floors.append(try CompetitionFloor(folder)) }
    guard !floors.isEmpty else { throw .emptyFolder(path) }
    floors.sort { $0.level.key < $1.level.key }
    for (floor, next) in zip(floors, floors.dropFirst()) where floor.level.key == next.level.key {
      throw .oneLevel(path, floor, next)
    }
    self.floors = floors
  }

  /// Whether a path is a site, a floor, or a trace in a floor's folder.
  public static func isSite(_ path: String) -> Bool {
    guard let isFolder = FileBytes.isFolder(path) else { return false }
    if isFolder { return (try? CompetitionFolders.traceFolders(path).isEmpty) == false }
    let folder = FileBytes.folder(of: FileBytes.absolute(path))
    return FileBytes.kind("\(FileBytes.folder(of: folder))/geojson_map.json") == .file
      && RecordingFiles.detect(path) == .competition
  }

  /// Checks that a venue which somebody has drawn calls no level as a floor's folder is called that
  /// has another ordinal.
  ///
  /// - Throws: `RecordingError` for the first such floor.
  public func checkLabels(in venue: Venue) throws(RecordingError) {
    var names = LevelNames(venue)
    guard names.isDrawn else { return }
    for floor in floors {
      guard let known = try? names.level(labelled: floor.level.label, building: nil),
        known.ordinal != floor.level.key.ordinal
      else { continue }
      throw RecordingError(
        .unknownLevel,
        "\(floor.folder): level \"\(floor.level.label)\" is ordinal \(floor.level.key.ordinal) by the "
          + "folder's name and \(known.ordinal) in the venue; rename the folder, or mend the venue's "
          + "label")
    }
  }

  /// The middle of all outlines' bounding box.
  public var centre: Coordinate {
    let south = floors.map(\.frame.southWest.latitude).min() ?? 0
    let west = floors.map(\.frame.southWest.longitude).min() ?? 0
    let north = floors.map(\.frame.northEast.latitude).max() ?? 0
    let east = floors.map(\.frame.northEast.longitude).max() ?? 0
    return Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}

extension CompetitionSite {
  /// The site's levels and units as a venue, or added to one that is there.
  ///
  /// A level that the venue has drawn already, from another source, stays as it is: so does its
  /// origin. A level that tables alone told of keeps its id. A level or unit whose id another
  /// floor's has gets one of its own, the same at every import.
  public func merged(into venue: Venue?, name: String) -> Venue {
    merging(into: venue, name: name).venue
  }

  /// A venue that a site was added to.
  package struct Merging: Sendable {
    /// The venue.
    package var venue: Venue
    /// For each floor whose ids another floor has what is to be said of them.
    package var renamed: [String] = []
    /// The folders of floors that stay as another source has drawn them.
    package var stays: [String] = []
  }

  /// The same, and what is to be said of it.
  package func merging(into venue: Venue?, name: String) -> Merging {
    var stays: [String] = []
    var merged = venue ?? Venue(id: name, name: name, origin: centre)
    var renamed: [String] = []
    for floor in floors {
      var floor = floor
      var fresh: [String] = []
      // Drawn by another hand, or a floor's folder that was copied for another.
      var levels = FreeIDs(merged.levels.lazy.filter { $0.key != floor.level.key }.map(\.id))
      if let id = levels.take(floor.level.id) {
        fresh.append("level \"\(floor.level.id)\", now \"\(id)\"")
        floor.level.id = id
      }
      if let known = merged.level(floor.level.key), known.id != floor.level.id {
        // Tables and walks tell of levels that nobody has drawn; what draws them keeps their ids.
        let units = merged.units.filter { $0.level == known.key }
        guard known.outline.isEmpty, units.isEmpty else {
          let own = Dictionary(floor.units.map { ($0.id, $0.geometry) }) { first, _ in first }
          let isOwn =
            known.outline == floor.level.outline && units.count == own.count
            && units.allSatisfy { own[$0.id] == $0.geometry }
          if !isOwn { stays.append(floor.folder) }
          continue
        }
        floor.level.id = known.id
      }
      var units = FreeIDs(merged.units.lazy.filter { $0.level != floor.level.key }.map(\.id))
      for index in floor.units.indices {
        guard let id = units.take(floor.units[index].id) else { continue }
        fresh.append("unit \"\(floor.units[index].id)\", now \"\(id)\"")
        floor.units[index].id = id
      }
      merged.levels.removeAll { $0.id == floor.level.id }
      merged.levels.append(floor.level)
      let ids = Set(floor.units.map(\.id))
      merged.units.removeAll { ids.contains($0.id) }
      merged.units += floor.units
      guard let first = fresh.first else { continue }
      let more = fresh.count > 1 ? " (and \(fresh.count - 1) more like it)" : ""
      renamed.append(
        "\(floor.folder)/geojson_map.json: its ids are another level's, too: \(first)\(more); give each "
          + "feature of the site an id of its own, or, where that level was this floor by another name, "
          + "make the venue file anew")
    }
    merged.levels.sort { $0.key < $1.key }
    if merged.buildings.isEmpty { merged.buildings = [Building(id: "")] }
    return Merging(venue: merged, renamed: renamed, stays: stays)
  }
}

/// Ids that are taken, and others for those that come again.
private struct FreeIDs {
  private var taken: Set<String>
  private var copies: [String: Int] = [:]

  init(_ taken: some Sequence<String>) { self.taken = Set(taken) }

  /// Takes an id, or `id~2`, `id~3` and so on where it is taken, and returns that.
  mutating func take(_ id: String) -> String? {
    guard !taken.insert(id).inserted else { return nil }
    while true {
      copies[id, default: 1] += 1
      let fresh = "\(id)~\(copies[id, default: 1])"
      if taken.insert(fresh).inserted { return fresh }
    }
  }
}

extension RecordingError {
  fileprivate static func oneLevel(
    _ path: String, _ floor: CompetitionFloor, _ other: CompetitionFloor
  ) -> RecordingError {
    .malformed(
      path,
      "its folders \"\(floor.level.label)\" and \"\(other.level.label)\" are both the floor of ordinal "
        + "\(floor.level.key.ordinal) by their names; call one of them by another floor, as F1 for the "
        + "ground floor and F2 for the one above, or take it out")
  }
}
