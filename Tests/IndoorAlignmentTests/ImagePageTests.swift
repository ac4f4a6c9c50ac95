import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

struct ImagePageTests {
  /// A grey PNG of 3 x 2 pixels: signature, IHDR, IDAT (a stored deflate block), IEND.
  static func png(extra: [UInt8] = []) -> [UInt8] {
    // Filter byte and three pixels a row.
    png(extra: extra, size: (3, 2), [8, 0], rows: [0, 10, 20, 30, 0, 40, 50, 60])
  }

  /// The same of a bit depth and a colour type, and the bytes of rows.
  private static func png(
    extra: [UInt8] = [], size: (UInt32, UInt32), _ kind: [UInt8], rows raw: [UInt8]
  ) -> [UInt8] {
    let count = UInt8(raw.count)
    var zlib: [UInt8] = [0x78, 0x01, 0x01, count, 0, ~count, 255] + raw
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in raw {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    zlib += bigEndian(b << 16 | a)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(size.0) + bigEndian(size.1) + kind + [0, 0, 0]) + extra
      + chunk("IDAT", zlib) + chunk("IEND", [])
  }

  static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(kind.utf8) + body
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in content {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return bigEndian(UInt32(body.count)) + content + bigEndian(~crc)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// EXIF of one entry: orientation.
  static func exif(_ tag: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, tag, 0, 0, 0, 0, 0, 0]
  }

  @Test func `a PNG is its pixels from the top left`() throws {
    let plan = try PlanFile(bytes: Self.png(), name: "plan.png")
    #expect(plan.format == .png && plan.pageCount == 1)
    #expect(plan.page.isImage)
    #expect(plan.page.box.minimum == PagePoint(x: 0, y: 0))
    #expect(plan.page.box.maximum == PagePoint(x: 3, y: 2))
    #expect(plan.page.corners.first == PagePoint(x: 0, y: 2))
  }

  @Test(arguments: [(1, 0), (3, 180), (6, 90), (8, 270), (5, 270), (7, 90), (9, 0)])
  func `an orientation tag is told as a rotation of the stored pixels`(tag: Int, turn: Int) throws {
    let bytes = Self.png(extra: Self.chunk("eXIf", Self.exif(UInt8(tag))))
    let plan = try PlanFile(bytes: bytes, name: "plan.png")
    #expect(plan.page.rotate == turn)
    #expect(plan.page.box.width == 3)
  }

  /// ISO 15948, 11.3.5.3: pixels a unit along x and y. ITU-T T.871, 10.1: the same after the unit,
  /// of which 0 is none.
  @Test(arguments: [
    (1417, 2835, "2.0 times as wide as high"), (2835, 1417, "2.0 times as high as wide"),
    (2835, 2835, nil), (2835, 2834, nil), (0, 1, nil),
  ])
  func `pixels that aren't square are told`(x: UInt32, y: UInt32, words: String?) throws {
    let size = Self.bigEndian(x) + Self.bigEndian(y) + [1]
    let png = Self.png(extra: Self.chunk("pHYs", size))
    let densities = Self.bigEndian(x).suffix(2) + Self.bigEndian(y).suffix(2)
    let whole = try Self.jpeg(1)
    let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 2, 0]
    let jpeg: [UInt8] = head + densities + [0, 0] + Array(whole[2...])
    for (bytes, name) in [(png, "plan.png"), (jpeg, "plan.jpg")] {
      let warnings = try PlanFile(bytes: bytes, name: name).warnings
      #expect(warnings.map(\.code.rawValue) == (words == nil ? [] : ["pixels-not-square"]))
      if let words { #expect(warnings.first?.message.contains(words) == true) }
    }
  }

