import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

import IndoorRecordings

@Suite struct TraceReaderTests {
  /// A floor whose metres are 1e-5 degrees along both axes.
  private let floor = CompetitionFloorFrame(
    southWest: Coordinate(latitude: 30, longitude: 120),
    northEast: Coordinate(latitude: 30.002, longitude: 120.003), width: 300, height: 200)

  private func read(_ lines: [String]) -> (recording: Recording, skipped: SkippedLines) {
    let read = TraceReader.read(
      Array(lines.joined(separator: "\n").utf8), id: "walk", floor: floor)
    return (read.recording, read.skipped)
  }

  private func scans(_ recording: Recording) -> [Scan] {
    recording.observations.compactMap { if case .scan(let scan) = $0 { scan } else { nil } }
  }

  @Test func `lines out of order are put in order of stamp, equal stamps stay as they came`() {
    let (recording, skipped) = read([
      "2000\tTYPE_ACCELEROMETER\t1\t2\t3\t3", "1000\tTYPE_GYROSCOPE\t1\t0\t0\t3",
      "2000\tTYPE_MAGNETIC_FIELD\t20\t0\t0\t3", "1000\tTYPE_ACCELEROMETER\t4\t5\t6\t3",
    ])
    #expect(skipped.isEmpty)
    #expect(recording.observations.map(\.time.milliseconds) == [1000, 1000, 2000, 2000])
    guard case .angularRate = recording.observations.first,
      case .magneticField = recording.observations.last
    else {
      Issue.record("equal stamps changed places")
      return
    }
  }

  @Test func `entries of one stamp are one scan, their age is the time since last heard`() {
    let (recording, _) = read([
      "5000\tTYPE_WIFI\ta\t06:74:9c:2e:9e:f3\t-42\t5825\t4437",
      "5000\tTYPE_WIFI\tb\t0a:74:9c:2e:9e:f3\t-50\t5825\t4000",
      "7000\tTYPE_WIFI\tb\t0a:74:9c:2e:9e:f3\t-51\t5825\t6900",
    ])
    let found = scans(recording)
    #expect(found.map(\.readings.count) == [2, 1])
    #expect(found.first?.readings.map(\.age) == [563, 1000])
    #expect(found.first?.readings.first?.transmitter == .wifi(0x0674_9C2E_9EF3))
    #expect(found.first?.readings.first?.rssi == -42)
  }

  @Test func `of a transmitter twice in one scan the freshest entry stays`() {
    let (recording, skipped) = read([
      "5000\tTYPE_WIFI\ta\t06:74:9c:2e:9e:f3\t-42\t5825\t1000",
      "6000\tTYPE_WIFI\ta\t06:74:9c:2e:9e:f4\t-60\t5825\t5900",
      "5000\tTYPE_WIFI\ta\t06:74:9c:2e:9e:f3\t-70\t5825\t4900",
    ])
    #expect(skipped[.duplicate] == 1)
    #expect(scans(recording).first?.readings.map(\.rssi) == [-70])
  }

  /// Fibonacci hashing puts multiples of Fibonacci numbers side by side (Knuth, The Art of Computer
  /// Programming, section 6.4); half a million on 80 places of a table took minutes.
  @Test func `a scan of addresses that were chosen to collide is read like any other`() {
    var lines: [String] = []
    for outer in 0..<8192 {
      for inner in 0..<64 {
        let digits = String(outer * 1_836_311_903 + inner * 591_286_729_879, radix: 16)
        let bytes = Array((String(repeating: "0", count: 12 - digits.count) + digits).utf8)
        let address = stride(from: 0, to: 12, by: 2)
          .map { String(decoding: bytes[$0..<$0 + 2], as: UTF8.self) }.joined(separator: ":")
        lines.append("5000\tTYPE_WIFI\ta\t\(address)\t-42\t5825\t4437")
      }
    }
    let start = ContinuousClock.now
    let (recording, skipped) = read(lines)
    #expect(ContinuousClock.now - start < .seconds(120))
    #expect(skipped.isEmpty && scans(recording).map(\.readings.count) == [8192 * 64])
  }

  @Test func `networks that opted out by name are dropped and counted`() {
    let (recording, skipped) = read([
      "5000\tTYPE_WIFI\thome_nomap\t06:74:9c:2e:9e:f3\t-42\t5825\t1000"
    ])
    #expect(scans(recording).isEmpty)
    #expect(skipped[.nomap] == 1)
  }

