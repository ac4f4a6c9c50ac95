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

  // A thousand points take 32 KB in and out, which the first cache holds; a page's linework is
  // placed so.
  let pages = (0..<1000).map { PagePoint(x: Double($0), y: Double($0 % 37)) }
  let placement = AffineTransform(a: 0.05, b: 0.02, c: -0.02, d: 0.05, tx: 12, ty: -7)
  var places = [LocalPoint](repeating: LocalPoint(x: 0, y: 0), count: pages.count)
  Benchmark(
    "1,000 page points placed, a million points", configuration: .init(scalingFactor: .kilo)
  ) {
    benchmark in
    for _ in benchmark.scaledIterations {
      placement.apply(pages, into: &places)
      blackHole(places)
    }
  }
  Benchmark("1,000 page points placed into a new array") { _ in
    blackHole(placement.apply(pages, as: LocalPoint.self))
  }
}
