public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A tie as people write it: `NAME=LEVEL:X,Y`.
public struct LevelTieReference: Hashable, Sendable {
  /// The lift or stairs.
  public var connector: String
  /// The level's ordinal.
  public var ordinal: Int
  /// Where that level's plan shows it.
  public var page: PagePoint
  /// The text it was read from; messages begin with it.
  public var text: String

  /// Metres per axis by which a point that a person named may stand beside straight above the
  /// others: the same corner of a shaft on every level.
  private static let sigmaMetres = 0.15

  /// Reads `NAME=LEVEL:X,Y`. Throws a sentence for anything else.
  public init(_ text: String) throws(AlignmentError) {
    self.text = text
    guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
      let colon = text[equals...].firstIndex(of: ":"),
      let ordinal = Int(text[text.index(after: equals)..<colon])
    else { throw .badTie(text) }
    let numbers = text[text.index(after: colon)...].split(
      separator: ",", omittingEmptySubsequences: false
    ).map { Double(decimal: $0.filter { $0 != " " }) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1]
    else { throw .badTie(text) }
    connector = String(text[..<equals])
    self.ordinal = ordinal
    page = PagePoint(x: x, y: y)
  }

  /// The tie on a placed plan, with picking as uncertain as an anchor's.
  public func tie(on placement: PlanPlacement) -> LevelTiePoint {
    let scale = abs(placement.pageToLocal.determinant).squareRoot()
    return LevelTiePoint(
      level: placement.level,
      tie: LevelTie(
        connector: connector, page: page,
        sigmaMetres: hypot(Self.sigmaMetres, AnchorSigmas().page * scale)))
  }
}

extension AlignmentError {
  /// One point of a level is tied to others, and nobody knows which of two is meant.
  package static func namedTwice(
    _ tie: LevelTieReference, _ other: LevelTieReference
  ) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\"\(tie.text)\": level \(tie.ordinal) has \"\(other.text)\" of that name already; correct the level of "
        + "one, or give it another name")
  }

  static func badTie(_ text: String) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\"\(text)\": is no tie, write NAME=LEVEL:X,Y with the level's ordinal and a point of its page, with decimal points"
    )
  }
}
