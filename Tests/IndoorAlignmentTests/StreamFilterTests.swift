import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Ways in which content is packed; examples are those of ISO 32000-2, 7.4, and of Adobe's
/// "PostScript Language Reference", third edition, 3.13.
struct StreamFilterTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `LZW's example of the standard`() {
    let packed: [UInt8] = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]
    let expected: [UInt8] = [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]
    #expect(StreamFilter.lzw(isEarly: true).unpacked(packed, limit: 100) == expected)
    #expect(StreamFilter.lzw(isEarly: true).unpacked(packed, limit: 7) == Array(expected.prefix(7)))
  }

  @Test func `texts of digits and runs`() {
    let hex = StreamFilter.asciiHex.unpacked(Self.bytes("70 6C\n616e7>x"), limit: 100)
    #expect(hex == Self.bytes("planp"))
    // The digits of "Man sure." are well known.
    let text = StreamFilter.ascii85.unpacked(Self.bytes("9jqo^F*2\nM7/c~>7"), limit: 100)
    #expect(text == Self.bytes("Man sure."))
    #expect(StreamFilter.ascii85.unpacked(Self.bytes("z~>"), limit: 100) == [0, 0, 0, 0])
    #expect(StreamFilter.ascii85.unpacked(Self.bytes("zzz~>"), limit: 6).count == 6)
    #expect(StreamFilter.asciiHex.unpacked(Self.bytes("00112233>"), limit: 3).count == 3)
    let runs = StreamFilter.runLength.unpacked([2, 7, 8, 9, 254, 5, 128, 1], limit: 100)
    #expect(runs == [7, 8, 9, 5, 5, 5])
  }

  @Test func `what is cut gives what it has`() {
    #expect(StreamFilter.runLength.unpacked([9, 7], limit: 100) == [7])
    #expect(StreamFilter.runLength.unpacked([200], limit: 100) == [])
    #expect(StreamFilter.lzw(isEarly: true).unpacked([0x80, 0x0B], limit: 100) == [])
    // Code 300 where none but the 256 bytes are known: 100 101100 0….
    #expect(StreamFilter.lzw(isEarly: true).unpacked([0b1001_0110, 0], limit: 100) == [])
    #expect(StreamFilter.flate.unpacked([1, 2, 3], limit: 100) == [])
    #expect(
      StreamFilter.runLength.unpacked([UInt8](repeating: 129, count: 100), limit: 500).count < 700)
  }

  /// Every byte as a code of its own, the codes a bit longer one code early, a fresh table each
  /// 3,800: what the standard asks of writers, without any packing.
  private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func write(_ code: Int, _ width: Int) {
      bits += (0..<width).reversed().map { code >> $0 & 1 == 1 }
    }
    var known = 258
    write(256, 9)
    for (index, byte) in bytes.enumerated() {
      let width = known < 512 ? 9 : known < 1024 ? 10 : known < 2048 ? 11 : 12
      write(Int(byte), width)
      known += 1
      if index % 3800 == 3799 {
        write(256, 12)
        known = 258
      }
    }
    write(257, known < 512 ? 9 : known < 1024 ? 10 : known < 2048 ? 11 : 12)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
    }
  }

  @Test func `LZW's codes grow`() {
    let bytes = (0..<9000).map { UInt8($0 * 7 % 251) }
    #expect(StreamFilter.lzw(isEarly: true).unpacked(Self.lzw(bytes), limit: 10_000) == bytes)
  }

  /// As ReportLab, old Distillers and old CAD programs pack pages.
  @Test func `packed pages' lines are those of the page`() throws {
    let content = PDFLineworkTests.content
    let digits = Self.bytes(
      content.utf8.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined() + ">")
    func place(_ pdf: SmallPDF) throws -> AffineTransform? {
      try PlanMatcher(PlanFile(bytes: pdf.bytes, name: "rooms.pdf"), venue: PDFLineworkTests.venue)
        .find(on: LevelKey(ordinal: 0))?.pageToLocal
    }
    let page = "/MediaBox [-1500 -1500 1500 1500]"
    let plain = try #require(try place(SmallPDF(pages: [page], content: content)))
    for (packed, filter) in [
      (digits, "/Filter /ASCIIHexDecode"),
      (Self.lzw(digits), "/Filter [/LZWDecode /ASCIIHexDecode] /DecodeParms [null << >>]"),
      (Self.lzw(Self.bytes(content)), "/Filter [/LZWDecode] /DecodeParms << /Predictor 1 >>"),
    ] {
      let found = try place(SmallPDF(pages: [page], packed: packed, filter: filter))
      #expect(found == plain, "\(filter)")
    }
  }
}
