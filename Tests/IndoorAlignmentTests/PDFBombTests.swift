import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// PDFs made to take more memory, stack or time than a machine has. Each is small: what they do to
/// a reader is not.
struct PDFBombTests {
  /// A text repeated up to so many megabytes, packed.
  private static func packed(_ unit: String, megabytes: Int) -> [UInt8] {
    let block = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    return Deflate.packed(Array(block.utf8), times: megabytes)
  }

  private func refusal(_ pdf: RawPDF) throws -> AlignmentError {
    try #require(
      #expect(throws: AlignmentError.self) { try PlanFile(bytes: pdf.bytes, name: "bomb.pdf") })
  }

  @Test func `a page tree of a hundred thousand storeys is a sentence`() throws {
    var pdf = RawPDF()
    pdf.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    let depth = 100_000
    for i in 0..<depth { pdf.add(2 + i, "<< /Type /Pages /Count 1 /Kids [\(3 + i) 0 R] >>") }
    pdf.add(2 + depth, "<< /Type /Page /MediaBox [0 0 9 9] >>")
    #expect(try refusal(pdf).message.contains("can't be read within"))
  }

  @Test func `a page whose resources are a chain of a hundred thousand objects is a sentence`()
    throws
  {
    var pdf = RawPDF()
    pdf.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
    pdf.add(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources 4 0 R >>")
    let length = 100_000
    for i in 0..<length { pdf.add(4 + i, "<< /A \(5 + i) 0 R >>") }
    pdf.add(4 + length, "null")
    #expect(try refusal(pdf).message.contains("can't be read within"))
  }

  @Test func `an array of six million arrays is a sentence`() throws {
    var pdf = RawPDF()
    pdf.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
    pdf.add(
      3,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /X [\(String(repeating: "[] ", count: 6_000_000))] >>"
    )
    #expect(try refusal(pdf).message.contains("too large to be read"))
  }

  @Test func `pages that are their own descendants, and tables that follow themselves, end`() throws
  {
    var loop = RawPDF()
    loop.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    loop.add(2, "<< /Type /Pages /Count 1 /Kids [2 0 R 3 0 R] >>")
    loop.add(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>")
    #expect(try refusal(loop).message.contains("damaged"))
    let whole = SmallPDF().bytes
    let table = try #require(whole.firstRange(of: Array("xref\n0 1".utf8))).lowerBound
    let previous = SmallPDF(trailer: "/Prev \(table)")
    #expect(try PlanFile(bytes: previous.bytes, name: "loop.pdf").page.box.width == 200)
  }

  @Test func `a page that asks for gigabytes to be drawn is kept without a picture`() throws {
    // Each `q` keeps a copy of the graphics state.
    let pdf = SmallPDF(packed: Self.packed("q ", megabytes: 16))
    let plan = try PlanFile(bytes: pdf.bytes, name: "states.pdf")
    let drawn = try PlanPreview.png(of: plan)
    #expect(drawn.png == nil && drawn.warning?.code == .noPreview)
    #expect(drawn.warning?.message.contains("MB") == true, "\(drawn.warning?.message ?? "")")
  }

  @Test func `content that unpacks to gigabytes is read as far as the limit goes`() throws {
    let venue = Venue(id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0))
    var pdf = SmallPDF(packed: Self.packed("q ", megabytes: 1000))
    pdf.pages = ["/MediaBox [0 0 200 100]"]
    let plan = try PlanFile(bytes: pdf.bytes, name: "states.pdf")
    let error = #expect(throws: AlignmentError.self) { try PlanMatcher(plan, venue: venue) }
    #expect(error?.message.contains("no lines to lay on walls") == true)
  }

  /// A form of a megabyte that is no deflate at all, drawn again and again: its bytes count each
  /// time.
  @Test func `a form that yields nothing is not read thousands of times`() throws {
    let form =
      "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode /Length 20000000 >>\nstream\n"
      + String(repeating: "x", count: 20_000_000) + "\nendstream"
    let pdf = SmallPDF(
      pages: ["/MediaBox [0 0 200 100] /Resources << /XObject << /F 100 0 R >> >>"], extra: [form],
      content: String(repeating: "/F Do ", count: 2000)
        + String(repeating: "0 0 m 9 9 l S ", count: 60))
    let plan = try PlanFile(bytes: pdf.bytes, name: "forms.pdf")
    let venue = Venue(id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0))
    let clock = ContinuousClock()
    let taken = try clock.measure { _ = try PlanMatcher(plan, venue: venue) }
    #expect(taken < .seconds(30))
  }
}
