import IndoorGeometry
import IndoorJSON
import IndoorModel

extension IMDFWriter {
  /// A feature as it came, with the geometry as it was mended; one of the model where nothing was
  /// kept of it.
  private func features(
    _ type: String, _ id: String, on ordinal: Int? = nil,
    _ geometry: @autoclosure () -> GeoJSONGeometry?,
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
    return known.map { feature in
      var feature = references.resolved(feature, type)
      // Of several that the venue has as one, none is what it says.
      if let ordinal, known.count == 1 {
        feature = kept.edited(feature, type, properties(), ordinal: ordinal)
      }
      // Levels that the venue has as one were kept with an outline each.
      guard case .object(let members) = feature, IMDFKeeper.placed.contains(type),
        feature["geometry"] == nil
      else { return feature }
      return .object(members + [("geometry", geometry()?.output ?? .null)])
    }
  }

  private func reference(_ type: String, _ id: String) -> JSONOutput {
    .string(references.id(type, id))
  }

  private func labels(_ text: String?) -> JSONOutput {
    text.map { .object([(details.language, .string($0))]) } ?? .null
  }

  private func displayPoint(_ polygons: [Polygon<LocalPoint>]) -> JSONOutput {
    Surfaces.pointInside(polygons)
      .map { GeoJSONGeometry.point(frame.coordinate(from: $0)).output } ?? .null
  }

  private func area(_ polygons: [Polygon<LocalPoint>]) -> GeoJSONGeometry? {
    polygons.map { frame.coordinates(from: $0) }.geometry
  }

  /// Those of the archive, and the one given where something that the archive didn't have refers to
  /// it.
  var addresses: [JSONOutput] {
    let known = kept.all("address")
    let isNeeded =
      !kept.has("venue", venue.id) || writtenBuildings.contains { !kept.has("building", $0.id) }
    guard isNeeded || known.isEmpty else { return known }
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

  var venues: [JSONOutput] {
    let isKept = kept.has("venue", venue.id)
    let all = isKept ? [] : Surfaces.union(levels.flatMap { outlines[$0.key] ?? [] })
    return features(
      "venue", venue.id, area(all),
      [
        ("category", .string(details.category)), ("restriction", .null),
        ("name", labels(venue.name)), ("alt_name", .null), ("hours", .null), ("phone", .null),
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

  var footprints: [JSONOutput] {
    let known = kept.all("footprint")
    if !known.isEmpty { return known.map { references.resolved($0, "footprint") } }
    return writtenBuildings.flatMap { building -> [JSONOutput] in
      let outline = outlinesOfBuildings[building.id] ?? []
      guard !outline.isEmpty else { return [] }
      return features(
        "footprint", building.id, area(outline),
        [
          ("category", .string("ground")), ("name", .null),
          ("building_ids", .array([reference("building", building.id)])),
        ])
    }
  }

  var levelFeatures: [JSONOutput] {
    levels.flatMap { level in
      let outline = outlines[level.key] ?? []
      return features(
        "level", level.id, on: level.key.ordinal, level.outline.geometry ?? area(outline),
        [
          ("category", .string("unspecified")), ("restriction", .null), ("outdoor", .bool(false)),
          ("ordinal", .integer(Int64(level.key.ordinal))),
          ("name", labels(level.name ?? level.label)), ("short_name", labels(level.label)),
          ("display_point", displayPoint(outline)), ("address_id", .null),
          ("building_ids", .array([reference("building", level.key.building)])),
        ])
    }
  }

  private func levelID(_ key: LevelKey) -> JSONOutput {
    levelIDs[key].map { reference("level", $0) } ?? .null
  }

  var units: [JSONOutput] {
    venue.units.flatMap { unit in
      let category = unit.category.flatMap { IMDFCategories.unit.contains($0) ? $0 : nil }
      return features(
        "unit", unit.id, on: unit.level.ordinal, unit.geometry.geometry,
        [
          ("category", .string(category ?? "unspecified")), ("restriction", .null),
          ("accessibility", .null), ("name", labels(unit.name)), ("alt_name", .null),
          ("level_id", levelID(unit.level)),
          ("display_point", displayPoint(unit.geometry.map { frame.local(from: $0) })),
        ])
    }
  }

  var openings: [JSONOutput] {
    venue.openings.flatMap { opening in
      let category = opening.category.flatMap { IMDFCategories.opening.contains($0) ? $0 : nil }
      // The standard has one line for an opening, so what crosses the antimeridian stays whole.
      let parts = opening.line.cutAtAntimeridian
      let line = parts.count == 1 ? parts[0] : opening.line
      return features(
        "opening", opening.id, on: opening.level.ordinal, .lineString(line),
        [
          ("category", .string(category ?? "pedestrian")), ("accessibility", .null),
          ("access_control", .null), ("door", .null), ("name", labels(opening.name)),
          ("alt_name", .null), ("display_point", .null), ("level_id", levelID(opening.level)),
        ])
    }
  }
}
