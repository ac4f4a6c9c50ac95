/// How much of an XML text is taken in.
public struct XMLLimits: Hashable, Sendable {
  /// Bytes that a text may have.
  public var maximumBytes = 512 << 20
  /// Elements that may stand in one another.
  public var maximumDepth = 64
  /// Attributes that one element may have.
  public var maximumAttributes = 200
  /// Different names that elements and attributes may have.
  public var maximumNames = 20_000
  /// Bytes of one attribute's value or of one stretch of text.
  public var maximumText = 1 << 20

  /// The defaults, far beyond what maps and catalogues have.
  public init() {}
}
