import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

/// Optional content of a PDF (ISO 32000-1, 8.11).
struct PDFLayerTests {
  /// A page of a room of 40 by 20, shown always, and of a frame of 200 by 100 around all, drawn by
  /// some content.
  private func plan(
    _ frame: String, configuration: String, properties: String = "", form: String = ""
  ) throws -> PlanFile {
    let drawing = "0 0 200 100 re S"
    var pdf = RawPDF()
    pdf.add(
      1,
      "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [20 0 R 21 0 R] /D << \(configuration) >> >> >>"
    )
    pdf.add(2, "<< /Type /Pages /Count 1 /Kids [10 0 R] >>")
    pdf.add(
      10,
      """
      << /Type /Page /Parent 2 0 R /Contents 3 0 R /MediaBox [0 0 200 100] /Resources << \
      /Properties << /On 20 0 R /Off 21 0 R \(properties) >> /XObject << /F 30 0 R >> >> >>
      """)
    pdf.add(20, "<< /Type /OCG /Name (walls) >>")
    pdf.add(21, "<< /Type /OCG /Name (sheet) >>")
    pdf.add(
      30, stream: Array(drawing.utf8), "/Type /XObject /Subtype /Form /BBox [0 0 200 100] \(form)")
    pdf.add(
      3,
      stream: Array(
        "/OC /On BDC 10 10 40 20 re S EMC \(frame.replacing("FRAME", with: drawing))".utf8))
    return try PlanFile(bytes: pdf.bytes, name: "layers.pdf")
  }

  /// How wide what is drawn is, in units.
  private func width(_ plan: PlanFile) throws -> Double {
    let placement = PlanPlacement(
      level: LevelKey(ordinal: 0), page: plan.page, pageToLocal: .identity)
    let corners = try plan.outline(placed: placement)
    let box = try #require(BoundingBox(corners))
    return box.width
  }

  @Test(arguments: [
    ("/OC /Off BDC FRAME EMC", "/ON [20 0 R] /OFF [21 0 R]"),
    // Marks in marks, and others beside them.
    ("/P BMC /OC /Off BDC /Span <</A /B>> BDC q EMC FRAME Q EMC EMC", "/OFF [21 0 R]"),
    ("/OC /Off BDC /OC /On BDC FRAME EMC EMC", "/OFF [21 0 R]"),
    ("/OC /Off BDC FRAME EMC", "/BaseState /OFF /ON [20 0 R]"),
    ("/OC /Off BDC /F Do EMC", "/OFF [21 0 R]"),
    ("/OC /None BDC FRAME EMC", "/OFF [21 0 R]"),
    ("/OC /Not BDC FRAME EMC", "/OFF [21 0 R]"),
    // Hidden where layers are on, though none is off.
    ("/OC /Not BDC FRAME EMC", ""), ("/OC /AllOff BDC FRAME EMC", ""),
    ("/OC /AnyOff BDC FRAME EMC", ""),
  ])
  func `what is on a layer that is off is no line of the plan`(
    frame: String, configuration: String
  ) throws {
    let plan = try plan(
      frame, configuration: configuration,
      properties: """
        /None << /Type /OCMD /OCGs [20 0 R 21 0 R] /P /AllOn >> \
        /AllOff << /Type /OCMD /OCGs [20 0 R 21 0 R] /P /AllOff >> \
        /AnyOff << /Type /OCMD /OCGs 20 0 R /P /AnyOff >> \
        /Not << /Type /OCMD /VE [/Not [/Or 20 0 R 21 0 R]] >>
        """)
    #expect(try abs(width(plan) - 40) < 1e-6)
  }

  /// Inline images (8.9.7) whose data have an `EI` of their own, and what would hide the rest.
  @Test(arguments: [
    "/W 4 /H 2 /BPC 8 /CS /G ID a EI (xy", "/W 64 /H 1 /IM true ID a EI (xy",
    "/Width 4 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray ID a EI (xy",
    "/W 4 /H 2 /BPC 8 /CS [/I /RGB 1 <000000FFFFFF>] ID a EI (xy",
    "/W 4 /H 1 /BPC 8 /CS /RGB /F /Fl /L 9 ID a EI (b c",
    "/W 4 /H 1 /BPC 8 /CS /G /F /A85 ID 5s>[EI(q~>",
    "/W 4 /H 1 /BPC 8 /CS /G /F [/A85 /Fl] ID\n5s>[EI(q\n~ >",
    "/W 4 /H 1 /BPC 8 /CS /G /F /Fl ID x EI \u{1}(", "/W 9 /H 9 /BPC 8 /CS /Pattern ID x EI \u{1}(",
    "/W 9 /H 9 /BPC 8 /CS /G ID short",
  ])
  func `an image in the content ends where its data do`(image: String) throws {
    let plan = try plan("q BI \(image)\nEI Q FRAME", configuration: "")
    #expect(try abs(width(plan) - 200) < 1e-6)
    // What stands between two images is none of the first's, be a string's bytes what they may.
    let (strange, other) = ("EI (\u{E9}) Tj", "q BI /F /Fl ID x\nEI Q")
    let between = try self.plan("q BI /F /Fl ID x\n\(strange) Q FRAME \(other)", configuration: "")
    #expect(try abs(width(between) - 200) < 1e-6)
  }

  @Test func `a form that belongs to a layer that is off is no part of the plan`() throws {
    let plan = try plan("/F Do", configuration: "/OFF [21 0 R]", form: "/OC 21 0 R")
    #expect(try abs(width(plan) - 40) < 1e-6)
  }

  @Test(arguments: [
    ("/OC /Off BDC FRAME EMC", "/ON [20 0 R 21 0 R]"), ("/OC /Off BDC EMC FRAME", "/OFF [21 0 R]"),
    ("/OC /Any BDC FRAME EMC", "/OFF [21 0 R]"), ("/Off /OC BDC FRAME EMC", "/OFF [21 0 R]"),
    ("/OC /Missing BDC FRAME EMC", "/OFF [21 0 R]"), ("EMC EMC FRAME", "/OFF [21 0 R]"),
  ])
  func `what is on a layer that is on, or on none, is drawn`(
    frame: String, configuration: String
  ) throws {
    let plan = try plan(
      frame, configuration: configuration,
      properties: "/Any << /Type /OCMD /OCGs [20 0 R 21 0 R] >>")
    #expect(try abs(width(plan) - 200) < 1e-6)
  }
}
