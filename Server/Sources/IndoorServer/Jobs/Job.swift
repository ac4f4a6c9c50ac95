import IndoorJSON

/// Long work that was asked for: how far it is, and what came of it.
struct Job: Sendable {
  /// Where it is on its way.
  enum State: String, Sendable {
    case waiting, running, done, failed
  }

  let id: String
  let venue: String
  let kind: String
  /// What a token has to allow to take it back.
  let scope: Scope
  var state = State.waiting
  /// The part of the work that is done now, and how much of it is.
  var progress: (work: String, done: Int, total: Int)?
  /// What came of it, as JSON.
  var result: JSONOutput?
  /// Why nothing came of it.
  var problem: JSONOutput?

  /// Whether it waits or runs.
  var isOpen: Bool { state == .waiting || state == .running }

  var json: JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("id", .string(id)), ("venue", .string(venue)), ("kind", .string(kind)),
      ("state", .string(state.rawValue)),
    ]
    if let progress {
      members.append(
        (
          "progress",
          .object([
            ("work", .string(progress.work)), ("done", .integer(Int64(progress.done))),
            ("total", .integer(Int64(progress.total))),
          ])
        ))
    }
    if let result { members.append(("result", result)) }
    if let problem { members.append(("problem", problem)) }
    return .object(members)
  }
}
