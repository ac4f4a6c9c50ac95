import IndoorModel
import Testing

/// What phones' operating systems say, in their units and with their ways of saying nothing.
struct PhoneReadingTests {
  private let beacon = Transmitter.bluetooth(1)
  /// 2026-01-01 00:00:00 UTC, an hour and a half after the phone was started.
  private let clock = BootClock(secondsSinceBoot: 5400, secondsSince1970: 1_767_225_600)

  @Test
  func `the same moment is the same in seconds, microseconds and nanoseconds since the start`() {
    let moment = Timestamp(milliseconds: 1_767_225_601_250)
    #expect(clock.timestamp(seconds: 5401.25) == moment)
    #expect(clock.timestamp(microseconds: 5_401_250_000) == moment)
    #expect(clock.timestamp(nanoseconds: 5_401_250_000_999) == moment)
    #expect(clock.boot == Timestamp(milliseconds: 1_767_220_200_000))
  }

  @Test func `nanoseconds round down on both sides of the start`() {
    let boot = BootClock(boot: Timestamp(microseconds: 0))
    #expect(boot.timestamp(nanoseconds: 1_999).microseconds == 1)
    #expect(boot.timestamp(nanoseconds: -1).microseconds == -1)
    #expect(boot.timestamp(nanoseconds: -1_000).microseconds == -1)
    #expect(boot.timestamp(nanoseconds: .min).microseconds == -9_223_372_036_854_776)
  }

  @Test func `times that no clock can show are clamped, not trapped on`() {
    #expect(clock.timestamp(microseconds: .max).microseconds == .max)
    #expect(
      BootClock(boot: Timestamp(microseconds: .min)).timestamp(seconds: -1).microseconds == .min)
    #expect(Timestamp(seconds: 1e300).microseconds == .max)
    #expect(Timestamp(seconds: -.infinity).microseconds == .min)
    #expect(Timestamp(seconds: .nan).microseconds == 0)
    #expect(Timestamp(seconds: -0.000_000_6).microseconds == -1)
  }

  @Test func `0 of CoreLocation and 127 of CoreBluetooth are no readings`() {
    #expect(Reading(beacon, rssi: 0) == nil)
    #expect(Reading(beacon, rssi: 127) == nil)
    #expect(Reading(beacon, rssi: -128) == nil && Reading(beacon, rssi: 1) == nil)
    #expect(Reading(beacon, rssi: .min) == nil)
    #expect(Reading(nil, rssi: -60) == nil)
    #expect(Reading(beacon, rssi: -60) == Reading(transmitter: beacon, rssi: -60, age: 0))
    #expect(Reading(beacon, rssi: -127)?.rssi == -127 && Reading(beacon, rssi: -1)?.rssi == -1)
  }

  @Test func `a reading's age is what the scan came later by, and never negative`() {
    let reported = clock.timestamp(seconds: 5403)
    func age(_ heard: Timestamp) -> UInt32? {
      Reading(beacon, rssi: -60, heard: heard, reported: reported)?.age
    }
    #expect(age(clock.timestamp(microseconds: 5_401_250_000)) == 1750)
    #expect(age(clock.timestamp(seconds: 5404)) == 0)
    #expect(age(Timestamp(microseconds: .min)) == .max)
  }
}
