import IndoorGeometry

/// A PDF of one page (ISO 32000-1, 7.5): uncompressed, without dates or ids, so that the same
/// drawing has the same bytes.
struct PDFFile {
  var mediaBox: BoundingBox<PagePoint>
  var cropBox: BoundingBox<PagePoint>?
  var rotate = 0
  var title: String
  var canvas: PDFCanvas

  /// The file's bytes.
  func bytes() -> [UInt8] {
    func box(_ b: BoundingBox<PagePoint>) -> String {
      let values = [b.minimum.x, b.minimum.y, b.maximum.x, b.maximum.y]
      return "[" + values.map { PDFNumber.text($0) }.joined(separator: " ") + "]"
    }
    let crop = cropBox.map { " /CropBox \(box($0))" } ?? ""
    let turn = rotate == 0 ? "" : " /Rotate \(rotate)"
    let fonts = "/F1 5 0 R /F2 6 0 R"
    func font(_ name: String) -> String {
      "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) /Encoding /WinAnsiEncoding >>"
    }
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox \(box(mediaBox))\(crop)\(turn) "
        + "/Resources << /Font << \(fonts) >> >> /Contents 4 0 R >>",
      "<< /Length \(canvas.content.utf8.count) >>\nstream\n\(canvas.content)\nendstream",
      font("Helvetica"), font("Helvetica-Bold"),
      "<< /Title (\(title)) /Creator (IndoorKit, simulated) >>",
    ]
    // The second line's bytes above 127 tell programs that move files that this one is binary.
    var bytes = Array("%PDF-1.4\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3, 0x0a]
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(bytes.count)
      bytes += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let start = bytes.count
    var tail = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      tail += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    tail += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 7 0 R >>\n"
    tail += "startxref\n\(start)\n%%EOF\n"
    return bytes + Array(tail.utf8)
  }
}
