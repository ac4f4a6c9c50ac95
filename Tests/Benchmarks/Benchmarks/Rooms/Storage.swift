import Benchmark
import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage

/// A venue file with a million simulated fingerprints of 40 readings each, and a radio map of a
/// large site's size.
func storage() {
  let configuration = Benchmark.Configuration(maxDuration: .seconds(5), maxIterations: 10)

  Benchmark("VenueFile.open, 1,000,000 fingerprints (must 50 ms)", configuration: configuration) {
    benchmark in
    benchmark.startMeasurement()
    blackHole(try VenueFile.open(MillionFingerprints.path, readOnly: true))
    benchmark.stopMeasurement()
  } setup: {
    try MillionFingerprints.make()
  } teardown: {
    try? FileManager.default.removeItem(atPath: MillionFingerprints.path)
  }

  Benchmark(
    "VenueFile.append, 10,000 fingerprints to 1,000,000 (must 1 s)", configuration: configuration
  ) { benchmark in
    let file = try VenueFile.open(MillionFingerprints.path)
    let walks = MillionFingerprints.walks(100, from: try file.walkCount())
    benchmark.startMeasurement()
    blackHole(try file.append(walks))
    benchmark.stopMeasurement()
  } setup: {
    try MillionFingerprints.make()
  } teardown: {
    try? FileManager.default.removeItem(atPath: MillionFingerprints.path)
  }

  Benchmark(
    "VenueFile.open and radioMap, 8,700 rows of 216 entries", configuration: configuration
  ) { benchmark in
    benchmark.startMeasurement()
    blackHole(try VenueFile.open(LargeRadioMap.path, readOnly: true).radioMap())
    benchmark.stopMeasurement()
  } setup: {
    try LargeRadioMap.make()
  } teardown: {
    try? FileManager.default.removeItem(atPath: LargeRadioMap.path)
  }
}

private enum MillionFingerprints {
  static let path = NSTemporaryDirectory() + "indoorkit-million-\(getpid()).gpkg"

  static func make() throws {
    let file = try VenueFile.create(path)
    try file.save(
      Venue(id: "v", name: "v", origin: Coordinate(latitude: 48.86, longitude: 2.33)))
    for batch in 0..<100 { try file.append(walks(100, from: batch * 100)) }
  }

  /// Walks of 100 fingerprints; each hears 40 of the hundred transmitters around it, of 5,000 in
  /// all.
  static func walks(_ count: Int, from first: Int) -> [SurveyWalk] {
    (first..<first + count).map { number in
      let base = number * 37 % 4_900
      let level = LevelKey(ordinal: base / 700)
      let hash = String(number, radix: 16)
      let fingerprints = (0..<100).map { (scan: Int) -> Fingerprint in
        let readings = (0..<40).map { entry in
          Reading(
            transmitter: .wifi(0x0011_2200_0000 + UInt64(base + (entry * 61 + scan) % 100)),
            rssi: Int8(-40 - (entry * 7 + scan) % 55), age: UInt32((entry * 977) % 4_000))
        }
        let seconds = Int64(1_700_000_000 + number * 300 + scan * 2)
        return Fingerprint(
          recording: hash, level: level,
          place: LocalPoint(x: Double(scan), y: Double(number % 200)),
          scan: Scan(
            time: Timestamp(microseconds: seconds * 1_000_000), readings: readings))
      }
      return SurveyWalk(
        hash: hash, recording: "walk \(number)", path: [], fingerprints: fingerprints)
    }
  }
}

private enum LargeRadioMap {
  static let path = NSTemporaryDirectory() + "indoorkit-map-\(getpid()).gpkg"

  static func make() throws {
    let rows = 8_700
    let each = 216
    var map = RadioMapColumns()
    for row in 0..<rows {
      map.places.append(LocalPoint(x: Double(row % 100), y: Double(row / 100)))
      map.walks.append(UInt32(row / 30))
      let first = row * 13 % 1_800
      for entry in 0..<each {
        map.transmitters.append(UInt32(first + entry * 10 + (entry + row) % 10))
        map.rssi.append(Int8(-30 - (entry * 7 + row) % 65))
      }
      map.rowStarts.append(UInt32(map.rssi.count))
    }
    let heard = (0..<4_000).map { Transmitter.wifi(0x0011_2200_0000 + UInt64($0)) }
    let whole = RadioMap(
      levels: [LevelKey(ordinal: 0)], transmitters: heard, places: map.places,
      levelIndices: Array(repeating: 0, count: rows), walks: map.walks,
      rowStarts: map.rowStarts, transmitterIndices: map.transmitters, rssi: map.rssi)
    let file = try VenueFile.create(path)
    if let whole { try file.save(whole) }
  }

  private struct RadioMapColumns {
    var places: [LocalPoint] = []
    var walks: [UInt32] = []
    var rowStarts: [UInt32] = [0]
    var transmitters: [UInt32] = []
    var rssi: [Int8] = []
  }
}
