public import IndoorGeometry
public import IndoorModel

/// One plan that was placed, with what says how well: what an alignment page is made of.
public struct AlignedPlan: Sendable {
  /// An anchor and how the fit meets it.
  public struct FittedAnchor: Sendable {
    /// The anchor.
    public var anchor: Anchor
    /// Where its coordinate lies, in local metres.
    public var place: LocalPoint
    /// Where the fit puts its page point, in local metres.
    public var fitted: LocalPoint
    /// Whether it contradicts the others.
    public var isOutlier: Bool
    /// Whether the plan was placed without it.
    package var isLeftOut = false

    /// Makes a fitted anchor.
    public init(anchor: Anchor, place: LocalPoint, fitted: LocalPoint, isOutlier: Bool = false) {
      self.anchor = anchor
      self.place = place
      self.fitted = fitted
      self.isOutlier = isOutlier
    }

    /// Length of the residual, in metres.
    public var residual: Double { place.distance(to: fitted) }
  }

  /// How wrong a point of the page may be placed.
  public struct PredictedError: Sendable {
    /// What the point is called: `centre`, `south-west corner`.
    public var name: String
    /// The point on the page.
    public var page: PagePoint
    /// How the error is spread.
    public var ellipse: ErrorEllipse

    /// Makes a predicted error.
    public init(name: String, page: PagePoint, ellipse: ErrorEllipse) {
      self.name = name
      self.page = page
      self.ellipse = ellipse
    }

    /// Root mean square distance, in metres.
    public var metres: Double { ellipse.rms }
  }

  /// How sure it is that the plan's own lines lie on the right walls.
  public struct WallFit: Sendable {
    /// Share of the lines on walls, above the share a few metres off.
    public var lift: Double
    /// How much better it is than the best other pose, 0 to 1.
    public var margin: Double
    /// Root mean square distance of the lines from their walls, in metres.
    public var distance: Double
    /// The stretches of walls that lines lie along, in local metres.
    package var met: [(from: LocalPoint, to: LocalPoint)] = []

    /// Makes a description of a fit to walls.
    public init(lift: Double, margin: Double, distance: Double) {
      self.lift = lift
      self.margin = margin
      self.distance = distance
    }
  }

  /// The plan with its placement and preview.
  public var plan: Plan
  /// What the level is called.
  public var title: String
  /// What the page may do: `similarity` or `affine`.
  public var model: String
  /// Ground metres a user-space unit or pixel.
  public var metresPerUnit: Double
  /// From the page's x axis to east, in degrees, counter-clockwise positive.
  public var rotationDegrees: Double
  /// The anchors, in the order given.
  public var anchors: [FittedAnchor]
  /// Root mean square of the residuals, in metres; `nil` where the anchors leave nothing to
  /// measure.
  public var rmse: Double?
  /// Predicted errors, the centre first.
  public var predicted: [PredictedError]
  /// How sure the fit to the venue's walls is, where there was one.
  public var walls: WallFit?
  /// Whether the plan is shown as in a mirror.
  public var isMirrored = false
  /// Root mean square distance to the true placement over the page's corners, in metres, where the
  /// truth is known.
  public var trueError: Double?
  /// What its user should look at: a code and a sentence each.
  public var warnings: [(code: String, message: String)]

  /// Makes a description of a placed plan.
  public init(
    plan: Plan, title: String, model: String, metresPerUnit: Double, rotationDegrees: Double,
    anchors: [FittedAnchor], rmse: Double?, predicted: [PredictedError], trueError: Double? = nil,
    warnings: [(code: String, message: String)] = []
  ) {
    self.plan = plan
    self.title = title
    self.model = model
    self.metresPerUnit = metresPerUnit
    self.rotationDegrees = rotationDegrees
    self.anchors = anchors
    self.rmse = rmse
    self.predicted = predicted
    self.walls = nil
    self.trueError = trueError
    self.warnings = warnings
  }

  /// How many anchors placed the plan: `6`, or `5 of 6` where one was left out.
  package var anchorCountText: String {
    let used = anchors.filter { !$0.isLeftOut }.count
    return used == anchors.count ? "\(used)" : "\(used) of \(anchors.count)"
  }

  /// What placed the plan: `6 anchors`, `2 anchors and the venue's walls`.
  public var meansText: String {
    let count = "\(anchorCountText) anchor\(anchors.count == 1 ? "" : "s")"
    if walls == nil { return count }
    return anchors.isEmpty ? "the venue's walls" : "\(count) and the venue's walls"
  }

  /// Why there are no residuals, or nothing where there are some.
  public var noResidualsText: String {
    if rmse != nil { return "" }
    return anchors.isEmpty ? "there are no anchors" : "two anchors leave nothing to measure"
  }
}
