import Foundation
import IndoorModel
import IndoorPositioning
import IndoorSurveying

/// Recordings of a file that are located side by side: a table has a million of a scan each, which
/// know nothing of each other.
struct LocatingBatch {
  /// A recording that waits.
  struct Job: Sendable {
    var recording: Recording
    /// The file it is of, and what it is called.
    var path: String
    var name: String
    var truth: [SurveyWalk.PathPoint]?
    var relief: Relief?
  }

  /// How many recordings are located at once, at most.
  var mostJobs = most.jobs
  private(set) var jobs: [Job] = []
  private var observations = 0

  /// As many recordings, and observations in them, as are worth a thread and small in memory.
  static let most = (jobs: 1024, observations: 4096)

  /// Whether it should be located before more are read.
  var isFull: Bool {
    jobs.count >= mostJobs || observations >= min(4 * mostJobs, Self.most.observations)
  }

  mutating func append(_ job: Job) {
    observations += job.recording.observations.count
    jobs.append(job)
  }

  mutating func removeAll() {
    jobs.removeAll(keepingCapacity: true)
    observations = 0
  }

  /// Locates all of them; what came of each, in their order.
  func run<Result: Sendable>(_ locate: @Sendable (Job) -> Result) -> [Result] {
    let jobs = jobs
    guard jobs.count > 1 else { return jobs.map(locate) }
    let parts = min(jobs.count, ProcessInfo.processInfo.activeProcessorCount * 4)
    var found = [[Result]](repeating: [], count: parts)
    found.withUnsafeMutableBufferPointer { found in
      // Each writes to its own place alone.
      nonisolated(unsafe) let found = found
      DispatchQueue.concurrentPerform(iterations: parts) { part in
        found[part] = jobs[(part * jobs.count / parts)..<((part + 1) * jobs.count / parts)]
          .map(locate)
      }
    }
    return found.flatMap(\.self)
  }
}
