import Testing

import IndoorRecordings

@Suite struct FieldTests {
  private func with<R>(_ text: String, _ body: (Field) throws -> R) throws -> R {
    try Array((text + "\0").utf8).withUnsafeBufferPointer { bytes in
      let start = try #require(bytes.baseAddress)
      return try body(Field(start: start, end: start + text.utf8.count))
    }
  }

  /// The standard library's own parser is correctly rounded.
  @Test(arguments: [
    "0", "-0.0", "1574572522414", "208.86206", "9.3078613E-4", "-1.9028168", "1e22", "1.5e+3",
    "123456789012345678901234567890", "0.1234567890123456789", "2.2250738585072014e-308",
    "4.9e-324",
    "8.5e-300", "179769313486231570000e288",
  ])
  func `numbers are read as the library reads them`(text: String) throws {
    #expect(try with(text) { $0.number } == Double(text))
  }

  @Test(arguments: [
    "", "-", ".", "+1", "1.2.3", "1e", "1e99999", "1e999", "Infinity", "NaN", "0x10", "1 ", "--1",
    "1e5e5",
  ])
  func `what is no finite number is none`(text: String) throws {
    #expect(try with(text) { $0.number } == nil)
  }

  @Test func `addresses are 48 bits with the first octet highest`() throws {
    #expect(try with("06:74:9c:2E:9e:f3") { $0.address } == 0x0674_9C2E_9EF3)
    #expect(try with("06-74-9c-2e-9e-f3") { $0.address } == 0x0674_9C2E_9EF3)
    #expect(try with("06:74:9c:2e:9e:g3") { $0.address } == nil)
    #expect(try with("06:74:9c:2e:9e:f") { $0.address } == nil)
  }

  @Test func `a UUID is two halves of 64 bits`() throws {
    let uuid = try with("FDA50693-A4E2-4FB1-AFCF-C6EB07647825") { $0.uuid }
    #expect(uuid?.high == 0xFDA5_0693_A4E2_4FB1)
    #expect(uuid?.low == 0xAFCF_C6EB_0764_7825)
    #expect(try with("FDA50693-A4E2-4FB1-AFCF_C6EB07647825") { $0.uuid } == nil)
  }

  @Test func `strengths outside what a receiver gives are none`() throws {
    #expect(try with("-97") { $0.rssi } == -97)
    #expect(try with("-86.5") { $0.rssi } == -87)
    #expect(try with("-128") { $0.rssi } == nil)
    #expect(try with("1000000000000000000000") { $0.rssi } == nil)
  }
}
