import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// What an architect's drawing shows that isn't among a DXF's lines.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "install gdal-bin")
)
struct UndrawnObjectTests {
  private static let frame = [[0, 0, 50, 0], [50, 0, 50, 40], [50, 40, 0, 40], [0, 40, 0, 0]].map {
    "0\nLINE\n8\n0\n10\n\($0[0])\n20\n\($0[1])\n11\n\($0[2])\n21\n\($0[3])\n"
  }.joined()

  private func plan(_ blocks: String, _ entities: String) throws -> PlanFile {
    let layer = "0\nLAYER\n2\nOFF\n70\n0\n62\n-7\n6\nCONTINUOUS\n"
    let text =
      "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n\(layer)0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n"
      + blocks + "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" + Self.frame + entities
      + "0\nENDSEC\n0\nEOF\n"
    return try PlanFile(bytes: Array(text.utf8), name: "p.dxf")
  }

  private func warnings(_ blocks: String, _ entities: String) throws -> [String] {
    try plan(blocks, entities).warnings.filter { $0.code.rawValue == "drawn-in-part" }
      .map(\.message)
  }

  private func block(_ name: String, flags: Int, path: String = "", _ entities: String = "")
    -> String
  {
    "0\nBLOCK\n8\n0\n2\n\(name)\n70\n\(flags)\n10\n0\n20\n0\n3\n\(name)\n1\n\(path)\n\(entities)0\nENDBLK\n8\n0\n"
  }

  private func insert(_ name: String) -> String {
    "0\nINSERT\n8\n0\n2\n\(name)\n10\n0\n20\n0\n"
  }

  /// Autodesk's DXF reference, BLOCK: bit 4 of group 70 is an external reference, 8 one that is
  /// overlaid, and group 1 its path.
  @Test(arguments: [4, 8, 36]) func `a drawing that is only named is told`(flags: Int) throws {
    let told = try warnings(
      block("ARCH", flags: flags, path: #"C:\proj\arch.dwg"#), insert("Arch"))
    #expect(told.count == 1 && told[0].contains("(arch.dwg)"), "\(told)")
    #expect(
      try warnings(block("ARCH", flags: flags, path: "arch.dwg"), "").isEmpty, "inserted nowhere")
    let nested = try warnings(
      block("ARCH", flags: flags, path: "a/arch.dwg") + block("ALL", flags: 0, insert("ARCH")),
      insert("ALL"))
    #expect(nested.count == 1 && nested[0].contains("(arch.dwg)"), "\(nested)")
  }

  /// A storey that was bound into one block; GDAL itself stops at the ten thousandth entity.
  @Test(arguments: [(12_000, true), (200_001, false)])
  func `what a large block has is drawn, or told`(count: Int, isWhole: Bool) throws {
    func line(_ x: Int) -> String { "0\nLINE\n8\n0\n10\n\(x)\n20\n0\n11\n\(x)\n21\n9\n" }
    let lines = Array(repeating: line(7), count: count - 1).joined() + line(100)
    let plan = try plan(block("STOREY", flags: 0, lines), insert("STOREY"))
    // The frame is 50 units wide.
    #expect((plan.page.box.width >= 99) == isWhole)
    let told = plan.warnings.filter { $0.code.rawValue == "drawn-in-part" }.map(\.message)
    #expect(
      told.map { $0.contains("its block STOREY has over 200000 entities") }
        == (isWhole ? [] : [true]))
    // Nothing of it is missing where it is inserted nowhere.
    let idle = try self.plan(
      block("STOREY", flags: 0, lines) + block("B", flags: 0, line(9)), insert("B"))
    #expect(idle.warnings.filter { $0.code.rawValue == "drawn-in-part" }.isEmpty)
    let sheet = try self.plan(block("*Paper_Space", flags: 0, lines), line(9))
    #expect(sheet.warnings.filter { $0.code.rawValue == "drawn-in-part" }.isEmpty)
  }

