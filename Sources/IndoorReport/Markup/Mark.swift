/// A small shape of constant size with a tooltip.
enum Mark {
  enum Shape {
    case dot
    case ring
    case cross
    case square
  }

  /// The shape around a place of the picture.
  static func markup(
    x: Double, y: Double, ink: Ink, tip: String, key: String? = nil, shape: Shape,
    group: Markup = Markup()
  ) -> Markup {
    let link: Markup = key.map { " data-k=\"\($0)\"" } ?? ""
    let title: Markup = tip.isEmpty ? "" : "<title>\(tip)</title>"
    switch shape {
    case .dot, .ring:
      return """
        <circle class="\(shape == .dot ? "dot" : "ring") i-\(ink.rawValue)"\(link)\(group) \
        cx="\(x, decimals: 1)" cy="\(y, decimals: 1)" r="3">\(title)</circle>
        """
    case .cross:
      return """
        <path class="cross i-\(ink.rawValue)"\(link)\(group) \
        d="M\(x - 3.5, decimals: 1) \(y - 3.5, decimals: 1)l7 7m0-7l-7 7">\(title)</path>
        """
    case .square:
      return """
        <rect class="dot i-\(ink.rawValue)"\(link)\(group) x="\(x - 3.5, decimals: 1)" \
        y="\(y - 3.5, decimals: 1)" width="7" height="7">\(title)</rect>
        """
    }
  }
}
