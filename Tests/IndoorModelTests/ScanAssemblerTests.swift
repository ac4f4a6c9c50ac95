import IndoorModel
import Testing

@Suite struct ScanAssemblerTests {
  /// What scans at some milliseconds come to, each with its time; scans that don't count are left
  /// out.
  private func assembled(_ scans: [(Int64, [Reading])], hearsWiFi: Bool? = nil) -> [Scan] {
    var assembler = ScanAssembler(hearsWiFi: hearsWiFi)
    var readings: [Reading] = []
    return scans.compactMap { milliseconds, heard in
      let scan = Scan(time: Timestamp(milliseconds: milliseconds), readings: heard)
      assembler.assemble(scan, into: &readings)
      return readings.isEmpty ? nil : Scan(time: scan.time, readings: readings)
    }
  }

  private func beacon(_ number: UInt64, _ rssi: Int8 = -60, age: UInt32 = 0) -> Reading {
    Reading(transmitter: .bluetooth(number), rssi: rssi, age: age)
  }

  private func wifi(_ rssi: Int8, age: UInt32 = 0) -> Reading {
    Reading(transmitter: .wifi(1), rssi: rssi, age: age)
  }

  @Test func `beacons of the last five seconds join a Wi-Fi scan, the newest of each`() {
    let scans = assembled([
      (0, [wifi(-50)]), (1000, [beacon(7, -80)]), (2000, [beacon(8, age: 100)]),
      (3000, [beacon(7, -70)]), (6500, [wifi(-51, age: 300)]), (9000, [wifi(-52)]),
    ])
    #expect(scans.map(\.time.milliseconds) == [0, 6500, 9000])
    #expect(scans.first?.readings == [wifi(-50)])
    #expect(
      scans.dropFirst().first?.readings
        == [wifi(-51, age: 300), beacon(8, age: 4600), beacon(7, -70, age: 3500)])
    #expect(scans.last?.readings == [wifi(-52)])
  }

  @Test func `without Wi-Fi beacons make a scan a second`() {
    let scans = assembled((0..<30).map { (Int64($0) * 100, [beacon(UInt64($0))]) })
    #expect(scans.map(\.time.milliseconds) == [0, 1000, 2000])
    #expect(scans.map(\.readings.count) == [1, 11, 21])
  }

  @Test func `beacons wait for the next Wi-Fi scan for 35 seconds`() {
    let scans = assembled(
      [(0, [wifi(-50)])] + (1...40).map { (Int64($0) * 1000, [beacon(7)]) })
    #expect(scans.map(\.time.milliseconds) == [0] + (36...40).map { $0 * 1000 })
  }

  @Test
  func `where it is known whether Wi-Fi is heard, beacons alone never make scans or always do`() {
    let beacons: [(Int64, [Reading])] = (0..<50).map { ($0 * 1000, [beacon(7)]) }
    #expect(assembled(beacons, hearsWiFi: true).isEmpty)
    #expect(assembled(beacons, hearsWiFi: false).count == 50)
    // Of one who is walking nobody knows; the Wi-Fi at 20 s ends it for 35 s.
    var scans = beacons
    scans.insert((20_000, [wifi(-50)]), at: 20)
    #expect(assembled(scans).count == 21)
  }

  @Test func `what is older than twenty seconds counts for nothing`() {
    let scans = assembled([
      (0, [wifi(-50, age: 20_000), beacon(7, age: 20_001)]), (1000, [wifi(-50, age: 20_001)]),
      (2000, [beacon(8, age: 19_000)]), (4000, [wifi(-51)]),
    ])
    #expect(scans.map(\.readings) == [[wifi(-50, age: 20_000)], [wifi(-51)]])
  }

  @Test func `of very many beacons the last 256 are remembered`() {
    let scans = assembled([
      (0, [wifi(-50)]), (1000, (0..<300).map { beacon($0) }), (1000, [wifi(-50)]),
    ])
    #expect(
      scans.last?.readings.dropFirst().map(\.transmitter) == (44..<300).map { .bluetooth($0) })
  }
}
