/// A unit's category, by IMDF's word. What it says of walking there stands in
/// `UnitCategory+Walkable.swift`.
public struct UnitCategory: RawRepresentable, Hashable, Sendable {
  /// IMDF's word.
  public let rawValue: String

  /// Takes a category by its word, whether IMDF knows it or not.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension Unit {
  /// What its category says of walking there; a room's where it has none.
  public var kind: UnitCategory { UnitCategory(rawValue: category ?? "") }
}
