/// What a fit lets the page do.
public enum PlanModel: String, Hashable, Sendable {
  /// Shift, turn and one scale: four parameters.
  case similarity
  /// Also unequal scales and shear: six parameters.
  case affine

  /// How many parameters a fit of this model has.
  public var parameterCount: Int { self == .similarity ? 4 : 6 }
  /// How many anchors determine it.
  public var minimumAnchors: Int { self == .similarity ? 2 : 3 }
}

/// Standard deviations of anchors that declare none.
public struct AnchorSigmas: Hashable, Sendable {
  /// Of the place, in metres per axis: a corner named on an aerial picture or in a surveyed
  /// outline. Larger values make the predicted errors larger. Default 0.3.
  public var metres = 0.3
  /// Of the picked page point, in user-space units or pixels per axis. Default 1.
  public var page = 1.0
  /// The defaults.
  public init() {}
}
