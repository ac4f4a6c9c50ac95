import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// The picture that `pdftocairo` draws against the page's numbers.
struct PagePreviewTests {
  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// The middle of the ink, in pixels, within some pixels of a place; pixels' middles lie at
  /// halves.
  private func ink(_ image: GreyImage, near x: Double, _ y: Double, within reach: Double) -> (
    x: Double, y: Double
  )? {
    var (sum, sx, sy) = (0.0, 0.0, 0.0)
    for row in max(0, Int(y - reach))..<min(image.height, Int(y + reach)) {
      for column in max(0, Int(x - reach))..<min(image.width, Int(x + reach)) {
        let dark = Double(255 - image.pixels[row * image.width + column])
        sum += dark
        sx += dark * (Double(column) + 0.5)
        sy += dark * (Double(row) + 0.5)
      }
    }
    return sum > 0 ? (sx / sum, sy / sum) : nil
  }

  @Test(.enabled(if: has("pdftocairo"), "install poppler-utils to draw pages"))
  func `what is drawn lies where the numbers say, to a tenth of a point, under every box`() throws {
    var random = SplitMix64(seed: 72)
    let kinds: [PageBox] = [.media, .crop, .trim]
    for turn in [0, 90, -90, 180, 450, 270] {
      for kind in kinds {
        let (x0, y0) = (random.uniform(-300, 300), random.uniform(-300, 300))
        let (width, height) = (random.uniform(120, 400), random.uniform(120, 400))
        func box(_ inset: Double) -> String {
          "[\(x0 + inset) \(y0 + inset) \(x0 + width - inset) \(y0 + height - 2 * inset)]"
        }
        let unit = [1, 0.5, 2.5][Int(random.uniform(0, 3))]
        // Well inside every box.
        let marks = (0..<3).map { _ in
          PagePoint(
            x: x0 + width * random.uniform(0.3, 0.7), y: y0 + height * random.uniform(0.3, 0.7))
        }
        for mark in marks {
          var pdf = SmallPDF(
            pages: [
              "/MediaBox \(box(0)) /CropBox \(box(-7.5)) /TrimBox \(box(11.3)) /Rotate \(turn) /UserUnit \(unit)"
            ])
          if kind == .crop {
            pdf.pages[0] = pdf.pages[0].replacing(
              "/CropBox \(box(-7.5))", with: "/CropBox \(box(6.25))")
          }
          pdf.content = "\(mark.x - 2) \(mark.y - 2) 4 4 re f"
          let plan = try PlanFile(bytes: pdf.bytes, name: "plan.pdf", box: kind)
          let png = try #require(try PlanPreview.png(of: plan, longerSide: 800).png)
          let image = try PNGImage.grey(png, name: "preview", maximumPixels: 1_000_000)
          let page = plan.page.box
          let (sx, sy) = (Double(image.width) / page.width, Double(image.height) / page.height)
          let (u, v) = ((mark.x - page.minimum.x) * sx, (page.maximum.y - mark.y) * sy)
          let found = try #require(ink(image, near: u, v, within: 5 * sx), "nothing is drawn there")
          let points = hypot((found.x - u) / sx, (found.y - v) / sy) * unit
          #expect(points < 0.1, "\(kind), /Rotate \(turn), UserUnit \(unit): \(points) points")
        }
      }
    }
  }

  @Test(
    .enabled(if: has("qpdf"), "install qpdf to encrypt a PDF"), arguments: ["40", "128", "256"])
  func `a PDF encrypted with an empty password is read and drawn`(bits: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var pdf = SmallPDF()
    pdf.content = "98 48 4 4 re f"
    try Data(pdf.bytes).write(to: folder.appending(path: "plain.pdf"))
    func encrypted(_ password: String) throws -> [UInt8] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
      process.currentDirectoryURL = folder
      process.standardError = FileHandle.nullDevice
      process.arguments =
        ["--allow-weak-crypto", "--encrypt", password, "owner", bits, "--", "plain.pdf", "out.pdf"]
      try process.run()
      process.waitUntilExit()
      return try Array(Data(contentsOf: folder.appending(path: "out.pdf")))
    }
    let open = try encrypted("")
    #expect(String(decoding: open, as: UTF8.self).contains("/Encrypt"))
    let plan = try PlanFile(bytes: open, name: "plan.pdf")
    #expect(plan.page.box.width == 200)
    let png = try #require(try PlanPreview.png(of: plan, longerSide: 200).png)
    let image = try PNGImage.grey(png, name: "preview", maximumPixels: 1_000_000)
    let found = try #require(ink(image, near: 100, 50, within: 10))
    #expect(abs(found.x - 100) < 0.1 && abs(found.y - 50) < 0.1)
    let locked = try encrypted("secret")
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: locked, name: "plan.pdf")
    }
    #expect(error?.code == .passwordNeeded)
  }

  @Test(.enabled(if: has("pdftocairo"), "install poppler-utils to draw pages"))
  func `a scanned page is drawn, and so is one whose cross-reference table is damaged`() throws {
    // An image of 2 x 2 pixels, its upper right one black, over the page.
    var pdf = SmallPDF()
    pdf.content = "q 200 0 0 100 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID FF00FFFF> EI Q"
    let damaged = String(decoding: pdf.bytes, as: UTF8.self).replacing("0000000", with: "0000007")
    for bytes in [pdf.bytes, Array(damaged.utf8)] {
      let plan = try PlanFile(bytes: bytes, name: "scan.pdf")
      let png = try #require(try PlanPreview.png(of: plan, longerSide: 400).png)
      let image = try PNGImage.grey(png, name: "preview", maximumPixels: 1_000_000)
      let found = try #require(ink(image, near: 200, 100, within: 200))
      // Scaled up by copying or by blending, its middle stays at three quarters.
      #expect(abs(found.x - 300) < 2 && abs(found.y - 50) < 2, "\(found)")
    }
  }

  /// Stamps and markups are annotations, which viewers draw on the page (ISO 32000-1, 12.5).
  @Test(.enabled(if: has("pdftocairo"), "install poppler-utils to draw pages"))
  func `what annotations draw is on the picture, and notes and links aren't`() throws {
    var pdf = SmallPDF(pages: [
      "/MediaBox [0 0 200 100] /Rotate 90 /Annots [100 0 R 101 0 R 102 0 R]"
    ])
    pdf.content = ""
    pdf.extra = [
      "<< /Type /Annot /Subtype /Square /Rect [148 18 152 22] /F 4 /IC [0 0 0] /BS << /W 0 >> >>",
      "<< /Type /Annot /Subtype /Text /Rect [20 60 40 80] /F 4 /Contents (why here?) >>",
      "<< /Type /Annot /Subtype /Link /Rect [60 10 90 30] /F 4 /Border [0 0 2] >>",
    ]
    let plan = try PlanFile(bytes: pdf.bytes, name: "stamped.pdf")
    let png = try #require(try PlanPreview.png(of: plan, longerSide: 200).png)
    let image = try PNGImage.grey(png, name: "preview", maximumPixels: 1_000_000)
    let found = try #require(ink(image, near: 100, 50, within: 200))
    #expect(abs(found.x - 150) < 0.5 && abs(found.y - 80) < 0.5, "\(found)")
  }
}
