/// What a use case tells while it works: in order, one call at a time.
public enum AuthoringProgress: Sendable {
  /// Of a part of the work, `done` of `total` pieces are done.
  case working(Work, done: Int, total: Int)
  /// A part of the work has come to its end.
  case finished(Work)
  /// Its user should know this now, as that a pipe is waited for.
  case warning(AuthoringWarning)

  /// A part of the work, as `reading-walks`.
  public enum Work: String, CaseIterable, Codable, Sendable {
    /// The sources of a venue; the pieces are files.
    case reading
    /// The walks of a venue file; the pieces are walks.
    case readingWalks = "reading-walks"
    /// The walks that no build has seen; the pieces are walks.
    case readingNewWalks = "reading-new-walks"
    /// The sources of a survey; the pieces are files.
    case importing
    /// Lifts and stairs on plans; the pieces are plans.
    case lookingForConnectors = "looking-for-lifts-and-stairs"
    /// Recordings to be located; the pieces are files.
    case locating
    /// Simulated walks; the pieces are walks.
    case walking

    /// The same in words.
    public var label: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }
  }
}

/// Is told what a use case does, while it does it.
public typealias ProgressHandler = @Sendable (AuthoringProgress) -> Void

extension AuthoringProgress {
  /// Tells one part of the work to a handler, piece by piece.
  struct Part {
    let work: Work
    let total: Int
    let progress: ProgressHandler

    init(_ work: Work, total: Int, _ progress: @escaping ProgressHandler) {
      self.work = work
      self.total = total
      self.progress = progress
      update(0)
    }

    func update(_ done: Int) { progress(.working(work, done: done, total: total)) }

    func finish() { progress(.finished(work)) }
  }
}
