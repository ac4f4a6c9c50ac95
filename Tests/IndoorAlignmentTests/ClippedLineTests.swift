import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// What a page's clipping paths cut away and what is white on white is no line of a plan.
struct ClippedLineTests {
  private static let hasPoppler = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/pdftocairo")
  private static let page =
    "/MediaBox [0 0 200 100] /Resources << /XObject << /F 100 0 R /My#20Form 100 0 R >> \(spaces) \(states) >>"
  /// Spaces as a Mac's programs name them: profiles of light and of inks, and one ink (8.6).
  private static let spaces = """
    /ColorSpace << /Light [/ICCBased 101 0 R] /Inks [/ICCBased 102 0 R] /Cal [/CalGray << >>] \
    /One [/Separation /Orange /DeviceRGB 103 0 R] /No [/Separation /None /DeviceRGB 103 0 R] \
    /Nor [/DeviceN [/None] /DeviceRGB 103 0 R] /Lab [/ICCBased 104 0 R] >>
    """
  private static let states =
    """
    /ExtGState << /Clear << /CA 0 /ca 0 >> /Lines << /CA 0 >> /Back << /CA 1 /ca .5 >> \
    /Multiply << /BM /Multiply >> /Plain << /BM /Normal /SMask /None /ca 1 >> \
    /Masked << /SMask << /S /Alpha >> >> /Over << /op true >> /No#20Ink << /CA 0 /ca 0 >> >>
    """

  private static let room = "10 10 m 50 10 l 50 40 l 10 40 l s "
  private static let bars = "0 10 m 200 10 l 0 40 m 200 40 l S "

  private static func plan(_ content: String, form: String = "/BBox [0 0 200 100]") throws
    -> PlanFile
  {
    let pdf = SmallPDF(
      pages: [page],
      extra: [
        "<< /Type /XObject /Subtype /Form \(form) /Length \(bars.utf8.count) >>\nstream\n\(bars)\nendstream",
        "<< /N 3 /Length 0 >>\nstream\n\nendstream", "<< /N 4 /Length 0 >>\nstream\n\nendstream",
        "<< /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 .5 0] /N 1 >>",
        "<< /N 3 /Range [0 100 -128 127 -128 127] /Length 0 >>\nstream\n\nendstream",
      ], content: content)
    return try PlanFile(bytes: pdf.bytes, name: "clips.pdf")
  }

  private static func outline(_ plan: PlanFile) throws -> [LocalPoint] {
    try plan.outline(
      placed: PlanPlacement(
        level: LevelKey(ordinal: 0), page: plan.page, pageToLocal: .identity))
  }

