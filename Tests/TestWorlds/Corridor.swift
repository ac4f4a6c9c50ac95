package import IndoorGeometry
import IndoorLibc
package import IndoorModel
package import IndoorPositioning

/// Two levels of one corridor 100 m long, with a transmitter every 5 m, heard by free-space loss; a
/// floor costs 25 dB.
package struct Corridor {
  package static let frame = LocalFrame(origin: Coordinate(latitude: 52, longitude: 13))
  package static let levels = [LevelKey(ordinal: 0), LevelKey(ordinal: 1)]

  /// What is heard at a place.
  package static func readings(x: Double, level: Int, age: UInt32 = 0) -> [Reading] {
    var readings: [Reading] = []
    for k in 0..<42 {
      let (at, on) = (Double(k / 2) * 5, k % 2)
      let distance = max(1, abs(x - at))
      let rssi = -40 - 25 * log10(distance) - (on == level ? 0 : 25)
      guard rssi > -90 else { continue }
      readings.append(
        Reading(transmitter: .wifi(UInt64(k + 1)), rssi: Int8(rssi.rounded()), age: age))
    }
    return readings
  }

  /// A row every metre on each level.
  ///
  /// - Parameter unsurveyed: where there are no rows, in metres from the corridor's start.
  package static func map(unsurveyed: Range<Int> = 0..<0) -> RadioMap? {
    var places: [LocalPoint] = []
    var levelIndices: [UInt16] = []
    var walks: [UInt32] = []
    var rowStarts: [UInt32] = [0]
    var transmitters: [UInt32] = []
    var rssi: [Int8] = []
    for level in 0..<2 {
      for x in 0...100 where !unsurveyed.contains(x) {
        for reading in readings(x: Double(x), level: level) {
          guard case .wifi(let number) = reading.transmitter else { continue }
          transmitters.append(UInt32(number - 1))
          rssi.append(reading.rssi)
        }
        places.append(LocalPoint(x: Double(x), y: 0))
        levelIndices.append(UInt16(level))
        walks.append(UInt32(level))
        rowStarts.append(UInt32(rssi.count))
      }
    }
    return RadioMap(
      levels: levels, transmitters: (1...42).map { .wifi($0) }, places: places,
      levelIndices: levelIndices, walks: walks, rowStarts: rowStarts,
      transmitterIndices: transmitters, rssi: rssi)
  }

  /// A walk from x = 10 eastwards at 1.3 m/s on a level: scans every 2 s, and a phone held level in
  /// front whose steps and compass say what they should, or the compass something else by an angle.
  ///
  /// - Parameter compassOff: degrees clockwise that the compass is off by.
  package static func walk(
    seconds: Double, level: Int = 0, start: Double = 1_574_572_000, from x0: Double = 10,
    scanEvery: Double = 2, compassOff: Double = 0
  ) -> [Observation] {
    let off = Angle.radians(compassOff)
    var observations: [Observation] = []
    var nextScan = 1.0
    for tick in 0..<Int(seconds * 50) {
      let t = Double(tick) / 50
      let time = Timestamp(microseconds: Int64((start + t) * 1e6))
      let bounce = 2.5 * sin(2 * .pi * 1.8 * t)
      observations.append(.acceleration(VectorSample(time: time, x: 0, y: 0, z: 9.81 + bounce)))
      observations.append(.angularRate(VectorSample(time: time, x: 0, y: 0, z: 0)))
      // Facing east, magnetic north is to the left: the device's -x.
      observations.append(
        .magneticField(VectorSample(time: time, x: -20 * cos(off), y: -20 * sin(off), z: -40)))
      if t >= nextScan {
        nextScan += scanEvery
        observations.append(
          .scan(Scan(time: time, readings: readings(x: x0 + 1.3 * t, level: level))))
      }
    }
    return observations
  }
}
