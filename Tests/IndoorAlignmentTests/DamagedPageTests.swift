import IndoorAlignment
import IndoorModel
import Testing

/// Pages whose streams are damaged, as by a bad block of a disk: the zlib format (RFC 1950) ends
/// with a checksum of what was packed.
struct DamagedPageTests {
  private static let content = Deflate.packed(
    Array((0..<2000).map { "\($0 * 7919 % 199) \($0 * 104_729 % 97) m 10 10 l S\n" }.joined().utf8))

  private func isTold(_ packed: [UInt8]) throws -> Bool {
    try isTold(SmallPDF(packed: packed))
  }

  private func isTold(_ pdf: SmallPDF) throws -> Bool {
    let warnings = try PlanFile(bytes: pdf.bytes, name: "plan.pdf").warnings
    return warnings.contains { $0.code.rawValue == "damaged-page" }
  }

  @Test func `a page whose content is damaged is told`() throws {
    #expect(try !isTold(Self.content))
    var zeroed = Self.content
    for index in 500..<700 { zeroed[index] = 0 }
    #expect(try isTold(zeroed))
    #expect(try isTold(Array(Self.content.prefix(900))))
    // The last byte is the checksum's.
    var other = Self.content
    other[other.count - 1] ^= 1
    #expect(try isTold(other))
  }

  @Test func `what viewers show whole isn't called damaged`() throws {
    #expect(try !isTold(Self.content + [0x0D, 0x0A]))
    // Without its checksum, or half of it, all lines are there.
    #expect(try !isTold(Array(Self.content.dropLast(4))))
    #expect(try !isTold(Array(Self.content.dropLast(2))))
    #expect(try !isTold(Array(Self.content.dropLast(4)) + [0, 0, 0, 0]))
    #expect(try !isTold([]))
    #expect(try !isTold(SmallPDF(content: "0 0 m")))
  }

  /// 512 bytes are a disk's smallest block.
  @Test func `zeros within a content that isn't packed are told`() throws {
    let lines = (0..<200).map { "\($0) 0 m 10 10 l S\n" }.joined()
    func text(zeros: Int, at place: Int) -> String {
      let start = lines.index(lines.startIndex, offsetBy: place)
      let end = lines.index(start, offsetBy: min(zeros, lines.count - place))
      return lines[..<start] + String(repeating: "\0", count: zeros) + lines[end...]
    }
    #expect(try isTold(SmallPDF(content: text(zeros: 512, at: 600))))
    #expect(try !isTold(SmallPDF(content: text(zeros: 20, at: 600))))
    #expect(try !isTold(SmallPDF(content: lines + String(repeating: "\0", count: 512))))
    #expect(try !isTold(SmallPDF(content: lines)))
  }

  @Test func `what isn't there, or breaks off within a text, is told`() throws {
    func codes(
      _ contents: String, _ streams: [(number: Int, entries: String, bytes: [UInt8])]
    ) throws -> [String] {
      var pdf = RawPDF()
      pdf.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
      pdf.add(2, "<< /Type /Pages /Count 1 /Kids [10 0 R] /MediaBox [0 0 200 100] >>")
      for stream in streams { pdf.add(stream.number, stream: stream.bytes, stream.entries) }
      pdf.add(10, "<< /Type /Page /Parent 2 0 R /Resources << >> \(contents) >>")
      return try PlanFile(bytes: pdf.bytes, name: "plan.pdf").warnings.map(\.code.rawValue)
    }
    let line = Array("0 0 m 10 10 l S".utf8)
    let text = Array("BT (north (1\\) \\( wing)) Tj ET".utf8)
    let hex = Array("302030206D 31302031 30206C 2053 >".utf8)
    // The standard's example of LZW (ISO 32000-2, 7.4.4.2), which ends with its code 257.
    let lzw: [UInt8] = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]
    let told = ["damaged-page"]
    #expect(try codes("/Contents [3 0 R]", [(3, "", line)]) == [])
    #expect(try codes("/Contents [3 0 R 4 0 R]", [(3, "", line)]) == told)
    #expect(try codes("/Contents [3 0 R null]", [(3, "", line)]) == told)
    for none in ["/Contents 4 0 R", ""] {
      #expect(try codes(none, [(3, "", line)]) == ["drawn-in-part"])
    }
    for blank in [[], [0x20, 0x0A], [0, 0, 0, 0]] as [[UInt8]] {
      #expect(try codes("/Contents 3 0 R", [(3, "", blank)]) == ["drawn-in-part"])
      #expect(try codes("/Contents 3 0 R /Annots []", [(3, "", blank)]) == [])
    }
    #expect(try codes("/Annots []", []) == [])
    #expect(try codes("/Contents 3 0 R", [(3, "/Filter /FlateDecodf", line)]) == told)
    #expect(try codes("/Contents 3 0 R", [(3, "", text)]) == [])
    #expect(try codes("/Contents 3 0 R", [(3, "", Array(text.dropLast(8)))]) == told)
    // Quartz names forms that it doesn't write.
    #expect(try codes("/Contents 3 0 R", [(3, "", Array("/F Do".utf8))]) == [])
    #expect(try codes("/Contents 3 0 R", [(3, "/Filter /ASCIIHexDecode", hex)]) == [])
    #expect(try codes("/Contents 3 0 R", [(3, "/Filter /ASCIIHexDecode", [0x47] + hex)]) == told)
    #expect(try codes("/Contents 3 0 R", [(3, "/Filter /LZWDecode", lzw)]) == [])
    #expect(try codes("/Contents 3 0 R", [(3, "/Filter /LZWDecode", lzw.dropLast(2))]) == told)
    // Bytes of a picture within the content are no text that begins.
    let picture = Array("BI /W 2 /H 1 /BPC 8 /CS /G ID ((\nEI Q".utf8)
    #expect(try codes("/Contents 3 0 R", [(3, "", picture)]) == [])
  }

  @Test func `a form that is drawn counts, too, and one in itself ends`() throws {
    func pdf(_ form: [UInt8], drawing content: String = "/F Do") -> [UInt8] {
      var pdf = RawPDF()
      pdf.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
      pdf.add(2, "<< /Type /Pages /Count 1 /Kids [10 0 R] /MediaBox [0 0 200 100] >>")
      pdf.add(3, stream: Array(content.utf8))
      let resources = "/Resources << /XObject << /F 4 0 R >> >>"
      pdf.add(
        4, stream: form,
        "/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Filter /FlateDecode \(resources)")
      pdf.add(10, "<< /Type /Page /Parent 2 0 R /Contents 3 0 R \(resources) >>")
      return pdf.bytes
    }
    func codes(_ form: [UInt8], drawing content: String = "/F Do") throws -> [String] {
      try PlanFile(bytes: pdf(form, drawing: content), name: "plan.pdf").warnings
        .map(\.code.rawValue)
    }
    #expect(try codes(Self.content) == [])
    // What another page of the same resources draws is none of this one's.
    #expect(try codes(Array(Self.content.prefix(900)), drawing: "(/F Do) Tj") == [])
    #expect(try codes(Array(Self.content.prefix(900))) == ["damaged-page"])
  }
}