  /// ISO 32000-1, 8.5.4 and 8.10.1: what is painted shows within the clipping path and a form's
  /// `/BBox`; `Q` brings the earlier one back.
  @Test(arguments: [
    ("q 0 0 60 60 re W n BARS Q ROOM", 0.0, 60.0),
    ("q 20 20 10 10 re W* n BARS Q ROOM", 10, 50),
    ("q 20 5 10 40 re W n q 0 0 200 100 re W n BARS Q Q ROOM", 10, 50),
    ("q 60 0 10 90 re W n 80 0 10 90 re W n BARS Q ROOM", 10, 50),
    ("q 0 0 m 100 0 l 0 100 l W n BARS Q ROOM", 0, 90),
    ("q .5 0 0 .5 0 0 cm 0 0 120 120 re W n Q BARS ROOM", 0, 200),
    ("q 70 0 10 90 re W n 0 0 10 10 re n BARS Q ROOM", 10, 80),
    ("q 0 0 m W n BARS Q ROOM", 10, 50),
    // A path of nothing clips nothing, and a clip begins after its own path is painted.
    ("q W n BARS Q ROOM", 0, 200), ("q 0 10 150 30 re W S Q ROOM", 0, 150),
    // What isn't convex counts as its box.
    ("q 0 0 m 90 0 l 10 10 l 0 60 l h W n BARS Q ROOM", 0, 90),
    ("q 0 0 20 20 re 70 30 20 20 re W n BARS Q ROOM", 0, 90),
  ])
  func `what is clipped away is no line`(content: String, left: Double, right: Double) throws {
    let plan = try Self.plan(
      content.replacing("ROOM", with: Self.room).replacing("BARS", with: Self.bars))
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.minimum.x - left) < 0.05 && abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  @Test(arguments: [
    ("/BBox [0 0 40 50]", 50.0), ("/BBox [40 50 0 0]", 50), ("/BBox [0 0 100 50]", 100),
    ("/BBox [0 0 40 50] /Matrix [2 0 0 1 0 0]", 80),
  ])
  func `a form is cut at its box`(form: String, right: Double) throws {
    let plan = try Self.plan("/F Do \(Self.room)", form: form)
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  @Test(arguments: [
    ("1 G FAR S 0 G ROOM", 50.0), ("ROOM 1 1 1 RG FAR S", 50), ("ROOM 0 0 0 0 K FAR S", 50),
    ("ROOM 1 g FAR f", 50), ("ROOM q 1 G Q FAR S", 150), ("ROOM 1 G /Cs CS FAR S", 150),
    // `sc` gives a colour in the space that is set, of which `g` and `G` set grey (8.6.8).
    ("1 g 0 sc FAR f 0 g ROOM", 150), ("1 G 0 SC FAR S 0 G ROOM", 150),
    ("1 g 0 scn FAR f 0 g ROOM", 150),
    ("ROOM 1 G 0.9 g FAR B", 150), ("ROOM .99 1 1 RG FAR S", 150),
    // On a grey floor white walls show.
    ("ROOM .8 g 10 10 160 30 re f 1 G FAR S", 170),
    ("ROOM q 160 0 0 90 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI Q 1 G FAR S", 150),
    ("1 G FAR S 1 g 10 10 160 30 re f 0 G ROOM", 50),
    // Programs of a Mac name a profile's space for all of their colours (8.6.5.5).
    ("/Light cs 1 1 1 sc 0 0 200 100 re f 0 0 0 sc ROOM", 50), ("ROOM /Light cs FAR f", 150),
    ("ROOM /Light CS 1 1 1 SCN FAR S", 50), ("ROOM /Light CS 1 1 .5 SC FAR S", 150),
    ("ROOM /Inks cs 0 0 0 0 sc FAR f", 50), ("ROOM /Inks cs 1 1 1 1 sc FAR f", 150),
    ("ROOM /Cal cs 1 sc FAR f", 50), ("ROOM /One cs 0 scn FAR f", 50),
    ("ROOM /One cs 1 scn FAR f", 150), ("ROOM /Lab cs 1 1 1 sc FAR f", 150),
    ("ROOM /DeviceRGB cs 1 1 1 sc FAR f", 50), ("ROOM /None cs 1 1 1 sc FAR f", 150),
    ("ROOM 1 g /Pattern cs /P scn FAR f", 150),
  ])
  func `what is white shows on what is painted only`(content: String, right: Double) throws {
    let plan = try Self.plan(
      content.replacing("ROOM", with: Self.room).replacing("FAR", with: "20 10 130 30 re"))
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  /// ISO 32000-1, 11.6.4.4 and 11.6.6: what has an alpha of zero doesn't show; a group is painted
  /// by the one for areas, and what is in it begins anew.
  @Test(arguments: [
    ("/Clear gs FAR B /Back gs ROOM", "", 50.0), ("q /Clear gs Q FAR S ROOM", "", 150),
    ("/Lines gs FAR S /Back gs ROOM", "", 50), ("/Lines gs FAR f /Back gs ROOM", "", 150),
    ("ROOM /None gs FAR S", "", 150), ("ROOM /Clear gs /F Do", "/Group << /S /Transparency >>", 50),
    ("ROOM /Lines gs /F Do", "/Group << /S /Transparency >>", 200),
    ("ROOM /Lines gs /F Do", "", 50),
  ])
  func `what is fully transparent is no line`(content: String, group: String, right: Double) throws
  {
    let plan = try Self.plan(
      content.replacing("ROOM", with: Self.room).replacing("FAR", with: "20 10 130 30 re"),
      form: "/BBox [0 0 200 100] \(group)")
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  /// ISO 32000-1, 7.3.5: `#` and two digits are a character, in content as in dictionaries.
  @Test(arguments: [
    ("/No#20Ink gs FAR B /Back gs ROOM", 50.0), ("/No#20#49n#6b gs FAR B /Back gs ROOM", 50),
    ("/No#2 gs FAR B ROOM", 150), ("/My#20Form Do ROOM", 200), ("/#4Dy#20Form Do ROOM", 200),
    ("/MyForm Do ROOM", 50), ("/My#00Form Do ROOM", 50),
  ])
  func `names are the same however they are spelled`(content: String, right: Double) throws {
    let plan = try Self.plan(
      content.replacing("ROOM", with: Self.room).replacing("FAR", with: "20 10 130 30 re"))
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  /// As viewers read numbers with a minus in them.
  @Test(arguments: [
    ("ROOM 20 10 m 150.-0 10 l S", 150.0), ("ROOM 20 10 m 149.9-9 10 l S", 149.99),
    ("ROOM 20 10 m 149.9-9000000000000000 10 l S", 149.99), ("ROOM 20 10 m 1.2.3 10 l S", 50),
  ])
  func `a minus within a number is passed over`(content: String, right: Double) throws {
    let plan = try Self.plan(content.replacing("ROOM", with: Self.room))
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  /// ISO 32000-1, 8.2: what is painted later hides what lies under it, unless it mixes with it
  /// (11.3.5, 11.6.4, 11.6.5) or leaves a part of it.
  @Test(arguments: [
    ("FAR S 1 g PAPER f ROOM", 50.0), ("FAR S /Inks cs 0 0 0 0 sc PAPER f ROOM", 50),
    ("FAR S 1 G 1 g PAPER b 0 G ROOM", 50),
    ("q /Multiply gs Q FAR S /Plain gs 1 g PAPER f ROOM", 50),
    ("FAR S 1 g 15 5 140 40 re f ROOM", 50), ("FAR S /F Do 1 g PAPER f ROOM", 50),
    ("FAR S q 0 0 200 100 re W n 1 g PAPER f Q ROOM", 50),
    // What isn't followed may clip, and no ink covers (9.3.6, 8.5.4, 8.6.6.4).
    ("FAR S q BT 7 Tr 60 60 Td (XX) Tj ET 1 g PAPER f Q ROOM", 150),
    ("FAR S BT 7 Tr ET 1 g PAPER f ROOM", 50), ("FAR S W n 1 g PAPER f ROOM", 50),
    ("FAR S q BT 7 Tr 60 60 Td (XX) ' ET Q 1 g PAPER f ROOM", 50),
    ("FAR S q 0 0 m W n 1 g PAPER f Q ROOM", 150), ("FAR S /No cs 1 scn PAPER f ROOM", 150),
    ("FAR S /Nor cs 0 scn PAPER f ROOM", 150),
    ("12 w FAR S 1 g 17 7 136 36 re f 1 w ROOM", 150),
    ("q 10 0 0 10 0 0 cm 2 1 13 3 re S Q 1 g 17 7 136 36 re f 1 w ROOM", 150),
    // Half of the lines' width shows beside it.
    ("FAR S 1 g FAR f ROOM", 150), ("1 g FAR b ROOM", 150), ("FAR S 1 g PAPER n ROOM", 150),
    ("FAR S 1 G PAPER S ROOM", 150), ("FAR S 1 g 0 0 149 100 re f ROOM", 150),
    ("FAR S q 0 0 140 100 re W n 1 g PAPER f Q ROOM", 150),
    ("FAR S q 0 0 m 200 0 l 20 20 l 0 100 l W n 1 g PAPER f Q ROOM", 150),
    ("FAR S 1 g 0 0 m 200 0 l 20 20 l 0 100 l f ROOM", 150),
    ("FAR S /Back gs 1 g PAPER f ROOM", 150), ("FAR S /Clear gs 1 g PAPER f /Plain gs ROOM", 150),
    ("FAR S /Multiply gs /Plain gs 1 g PAPER f ROOM", 150),
    ("FAR S /Masked gs 1 g PAPER f ROOM", 150), ("FAR S /Over gs 1 g PAPER f ROOM", 150),
    ("FAR S /One cs 0 scn PAPER f ROOM", 50),
    // What lies under a part is covered there, but for two points along the area's edge.
    ("FAR S 1 g 60 0 140 100 re f ROOM", 62),
    ("FAR S q 0 0 200 100 re W n 1 g 60 0 140 100 re f Q ROOM", 62),
    ("FAR S q 60 0 140 100 re W n 1 g PAPER f Q ROOM", 62),
    ("FAR S 1 g 100 0 100 100 re f 70 0 130 100 re f ROOM", 72),
    ("FAR S q .5 0 0 1 0 0 cm 160 0 200 100 re Q 1 g f ROOM", 82),
    ("FAR S 1 g 90 0 m 200 0 l 200 100 l 90 100 l f ROOM", 92),
    ("FAR S q 12 w Q 1 g 90 0 110 100 re f ROOM", 92),
    ("12 w FAR S 1 g 90 -20 110 140 re f 1 w ROOM", 102),
    // Small ones stand behind names.
    ("FAR S 1 g 140 5 19 10 re 140 35 19 10 re f ROOM", 150),
    ("FAR S 1 g 146 0 8 20 re f ROOM", 150),
    ("FAR S 1 g 5 5 0 0 re PAPER f ROOM", 50), ("FAR S 1 g PAPER 0 0 m h f ROOM", 50),
    ("FAR S q PAPER 0 0 0 0 re W n 1 g PAPER f Q ROOM", 50),
    // A fill closes each subpath by itself (8.5.3.1).
    ("FAR S 1 g 0 0 m 200 0 l 200 0 m 200 100 l 200 100 m 0 100 l f ROOM", 150),
    // Two areas at once, and what clips them, aren't followed.
    ("FAR S 1 g 90 0 30 100 re 110 0 90 100 re f ROOM", 150),
    ("FAR S q 0 0 m 200 0 l 20 20 l 0 100 l W n 1 g 60 0 140 100 re f Q ROOM", 150),
    ("FAR S /Back gs 1 g 60 0 140 100 re f ROOM", 150),
  ])
  func `what is covered by an area painted later is no line`(content: String, right: Double) throws
  {
    let plan = try Self.plan(
      content.replacing("ROOM", with: Self.room).replacing("FAR", with: "20 10 130 30 re")
        .replacing("PAPER", with: "0 0 200 100 re"))
    let box = try #require(BoundingBox(Self.outline(plan)))
    #expect(abs(box.maximum.x - right) < 0.05, "\(box)")
  }

  /// Some pages of clips within clips, and what poppler paints of them: all of it lies in the
  /// outline, and it reaches each of its sides.
  @Test(.enabled(if: hasPoppler, "install poppler-utils to draw pages"))
  func `the outline is around what poppler paints`() throws {
    var random = SplitMix64(seed: 41)
    for number in 0..<24 {
      let plan = try Self.plan(Self.page(&random))
      let png = try #require(try PlanPreview.png(of: plan, longerSide: 800).png)
      let image = try PNGImage.grey(png, name: "preview", maximumPixels: 1_000_000)
      var painted: [LocalPoint] = []
      for row in 0..<image.height {
        for column in 0..<image.width where image.pixels[row * image.width + column] < 250 {
          painted.append(
            LocalPoint(x: (Double(column) + 0.5) / 4, y: 100 - (Double(row) + 0.5) / 4))
        }
      }
      let corners = try Self.outline(plan)
      for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
        let length = a.distance(to: b)
        let inside = painted.map {
          ((b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x)) / length
        }
        let nearest = inside.min() ?? .infinity
        #expect(abs(nearest) < 0.75, "page \(number): \(nearest)")
      }
    }
  }

  /// A cross, and lines in clips that are rectangles, turned ones, triangles and circles.
  private static func page(_ random: inout SplitMix64) -> String {
    var content = ".1 w 95 50 m 105 50 l 100 45 m 100 55 l S "
    for _ in 0..<4 {
      content += "q "
      for _ in 0..<Int(random.uniform(1, 3.99)) {
        let (x, y) = (random.uniform(20, 180), random.uniform(20, 80))
        let (c, s) = (random.uniform(10, 50), random.uniform(-30, 30))
        let shape = [
          "-1 -1 2 2 re", "-1 -1 m 1 -1 l 0 1 l h",
          "1 0 m 1 .55 .55 1 0 1 c -.55 1 -1 .55 -1 0 c -1 -.55 -.55 -1 0 -1 c .55 -1 1 -.55 1 0 c",
        ][Int(random.uniform(0, 2.99))]
        // The matrix's inverse brings the page's own system back.
        let d = c * c + s * s
        content += "\(c) \(s) \(-s) \(c) \(x) \(y) cm \(shape) W n "
        content += "\(c / d) \(-s / d) \(s / d) \(c / d) "
        content += "\(-(c * x + s * y) / d) \((s * x - c * y) / d) cm "
      }
      for _ in 0..<3 {
        content += "\(random.uniform(0, 200)) \(random.uniform(0, 100)) m "
        content += "\(random.uniform(0, 200)) \(random.uniform(0, 100)) l S "
      }
      content += "Q "
    }
    return content
  }
}
