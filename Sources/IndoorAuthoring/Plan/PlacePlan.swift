public import IndoorAlignment
import IndoorFiles
import IndoorGeometry
import IndoorJSON
public import IndoorModel
public import IndoorReport
import IndoorStorage

/// Places a floor plan on the ground, by anchors, by the venue's walls, or by both, and stores it
/// where that is asked for.
public struct PlacePlan: Sendable {
  /// How the page is placed by its anchors.
  public typealias Convention = PlanAlignment.Convention
  /// Which of a PDF page's boxes is the plan.
  public typealias Box = PageBox

  /// The plan: a path of a PDF, PNG, JPEG, SVG, DXF or TIFF.
  public var plan: String
  /// The plan's page, where its file was read before: then neither the file at `plan` is read nor
  /// `page` and `box` looked at.
  public var source: PlanFile?
  /// The page of a PDF: digits count from 1, anything else is a page's label.
  public var page = "1"
  /// Which of a PDF page's boxes is the plan.
  public var box = Box.crop
  /// Points of the page and their places; a venue's units and openings do as places.
  public private(set) var anchors: [AnchorReference] = []
  /// More of them, as values.
  public var points: [Anchor] = []
  /// A file of more anchors: GeoJSON, QGIS's `.points`, an image's world file, or
  /// `appData.json#map_floor1`.
  public var anchorFile: String?
  /// The resolution of the picture of a PDF on which QGIS counts the pixels of `.points`; `nil`
  /// where GDAL, which makes it, wasn't told any.
  public var pointsResolution: Double?
  /// From which corner the page points of `anchors` and of a GeoJSON file are counted.
  public var pageOrigin = PageOrigin.ofPlan
  /// How the page is placed by its anchors.
  public var convention = Convention.metric
  /// Whether anchors that contradict the others are left out, instead of only named.
  public var isRobust = false
  /// The scale that the plan declares, as 200 for 1:200; without it the measure in the PDF, where
  /// it has one.
  public var declaredScale: Double?
  /// What the numbers of `anchors` are in, as `EPSG:25832`: easting and northing then, else
  /// latitude and longitude; also those of a file that doesn't say it.
  public var referenceSystem: String?
  /// The venue file that gives the origin, the named places and the walls; without it the one to
  /// store the plan in.
  public var venue: String?
  /// The level's building by id or name, where the venue has several.
  public var building: String?
  /// The level's ordinal; without it a plan that is laid on walls finds the level that it fits
  /// best.
  public var level: Int?
  /// Whether the plan's own lines are then laid on the level's walls; takes a level.
  public var isRefined = false
  /// Whether the plan's own lines are laid on the walls without anchors.
  public var isAutomatic = false
  /// Whether the plan is known to show its level from above, where it is laid on walls.
  public var isNotMirrored = false
  /// Which way the page's top is known to lie, clockwise from north, in degrees, where it is laid
  /// on walls.
  public var upDegrees: Double?
  /// The venue file to store the placed plan in; it and the level are made where they are missing.
  public var store: String?
  /// The label of a level that is made: what the lift's button says; the ordinal's digits without
  /// it.
  public var label: String?
  /// A format to write the placed plan in at once, and where to.
  public var export: PlanFormat?
  /// Whether the plan is stored even where a warning says that it can't belong there.
  public var storesAnyway = false
  /// Whether the plan's picture is drawn for the result's page; where it is stored or a page
  /// written, it is anyway.
  public var drawsPreview = false
  /// Where a page goes that shows the plan over the venue, with residuals and predicted errors; or
  /// the places between which it is open, where it is refused for that.
  public var report: String?
  /// What that page says to do next, as it is typed, of the level that the plan is on.
  public var nextStep: (@Sendable (LevelKey) -> String)?

  /// A format of the placed plan, and where it goes.
  public struct PlanFormat: Sendable {
    /// What to write.
    public var format: ExportPlan.Format
    /// Where to write it; what belongs beside it gets the same name.
    public var output: String

    /// Makes one.
    public init(_ format: ExportPlan.Format, output: String) {
      self.format = format
      self.output = output
    }
  }

  /// Makes one for a plan; anchors are added to it, or it is automatic.
  public init(plan: String) { self.plan = plan }

  /// Adds an anchor.
  public mutating func add(_ anchor: AnchorReference) { anchors.append(anchor) }

