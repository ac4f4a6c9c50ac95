import IndoorKit
import IndoorRecordings

/// What a phone's sensors deliver, here from a recording, and recorded on the way.
///
/// In an app the task's loop is what the sensors' callbacks do; they yield
/// `Observation.observations(of: motion, clock: clock)`, `Observation(beacons, at: now)` and so on.
/// There the stream wants `.bufferingNewest(500)`, so that an app that is busy falls behind by
/// seconds and not for ever; a recording has to be heard whole.
struct Sensors {
  /// One observation after the other, in order of time.
  let observations: AsyncStream<Observation>
  private let listening: Task<Void, any Error>

  init(replaying path: String, recordingTo output: String?) throws {
    var stream = try RecordingStream(path)
    let recording = try stream.next()?.recording ?? Recording(id: "nothing")
    let (observations, continuation) = AsyncStream.makeStream(of: Observation.self)
    self.observations = observations
    listening = Task {
      defer { continuation.finish() }
      let header = Recording(id: "heard", device: recording.device)
      let writer = try output.map { try RecordingWriter(path: $0, header: header) }
      for await observation in Replay(recording.observations, speed: .infinity) {
        try writer?.append(observation)
        continuation.yield(observation)
      }
      try writer?.close()
    }
  }

  /// Waits until the recording is written.
  ///
  /// - Throws: `PositioningError` where it couldn't be.
  func finish() async throws { try await listening.value }
}
