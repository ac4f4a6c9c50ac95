import HTTPTypes
import IndoorAuthoring
import IndoorFiles
import IndoorJSON
import IndoorModel
import Synchronization

/// The jobs that were asked for, the newest last; only so many are remembered.
final class Jobs: Sendable {
  private let state = Mutex<[Job]>([])

  private static let most = 200
  /// Jobs of one venue that wait or run.
  private static let mostOpen = 4

  /// Jobs of a venue, or all.
  func list(venue: String?) -> [Job] {
    state.withLock { $0 }.filter { job in venue.map { job.venue == $0 } ?? true }
  }

  /// The job of an id.
  func find(_ id: String) -> Job? { state.withLock { $0.first { $0.id == id } } }

  /// Begins a job and returns at once.
  ///
  /// - Throws: 429 where too many wait already.
  func start(
    _ kind: String, of venue: String,
    _ body: @escaping @Sendable (_ progress: @escaping ProgressHandler) async throws -> JSONOutput
  ) throws(Refusal) -> Job {
    var generator = SystemRandomNumberGenerator()
    let id = SHA256.hexadecimal((0..<8).map { _ in .random(in: .min ... .max, using: &generator) })
    let job = Job(id: id, venue: venue, kind: kind)
    let isTaken = state.withLock { jobs in
      let open = jobs.count { $0.venue == venue && [.waiting, .running].contains($0.state) }
      guard open < Self.mostOpen else { return false }
      if jobs.count >= Self.most,
        let old = jobs.firstIndex(where: { [.done, .failed].contains($0.state) })
      {
        jobs.remove(at: old)
      }
      jobs.append(job)
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

  private func run(
    _ id: String,
    _ body: @Sendable (_ progress: @escaping ProgressHandler) async throws -> JSONOutput
  ) async {
    do {
      let result = try await body { [self] progress in
        change(id) { job in
          job.state = .running
          if case .working(let work, let done, let total) = progress {
            job.progress = (work.rawValue, done, total)
          }
        }
      }
      change(id) { ($0.state, $0.result) = (.done, result) }
    } catch {
      let problem =
        (error as? NamedProblem)?.problem.json
        ?? (error as? any IndoorError).map { Problem($0).json } ?? JSONOutput.null
      change(id) { ($0.state, $0.problem) = (.failed, problem) }
    }
  }

  private func change(_ id: String, _ body: (inout Job) -> Void) {
    state.withLock { jobs in
      guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
      body(&jobs[index])
    }
  }
}
