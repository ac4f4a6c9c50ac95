public import IndoorModel

/// Something about an alignment that its user should look at; the alignment stands all the same.
public struct AlignmentWarning: Hashable, Sendable {
  /// What it is, in a word that never changes.
  public struct Code: ErrorCode {
    /// The word, as JSON has it.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }

    /// The longest baseline is under a quarter of the page's diagonal.
    public static let shortBaseline = Code("short-baseline")
    /// The plan shows the building as in a mirror.
    public static let mirrored = Code("mirrored")
    /// An anchor lies beyond the page's visible box.
    public static let anchorOffPage = Code("anchor-off-page")
    /// Two anchors have the same page point or the same place.
    public static let coincidingAnchors = Code("coinciding-anchors")
    /// An anchor contradicts the others.
    public static let outlier = Code("outlier")
    /// Two anchors' places may be exchanged.
    public static let swappedAnchors = Code("swapped-anchors")
    /// The plan is stretched: its scales differ in two directions by over 0.5%.
    public static let unequalScales = Code("unequal-scales")
    /// The scale differs by over 2% from the one that the plan declares.
    public static let scaleMismatch = Code("scale-mismatch")
    /// The anchors lay the plan elsewhere than its own file does.
    package static let ownPlaceDiffers = Code("own-place-differs")
    /// MapKit's convention places the page elsewhere than the metric one.
    public static let conventionOffset = Code("convention-offset")
    /// The plan fits another level's walls better than those of the level asked for.
    public static let otherLevelFits = Code("other-level-fits")
    /// The plan lies on few of its level's walls, and surely on them elsewhere.
    package static let wallsElsewhere = Code("walls-elsewhere")
    /// The room names that the page and the level share lie in other names' rooms.
    package static let namesElsewhere = Code("names-elsewhere")
    /// The anchors' places are written to so few digits that the last is worth over two metres.
    package static let coarsePlaces = Code("coarse-places")
    /// The residuals are larger than the anchors' sigmas can explain.
    public static let largeResiduals = Code("large-residuals")
    /// An image carries an orientation tag: anchors count its stored pixels.
    public static let orientationTag = Code("orientation-tag")
    /// An image states resolutions by which its pixels aren't square, as scanned faxes do.
    package static let pixelsNotSquare = Code("pixels-not-square")
    /// Some of a drawing isn't drawn.
    public static let drawnInPart = Code("drawn-in-part")
    /// Some of a drawing lies so far from the rest that it isn't in the page.
    public static let strayDrawing = Code("stray-drawing")
    /// A PDF page's `/Rotate` is no multiple of 90 and counts as 0.
    public static let rotateIgnored = Code("rotate-ignored")
    /// A PDF page's `UserUnit` is no size of a unit and counts as 1.
    public static let userUnitIgnored = Code("user-unit-ignored")
    /// A PDF page's box is missing or broken, and another was taken for it.
    public static let pageBoxReplaced = Code("page-box-replaced")
    /// Some or all of what a PDF page draws is damaged or missing.
    package static let damagedPage = Code("damaged-page")
    /// Latitude and longitude fit the venue the other way round.
    public static let swappedCoordinates = Code("swapped-coordinates")
    /// Two anchors lie farther apart than any building is wide.
    public static let farApart = Code("anchors-far-apart")
    /// The anchors lie far from the venue.
    public static let farFromVenue = Code("far-from-venue")
    /// The plan lies away from all that is drawn of its building.
    package static let planOffBuilding = Code("plan-off-building")
    /// The plan lies away from the plans of its building's other levels.
    package static let planApart = Code("plan-apart")
    /// Nothing is drawn of the building that is named, and another one has that level there.
    package static let newBuilding = Code("new-building")
    /// Rows of QGIS's control points are positive, where QGIS writes them negative, or a world
    /// file's or a GeoTIFF's rows run upwards.
    public static let positiveRows = Code("positive-rows")
    /// The page points fit once they are counted from the page's other corner.
    public static let otherPageOrigin = Code("other-page-origin")
    /// The page points lie on the page, which isn't mirrored, once their x and y are exchanged.
    package static let swappedPagePoints = Code("swapped-page-points")
    /// The page points lie on a usual scale once they are millimetres or centimetres of the sheet,
    /// pixels of another resolution, or points of a smaller print.
    package static let otherPageUnit = Code("other-page-unit")
    /// The anchors' reference system is converted to WGS 84 to over a metre only, or names no
    /// datum.
    package static let inexactConversion = Code("inexact-conversion")
    /// Anchors' numbers are taken for longitude and then latitude, by their reference system.
    package static let longitudeFirst = Code("longitude-first")
    /// Something was given that has no effect on such a plan.
    package static let noEffect = Code("no-effect")
    /// The plan's preview could not be drawn.
    public static let noPreview = Code("no-preview")
    /// The level had a plan of another file or page, whose place this one took.
    package static let planReplaced = Code("plan-replaced")
    /// The level's plan is placed elsewhere than before, and walks may have been marked on it.
    package static let walksStay = Code("walks-stay")
    /// Two levels of the building have one label.
    package static let sameLabel = Code("same-label")
    /// The level's plan was tied by points that were named on it, and is placed anew.
    package static let tiesLost = Code("ties-lost")
    /// The plan's picture is stored without tiles, as none lie across the antimeridian and near the
    /// poles.
    public static let noTiles = Code("no-tiles")
  }

  /// What it is.
  public let code: Code
  /// One sentence: what is the matter, how much it matters, and what to do.
  public let message: String
  /// Metres by which it says that all anchors may lie wrong together, which no residual shows; 0
  /// where it says nothing of it.
  package var sharedErrorMetres = 0.0

  /// Something that was given in vain.
  package static func noEffect(_ name: String, _ given: String, _ why: String) -> AlignmentWarning {
    AlignmentWarning(.noEffect, "\(name): \(given), but \(why): leave it out")
  }

  /// Degrees of a reference system, which have latitude first where none is given.
  package static func longitudeFirst(_ system: String) -> AlignmentWarning {
    AlignmentWarning(
      .longitudeFirst,
      "\(system): the anchors' numbers are taken for longitude, then latitude, as an easting comes before a northing; for latitude first leave the reference system out, or write letters, as 47.37N,8.54E"
    )
  }

  /// Makes a warning.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
