import IndoorModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's resident memory, in megabytes; 0 where the system has no /proc.
struct Memory {
  /// What is resident.
  var now: Double
  /// The most that has been.
  var most: Double

  static var now: Memory {
    var memory = Memory(now: 0, most: 0)
    guard let file = fopen("/proc/self/status", "r") else { return memory }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split { $0 == " " || $0 == "\t" }
      guard words.count > 1, let kibibytes = Double(words[1]) else { continue }
      if words[0] == "VmRSS:" { memory.now = kibibytes * 1024 / 1e6 }
      if words[0] == "VmHWM:" { memory.most = kibibytes * 1024 / 1e6 }
    }
    return memory
  }
}

extension Scan {
  /// Whether Wi-Fi is in it, and not beacons alone.
  var hasWiFi: Bool {
    readings.contains { if case .wifi = $0.transmitter { true } else { false } }
  }
}
