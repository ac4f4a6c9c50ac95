/// What a colour on a page stands for. The palette is Okabe and Ito's (2008), which people with any
/// colour vision tell apart, with lighter relatives on dark ground.
public enum Ink: String, Hashable, Sendable, CaseIterable {
  /// What is true: blue.
  case truth
  /// What was estimated: vermilion.
  case estimate
  /// A second series beside them: bluish green.
  case second
  /// A third: purple.
  case third
  /// Warnings and what is wrong: magenta.
  case alert
  /// What stands behind: grey.
  case muted
  /// Text's own colour.
  case plain
}