  /// ISO 15948, 13.12: samples are scaled to fewer bits in proportion, whatever light they stand
  /// for. Colour type 2 has colours, 4 a grey with alpha, 6 both.
  @Test(arguments: [0, 2, 4, 6] as [UInt8])
  func `16 bits are as light as 8`(type: UInt8) throws {
    let values: [UInt8] = [76, 29, 200]
    let pixels = values.flatMap { value -> [UInt8] in
      let colours = [UInt8](repeating: value, count: type & 2 == 0 ? 2 : 6)
      return colours + (type & 4 == 0 ? [] : [255, 255])
    }
    let grey = try PNGImage.grey(
      Self.png(size: (3, 1), [16, type], rows: [0] + pixels), name: "plan.png", maximumPixels: 10)
    for (read, value) in zip(grey.pixels, values) { #expect(abs(Int(read) - Int(value)) <= 1) }
  }

  @Test func `a cut PNG is a sentence`() {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Self.png().dropLast(20), name: "plan.png")
    }
    #expect(error?.code == .damagedPlan)
  }

  @Test func `a PNG that claims too many pixels is refused before it is decoded`() {
    var limits = PlanFile.Limits()
    limits.maximumPixels = 5
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Self.png(), name: "plan.png", limits: limits)
    }
    #expect(error?.message.contains("3 x 2 pixels are too many") == true)
  }

  @Test func `what is no plan is a sentence`() {
    for bytes in [[], Array("GIF89a".utf8), [UInt8](repeating: 0xFF, count: 100)] {
      #expect(throws: AlignmentError.self) { try PlanFile(bytes: bytes, name: "plan") }
    }
  }

  @Test func `a JPEG that is only a header is a sentence`() {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xD9], name: "plan.jpg")
    }
    #expect(error?.code == .damagedPlan)
  }

  /// A progressive JPEG (ITU-T T.81, annex G) of one grey: a scan of the blocks' means, each 0, and
  /// others that say in runs of up to 32,767 blocks (EOB14) that nothing is to be added.
  private static func scanned(side: Int, scans: Int) -> [UInt8] {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
    }
    func packed(_ bits: [UInt8]) -> [UInt8] {
      let all = bits + Array(repeating: 1, count: (8 - bits.count % 8) % 8)
      return stride(from: 0, to: all.count, by: 8).flatMap { start -> [UInt8] in
        let byte = all[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        return byte == 0xFF ? [0xFF, 0] : [byte]
      }
    }
    // One code of one bit in each table: a difference of no bits, and EOB14.
    let code = [1] + [UInt8](repeating: 0, count: 15)
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    var bytes: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
    bytes += segment(0xC2, [8, high, low, high, low, 1, 1, 0x11, 0])
    bytes += segment(0xC4, [0x00] + code + [0]) + segment(0xC4, [0x10] + code + [0xE0])
    let blocks = (side / 8) * (side / 8)
    bytes += segment(0xDA, [1, 1, 0, 0, 0, 0]) + packed([UInt8](repeating: 0, count: blocks))
    var (left, runs): (Int, [UInt8]) = (blocks, [])
    while left > 0 {
      let run = left > 32_767 + 16_384 || left <= 32_767 ? min(left, 32_767) : left - 16_384
      runs += [0] + (0..<14).reversed().map { UInt8((run - 16_384) >> $0 & 1) }
      left -= run
    }
    let nothing = packed(runs)
    for scan in 1..<scans {
      bytes += segment(0xDA, [1, 1, 0, 1, 63, scan == 1 ? 0x01 : 0x10]) + nothing
    }
    return bytes + [0xFF, 0xD9]
  }

  /// A few kilobytes, each scan of which costs as much as the picture.
  @Test func `a large JPEG of very many scans is refused`() throws {
    let some = try PlanFile(bytes: Self.scanned(side: 1024, scans: 60), name: "plan.jpg")
    #expect(some.page.box.width == 1024)
    #expect(try PlanPreview.png(of: some).png != nil)
    let bytes = Self.scanned(side: 8192, scans: 199)
    #expect(bytes.count < 250_000)
    let error = #expect(throws: AlignmentError.self) {
      _ = try PlanPreview.png(of: try PlanFile(bytes: bytes, name: "plan.jpg"))
    }
    #expect(
      error?.message.contains("scans and more are too many for 8192 x 8192") == true,
      "\(error as Any)")
  }

  /// 24 x 16 pixels, black, but for a white square of 8 in the stored top left corner; with an
  /// orientation tag.
  private static func jpeg(_ tag: UInt8) throws -> [UInt8] {
    let text =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU"
      + "FRUVDA8XGBYUGBIUFRT/wAALCAAQABgBAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAkK/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/a"
      + "AAgBAQAAPwCqbKuAP//Z"
    var bytes = Array(try #require(Data(base64Encoded: text)))
    let segment = Array("Exif\0\0".utf8) + exif(tag)
    bytes.insert(
      contentsOf: [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment, at: 2)
    return bytes
  }

  @Test func `a JPEG whose picture ends before its rows do is damaged, and what follows it isn't`()
    throws
  {
    let whole = try Self.jpeg(1)
    func picture(_ bytes: [UInt8]) -> [UInt8]? {
      (try? PlanFile(bytes: bytes, name: "plan.jpg")).flatMap { try? PlanPreview.png(of: $0).png }
    }
    #expect(picture(whole) != nil)
    // Phones put a film behind it.
    #expect(picture(whole + Array("film".utf8)) == picture(whole))
    // The last three bytes of the coefficients, before the marker of the end.
    var damaged = whole
    damaged.removeSubrange(whole.count - 5..<whole.count - 2)
    #expect(picture(damaged) == nil)
  }

  @Test(arguments: 1...8)
  func `a JPEG is its stored pixels, under each of the eight orientations`(tag: Int) throws {
    let plan = try PlanFile(bytes: Self.jpeg(UInt8(tag)), name: "plan.jpg")
    #expect(plan.format == .jpeg && plan.orientation == tag && plan.page.isImage)
    #expect(plan.page.box.width == 24 && plan.page.box.height == 16)
    // CIPA DC-008, 4.6.4: what viewers do to show the stored rows and columns.
    #expect(plan.page.rotate == [0, 0, 180, 180, 270, 90, 90, 270][tag - 1])
    #expect(plan.warnings.map(\.code) == (tag == 1 ? [] : [.orientationTag]))
    let drawn = try PlanPreview.png(of: plan)
    let image = try PNGImage.grey(
      #require(drawn.png), name: "preview", maximumPixels: 1_000_000)
    #expect(image.width == 24 && image.height == 16)
    #expect(image.pixels[3 * 24 + 3] > 200 && image.pixels[3 * 24 + 20] < 50)
    #expect(image.pixels[12 * 24 + 3] < 50)
  }

  @Test func `an image has one page`() {
    #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Self.png(), name: "plan.png", page: 2)
    }
  }

  @Test func `an altered PNG never traps`() {
    let whole = Self.png(extra: Self.chunk("eXIf", Self.exif(6)))
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      var bytes = whole
      bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      bytes.removeLast(Int.random(in: 0...3, using: &random) * 10)
      _ = try? PlanFile(bytes: bytes, name: "fuzz.png")
    }
  }
}
