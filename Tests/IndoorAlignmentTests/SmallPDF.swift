/// Writes PDFs by hand, a page or more, with a right cross-reference table.
struct SmallPDF {
  /// Entries of each page's dictionary beside `/Type`, `/Parent` and `/Contents`.
  var pages: [String] = ["/MediaBox [0 0 200 100]"]
  /// Entries of the catalog beside `/Type` and `/Pages`.
  var catalog = ""
  /// Entries of the page tree's root, which pages inherit.
  var inherited = ""
  /// Entries of the trailer beside `/Root` and `/Size`.
  var trailer = ""
  /// Objects beside the catalog, numbered from 100.
  var extra: [String] = []
  /// Every page's content stream.
  var content = "0 0 m 10 10 l S"
  /// The content stream's bytes, packed by deflate or as `filter` says, in place of `content`.
  var packed: [UInt8]?
  /// Entries of the content stream that say how it is packed.
  var filter = "/Filter /FlateDecode"

  var bytes: [UInt8] {
    var pdf = RawPDF(trailer: trailer)
    pdf.add(1, "<< /Type /Catalog /Pages 2 0 R \(catalog) >>")
    pdf.add(
      2,
      "<< /Type /Pages /Count \(pages.count) /Kids [\(pages.indices.map { "\(10 + $0) 0 R" }.joined(separator: " "))] \(inherited) >>"
    )
    if let packed {
      pdf.add(3, stream: packed, filter)
    } else {
      pdf.add(3, stream: Array(content.utf8))
    }
    for (i, page) in pages.enumerated() {
      pdf.add(10 + i, "<< /Type /Page /Parent 2 0 R /Contents 3 0 R \(page) >>")
    }
    for (i, object) in extra.enumerated() { pdf.add(100 + i, object) }
    return pdf.bytes
  }
}

/// A PDF of any objects, the first the catalog, with a right cross-reference table.
struct RawPDF {
  /// Entries of the trailer beside `/Root` and `/Size`.
  var trailer = ""
  private var body = Array("%PDF-1.7\n".utf8)
  private var offsets: [(number: Int, offset: Int)] = []

  init(trailer: String = "") { self.trailer = trailer }

  mutating func add(_ number: Int, _ object: String) { add(number, Array(object.utf8)) }

  mutating func add(_ number: Int, stream: [UInt8], _ entries: String = "") {
    add(
      number,
      Array("<< /Length \(stream.count) \(entries) >>\nstream\n".utf8) + stream
        + Array("\nendstream".utf8))
  }

  private mutating func add(_ number: Int, _ object: [UInt8]) {
    offsets.append((number, body.count))
    body += Array("\(number) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
  }

  var bytes: [UInt8] {
    var table = "xref\n0 1\n0000000000 65535 f \n"
    for (number, offset) in offsets { table += "\(number) 1\n\(padded(offset)) 00000 n \n" }
    let size = (offsets.map(\.number).max() ?? 0) + 1
    table += "trailer\n<< /Root 1 0 R /Size \(size) \(trailer) >>\n"
    return body + Array((table + "startxref\n\(body.count)\n%%EOF\n").utf8)
  }

  private func padded(_ offset: Int) -> String {
    let digits = String(offset)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }
}
