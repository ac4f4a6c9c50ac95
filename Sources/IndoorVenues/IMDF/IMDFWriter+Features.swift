import IndoorGeometry
import IndoorJSON
import IndoorModel

extension IMDFWriter {
  /// A feature as it came, with what was changed since and the geometry as it was mended; one of
  /// the model where nothing was kept of it.
  private func features(
    _ type: String, _ id: String, _ geometry: @autoclosure () -> GeoJSONGeometry?,
    _ properties: @autoclosure () -> [(String, JSONOutput)]
  ) -> [JSONOutput] {
    let known = kept.features(type, id)
    guard !known.isEmpty else {
      return [
        .object([
          ("type", .string("Feature")), ("id", reference(type, id)),
          ("feature_type", .string(type)), ("geometry", geometry()?.output ?? .null),
          ("properties", .object(properties())),
        ])
      ]
    }
    // Of levels that the venue has as one, it is called as the one whose id it has.
    let own = known.firstIndex { $0["id"]?.string?.comparedID == id.comparedID } ?? 0
    return known.enumerated().map { index, feature in
      var feature = references.resolved(feature, type)
      var names = edits.names(type, id)
      if index != own { names.formIntersection(["ordinal", "building_ids"]) }
      if !names.isEmpty {
        feature = feature.setting(
          properties().filter { names.contains($0.0) }.map {
            ($0, relabelled($1, insteadOf: feature["properties"]?[$0]))
          })
      }
      if IMDFReferences.referring.contains(type) {
        feature = references.whole(feature, type) ?? feature
      }
      // Levels that the venue has as one were kept with an outline each.
      guard case .object(let members) = feature, IMDFKeeper.placed.contains(type),
        feature["geometry"] == nil
      else { return feature }
      let geometry = geometry()
      let placed = JSONOutput.object(members + [("geometry", geometry?.output ?? .null)])
      return placed.setting(
        displayPoint(of: feature, geometry).map { [("display_point", $0)] } ?? [])
    }
  }

  /// A label in the language that it replaces.
  private func relabelled(_ value: JSONOutput, insteadOf old: JSONOutput?) -> JSONOutput {
    guard case .object(let members) = value, let text = members.first?.1 else { return value }
    return .object([(language(insteadOf: old), text)])
  }

  /// A display point for a kept feature that has been drawn elsewhere since, so that its own lies
  /// outside; else `nil`.
  private func displayPoint(of feature: JSONOutput, _ geometry: GeoJSONGeometry?) -> JSONOutput? {
    guard let place = DisplayPoint.coordinate(of: feature["properties"]?["display_point"]) else {
      return nil
    }
    if case .lineString(let line)? = geometry {
      guard !DisplayPoint.isBeside(place, line) else { return nil }
      let middle = line[line.count / 2]
      guard line.count == 2, let first = line.first else {
        return GeoJSONGeometry.point(middle).output
      }
      let (a, b) = (frame.local(from: first), frame.local(from: middle))
      let between = LocalPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      return GeoJSONGeometry.point(frame.coordinate(from: between)).output
    }
    let polygons = geometry?.polygons ?? []
    guard !polygons.isEmpty, !DisplayPoint.isInside(place, polygons) else { return nil }
    return displayPoint(polygons.map { frame.local(from: $0) })
  }

  private func reference(_ type: String, _ id: String) -> JSONOutput {
    .string(references.id(type, id))
  }

  private func labels(_ text: String?) -> JSONOutput {
    Self.words(text).map { .object([(language, .string($0))]) } ?? .null
  }

  /// A text that is read, as an import takes it; `nil` for one of blanks alone, as other programs
  /// leave in a venue file.
  static func words(_ text: String?) -> String? { text.flatMap(GeoJSONVenueReader.cleaned) }

  private func displayPoint(_ polygons: [Polygon<LocalPoint>]) -> JSONOutput {
    Surfaces.pointInside(polygons)
      .map { GeoJSONGeometry.point(frame.coordinate(from: $0)).output } ?? .null
  }

  private func area(_ polygons: [Polygon<LocalPoint>]) -> GeoJSONGeometry? {
    polygons.map { frame.coordinates(from: $0) }.geometry
  }

  /// Those of the archive, and the one given where something that the archive didn't have refers to
  /// it, or the venue to one that isn't there.
  var addresses: [JSONOutput] {
    let known = kept.all("address")
    guard isAddressWritten else { return known }
    return known
      + features(
        "address", "", nil,
        [
          ("address", .string(details.address)), ("unit", .null),
          ("locality", .string(details.locality)), ("province", .null),
          ("country", .string(details.country)), ("postal_code", .null),
          ("postal_code_ext", .null), ("postal_code_vanity", .null),
        ])
  }