  @Test func `a second's beacons are a scan stamped with the second's end`() {
    let uuid = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"
    let (recording, _) = read([
      "1200\tTYPE_BEACON\t\(uuid)\t10065\t26049\t-58\t-97\t47.5\tDC:0D:30:4C:BB:04\t1200",
      "1900\tTYPE_BEACON\t\(uuid)\t10065\t26049\t-58\t-90\t47.5\tDC:0D:30:4C:BB:04\t1900",
      "1950\tTYPE_BEACON\t\(uuid)\t0\t0\t-58\t-80\tInfinity\tDC:0D:30:4C:BB:05\t1950",
      "2000\tTYPE_ACCELEROMETER\t0\t0\t9.8\t3",
      "2100\tTYPE_BEACON\t\(uuid)\t10065\t26049\t-58\t-97\t47.5\tDC:0D:30:4C:BB:04\t2100",
      "3500\tTYPE_WAYPOINT\t1\t2",
    ])
    let found = scans(recording)
    // What was heard at 2100 ms waits for the second's end, which only the surveyor saw.
    #expect(found.map(\.time.milliseconds) == [2000])
    #expect(found.first?.readings.map(\.rssi) == [-90, -80])
    #expect(found.first?.readings.map(\.age) == [100, 50])
    #expect(
      found.first?.readings.map(\.transmitter) == [
        .beacon(
          uuidHigh: 0xFDA5_0693_A4E2_4FB1, uuidLow: 0xAFCF_C6EB_0764_7825, major: 10065,
          minor: 26049),
        .bluetooth(0xDC0D_304C_BB05),
      ])
  }

  @Test func `waypoints are fractions of the outline's box`() {
    let (recording, skipped) = read(["1000\tTYPE_WAYPOINT\t150\t50"])
    #expect(skipped.isEmpty)
    guard case .coordinate(let place) = recording.waypoints.first?.place else {
      Issue.record("no coordinate")
      return
    }
    #expect(abs(place.latitude - 30.0005) < 1e-12)
    #expect(abs(place.longitude - 120.0015) < 1e-12)
  }

  @Test func `the header gives device and level`() {
    let (recording, _) = read([
      "#\tSiteID:x\tFloorName:B2", "#\tBrand:OPPO\tModel:PBCM10\tAndroidName:8.1.0",
    ])
    #expect(recording.device == "OPPO PBCM10")
    #expect(recording.level == LevelKey(ordinal: -2))
  }

  @Test(
    arguments: [
      ("1000\tTYPE_ACCELEROMETER\t1\t2\t31001\tTYPE_GYROSCOPE\t1\t2\t3\t3", .glued),
      (
        "1000\tTYPE_ACCELEROMETER_UNCALIBRATED\t1\t2\t3\t0\t0\t0\t31001\tTYPE_WAYPOINT\t1\t2",
        .glued
      ),
      ("1000\tTYPE_GAME_ROTATION_VECTOR\t1\t2\t31001\tTYPE_WAYPOINT\t1\t2", .glued),
      ("1000\tTYPE_WAYPOINT\t1\t21001\tTYPE_WIFI\ta\t06:74:9c:2e:9e:f3\t-42\t5825\t1", .glued),
      ("1000\tTYPE_ACCELEROMETER\t1\t2", .malformed), ("1000\tTYPE_WAYPOINT\t1", .malformed),
      ("1000", .malformed), ("x\tTYPE_WAYPOINT\t1\t2", .noMilliseconds),
      ("1000\tTYPE_WIFI\ta\t06:74:9c:2e:9e\t-42\t5825\t1", .malformed),
      ("1000\tTYPE_BLUE\tname\tE0:78:A3:3E:93:35\t-84", .unknownType),
      ("1000\tTYPE_ACCELEROMETER\t1e9\t2\t3\t3", .outOfRange),
      ("1000\tTYPE_WIFI\ta\t06:74:9c:2e:9e:f3\t-420\t5825\t1", .outOfRange),
      ("1000\tTYPE_ACCELEROMETER\tNaN\t2\t3\t3", .malformed),
      ("1.78E+12\tTYPE_WAYPOINT\t1\t2", .shortenedTime),
      ("1.780306800000000000e+12\tTYPE_WAYPOINT\t1\t2", .noMilliseconds),
      ("-5\tTYPE_WAYPOINT\t1\t2", .noMilliseconds),
      ("99999999999999999999\tTYPE_WAYPOINT\t1\t2", .noMilliseconds),
    ] as [(String, SkippedLines.Reason)])
  func `what is not a line of its type is skipped and counted`(
    line: String, reason: SkippedLines.Reason
  ) {
    let (recording, skipped) = read([line])
    #expect(recording.observations.isEmpty)
    #expect(recording.waypoints.isEmpty)
    #expect(skipped.counts == [reason: 1])
  }

  @Test func `known lines that nothing needs pass without a count`() {
    let (recording, skipped) = read([
      "1000\tTYPE_ROTATION_VECTOR\t1\t2\t3\t3",
      "1000\tTYPE_ACCELEROMETER_UNCALIBRATED\t1\t2\t3\t1\t2\t3\t3",
    ])
    #expect(recording.observations.isEmpty)
    #expect(skipped.isEmpty)
  }

  /// Counted with `cut -f2 FILE | sort | uniq -c`, the scans with `grep TYPE_WIFI | cut -f1 | uniq
  /// -c`.
  @Test(.enabled(if: realData != nil, realDataHint))
  func `a real trace gives as many of each kind as awk counts in it`() throws {
    let path =
      (realData ?? "")
      + "/indoor-location-competition/site1/B1/path_data_files/5dda14979191710006b5720e.txt"
    var stream = try RecordingStream(path)
    let read = try #require(try stream.next())
    var counts = [0, 0, 0]
    for observation in read.recording.observations {
      switch observation {
      case .acceleration: counts[0] += 1
      case .angularRate: counts[1] += 1
      case .magneticField: counts[2] += 1
      default: break
      }
    }
    #expect(counts == [883, 883, 883])
    let wifi = scans(read.recording).filter {
      if case .wifi = $0.readings.first?.transmitter { true } else { false }
    }
    #expect(
      wifi.map(\.time.milliseconds) == [
        1_574_572_524_224, 1_574_572_526_206, 1_574_572_528_129, 1_574_572_530_049,
        1_574_572_531_978, 1_574_572_533_923, 1_574_572_535_884, 1_574_572_537_889,
        1_574_572_539_861,
      ])
    #expect(wifi.reduce(0) { $0 + $1.readings.count } + read.skipped[.duplicate] == 1048)
    #expect(read.skipped[.unknownType] == 229 + 229 + 2)
    #expect(read.recording.device == "OPPO PBCM10")
    #expect(read.recording.level == LevelKey(ordinal: -1))
    #expect(read.recording.id == "5dda14979191710006b5720e")
    let times = read.recording.observations.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
