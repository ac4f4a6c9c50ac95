import Benchmark
import IndoorGeometry

/// Frames and transforms, a thousand points an iteration.
func geometry() {
  let frame = LocalFrame(origin: Coordinate(latitude: 48.86, longitude: 2.33))
  let coordinates = (0..<1000).map {
    Coordinate(latitude: 48.86 + Double($0) * 1e-5, longitude: 2.33 - Double($0) * 1e-5)
  }
  let points = coordinates.map { frame.local(from: $0) }

  Benchmark("LocalFrame.local(from:), 1 point", configuration: .init(scalingFactor: .kilo)) {
    benchmark in
    for i in benchmark.scaledIterations { blackHole(frame.local(from: coordinates[i])) }
  }
  Benchmark("LocalFrame.coordinate(from:), 1 point", configuration: .init(scalingFactor: .kilo)) {
    benchmark in
    for i in benchmark.scaledIterations { blackHole(frame.coordinate(from: points[i])) }
  }
}
