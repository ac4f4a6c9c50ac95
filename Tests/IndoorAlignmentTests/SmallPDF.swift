/// Writes PDFs by hand, a page or more, with a right cross-reference table.
struct SmallPDF {
  /// Entries of each page's dictionary beside `/Type`, `/Parent` and `/Contents`.
  var pages: [String] = ["/MediaBox [0 0 200 100]"]
  /// Entries of the page tree's root, which pages inherit.
  var inherited = ""
  /// Entries of the trailer beside `/Root` and `/Size`.
  var trailer = ""
  /// Objects beside the catalog, numbered from 100.
  var extra: [String] = []
  /// Every page's content stream.
  var content = "0 0 m 10 10 l S"

  var bytes: [UInt8] {
    var objects: [(Int, String)] = [
      (1, "<< /Type /Catalog /Pages 2 0 R >>"),
      (
        2,
        "<< /Type /Pages /Count \(pages.count) /Kids [\(pages.indices.map { "\(10 + $0) 0 R" }.joined(separator: " "))] \(inherited) >>"
      ),
      (3, "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"),
    ]
    for (i, page) in pages.enumerated() {
      objects.append((10 + i, "<< /Type /Page /Parent 2 0 R /Contents 3 0 R \(page) >>"))
    }
    for (i, object) in extra.enumerated() { objects.append((100 + i, object)) }
    var text = "%PDF-1.7\n"
    var table = "xref\n0 1\n0000000000 65535 f \n"
    for (number, body) in objects {
      table += "\(number) 1\n\(padded(text.utf8.count)) 00000 n \n"
      text += "\(number) 0 obj\n\(body)\nendobj\n"
    }
    let start = text.utf8.count
    text += table
    text += "trailer\n<< /Root 1 0 R /Size 200 \(trailer) >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }

  private func padded(_ offset: Int) -> String {
    let digits = String(offset)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }
}
