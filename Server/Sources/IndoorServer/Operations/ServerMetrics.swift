import HTTPTypes
import Synchronization

/// What is counted, as Prometheus reads it (text format 0.0.4). Labels are routes as they are
/// written in the description, methods and statuses: there are only so many.
final class ServerMetrics: Sendable {
  private struct Key: Hashable {
    var path: String
    var method: String
    var status: Int
  }

  private struct Latency {
    var counts: [Int] = Array(repeating: 0, count: ServerMetrics.bounds.count)
    var total = 0
    var sum = 0.0
  }

  private struct State {
    var requests: [Key: Int] = [:]
    var latencies: [String: Latency] = [:]
    var counters: [Counter: Int] = [:]
  }

  /// What is counted beside requests.
  enum Counter: String, CaseIterable {
    case scans = "indoor_scans_total"
    case observations = "indoor_observations_total"
    case dropped = "indoor_observations_dropped_total"
    case positions = "indoor_positions_total"
    case uploads = "indoor_uploads_total"
    case lost = "indoor_events_lost_total"

    fileprivate var help: String {
      switch self {
      case .scans: "Scans located for themselves."
      case .observations: "Observations that sessions took."
      case .dropped: "Observations stamped before their session's newest position, or sent before."
      case .positions: "Positions made."
      case .uploads: "Recordings uploaded."
      case .lost: "Events that slow listeners lost."
      }
    }
  }

  /// Upper ends of the latencies' buckets, in seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

  private let state = Mutex(State())

  /// Counts a request.
  func count(
    _ path: String, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status, seconds: Double
  ) {
    let known: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    let method = known.contains(method.rawValue) ? method.rawValue : "other"
    state.withLock { state in
      state.requests[Key(path: path, method: method, status: status.code), default: 0] += 1
      var latency = state.latencies[path] ?? Latency()
      if let slot = Self.bounds.firstIndex(where: { seconds <= $0 }) { latency.counts[slot] += 1 }
      latency.total += 1
      latency.sum += seconds
      state.latencies[path] = latency
    }
  }

  /// Counts something else.
  func add(_ count: Int, _ counter: Counter) {
    guard count > 0 else { return }
    state.withLock { $0.counters[counter, default: 0] += count }
  }

  /// All of it, with what is there now.
  func text(_ gauges: [Gauge]) -> String {
    let state = state.withLock { $0 }
    var lines = [
      "# HELP indoor_requests_total Requests answered.", "# TYPE indoor_requests_total counter",
    ]
    lines += state.requests.map { key, count in
      "indoor_requests_total{route=\"\(key.path)\",method=\"\(key.method)\",status=\"\(key.status)\"} \(count)"
    }.sorted()
    lines += [
      "# HELP indoor_request_seconds Time until the answer begins.",
      "# TYPE indoor_request_seconds histogram",
    ]
    for (path, latency) in state.latencies.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (bound, count) in zip(Self.bounds, latency.counts) {
        sum += count
        lines.append("indoor_request_seconds_bucket{route=\"\(path)\",le=\"\(bound)\"} \(sum)")
      }
      lines += [
        "indoor_request_seconds_bucket{route=\"\(path)\",le=\"+Inf\"} \(latency.total)",
        "indoor_request_seconds_sum{route=\"\(path)\"} \(latency.sum)",
        "indoor_request_seconds_count{route=\"\(path)\"} \(latency.total)",
      ]
    }
    for counter in Counter.allCases {
      lines += [
        "# HELP \(counter.rawValue) \(counter.help)", "# TYPE \(counter.rawValue) counter",
        "\(counter.rawValue) \(state.counters[counter] ?? 0)",
      ]
    }
    lines += gauges.flatMap(\.lines)
    return lines.joined(separator: "\n") + "\n"
  }
}