  @Test func `objects that are no lines are told, where they are shown`() throws {
    let wall = "0\nAEC_WALL\n5\nA1\n8\nA-WALL\n"
    let told = try warnings("", wall + wall + "0\nIMAGE\n8\n0\n")
    #expect(told.count == 1 && told[0].contains("(2 × AEC_WALL, 1 × IMAGE)"), "\(told)")
    for hidden in [
      "0\nAEC_WALL\n8\nOFF\n", "0\nIMAGE\n67\n1\n8\n0\n", "0\nIMAGE\n60\n1\n8\n0\n",
      "0\nVIEWPORT\n8\n0\n", insert("B"),
    ] {
      #expect(try warnings(block("B", flags: 0), hidden).isEmpty, "\(hidden)")
    }
  }

  private static func groups(_ words: String) -> String {
    words.split(separator: " ").joined(separator: "\n") + "\n"
  }

  /// Objects that GDAL can't draw, and how they are told.
  private static let undrawable: [(object: String, told: String?)] = [
    (
      groups(
        "0 POLYLINE 8 0 66 1 70 64 71 3 72 1 0 VERTEX 8 0 10 1 20 1 30 0 70 192 0 VERTEX 8 0 10 2 20 1 30 0 "
          + "70 192 0 VERTEX 8 0 10 2 20 2 30 0 70 192 0 VERTEX 8 0 10 0 20 0 30 0 70 128 71 1 72 2 73 3 "
          + "0 SEQEND"), "1 × POLYLINE (mesh)"
    ),
    (
      groups("0 SPLINE 8 0 70 8 71 3 72 0 73 0 74 3 11 1 21 1 11 2 21 2 11 3 21 1"),
      "1 × SPLINE (line "
    ),
    (
      groups(
        "0 SPLINE 8 0 70 8 71 3 72 8 73 5 74 0 40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 10 1 20 1 10 2 20 4 "
          + "10 3 20 9 10 4 20 16"), "1 × SPLINE (line "
    ),
    (
      groups("0 LWPOLYLINE 8 0 90 0 70 0 10 1 20 1 10 2 20 2"), "1 × LWPOLYLINE (of 0 vertices)"
    ),
    (groups("0 LWPOLYLINE 8 0 90 0 70 0"), nil),
  ]

  /// Autodesk's DXF reference, POLYLINE: bit 64 of group 70 is a mesh of faces; SPLINE: group 73
  /// counts the points that control it, 10 each, and 11 is one that it passes through; LWPOLYLINE:
  /// 90 counts its vertices. GDAL passes over what it can't read, and fails at the last alone.
  @Test(arguments: undrawable)
  func `an object that GDAL can't draw leaves the others drawn`(
    object: String, told: String?
  ) throws {
    let line = "0\nLINE\n8\n0\n10\n0\n20\n0\n11\n50\n21\n60\n"
    for (blocks, entities) in [
      ("", line + object), ("", object + line), (block("B", flags: 0, line + object), insert("B")),
    ] {
      let plan = try plan(blocks, entities)
      #expect(plan.page.box.maximum.y - plan.page.box.minimum.y == 60)
      let found = plan.warnings.map(\.message)
      #expect(told.map { found.count == 1 && found[0].contains($0) } ?? found.isEmpty, "\(found)")
    }
  }

  @Test func `an object that GDAL can't read and that isn't shown is nobody's loss`() throws {
    let spline = "73 0 74 3 11 1 21 1 11 2 21 2 11 3 21 1"
    for hidden in ["8 0 67 1", "8 0 60 1", "8 OFF"] {
      #expect(try warnings("", Self.groups("0 SPLINE \(hidden) \(spline)")).isEmpty, "\(hidden)")
    }
    let unused = block("B", flags: 0, Self.groups("0 SPLINE 8 0 \(spline)"))
    #expect(try warnings(unused, "").isEmpty)
  }

  /// Autodesk's DXF reference, SPATIAL_FILTER: what XCLIP makes; group 71 is 0 where it is off.
  @Test(arguments: [("71 1", true), ("72 0", true), ("71 0", false)])
  func `a block that is clipped is told, as it is drawn whole`(
    flag: String, isTold: Bool
  ) throws {
    let clip = Self.groups(
      "0 ENDSEC 0 SECTION 2 OBJECTS 0 SPATIAL_FILTER 5 A1 70 2 10 0 20 0 10 5 20 5 \(flag)")
    let line = Self.groups("0 LINE 8 0 10 0 20 0 11 9 21 9")
    let told = try warnings(block("B", flags: 0, line), insert("B") + clip)
    #expect(told.count == (isTold ? 1 : 0), "\(told)")
    #expect(told.allSatisfy { $0.contains("clips 1 of its blocks (XCLIP)") }, "\(told)")
  }

