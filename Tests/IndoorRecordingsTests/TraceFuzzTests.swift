import IndoorGeometry
import IndoorPositioning
import TestWorlds
import Testing

import IndoorRecordings

@Suite struct TraceFuzzTests {
  @Test func `no mutation of a trace traps, and order and finiteness always hold`() {
    let trace = Array(
      """
      #\tBrand:OPPO\tModel:PBCM10\tFloorName:B1
      1574572522291\tTYPE_WAYPOINT\t208.86206\t216.74796
      1574572522414\tTYPE_ACCELEROMETER\t-1.6574097\t-0.03213501\t17.939987\t2
      1574572522414\tTYPE_MAGNETIC_FIELD\t-31.11267\t-5.3085327\t-24.819946\t3
      1574572522414\tTYPE_GYROSCOPE\t-0.3315735\t0.17259216\t9.3078613E-4\t3
      1574572524224\tTYPE_WIFI\tintime_pos\t06:74:9c:2e:9e:f3\t-42\t5825\t1574572523661
      1574572522535\tTYPE_BEACON\t9195B3AD-A9D0-4500-85FF-9FB0F65A5201\t0\t0\t-56\t-84\t20.6\tE0:78:A3:3E:93:35\t1574572522535
      """.utf8)
    let floor = CompetitionFloorFrame(
      southWest: Coordinate(latitude: 30, longitude: 120),
      northEast: Coordinate(latitude: 30.002, longitude: 120.003), width: 300, height: 200)
    var random = SplitMix64(seed: 1)
    for _ in 0..<3000 {
      let mutated = random.mutated(trace)
      let recording = TraceReader.read(mutated, id: "x", floor: floor).recording
      let times = recording.observations.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
      for case .acceleration(let v) in recording.observations {
        #expect(v.x.isFinite && v.y.isFinite && v.z.isFinite)
      }
      for waypoint in recording.waypoints {
        guard case .coordinate(let place) = waypoint.place else { continue }
        #expect(place.latitude.isFinite && place.longitude.isFinite)
      }
    }
  }
}
