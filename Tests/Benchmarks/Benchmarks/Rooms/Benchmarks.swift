import Benchmark

// One file a room registers what is timed there; figures are for one thread.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident], maxDuration: .seconds(2))
  geometry()
  storage()
  venues()
}
