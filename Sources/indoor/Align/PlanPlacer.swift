import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorReport
import IndoorStorage

/// What `align` made of a plan.
struct PlacedPlan {
  var alignment: PlanAlignment
  var plan: Plan
  var venue: Venue?

  /// The same for a page, under the name that the venue gives the level.
  var aligned: AlignedPlan {
    let title = venue.map { plan.placement.level.fullTitle(in: $0) } ?? "the ground"
    return AlignedPlan(alignment, plan: plan, title: title)
  }
}

extension AlignCommand {
  /// Places the plan, and stores it where `--into` says so.
  func place() throws -> PlacedPlan {
    let file = try into.map { try VenueFile.open($0) }
    let known = try venue.map { try VenueFile.open($0, readOnly: true).venue() } ?? file?.venue()
    if let path = venue ?? into, known == nil { throw CommandError.noVenue(path) }
    var key = try levelKey(in: known)
    let source = try PlanFile(path: plan, page: page, box: box)
    var alignment: PlanAlignment
    var picture: [UInt8]?
    if auto, let known {
      let matcher = try PlanMatcher(source, venue: known)
      picture = matcher.picture
      alignment = try matcher.place(on: key)
      key = alignment.match?.level
    } else {
      alignment = try byAnchors(source, in: known, on: key)
      if refine, let known, let key {
        let matcher = try PlanMatcher(source, venue: known)
        picture = matcher.picture
        alignment = try matcher.refine(alignment, on: key)
      }
    }
    alignment.warnings += source.warnings
    if let into, !force, let grave = alignment.warnings.first(where: \.isGrave) {
      throw CommandError.notStored(into, grave)
    }

    var preview = picture ?? []
    if preview.isEmpty, file != nil || report != nil {
      let drawn = try PlanPreview.png(of: source)
      preview = drawn.png ?? []
      if let warning = drawn.warning { alignment.warnings.append(warning) }
    }
    let placed = Plan(
      placement: alignment.placement(on: key ?? LevelKey(ordinal: 0)), fileName: source.name,
      mediaType: source.format.mediaType, original: source.bytes, preview: preview)
    if let file, key != nil { try file.save(placed) }
    return PlacedPlan(alignment: alignment, plan: placed, venue: key == nil ? nil : known)
  }

  private func byAnchors(
    _ source: PlanFile, in known: Venue?, on key: LevelKey?
  ) throws -> PlanAlignment {
    var points: [Anchor] = try anchors.map { try AnchorFile.read($0) } ?? []
    let system = try anchorCrs.map { try ReferenceSystem.named($0) }
    for text in anchor {
      points.append(try AnchorReference(text).anchor(in: known, level: key, system: system))
    }
    var aligner = PlanAligner(page: source.page, frame: known?.frame)
    aligner.convention = convention
    aligner.isRobust = robust
    if let anchors, anchor.isEmpty { aligner.source = anchors }
    aligner.declaredMetresPerUnit =
      declaredScale.map { source.page.metresPerUnit(scale: $0) } ?? source.declaredMetresPerUnit
    return try aligner.align(points)
  }

  /// The level that the options name; `nil` where they name none.
  private func levelKey(in venue: Venue?) throws -> LevelKey? {
    guard let level else { return nil }
    guard let venue, let path = self.venue ?? into else {
      return LevelKey(building: building ?? "", ordinal: level)
    }
    let keys = venue.levels.map(\.key)
    let found = keys.filter { $0.ordinal == level && (building ?? $0.building) == $0.building }
    guard let key = found.first else {
      throw CommandError.noLevel(path, level, building, known: keys)
    }
    guard found.count == 1 else { throw CommandError.severalBuildings(path, found) }
    return key
  }
}

extension CommandError {
  static func noLevel(
    _ path: String, _ ordinal: Int, _ building: String?, known: [LevelKey]
  ) -> CommandError {
    guard !known.isEmpty else {
      return CommandError(
        message: "\(path): the venue has no levels; import some with \"indoor venue import\"")
    }
    let names = known.sorted().map {
      $0.building.isEmpty ? "\($0.ordinal)" : "\($0.ordinal) (building \($0.building))"
    }
    return CommandError(
      message:
        "\(path): has no level \(ordinal)\(building.map { " in building \"\($0)\"" } ?? ""), only \(names.joined(separator: ", ")); name one of them"
    )
  }

  static func notStored(_ path: String, _ warning: AlignmentWarning) -> CommandError {
    CommandError(
      message:
        "\(path): the plan was not stored, because \(warning.message) [\(warning.code.rawValue)]; correct that, or store it all the same with --force"
    )
  }

  static func severalBuildings(_ path: String, _ keys: [LevelKey]) -> CommandError {
    CommandError(
      message:
        "\(path): the buildings \(keys.map(\.building).joined(separator: ", ")) all have that level; "
        + "name one with --building")
  }
}

extension AlignedPlan {
  /// Describes an alignment for a page.
  init(_ alignment: PlanAlignment, plan: Plan, title: String) {
    let page = alignment.page
    // The page's own directions: it may lie any way on the ground.
    let corners = ["lower left", "lower right", "upper right", "upper left"]
    let points =
      [("middle of the page", page.box.centre)] + zip(corners.map { "\($0) corner" }, page.corners)
    self.init(
      plan: plan, title: title, model: alignment.model.rawValue,
      metresPerUnit: alignment.metresPerUnit, rotationDegrees: alignment.rotationDegrees,
      anchors: alignment.anchors.map { fitted in
        let place = alignment.frame.local(from: fitted.anchor.coordinate)
        return FittedAnchor(
          anchor: fitted.anchor, place: place,
          fitted: LocalPoint(x: place.x + fitted.residual.x, y: place.y + fitted.residual.y),
          isOutlier: fitted.isOutlier)
      },
      rmse: alignment.rmseMetres,
      predicted: points.map {
        PredictedError(name: $0.0, page: $0.1, ellipse: alignment.errorEllipse(at: $0.1))
      },
      warnings: alignment.warnings.map { ($0.code.rawValue, $0.message) })
    walls = alignment.match.map {
      WallFit(lift: $0.lift, margin: $0.margin, distance: $0.rmsMetres)
    }
  }
}
