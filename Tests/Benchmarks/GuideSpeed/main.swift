import Foundation
import IndoorKit

// Times what an app asks a guide: GuideSpeed VENUE.gpkg QUERIES.txt prints a line a figure, its
// name and microseconds that a core was busy: median and 99th percentile of the queries, each asked
// once to warm up and five times to be timed, the median of which counts. Memory is the most that
// was resident, in MB, when the first list was there.

guard CommandLine.arguments.count == 3 else {
  print("usage: GuideSpeed VENUE.gpkg QUERIES.txt")
  exit(64)
}
/// Microseconds that this process's cores were busy.
func busy() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) * 1e-3
}

let start = busy()
let guide = try Guide(VenueFile.open(CommandLine.arguments[1], readOnly: true))
let first = try guide.items().rows.count
let opened = busy() - start

func show(_ name: String, _ times: [Double]) {
  let sorted = times.sorted()
  let tail = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
  print("\(name) \(sorted[sorted.count / 2]) \(tail)")
}

func time(_ body: () -> Int) -> Double {
  var kept = body()
  let times = (0..<5).map { _ in
    let start = busy()
    kept &+= body()
    return busy() - start
  }
  precondition(kept >= 0)
  return times.sorted()[2]
}

print("open \(opened) \(first)")
let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
let most = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
let kilobytes = most?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
print("memory \(kilobytes / 1000) \(first)")
let text = try String(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]), encoding: .utf8)
let queries = text.split(separator: "\n").map(String.init)
let asked = busy()
let found = guide.search(queries.first ?? "a").count
print("first \(busy() - asked) \(found)")
show("search", queries.map { query in time { guide.search(query).count } })
let positions = (0..<200).map { index in
  GuidePosition(
    Coordinate(
      latitude: 41.87 + Double(index % 20) * 1e-3, longitude: -87.63 + Double(index / 20) * 2e-3),
    ordinal: index % 5 - 1)
}
show("nearest", positions.map { position in time { guide.nearest(to: position).count } })
