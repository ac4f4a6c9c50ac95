// usage: AttitudeSpeed SAMPLES RATE
//
// SAMPLES holds rows of nine little-endian doubles: angular rate, acceleration, magnetic field.
// Prints how many of them a second the heading filter takes on one thread, attitude and heading
// read after each: the best of eight runs.
import Foundation
import IndoorModel
@_spi(Measuring) import IndoorPositioning

let arguments = CommandLine.arguments
guard arguments.count == 3, let rate = Double(arguments[2]), rate > 0,
  let data = FileManager.default.contents(atPath: arguments[1])
else {
  print("usage: AttitudeSpeed SAMPLES RATE")
  exit(64)
}
let values = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
let rows = values.count / 9
let stamps = (0..<rows).map { Timestamp(microseconds: Int64((Double($0) / rate * 1e6).rounded())) }

func sample(_ row: Int, _ first: Int) -> VectorSample {
  let at = row * 9 + first
  return VectorSample(time: stamps[row], x: values[at], y: values[at + 1], z: values[at + 2])
}
let rates = (0..<rows).map { sample($0, 0) }
let accelerations = (0..<rows).map { sample($0, 3) }
let fields = (0..<rows).map { sample($0, 6) }

/// Seconds that one run takes, and a sum of what it said, so that nothing can be left out of it.
@inline(never)
func run(
  _ rates: UnsafeBufferPointer<VectorSample>, _ accelerations: UnsafeBufferPointer<VectorSample>,
  _ fields: UnsafeBufferPointer<VectorSample>
) -> (seconds: Double, sum: Double) {
  var filter = HeadingRun()
  var sum = 0.0
  let begin = ContinuousClock.now
  for row in rates.indices {
    sum += filter.update(
      angularRate: rates[row], acceleration: accelerations[row], magneticField: fields[row])
  }
  let took = (ContinuousClock.now - begin).components
  return (Double(took.seconds) + Double(took.attoseconds) * 1e-18, sum)
}

let runs = (0..<8).map { _ in
  rates.withUnsafeBufferPointer { rates in
    accelerations.withUnsafeBufferPointer { accelerations in
      fields.withUnsafeBufferPointer { run(rates, accelerations, $0) }
    }
  }
}
let best = runs.map(\.seconds).min() ?? .infinity
print("\(Double(rows) / best) \(runs[0].sum)")