  /// Whether something refers to the address that was given.
  var isAddressNeeded: Bool {
    !kept.has("venue", venue.id) || references.lacksAddress
      || writtenBuildings.contains { !kept.has("building", $0.id) }
  }

  var venues: [JSONOutput] {
    let isKept = kept.has("venue", venue.id)
    let all = isKept ? [] : Surfaces.union(levels.flatMap { outlines[$0.key] ?? [] })
    return features(
      "venue", venue.id, area(all),
      [
        ("category", .string(details.category)), ("restriction", .null),
        ("name", labels(Self.words(venue.name) ?? venue.id)), ("alt_name", .null), ("hours", .null),
        ("phone", .null),
        ("website", .null), ("display_point", displayPoint(all)),
        ("address_id", reference("address", "")),
      ])
  }

  /// The nameless building stands for levels that name none; where all of these came from an
  /// archive, it had none for them.
  private var writtenBuildings: [Building] {
    let nameless = levels.filter { $0.key.building.isEmpty }
    let isMadeUp = !nameless.isEmpty && nameless.allSatisfy { kept.has("level", $0.id) }
    return venue.buildings.filter { !isMadeUp || !$0.id.isEmpty }
  }

  var buildings: [JSONOutput] {
    writtenBuildings.flatMap { building in
      features(
        "building", building.id, nil,
        [
          ("name", labels(building.name)), ("alt_name", .null),
          ("category", .string("unspecified")), ("restriction", .null),
          ("display_point", displayPoint(outlinesOfBuildings[building.id] ?? [])),
          ("address_id", reference("address", "")),
        ])
    }
  }

  /// Those of the archive whose buildings are there, and one for each building that it didn't have;
  /// for all where it has none.
  var footprints: [JSONOutput] {
    let known = references.others["footprint"] ?? []
    let drawn = Set(
      known.flatMap { footprint -> [String] in
        guard case .array(let ids)? = footprint["properties"]?["building_ids"] else { return [] }
        return ids.compactMap { $0.string?.comparedID }
      })
    return known
      + writtenBuildings.flatMap { building -> [JSONOutput] in
        let outline = outlinesOfBuildings[building.id] ?? []
        let id = references.id("building", building.id)
        guard !outline.isEmpty, !drawn.contains(id.comparedID),
          kept.all("footprint").isEmpty || !kept.has("building", building.id)
        else { return [] }
        // A building's UUID is its own already.
        return features(
          "footprint", building.id.isUUID ? "\(building.id)/footprint" : building.id, area(outline),
          [
            ("category", .string("ground")), ("name", .null),
            ("building_ids", .array([.string(id)])),
          ])
      }
  }

  var levelFeatures: [JSONOutput] {
    levels.flatMap { level in
      let outline = outlines[level.key] ?? []
      let label = Self.words(level.label) ?? String(level.key.ordinal)
      return features(
        "level", level.id, level.outline.geometry ?? area(outline),
        [
          ("category", .string("unspecified")), ("restriction", .null), ("outdoor", .bool(false)),
          ("ordinal", .integer(Int64(level.key.ordinal))),
          ("name", labels(Self.words(level.name) ?? label)),
          ("short_name", labels(label)),
          ("display_point", displayPoint(outline)), ("address_id", .null),
          ("building_ids", .array([reference("building", level.key.building)])),
        ])
    }
  }

  /// How many levels are written; what an archive had as several of one ordinal comes out so.
  package var levelCount: Int {
    levels.reduce(0) { $0 + max(1, kept.features("level", $1.id).count) }
  }

  private func levelID(_ key: LevelKey) -> JSONOutput {
    levelIDs[key].map { reference("level", $0) } ?? .null
  }

  func features(of unit: Unit) -> [JSONOutput] {
    let category = unit.category.flatMap { IMDFCategories.unit.contains($0) ? $0 : nil }
    return features(
      "unit", unit.id, unit.geometry.geometry,
      [
        ("category", .string(category ?? "unspecified")), ("restriction", .null),
        ("accessibility", .null), ("name", labels(unit.name)), ("alt_name", .null),
        ("level_id", levelID(unit.level)),
        ("display_point", displayPoint(unit.geometry.map { frame.local(from: $0) })),
      ])
  }

  func features(of opening: Opening) -> [JSONOutput] {
    let category = opening.category.flatMap { IMDFCategories.opening.contains($0) ? $0 : nil }
    // The standard has one line for an opening, so what crosses the antimeridian stays whole.
    let parts = opening.line.cutAtAntimeridian
    let line = parts.count == 1 ? parts[0] : opening.line
    return features(
      "opening", opening.id, .lineString(line),
      [
        ("category", .string(category ?? "pedestrian")), ("accessibility", .null),
        ("access_control", .null), ("door", .null), ("name", labels(opening.name)),
        ("alt_name", .null), ("display_point", .null), ("level_id", levelID(opening.level)),
      ])
  }
}