  /// By the dictionaries that lead from a clip to what it clips.
  @Test(arguments: [
    ("0 INSERT 5 77 8 0 2 B 10 0 20 0", 0, true), ("0 INSERT 8 0 2 B 10 0 20 0", 0, true),
    ("0 INSERT 5 77 8 0 67 1 2 B 10 0 20 0", 0, false),
    ("0 INSERT 5 77 8 OFF 2 B 10 0 20 0", 0, false),
    ("0 INSERT 5 77 8 0 2 B 10 0 20 0", 4, false),
  ])
  func `a clip of what isn't drawn is nobody's loss`(
    insert: String, flags: Int, isTold: Bool
  ) throws {
    let chain = Self.groups(
      "0 ENDSEC 0 SECTION 2 OBJECTS 0 DICTIONARY 5 A0 330 77 3 ACAD_FILTER 360 A1 0 DICTIONARY 5 A1 330 A0 "
        + "3 SPATIAL 360 A2 0 SPATIAL_FILTER 5 A2 330 A1 70 2 10 0 20 0 10 5 20 5 71 1")
    let line = Self.groups("0 LINE 8 0 10 0 20 0 11 9 21 9")
    let told = try warnings(block("B", flags: flags, line), Self.groups(insert) + chain)
    #expect(told.contains { $0.contains("XCLIP") } == isTold, "\(told)")
  }

  @Test func `a drawing of nothing but such objects names them`() throws {
    let text =
      "0\nSECTION\n2\nENTITIES\n0\n3DSOLID\n8\n0\n0\nREGION\n8\n0\n0\nENDSEC\n0\nEOF\n"
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Array(text.utf8), name: "p.dxf")
    }
    let said = error?.message ?? ""
    #expect(said.contains("(1 × 3DSOLID, 1 × REGION)") && !said.contains("layout"), "\(said)")
  }

  /// Autodesk's DXF reference, symbol tables and blocks: names are the same in any capitals.
  @Test(arguments: [
    ("KERN", "KERN"), ("KERN", "Kern"), ("Kern", "KERN"), ("M\u{F6}bel", "M\u{D6}BEL"),
  ])
  func `a block is drawn in whatever capitals it is inserted`(name: String, inserted: String)
    throws
  {
    let line = "0\nLINE\n8\n0\n10\n0\n20\n0\n11\n200\n21\n10\n"
    let direct = try plan(block(name, flags: 0, line), insert(inserted))
    #expect(abs(direct.page.box.width - 200) < 1e-6)
    let nested = try plan(
      block(name, flags: 0, line) + block("ALL", flags: 0, insert(inserted)), insert("all"))
    #expect(abs(nested.page.box.width - 200) < 1e-6)
    #expect(try warnings(block(name, flags: 0, line), insert(inserted)).isEmpty)
  }

  @Test func `a block that isn't there is told, where it would be shown`() throws {
    let told = try warnings(block("A", flags: 0), insert("Hof") + insert("HOF") + insert("a"))
    #expect(told.count == 1 && told[0].lowercased().contains("(hof), which"), "\(told)")
    let nested = try warnings(block("A", flags: 0, insert("HOF")), insert("A"))
    #expect(nested.count == 1 && nested[0].contains("(HOF), which"), "\(nested)")
    #expect(try warnings(block("A", flags: 0, insert("HOF")), "").isEmpty, "inserted nowhere")
    let hidden = "0\nINSERT\n8\nOFF\n2\nHOF\n10\n0\n20\n0\n"
    #expect(try warnings("", hidden).isEmpty)
  }

  @Test func `blocks that insert each other end`() throws {
    let told = try warnings(
      block("A", flags: 0, insert("B")) + block("B", flags: 0, insert("A") + "0\nMESH\n8\n0\n"),
      insert("A"))
    #expect(told.count == 1 && told[0].contains("1 × MESH"), "\(told)")
  }
}
