internal import IndoorFiles
public import IndoorModel

/// What keeps a plan from being read or placed.
public struct AlignmentError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is missing, too large or cannot be read.
    public static let unreadableFile = Code(rawValue: "unreadable-file")
    /// The file is neither a PDF nor a PNG or JPEG, or is damaged beyond mending.
    public static let damagedPlan = Code(rawValue: "damaged-plan")
    /// The PDF needs a password.
    public static let passwordNeeded = Code(rawValue: "password-needed")
    /// The plan has no such page.
    public static let noSuchPage = Code(rawValue: "no-such-page")
    /// An anchor's text, file or reference is wrong.
    public static let badAnchor = Code(rawValue: "bad-anchor")
    /// A latitude or longitude is out of range.
    public static let coordinateOutOfRange = Code(rawValue: "coordinate-out-of-range")
    /// There are fewer anchors than the fit needs.
    public static let tooFewAnchors = Code(rawValue: "too-few-anchors")
    /// The anchors coincide or lie too close together.
    public static let anchorsTooClose = Code(rawValue: "anchors-too-close")
    /// The anchors admit no placement.
    public static let noPlacement = Code(rawValue: "no-placement")
    /// The plan's lines do not lie on the walls surely enough.
    public static let unsureFit = Code(rawValue: "unsure-fit")
    /// The coordinate reference system is unknown, or cannot be converted from.
    public static let badReferenceSystem = Code(rawValue: "bad-reference-system")
    /// What is to be written has no place there.
    public static let noPlace = Code(rawValue: "no-place")
    /// A program is missing, or the disk does not take what is written.
    public static let machine = Code(rawValue: "machine")
    /// The machine has too much to do just now: the same may work later.
    public static let busy = Code(rawValue: "busy")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault and not what came in.
  public var isMachineFault: Bool { [.machine, .busy].contains(code) }

  /// The placements between which a plan's lines leave it open, best first; none where that isn't
  /// what went wrong.
  public let candidates: [PlanCandidate]

  init(_ code: Code, _ message: String, candidates: [PlanCandidate] = []) {
    self.code = code
    self.message = message
    self.candidates = candidates
  }

  /// What another program on a plan wasn't given.
  static func busy(_ subject: String, _ what: String) -> AlignmentError {
    AlignmentError(
      .busy, "\(subject): \(what), since the machine has too much to do just now; try again")
  }

  /// What keeps an output from being written.
  init(_ error: FileError) {
    self.init(error.isMachineFault ? .machine : .noPlace, error.message)
  }
}
