import IndoorModel
import Testing

struct TransmitterTextTests {
  private let uuid = "fda50693-a4e2-4fb1-afcf-c6eb07647825"

  @Test func `an address reads the same in either case, with colons and with dashes`() {
    let bits = Transmitter.wifi(0x0674_9C2E_9EF3)
    for text in ["06:74:9c:2e:9e:f3", "06:74:9C:2E:9E:F3", "06-74-9C-2e-9e-f3"] {
      #expect(Transmitter(wifi: text) == bits)
      #expect(Transmitter(bluetooth: text) == .bluetooth(0x0674_9C2E_9EF3))
    }
  }

  @Test(arguments: [
    "", "06:74:9c:2e:9e", "06:74:9c:2e:9e:f", "06:74:9c:2e:9e:f3:", " 06:74:9c:2e:9e:f3",
    "06:74:9c:2e:9e:f3\n", "06749c2e9ef3", "06:74:9c-2e:9e:f3", "06.74.9c.2e.9e.f3",
    "0g:74:9c:2e:9e:f3", "06:74:9c:2e:9e:ｆ3", "0:674:9c:2e:9e:f3", "+6:74:9c:2e:9e:f3",
  ])
  func `what is no address is none`(text: String) {
    #expect(Transmitter(wifi: text) == nil)
    #expect(Transmitter(bluetooth: text) == nil)
    #expect(Transmitter("wifi:" + text) == nil)
  }

  @Test func `a beacon is its UUID's 128 bits, major and minor`() {
    let beacon = Transmitter.beacon(
      uuidHigh: 0xFDA5_0693_A4E2_4FB1, uuidLow: 0xAFCF_C6EB_0764_7825, major: 0, minor: 65_535)
    #expect(Transmitter(beacon: uuid, major: 0, minor: 65_535) == beacon)
    #expect(Transmitter(beacon: uuid.uppercased(), major: 0, minor: 65_535) == beacon)
    for (major, minor) in [(-1, 0), (65_536, 0), (0, -1), (0, 65_536), (.max, .min)] {
      #expect(Transmitter(beacon: uuid, major: major, minor: minor) == nil)
    }
    for text in [
      "", "fda50693a4e24fb1afcfc6eb07647825", "{\(uuid)}", uuid + "0", String(uuid.dropLast()),
      "fda50693-a4e2-4fb1-afcf-c6eb0764782g", "fda5069-3a4e2-4fb1-afcf-c6eb07647825",
    ] {
      #expect(Transmitter(beacon: text, major: 1, minor: 1) == nil)
    }
  }

  @Test(arguments: [
    Transmitter.wifi(0x0001_02A0_B0FF), .bluetooth(0xDC0D_304C_BB05),
    .beacon(uuidHigh: 0x0123, uuidLow: 0xFFFF_FFFF_FFFF_FFFF, major: 10_065, minor: 0),
    .column("WAP001"), .column("5 GHz: lobby/east"),
  ])
  func `what a transmitter is called reads back as the same`(transmitter: Transmitter) {
    #expect(Transmitter(transmitter.description) == transmitter)
  }

  @Test func `names are in the spelling of the server's and the tables' lines`() {
    #expect(Transmitter.wifi(0x0674_9C2E_9EF3).description == "wifi:06:74:9c:2e:9e:f3")
    let beacon = Transmitter(beacon: uuid, major: 10_065, minor: 26_049)
    #expect(beacon?.description == "beacon:\(uuid):10065:26049")
    #expect(Transmitter("beacon \(uuid) 10065/26049") == beacon)
    #expect(Transmitter("wifi 06:74:9c:2e:9e:f3") == .wifi(0x0674_9C2E_9EF3))
    #expect(Transmitter("ble dc:0d:30:4c:bb:05") == .bluetooth(0xDC0D_304C_BB05))
  }

  @Test(arguments: [
    "", "wifi", "wifi:", "WiFi:06:74:9c:2e:9e:f3", "06:74:9c:2e:9e:f3", "lte:06:74:9c:2e:9e:f3",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:2:3",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:+1:2",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:-2",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:65536:1",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:99999999999999999999:1",
    "beacon:fda50693-a4e2-4fb1-afcf-c6eb07647825::1", "column:",
  ])
  func `what is no transmitter's name is none`(text: String) {
    #expect(Transmitter(text) == nil)
  }

  /// What a Raspberry Pi is told to advertise in the tutorials that make a beacon of one (`hcitool
  /// cmd 0x08 0x0008`), from the company's number on.
  private let advertised: [UInt8] = [
    0x4C, 0x00, 0x02, 0x15, 0xE2, 0x0A, 0x39, 0xF4, 0x73, 0xF5, 0x4B, 0xC4, 0xA1, 0x2F, 0x17, 0xD1,
    0xAD, 0x07, 0xA9, 0x61, 0x03, 0xE8, 0x07, 0xD0, 0xC8,
  ]

  @Test func `a beacon's advertisement is read with the company's number and without`() {
    let beacon = Transmitter(
      beacon: "E20A39F4-73F5-4BC4-A12F-17D1AD07A961", major: 1000, minor: 2000)
    #expect(beacon != nil)
    #expect(Transmitter(manufacturerData: advertised) == beacon)
    #expect(Transmitter(manufacturerData: advertised.dropFirst(2)) == beacon)
  }

  @Test func `no other advertisement is taken for a beacon's`() {
    for length in 0..<advertised.count {
      #expect(Transmitter(manufacturerData: advertised.prefix(length)) == nil)
    }
    #expect(Transmitter(manufacturerData: advertised + [0]) == nil)
    // Handoff, AirDrop and others have other types; other companies other numbers.
    for (index, byte) in [(2, UInt8(0x0C)), (3, 0x14), (0, 0x4D), (1, 0x01)] {
      var other = advertised
      other[index] = byte
      #expect(Transmitter(manufacturerData: other) == nil)
    }
  }
}