  /// Adds an anchor as people write it: `X,Y=LAT,LON`, `X,Y=unit:ID#N` or `X,Y=opening:ID`.
  ///
  /// - Throws: `AlignmentError` for anything else.
  public mutating func add(anchor text: String) throws(AlignmentError) {
    anchors.append(try AnchorReference(text))
  }

  /// What came of a plan.
  public struct Result: Sendable {
    /// How the plan lies, and how wrong that may be.
    public let alignment: PlanAlignment
    /// The plan as a venue file keeps it.
    public let plan: Plan
    /// The venue whose level the plan is on; `nil` for a plan on no level.
    public let venue: Venue?

    /// The same for a page, under the name that the venue gives the level.
    public var aligned: AlignedPlan {
      let title = venue.map { plan.placement.level.fullTitle(in: $0) } ?? "the ground"
      return AlignedPlan(alignment, plan: plan, title: title)
    }

    /// What the plan is called where it is exported: its venue and level.
    package var exportTitle: String {
      venue.map { plan.placement.level.exportTitle(in: $0) } ?? plan.fileName
    }

    /// The page.
    public var page: ReportPage { AlignmentReport(aligned, venue: venue).page }

    /// The result as JSON.
    public var json: String { alignment.json(in: venue).text(pretty: true) }
  }

