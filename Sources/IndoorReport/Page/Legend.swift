/// What the inks and shapes of a picture stand for.
public struct Legend: Sendable {
  /// How an entry is drawn.
  public enum Swatch: Sendable {
    /// A line.
    case line(Ink)
    /// A dashed line.
    case dashed(Ink)
    /// A filled dot.
    case dot(Ink)
    /// A ring.
    case ring(Ink)
    /// A shaded area.
    case area(Ink)
    /// A shaded area of an opacity of its own, 0 to 1.
    case shade(Ink, opacity: Double)
    /// A cross.
    case cross(Ink)
    /// An arrow.
    case arrow(Ink)
  }

  /// The entries, in reading order.
  public var entries: [(Swatch, String)]

  /// Makes a legend.
  public init(_ entries: [(Swatch, String)]) { self.entries = entries }

  /// The legend as a list.
  public var markup: Markup {
    let items = entries.map { swatch, text -> Markup in
      """
      <li><svg viewBox="0 0 26 14" aria-hidden="true">\(Self.markup(of: swatch))</svg>\(text)</li>
      """
    }
    return "<ul class=\"legend\">\(items)</ul>"
  }

  private static func markup(of swatch: Swatch) -> Markup {
    switch swatch {
    case .line(let ink): "<path class=\"line i-\(ink.rawValue)\" d=\"M2 7H24\"/>"
    case .dashed(let ink): "<path class=\"line dashed i-\(ink.rawValue)\" d=\"M2 7H24\"/>"
    case .dot(let ink): "<circle class=\"dot i-\(ink.rawValue)\" cx=\"13\" cy=\"7\" r=\"4\"/>"
    case .ring(let ink): "<circle class=\"ring i-\(ink.rawValue)\" cx=\"13\" cy=\"7\" r=\"4\"/>"
    case .area(let ink):
      "<rect class=\"area i-\(ink.rawValue)\" x=\"3\" y=\"2\" width=\"20\" height=\"10\" rx=\"2\"/>"
    case .shade(let ink, let opacity):
      """
      <rect class="cell i-\(ink.rawValue)" fill-opacity="\(opacity, decimals: 2)" x="3" y="2" width="20" height="10"/>
      """
    case .cross(let ink): "<path class=\"line i-\(ink.rawValue)\" d=\"M9 3l8 8M17 3l-8 8\"/>"
    case .arrow(let ink):
      "<path class=\"line i-\(ink.rawValue)\" d=\"M3 7H22M17 3l5 4-5 4\"/>"
    }
  }
}
