import HTTPTypes
import IndoorAuthoring
import IndoorFiles
import IndoorJSON
import IndoorModel
import Synchronization

/// The jobs that were asked for, the newest last; only so many are remembered.
final class Jobs: Sendable {
  private let state = Mutex(State())

  private struct State {
    var jobs: [Job] = []
    var ended: [Ending: Int] = [:]
  }

  /// How jobs ended.
  struct Ending: Hashable, Sendable {
    var kind: String
    var state: Job.State
  }

  private static let most = 200
  /// Jobs of one venue that wait or run.
  private static let mostOpen = 4

  /// What a job asks and tells while it works.
  struct Handle: Sendable {
    /// To be called when the job's turn comes and a thread has begun to do it.
    ///
    /// - Throws: `CancellationError` where it was taken back meanwhile.
    let begin: @Sendable () throws -> Void
    /// Is told how far it is.
    let progress: ProgressHandler
  }

  /// Jobs of a venue, or all.
  func list(venue: String?) -> [Job] {
    state.withLock { $0.jobs }.filter { job in venue.map { job.venue == $0 } ?? true }
  }

  /// The job of an id.
  func find(_ id: String) -> Job? { state.withLock { $0.jobs.first { $0.id == id } } }

  /// How many ended how, since the start.
  var endings: [Ending: Int] { state.withLock { $0.ended } }

  /// Begins a job and returns at once.
  ///
  /// - Throws: 429 where too many wait already.
  func start(
    _ kind: String, of venue: String, scope: Scope,
    _ body: @escaping @Sendable (Handle) async throws -> JSONOutput
  ) throws(Refusal) -> Job {
    var generator = SystemRandomNumberGenerator()
    let id = SHA256.hexadecimal((0..<8).map { _ in .random(in: .min ... .max, using: &generator) })
    let job = Job(id: id, venue: venue, kind: kind, scope: scope)
    let isTaken = state.withLock { state in
      guard state.jobs.count(where: { $0.venue == venue && $0.isOpen }) < Self.mostOpen else {
        return false
      }
      if state.jobs.count >= Self.most, let old = state.jobs.firstIndex(where: { !$0.isOpen }) {
        state.jobs.remove(at: old)
      }
      state.jobs.append(job)
      return true
    }
    guard isTaken else {
      throw Refusal(
        .tooManyRequests, .tooManyOpen, "\(Self.mostOpen) jobs of \(venue) wait already"
      ).retried(after: 10)
    }
    Task { await run(id, body) }
    return job
  }

  /// Takes a job back that waits, or forgets one that ended.
  ///
  /// - Throws: 404 where there is none, 409 for one that runs.
  func remove(_ id: String) throws(Refusal) {
    let found = state.withLock { state -> Job.State? in
      guard let index = state.jobs.firstIndex(where: { $0.id == id }) else { return nil }
      let job = state.jobs[index]
      if job.state != .running { state.jobs.remove(at: index) }
      return job.state
    }
    guard let found else { throw .noJob(id) }
    guard found != .running else {
      throw Refusal(
        .conflict, .jobRuns, "the job \(id) runs, and can't be taken back any more; wait for it")
    }
  }

  private func run(_ id: String, _ body: @Sendable (Handle) async throws -> JSONOutput) async {
    let handle = Handle(
      begin: { [self] in
        guard change(id, { $0.state = .running }) else { throw CancellationError() }
      },
      progress: { [self] progress in
        guard case .working(let work, let done, let total) = progress else { return }
        change(id) { $0.progress = (work.rawValue, done, total) }
      })
    do {
      let result = try await body(handle)
      end(id) { ($0.state, $0.result) = (.done, result) }
    } catch {
      let problem =
        (error as? NamedProblem)?.problem.json
        ?? (error as? any IndoorError).map { Problem($0).json } ?? JSONOutput.null
      end(id) { ($0.state, $0.problem) = (.failed, problem) }
    }
  }

  private func end(_ id: String, _ body: (inout Job) -> Void) {
    change(id, body)
    guard let job = find(id) else { return }
    state.withLock { $0.ended[Ending(kind: job.kind, state: job.state), default: 0] += 1 }
  }

  /// Whether there is still such a job.
  @discardableResult
  private func change(_ id: String, _ body: (inout Job) -> Void) -> Bool {
    state.withLock { state in
      guard let index = state.jobs.firstIndex(where: { $0.id == id }) else { return false }
      body(&state.jobs[index])
      return true
    }
  }
}

extension Refusal {
  static func noJob(_ id: String) -> Refusal {
    Refusal(.notFound, .noJob, "there is no job \"\(id)\"")
  }
}
