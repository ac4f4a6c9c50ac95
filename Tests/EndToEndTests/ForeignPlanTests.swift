import Foundation
import Testing

/// What `indoor align` says of a plan that it can place, as JSON.
func placedPlan(_ plan: String, _ more: [String]) throws -> [String: Any] {
  let result = try IndoorCommand.run(["align", "--plan", plan, "--json"] + more)
  #expect(result.status == 0, "\(result)")
  let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
  return try #require(json as? [String: Any])
}

/// Plans from where architects have them: SVG, DXF, GeoTIFF, labelled pages of a PDF.
@Suite struct ForeignPlanTests {
  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// Two anchors a tenth of a metre a unit apart, near 48° N 11° E.
  private static func anchors(_ first: (Double, Double), _ second: (Double, Double)) -> [String] {
    [first, second].flatMap { x, y in
      ["--anchor", "\(x),\(y)=\(48 + y * 0.1 / 111_194),\(11 + x * 0.1 / 74_625)"]
    }
  }

  private func page(_ json: [String: Any]) throws -> [String: Any] {
    try #require(json["page"] as? [String: Any])
  }

  @Test(.enabled(if: has("rsvg-convert"), "install librsvg2-bin"))
  func `an SVG's page has a unit a pixel and is drawn`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(
        """
        <?xml version="1.0"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" viewBox="0 0 600 400">
        <rect x="100" y="100" width="400" height="200" fill="none" stroke="black"/></svg>
        """, to: "plan.svg")
      let json = try placedPlan(
        plan,
        Self.anchors((100, 100), (500, 300)) + ["--into", scratch.path("v.gpkg"), "--level", "0"])
      let page = try page(json)
      #expect(page["width"] as? Double == 600 && page["height"] as? Double == 400)
      #expect(abs((json["metresPerUnit"] as? Double ?? 0) - 0.1) < 1e-4)
      // What is stored is the SVG itself, and can be exported from there.
      let exported = try IndoorCommand.run(
        "plan", "export", scratch.path("v.gpkg"), "--level", "0", "--as", "kml", "--output",
        scratch.path("p.kml"))
      #expect(exported.status == 0, "\(exported)")
    }
  }

  /// libxml2 reads no attribute of over 10,000,000 bytes unless it is told to; Inkscape embeds
  /// pictures of such lengths.
  @Test(.enabled(if: has("rsvg-convert"), "install librsvg2-bin"))
  func `an SVG with an attribute of over 10 MB is drawn`() throws {
    try Scratch.with { scratch in
      let blanks = String(repeating: " ", count: 10_100_000)
      let plan = try scratch.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='400'><path d='M0 0\(blanks)L20 20' stroke='red'/></svg>",
        to: "plan.svg")
      let page = try page(placedPlan(plan, Self.anchors((0, 0), (40, 40))))
      #expect(abs((page["width"] as? Double ?? 0) - 600) < 0.01, "\(page)")
    }
  }

  /// CSS Values and Units 3, 5.2: an inch has 96 pixels, 25.4 mm, 72 pt.
  @Test(
    .enabled(if: has("rsvg-convert"), "install librsvg2-bin"),
    arguments: [
      ("width='1in' height='2in'", 96.0, 192.0),
      ("width='127mm' viewBox='0 0 100 200'", 480, 960),
      ("width='36pt' height='12.7cm'", 48, 480), ("width='600' height='400px'", 600, 400),
    ])
  func `an SVG's page in inches or millimetres has a unit a pixel too`(
    size: String, width: Double, height: Double
  ) throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(
        "<svg xmlns='http://www.w3.org/2000/svg' \(size)><path d='M0 0L20 20' stroke='red'/></svg>",
        to: "plan.svg")
      let page = try page(placedPlan(plan, Self.anchors((0, 0), (40, 40))))
      #expect(abs((page["width"] as? Double ?? 0) - width) < 0.01, "\(page)")
      #expect(abs((page["height"] as? Double ?? 0) - height) < 0.01, "\(page)")
    }
  }

  @Test(
    .enabled(if: has("rsvg-convert"), "install librsvg2-bin"),
    arguments: [
      (#"<image width="9" xlink:href="scan.png"/>"#, "\"scan.png\""),
      (#"<svg:image href='C:\plans\scan.jpg'/>"#, "\"C:\\plans\\scan.jpg\""),
      (##"<g id="a"/><use data-href="x" href="#a"/>"##, nil),
      (##"<use href="other.svg#a"/>"##, "\"other.svg#a\""),
      (#"<image id="href" href="data:image/png;base64,iVBORw0KGgo="/>"#, nil),
      (#"<?xml-stylesheet type="text/css" href="walls.css"?>"#, "\"walls.css\""),
      (#"<style>@import url("walls.css");</style>"#, "\"walls.css\""),
      (#"<style>@import 'walls.css' screen;</style>"#, "\"walls.css\""),
      (#"<style>.a{fill:none}</style>"#, nil),
      (#"<path stroke="var(--stroke-0, black)" d="M0 0h9"/>"#, "var()"),
      (#"<path style="fill:none;stroke: oklch(0 0 0)" d="M0 0h9"/>"#, "oklch()"),
      (#"<svg:style>:root{--w:#000}.w{stroke:var(--w)}</svg:style>"#, "var()"),
      (#"<style>@media (min-width:1px){.a{display:none}}</style>"#, "@media"),
      (#"<style>@media print{.a{display:none}}</style>"#, nil),
      (#"<style/><image href="x.png"/>"#, "\"x.png\""),
      (#"<?xml-stylesheet href="alternate-walls.css" alternate="no"?>"#, "\"alternate-walls.css\""),
      (#"<?xml-stylesheet href="walls.css" alternate='yes'?>"#, nil),
      (#"<style>a{content:"\""} /* @media all{.a{}} */</style>"#, nil),
      (#"<style>@media/* all */screen{path{display:none}}</style>"#, "@media"),
      (#"<style>a{content:"/*"} path{stroke:var(--w)}</style>"#, "var()"),
      (#"<style>@import url(../*/a.css);</style>"#, "\"../*/a.css\""),
      (#"<style>@import url( "data:text/css,a{}" );</style>"#, nil),
      (
        #"<style>.b{cursor:url("a(1).png")}/* .a{stroke:var(--w)} */ .c{content:"x"}</style>"#, nil
      ),
      (#"<g transform="rotate(90)" transform-origin="200 150"/>"#, "transform-origin"),
      (#"<g style="transform:scale(2);transform-origin:center"/>"#, "transform-origin"),
      (#"<g transform="rotate(90)" transform-origin="0 0"/>"#, nil),
      (#"<g style="transform-origin:center"/><text rotate="45"/>"#, nil),
      (#"<style>.a{translate:100px 50px}</style>"#, "the property translate"),
      (#"<g style="scale : 2"/>"#, "the property scale"), (#"<g style="scale:1"/>"#, nil),
      (#"<g aria-label="Scale: 1:200" id="scale:100"/>"#, nil),
      (#"<style>.scale:hover{fill:red}</style>"#, nil),
      (#"<g transform="rotate(90)" transform-origin="left top"/>"#, nil),
      (
        #"<style>.r{transform-origin:CENTER}</style><g class="r" transform="rotate(90)"/>"#,
        "transform-origin"
      ), (#"<g style="rotate:none"/>"#, nil),
      (#"<style>@import url( 'the walls (1).css' );</style>"#, "\"the walls (1).css\""),
      (#"<style>/* .a{fill:var(--x)} @media all{} @import "a.css"; */ @layer base;</style>"#, nil),
      (#"<style>@import url("data:text/css,a{}");</style>"#, nil),
      (#"<style>text{font-size:calc(2px * 3)}</style>"#, nil),
      (#"<path id="a" data-name="Chem lab(2)" transform="scale(2)" d="M0 0h9"/>"#, nil),
      (#"<text>stroke:var(--w)</text>"#, nil),
    ] as [(String, String?)])
  func `what of an SVG lies in other files or isn't drawn as browsers do is told`(
    part: String, told: String?
  ) throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
          xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 600 400">
        <rect x="100" y="100" width="400" height="200" fill="none" stroke="black"/>\(part)</svg>
        """, to: "plan.svg")
      let json = try placedPlan(plan, Self.anchors((100, 100), (500, 300)))
      let warnings = (json["warnings"] as? [[String: Any]] ?? []).filter {
        $0["code"] as? String == "drawn-in-part"
      }
      #expect(warnings.count == (told == nil ? 0 : 1), "\(warnings)")
      if let told {
        #expect((warnings.first?["message"] as? String)?.contains(told) == true, "\(warnings)")
      }
    }
  }

  /// A drawing in millimetres of 20 by 10 m on a layer that is on, with lines far away on one that
  /// is off and one that is frozen.
  private static let dxf = """
    0
    SECTION
    2
    HEADER
    9
    $INSUNITS
    70
    4
    0
    ENDSEC
    0
    SECTION
    2
    TABLES
    0
    TABLE
    2
    LAYER
    \(layer("WALLS", 0, 7))
    \(layer("OFF", 0, -7))
    \(layer("FROZEN", 1, 7))
    0
    ENDTAB
    0
    ENDSEC
    0
    SECTION
    2
    ENTITIES
    \(line("WALLS", 1000, 2000, 21000, 2000))
    \(line("WALLS", 21000, 2000, 21000, 12000))
    \(line("OFF", -90000, 0, 0, 0))
    \(line("FROZEN", 0, 0, 0, 90000))
    0
    ENDSEC
    0
    EOF

    """

  private static func layer(_ name: String, _ flags: Int, _ colour: Int) -> String {
    "0\nLAYER\n2\n\(name)\n70\n\(flags)\n62\n\(colour)\n6\nCONTINUOUS"
  }

  private static func line(_ layer: String, _ x: Int, _ y: Int, _ u: Int, _ v: Int) -> String {
    "0\nLINE\n8\n\(layer)\n10\n\(x)\n20\n\(y)\n11\n\(u)\n21\n\(v)"
  }

  @Test(.enabled(if: has("ogr2ogr"), "install gdal-bin"))
  func `a DXF's page is model space on layers that are on, and its unit the declared scale`() throws
  {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.dxf, to: "plan.dxf")
      // A millimetre a unit, as the drawing says.
      let right = [
        "--anchor", "1000,2000=48,11", "--anchor", "21000,2000=48,\(11 + 20 / 74_625.0)",
      ]
      let json = try placedPlan(plan, right)
      let page = try page(json)
      #expect(page["box"] as? [Double] == [1000, 2000, 21000, 12000])
      #expect((json["warnings"] as? [Any])?.isEmpty == true, "\(json["warnings"] ?? "")")
      let wrong = try placedPlan(
        plan,
        ["--anchor", "1000,2000=48,11", "--anchor", "21000,2000=48,\(11 + 25 / 74_625.0)"])
      let codes = (wrong["warnings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
      #expect(codes.contains("scale-mismatch"))
    }
  }

  @Test func `a DXF's line that leads out of the world is left out whole, with a word`() throws {
    try Scratch.with { scratch in
      let head = try #require(Self.dxf.range(of: "ENTITIES\n")).upperBound
      let far = "0\nLINE\n8\n0\n10\n1000\n20\n2000\n11\n1e10\n21\n-3e4\n"
      let plan = try scratch.write(Self.dxf[..<head] + far + Self.dxf[head...], to: "plan.dxf")
      let json = try placedPlan(
        plan,
        ["--anchor", "1000,2000=48,11", "--anchor", "21000,2000=48,\(11 + 20 / 74_625.0)"])
      #expect(try page(json)["box"] as? [Double] == [1000, 2000, 21000, 12000])
      let warnings = try #require(json["warnings"] as? [[String: Any]])
      #expect(warnings.map { $0["code"] as? String } == ["drawn-in-part"])
      let message = try #require(warnings.first?["message"] as? String)
      #expect(message.contains("1 of its lines and texts reaches"), "\(message)")
    }
  }

  @Test(arguments: [
    ("0 0 10 0", "0", "", "single straight line, 10.0 units long"),
    ("0 0 0 0", "0", "", "single point"), ("1e10 0 2e10 5", "0", "", "within 10⁹ units"),
    ("0 0 10 10", "OFF", "", "on layers that are on"),
    // Autodesk's DXF reference: group code 67 is 1 in paper space, and 60 of what is invisible.
    ("0 0 10 10", "0", "67\n1\n", "only on a layout"),
    ("0 0 10 10", "0", "60\n1\n", "hidden by itself (group code 60); "),
  ])
  func `a DXF that draws no plan says why`(
    ends: String, layer: String, space: String, words: String
  ) throws {
    try Scratch.with { scratch in
      let numbers = ends.split(separator: " ")
      let line =
        "0\nLINE\n8\n\(layer)\n\(space)10\n\(numbers[0])\n20\n\(numbers[1])\n11\n\(numbers[2])\n21\n\(numbers[3])\n"
      let head = try #require(Self.dxf.range(of: "ENTITIES\n")).upperBound
      let plan = try scratch.write(
        Self.dxf[..<head] + line + "0\nENDSEC\n0\nEOF\n", to: "plan.dxf")
      let result = try IndoorCommand.run(
        ["align", "--plan", plan] + Self.anchors((0, 0), (10, 10)))
      expectBadInput(result, plan, words)
    }
  }

  @Test(arguments: ["", " width='100%' height='100%'", " width='300'"])
  func `an SVG that doesn't say where its page begins is refused`(size: String) throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(
        "<svg xmlns='http://www.w3.org/2000/svg'\(size)><rect x='100' y='200' width='50' height='30'/></svg>",
        to: "plan.svg")
      expectBadInput(
        try IndoorCommand.run(["align", "--plan", plan] + Self.anchors((100, 200), (150, 230))),
        plan, "give it a viewBox")
    }
  }

  @Test func `a DXF with decimal commas is told by its line`() throws {
    try Scratch.with { scratch in
      let text = Self.dxf.replacingOccurrences(of: "\n21000\n", with: "\n 21000,5\r\n")
      let plan = try scratch.write(text, to: "plan.dxf")
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
          $0.contains("21000,5")
        })
      expectBadInput(
        try IndoorCommand.run(["align", "--plan", plan] + Self.anchors((0, 0), (10, 10))),
        "\(plan):\(line + 1): 21000,5 is", "decimal points")
    }
  }

  @Test(arguments: ["abc", "nan", "1e999", "1.2.3", "0x10"])
  func `a DXF with a word for a number is told by its line`(word: String) throws {
    try Scratch.with { scratch in
      let text = Self.dxf.replacingOccurrences(of: "\n21000\n", with: "\n\(word)\n")
      let plan = try scratch.write(text, to: "plan.dxf")
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == word })
      expectBadInput(
        try IndoorCommand.run(["align", "--plan", plan] + Self.anchors((0, 0), (10, 10))),
        "\(plan):\(line + 1): \"\(word)\" stands", "a number")
    }
  }

  @Test(.enabled(if: has("ogr2ogr"), "install gdal-bin"))
  func `what a program can't read is told with its reason`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write("0\nSECTION\nEOF\n", to: "plan.dxf")
      expectBadInput(
        try IndoorCommand.run(["align", "--plan", plan] + Self.anchors((0, 0), (10, 10))),
        plan, "Unable to open datasource")
    }
  }

  @Test func `a DXF that is cut is called so`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(String(Self.dxf.dropLast(30)), to: "plan.dxf")
      expectBadInput(
        try IndoorCommand.run(
          "align", "--plan", plan, "--anchor", "0,0=48,11", "--anchor", "9,9=48.1,11"),
        plan, "the drawing is cut")
    }
  }

  @Test(arguments: ["width=\"1e300\" height=\"10\"", "height='-5' width='10'", "width='1e999'"])
  func `an SVG of a size that no page has is refused`(size: String) throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)><rect width=\"5\" height=\"5\"/></svg>",
        to: "plan.svg")
      expectBadInput(
        try IndoorCommand.run(
          "align", "--plan", plan, "--anchor", "0,0=48,11", "--anchor", "9,9=48.1,11"),
        plan, "wide or high, which no page is")
    }
  }

  /// CSS Values and Units 3, 5 and 4.3: a number with a point, and its unit at once behind it. With
  /// a viewBox the page is known.
  @Test(arguments: [
    ("800,5", false), ("800 px", false), ("800.", false), ("800xx", false), ("calc(1px)", false),
    ("8e2", true), (" 800.5 ", true), ("+800PX", true), ("20cm", true),
  ])
  func `an SVG whose size is no length is refused where nothing else says its page`(
    width: String, isLength: Bool
  ) throws {
    try Scratch.with { scratch in
      for box in ["", " viewBox='0 0 800 500'"] {
        let plan = try scratch.write(
          "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='500'\(box)>"
            + "<path d='M100 100H700V400H100Z' fill='none' stroke='black'/></svg>", to: "plan.svg")
        let result = try IndoorCommand.run(
          ["align", "--plan", plan] + Self.anchors((100, 100), (400, 300)))
        if isLength || !box.isEmpty {
          #expect(result.status == 0, "\(result)")
        } else {
          expectBadInput(result, plan, "which isn't read as a length")
        }
      }
    }
  }

  @Test func `a DXF in UTF-16 is called that`() throws {
    try Scratch.with { scratch in
      let wide = try #require(Self.dxf.data(using: .utf16))
      let plan = try scratch.write(Array(wide), to: "plan.dxf")
      expectBadInput(
        try IndoorCommand.run(["align", "--plan", plan] + Self.anchors((0, 0), (10, 10))),
        plan, "is in UTF-16")
    }
  }

  @Test(arguments: [
    ("AC1032 rest", "a.dwg", "DWG"), ("AutoCAD Binary DXF\r\n", "a.dxf", "binary DXF"),
    ("ISO-10303-21;\nHEADER;", "a.ifc", "IFC"),
  ])
  func `formats that nothing here reads say what to export instead`(
    text: String, name: String, what: String
  ) throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(text, to: name)
      let result = try IndoorCommand.run(
        ["align", "--plan", plan] + Self.anchors((0, 0), (100, 100)))
      expectBadInput(result, plan, "export the plan as PDF")
      #expect(result.errors.contains(what))
    }
  }

  @Test func `a plan that is no PDF has no labelled page`() throws {
    try Scratch.with { scratch in
      let drawing = try scratch.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='M0 0L9 9'/></svg>",
        to: "plan.svg")
      let picture = "\(repository)/docs/demo.png"
      let anchors = Self.anchors((0, 0), (400, 300))
      for plan in [picture] + (Self.has("rsvg-convert") ? [drawing] : []) {
        let result = try IndoorCommand.run(["align", "--plan", plan, "--page", "A-1"] + anchors)
        expectBadInput(result, plan, "this is no PDF")
      }
      // Three millimetres a pixel; those of zoom 22 have 25 at this latitude.
      let tiles = try IndoorCommand.run(
        "align", "--plan", picture, "--anchor", "0,0=48,11", "--anchor", "1000,0=48,11.00004",
        "--as", "mbtiles", "--output", scratch.path("tiles.mbtiles"))
      #expect(tiles.status == 0 && tiles.errors.contains("its tiles are of zoom 22"), "\(tiles)")
      let broken = try scratch.write("no plan", to: "broken.png")
      let result = try IndoorCommand.run(["align", "--plan", broken, "--page", "A-1"] + anchors)
      expectBadInput(result, broken, "this is no PDF, PNG")
    }
  }

  @Test(arguments: [("A-102", "2"), ("iii", "5"), ("2", "2")])
  func `a page is named by its label, and counted where that is digits`(
    label: String, number: String
  ) throws {
    try Scratch.with { scratch in
      // Five pages, each wider than the one before: two labelled from A-101, three i, ii, iii.
      let pages = (0..<5).map {
        "\(10 + $0) 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 \(500 + $0) 400]>> endobj\n"
      }.joined()
      let plan = try scratch.write(
        """
        %PDF-1.6
        1 0 obj <</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</P(A-)/S/D/St 101>> 2<</S/r>>]>>>> endobj
        2 0 obj <</Type/Pages/Kids[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R]/Count 5>> endobj
        \(pages)trailer <</Root 1 0 R>>

        """, to: "set.pdf")
      let anchors = Self.anchors((20, 20), (380, 380))
      let json = try placedPlan(plan, anchors + ["--page", label])
      #expect(try page(json)["width"] as? Double == 499 + (Double(number) ?? 0))
      let missing = try IndoorCommand.run(["align", "--plan", plan, "--page", "B-1"] + anchors)
      expectBadInput(missing, plan, "labelled")
      let same = try scratch.write(
        String(contentsOfFile: plan, encoding: .utf8).replacing("/S/D/St 101", with: ""),
        to: "same.pdf")
      let twice = try IndoorCommand.run(["align", "--plan", same, "--page", "A-"] + anchors)
      expectBadInput(twice, same, "several pages, from 1 to 2, are labelled")
    }
  }
}