  /// Places the plan, and stores it where `store` says so.
  ///
  /// - Throws: `AlignmentError`, `AuthoringError` for a level that there is not and a plan that
  ///   can't belong there, `StorageError`, `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let exported = try export.map { try PlanExport.paths(of: $0.format, at: $0.output) } ?? []
    try OutputPlace.checkNeighbours(exported)
    try OutputPlaces.check(
      [report] + exported,
      sparing: [plan, anchorFile.map(AnchorFile.path), venue].compactMap { $0 }, store: store,
      progress)
    if let export { try OutputPlaces.check(beside: exported, export.format) }
    let result = try place(progress)
    if let export {
      let whole = try ExportPlan.whole(result.plan, for: export.format, progress)
      var writer = try PlanExport(
        whole, frame: result.alignment.frame, title: result.exportTitle)
      writer.dotsPerInch = pointsResolution
      _ = try ExportPlan.write(writer, as: export.format, to: export.output, progress)
    }
    if let report {
      var page = AlignmentReport(result.aligned, venue: result.venue)
      page.next = nextStep?(result.plan.placement.level)
      try page.page.write(to: report)
    }
    return result
  }

  private func place(_ progress: ProgressHandler) throws -> Result {
    var inputs = Inputs(plan: source)
    guard let store else { return try place(&inputs, into: nil, progress) }
    if level == nil, !isAutomatic { throw AuthoringError.levelNotSaid(store) }
    return try VenueTarget.storing(into: store) {
      try place(&inputs, into: PlanStore($0), progress)
    }
  }

  /// What is read once, however often the plan is placed: a pipe's content comes once.
  private struct Inputs {
    var plan: PlanFile?
    var anchors: (anchors: [Anchor], warnings: [AlignmentWarning], countsByItself: Bool)?
  }

  private func place(
    _ inputs: inout Inputs, into stored: PlanStore?, _ progress: ProgressHandler
  ) throws -> Result {
    let other = try venue.map { try VenueFile.open($0, readOnly: true) }
    let known = try other.map { try $0.venue() } ?? stored?.venue
    if let venue, let known, let stored { try stored.checkOrigin(of: known, in: venue) }
    if let path = venue ?? (isAutomatic || isRefined ? store : nil), known == nil {
      throw AuthoringError.noVenue(path)
    }
    var key = try levelKey(in: known)
    let source =
      try inputs.plan ?? PlanFile(path: plan, page: page, box: box) { progress(.waiting(for: $0)) }
    inputs.plan = source
    var alignment: PlanAlignment
    var picture: [UInt8]?
    if isAutomatic, let known {
      let matcher = try matcher(of: source, on: try inBuilding(known))
      picture = matcher.picture
      alignment = try reporting(source, known) { () throws(AlignmentError) in
        try matcher.place(on: key)
      }
      key = alignment.match?.level
    } else {
      alignment = try byAnchors(source, &inputs, in: known, on: key, progress)
      if isRefined, let known, let key {
        let (matcher, rough) = (try matcher(of: source, on: known), alignment)
        picture = matcher.picture
        alignment = try reporting(source, known) { () throws(AlignmentError) in
          try matcher.refine(rough, on: key)
        }
      }
    }
    alignment.warnings += source.warnings + idleSettings(for: source)
    if let known, let key {
      let planned = try other?.levelsOutlinedByPlan() ?? stored?.outlinedByPlan() ?? []
      let fresh =
        building == nil ? nil : alignment.newBuilding(of: key, in: known, planned: planned)
      let off = alignment.offBuilding(of: key, in: known, planned: planned)
      let wrong =
        isAutomatic || isRefined || off != nil
        ? nil
        : alignment.offWalls(
          of: source, on: key, in: known, planned: planned, picture: &picture)
      // The walls know the scale better than a list of usual ones.
      if wrong?.code == .wallsElsewhere {
        alignment.warnings.removeAll { $0.code == .otherPageUnit }
      }
      alignment.warnings += [fresh, off, wrong].compactMap(\.self)
    }
    if let store { try MayStorePlan.check(alignment.warnings, store, anyway: storesAnyway) }

    var preview = picture ?? []
    if preview.isEmpty, drawsPreview || store != nil || report != nil || export != nil {
      // What is exported needs its picture: without one nothing is stored, either.
      let drawn =
        export == nil ? try PlanPreview.png(of: source) : (try PlanPreview.needed(of: source), nil)
      preview = drawn.png ?? []
      if let warning = drawn.warning { alignment.warnings.append(warning) }
    }
    let placed = Plan(
      alignment.placement(on: key ?? LevelKey(ordinal: 0)), of: source, preview: preview)
    guard let key else { return Result(alignment: alignment, plan: placed, venue: nil) }
    guard let stored else { return Result(alignment: alignment, plan: placed, venue: known) }
    let venue = try stored.save(
      placed, of: source, on: key, label: label ?? known?.level(key)?.label,
      frame: alignment.frame, warnings: &alignment.warnings)
    return Result(alignment: alignment, plan: placed, venue: venue)
  }

  private func matcher(of source: PlanFile, on venue: Venue) throws -> PlanMatcher {
    var matcher = try PlanMatcher(source, venue: venue)
    matcher.hints.isNotMirrored = isNotMirrored
    matcher.hints.upDegrees = upDegrees
    if let declaredScale {
      matcher.declaredMetresPerUnit = source.page.metresPerUnit(scale: declaredScale)
    }
    return matcher
  }

  private func byAnchors(
    _ source: PlanFile, _ inputs: inout Inputs, in known: Venue?, on key: LevelKey?,
    _ progress: ProgressHandler
  ) throws -> PlanAlignment {
    let system = try referenceSystem.map { try ReferenceSystem.named($0) }
    if let anchorFile, inputs.anchors == nil {
      inputs.anchors = try AnchorFile.read(
        anchorFile, on: source, system: system, dotsPerInch: pointsResolution
      ) {
        progress(.waiting(for: $0))
      }
    }
    let read = inputs.anchors
    let written = try anchors.anchors(in: known, level: key, system: system)
    let named = written.anchors
    let values = WrittenDigits.finest(
      self.points.flatMap {
        [WrittenDigits(of: $0.coordinate.latitude), WrittenDigits(of: $0.coordinate.longitude)]
      })?.applied(to: self.points, in: nil)
    let counts = read?.countsByItself ?? false
    var points =
      (values?.anchors ?? [])
      + (read?.anchors ?? []).map { counts ? $0 : pageOrigin.anchor($0, on: source.page) }
      + named.map { pageOrigin.anchor($0, on: source.page) }
    // What the file says of its own corners, or a world file, isn't counted by anybody.
    let isGeoreferenced =
      points.isEmpty || WorldFile.isNamed(anchorFile ?? "") && points.count == read?.anchors.count
    let isByOwnPoints = points.isEmpty && source.ownPlacement == nil
    var told = (read?.warnings ?? []) + (values?.warnings ?? []) + written.warnings
    let isByItself = points.isEmpty
    if isByItself {
      let own = try AnchorFile.ownAnchors(of: source, system: system)
      points = own.anchors
      told += own.warnings
    }
    if let system {
      let converted = zip(anchors, named).filter { $0.0.isOfReferenceSystem }.map(\.1)
      let inexact = system.inexactness(of: converted)
      told += inexact.filter { !told.contains($0) }
    }
    var aligner = PlanAligner(page: source.page, frame: known?.frame)
    aligner.ground = known.map { VenueGround($0) }
    aligner.convention = convention
    aligner.isRobust = isRobust
    if let anchorFile, anchors.isEmpty { aligner.source = anchorFile }
    aligner.declaredMetresPerUnit =
      declaredScale.map { source.page.metresPerUnit(scale: $0) } ?? source.declaredMetresPerUnit
    if let anchorFile, AnchorFile.countsPixels(anchorFile), counts,
      points.count == read?.anchors.count
    {
      aligner.countedPerInch = RasterFrame.dotsPerInch(of: source, told: pointsResolution)
    }
    var alignment = try aligner.align(points)
    alignment.warnings += told
    if !isByItself, let warning = AnchorFile.difference(of: alignment, from: source) {
      alignment.warnings.append(warning)
    }
    alignment.sharedErrorMetres = told.map(\.sharedErrorMetres).max() ?? 0
    if let anchorFile, counts, pageOrigin != .ofPlan, points.count == read?.anchors.count {
      alignment.warnings.append(
        .noEffect(
          anchorFile, "a corner that page points are counted from was given",
          "those of such a file are counted from one of their own"))
    }
    // OGC's own have longitude first themselves.
    if let system, system.isGeographic, !system.name.hasPrefix("OGC:"),
      anchors.contains(where: { if case .numbers = $0.place { true } else { false } })
    {
      alignment.warnings.append(.longitudeFirst(system.name))
    }
    if let anchorFile, system != nil, read != nil, !counts,
      !anchors.contains(where: \.isOfReferenceSystem)
    {
      alignment.warnings.append(
        .noEffect(
          anchorFile, "the anchors' reference system was given",
          "a GeoJSON's places are longitudes and latitudes, or in the system that it says itself"))
    }
    if isGeoreferenced {
      // A raster may have its lowest row first, and pixels of equal degrees are unequal in metres;
      // control points of a mirrored or stretched one are wrong.
      if !isByOwnPoints {
        alignment.warnings.removeAll { [.mirrored, .unequalScales].contains($0.code) }
      }
    } else if let warning = pageOrigin.warning(
      of: alignment, level: key.flatMap { known?.level($0) },
      mayPlacesBeExchanged: system?.mayBeExchanged(
        zip(anchors, named).filter { $0.0.isOfReferenceSystem }.map(\.1)) ?? false)
    {
      // It says why the fit is mirrored, and where the page points should lie.
      if alignment.isMirrored { alignment.warnings.removeAll { $0.code == .mirrored } }
      if warning.code == .swappedPagePoints {
        alignment.warnings.removeAll { $0.code == .anchorOffPage }
      }
      alignment.warnings.append(warning)
    }
    return alignment
  }

  /// The venue with the levels of the building that is named without a level, or as it is.
  private func inBuilding(_ venue: Venue) throws -> Venue {
    guard level == nil, let building, let path = self.venue ?? store else { return venue }
    let id = try BuildingName.id(building, in: venue, of: path)
    var found = venue
    found.levels.removeAll { $0.key.building != id }
    guard !found.levels.isEmpty else {
      throw AuthoringError.noLevel(path, nil, building, known: venue.levels.map(\.key))
    }
    return found
  }

  /// The level that is named; `nil` where none is.
  private func levelKey(in venue: Venue?) throws -> LevelKey? {
    guard let level else { return nil }
    guard LevelKey.ordinals.contains(level) else { throw AuthoringError.noOrdinal(level) }
    guard let venue, let path = self.venue ?? store else {
      return LevelKey(building: building ?? "", ordinal: level)
    }
    let named = try building.map { try BuildingName.id($0, in: venue, of: path) }
    let keys = venue.levels.map(\.key)
    let found = keys.filter { $0.ordinal == level && (named ?? $0.building) == $0.building }
    guard found.count < 2 else { throw AuthoringError.severalBuildings(path, found, in: venue) }
    if let key = found.first { return key }
    // Into a file that isn't asked for anything else the level may be new.
    guard self.venue == nil, !isAutomatic, !isRefined else {
      throw AuthoringError.noLevel(path, level, building, known: keys)
    }
    let buildings = Set(venue.buildings.map(\.id))
    guard let only = named ?? building ?? (buildings.count < 2 ? buildings.first ?? "" : nil) else {
      throw AuthoringError.plansOfSeveral(path, buildings, in: venue)
    }
    return LevelKey(building: only, ordinal: level)
  }
}
