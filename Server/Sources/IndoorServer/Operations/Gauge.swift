import Foundation
import IndoorLibc

/// A figure as it is now, as Prometheus reads it.
struct Gauge {
  var name: String
  var help: String
  var type = "gauge"
  /// Labels as they are written, braces and all, or nothing; and what the figure is.
  var samples: [(labels: String, value: Double)]

  init(_ name: String, _ help: String, type: String = "gauge", _ value: Double) {
    self.init(name, help, type: type, [("", value)])
  }

  init(
    _ name: String, _ help: String, type: String = "gauge", _ samples: [(String, Double)]
  ) {
    self.name = name
    self.help = help
    self.type = type
    self.samples = samples.map { (labels: $0.0, value: $0.1) }
  }

  var lines: [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
      + samples.map { "\(name)\($0.labels) \($0.value)" }
  }

  /// What the system says of this process, under the names that all programs have for it; nothing
  /// where it doesn't say it.
  static var process: [Gauge] {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return [] }
    // proc(5): the fields behind the name, from the third on.
    let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
    guard fields.count > 21 else { return [] }
    let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    let page = Double(max(1, sysconf(Int32(_SC_PAGESIZE))))
    let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    return [
      Gauge(
        "process_cpu_seconds_total", "Processor time.", type: "counter",
        (fields[11] + fields[12]) / ticks),
      Gauge("process_resident_memory_bytes", "Memory.", fields[21] * page),
      Gauge("process_open_fds", "Files and connections that are open.", Double(descriptors ?? 0)),
    ]
  }
}
