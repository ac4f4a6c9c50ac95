import IndoorFiles

/// A piece of HTML or SVG.
///
/// It is written as a string literal, which is trusted because it stands in the source; what is
/// interpolated is escaped:
///
///     let row: Markup = "<td title='\(name)'>\(error, decimals: 1) m</td>"
///
/// so that nothing from outside can become markup, in text and in quoted attributes alike.
public struct Markup: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The markup as text.
  public private(set) var source: String

  /// Makes an empty piece.
  public init() { source = "" }

  /// Trusts a literal. Never call it with text that came from outside; interpolate that.
  public init(stringLiteral value: String) { source = value }

  /// Takes what was interpolated.
  public init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

  /// Makes a piece of pieces, one after the other.
  public init(_ parts: some Sequence<Markup>) {
    source = ""
    for part in parts { source += part.source }
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { source.isEmpty }

  /// Appends a piece.
  public static func += (markup: inout Markup, next: Markup) { markup.source += next.source }

  /// One piece, then another.
  public static func + (first: Markup, next: Markup) -> Markup {
    var both = first
    both += next
    return both
  }

  /// Collects literals as they are and values escaped.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var source: String

    /// Reserves room.
    public init(literalCapacity: Int, interpolationCount: Int) {
      source = ""
      source.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Appends a literal.
    public mutating func appendLiteral(_ literal: String) { source += literal }

    /// Appends text, escaped.
    public mutating func appendInterpolation(_ text: String) { XMLText.append(text, to: &source) }

    /// Appends a piece as it is.
    public mutating func appendInterpolation(_ markup: Markup) { source += markup.source }

    /// Appends pieces one after the other.
    public mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { source += part.source }
    }

    /// Appends a whole number.
    public mutating func appendInterpolation(_ integer: Int) { source += String(integer) }

    /// Appends a number with at most `decimals` decimals and no trailing zeros; an en dash where it
    /// is not finite.
    public mutating func appendInterpolation(_ number: Double, decimals: Int = 2) {
      source += ShortNumber.text(number, decimals: decimals)
    }
  }
}
