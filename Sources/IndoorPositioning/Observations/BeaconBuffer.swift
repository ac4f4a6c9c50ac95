import IndoorModel

/// The beacons of the last seconds: each of their packets comes alone, and together they make a
/// scan.
struct BeaconBuffer: Sendable {
  /// How long a packet counts, in seconds.
  private let memory: Double
  private var heard: ContiguousArray<(time: Timestamp, reading: Reading)> = []

  init(memory: Double = 5) {
    self.memory = memory
    heard.reserveCapacity(256)
  }

  /// Adds a packet; of one transmitter the newest counts. Beyond 256 the oldest gives way.
  mutating func add(_ reading: Reading, at time: Timestamp) {
    heard.removeAll { time.seconds(since: $0.time) > memory }
    if let known = heard.firstIndex(where: { $0.reading.transmitter == reading.transmitter }) {
      heard.remove(at: known)
    } else if heard.count >= 256 {
      heard.removeFirst()
    }
    heard.append((time, reading))
  }

  /// Appends what was heard in the last seconds, with its age at that time.
  func append(to readings: inout [Reading], at time: Timestamp) {
    for (heardTime, reading) in heard {
      let age = time.seconds(since: heardTime)
      guard age >= 0, age <= memory else { continue }
      var aged = reading
      aged.age = reading.age &+ UInt32(age * 1000)
      readings.append(aged)
    }
  }
}
