import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Scans of several floors in one TIFF (TIFF 6.0, section 2: a file directory leads to the next).
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gdalinfo"), "install gdal-bin"))
struct TIFFPageTests {
  /// Grey pages of these sizes, all pixels of each with its number; tag 274 is the orientation.
  private static func tiff(
    _ sizes: [(width: Int, height: Int)], orientations: [Int] = [1, 1],
    dotsPerInch: [(x: Int, y: Int)] = [], kinds: [Int] = []
  ) -> [UInt8] {
    var bytes = Array("II*\0".utf8) + [0, 0, 0, 0]
    func put(_ value: Int, at offset: Int) {
      for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    var link = 4
    for (index, size) in sizes.enumerated() {
      let pixels = bytes.count
      bytes += [UInt8](repeating: UInt8(index + 1), count: size.width * size.height)
      if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
      // Rationals by 1, before the directory that says where they are.
      let rationals = bytes.count
      for dots in dotsPerInch.dropFirst(index).prefix(1) {
        for value in [dots.x, 1, dots.y, 1] {
          bytes += [0, 0, 0, 0]
          put(value, at: bytes.count - 4)
        }
      }
      put(bytes.count, at: link)
      var tags: [(tag: Int, type: Int, value: Int)] = [
        (256, 4, size.width), (257, 4, size.height), (258, 3, 8), (259, 3, 1), (262, 3, 1),
        (273, 4, pixels), (274, 3, orientations[index]), (277, 3, 1), (278, 4, size.height),
        (279, 4, size.width * size.height),
      ]
      // NewSubfileType: 1 of a page of lower resolution, 4 of a mask.
      if index < kinds.count { tags.insert((254, 4, kinds[index]), at: 0) }
      if index < dotsPerInch.count { tags += [(282, 5, rationals), (283, 5, rationals + 8)] }
      bytes += [UInt8(tags.count), 0]
      for (tag, type, value) in tags {
        bytes += [UInt8(tag & 255), UInt8(tag >> 8), UInt8(type), 0, 1, 0, 0, 0, 0, 0, 0, 0]
        put(value, at: bytes.count - 4)
      }
      link = bytes.count
      bytes += [0, 0, 0, 0]
    }
    return bytes
  }

  @Test func `a page of a TIFF is read by its number`() throws {
    let bytes = Self.tiff([(30, 20), (15, 40)])
    for (number, width, height) in [(1, 30.0, 20.0), (2, 15, 40)] {
      let plan = try PlanFile(bytes: bytes, name: "scan.tif", page: number)
      #expect(plan.pageCount == 2)
      #expect(plan.page.number == number)
      #expect(plan.page.box.width == width && plan.page.box.height == height)
    }
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: bytes, name: "scan.tif", page: 3)
    }
    #expect(error?.message == "scan.tif: there is no page 3, choose one of 1 to 2")
  }

  /// TIFF 6.0, Orientation: 6 has its first row at the right.
  @Test func `a TIFF's orientation is told of the page that has it, whose pixels stay as stored`()
    throws
  {
    let bytes = Self.tiff([(30, 20), (15, 40)], orientations: [1, 6])
    let plain = try PlanFile(bytes: bytes, name: "scan.tif", page: 1)
    #expect(plain.orientation == 1 && plain.warnings.isEmpty)
    let turned = try PlanFile(bytes: bytes, name: "scan.tif", page: 2)
    #expect(turned.orientation == 6 && turned.page.rotate == 90)
    #expect(turned.warnings.map(\.code) == [.orientationTag])
    #expect(turned.page.box.width == 15 && turned.page.box.height == 40)
  }

  /// ITU-T T.4: a fax has 204 dots an inch across and 98 or 196 down.
  @Test func `a page of a fax is told to have no square pixels`() throws {
    let bytes = Self.tiff([(30, 20), (15, 40)], dotsPerInch: [(204, 98), (200, 200)])
    let fax = try PlanFile(bytes: bytes, name: "scan.tif", page: 1)
    #expect(fax.warnings.map(\.code.rawValue) == ["pixels-not-square"])
    #expect(fax.warnings.first?.message.contains("2.08 times as high as wide") == true)
    #expect(try PlanFile(bytes: bytes, name: "scan.tif", page: 2).warnings.isEmpty)
  }

  /// TIFF 6.0, NewSubfileType: a scanner may put a thumbnail behind each page.
  @Test func `pages behind overviews are counted without these`() throws {
    let bytes = Self.tiff(
      [(30, 20), (15, 10), (40, 12), (20, 6), (16, 28)], orientations: [1, 1, 6, 1, 3],
      kinds: [0, 1, 0, 1, 0])
    let sizes = [(30.0, 20.0, 0), (40, 12, 90), (16, 28, 180)]
    for (index, (width, height, turn)) in sizes.enumerated() {
      let plan = try PlanFile(bytes: bytes, name: "scan.tif", page: index + 1)
      #expect(plan.pageCount == 3 && plan.page.number == index + 1)
      #expect(plan.page.box.width == width && plan.page.box.height == height)
      #expect(plan.page.rotate == turn)
    }
    #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: bytes, name: "scan.tif", page: 4)
    }
  }

  /// A venue file keeps a PNG of the page, and the page's number in the TIFF.
  @Test func `a later page is opened again, and exported as control points`() throws {
    let source = try PlanFile(bytes: Self.tiff([(30, 20), (15, 40)]), name: "scan.tif", page: 2)
    let map = IndoorGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 5, ty: 7)
    let plan = Plan(
      placement: PlanPlacement(level: LevelKey(ordinal: 0), page: source.page, pageToLocal: map),
      fileName: "scan.tif", mediaType: "image/png", original: source.bytes, preview: source.bytes)
    let again = try PlanFile(stored: plan)
    #expect(again.page.box == source.page.box)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).points")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let frame = LocalFrame(origin: Coordinate(latitude: 48, longitude: 11))
    let export = try PlanExport(plan, frame: frame, title: "scan")
    #expect(try export.write(as: .points, to: path) == [path])
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("mapX"))
  }

  @Test func `a TIFF of one page has no second one`() throws {
    let bytes = Self.tiff([(30, 20)])
    #expect(try PlanFile(bytes: bytes, name: "scan.tif").pageCount == 1)
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: bytes, name: "scan.tif", page: 2)
    }
    #expect(error?.message.hasSuffix("the file has only page 1") == true)
  }

  /// A white sheet of 16 by 16 pixels (TIFF 6.0, PhotometricInterpretation: 1 has white for the
  /// largest sample).
  private static func white(bits: Int) -> [UInt8] {
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = 32 * bits
    let tags = [
      (256, 16), (257, 16), (258, bits), (259, 1), (262, 1), (273, 8), (277, 1), (278, 16),
      (279, size),
    ]
    return Array("II*\0".utf8) + word(8 + size, 4) + [UInt8](repeating: 255, count: size)
      + word(tags.count, 2)
      + tags.flatMap { word($0.0, 2) + word(4, 2) + word(1, 4) + word($0.1, 4) } + [0, 0, 0, 0]
  }

  @Test(arguments: [2, 4])
  func `white of few bits is as white as of eight`(bits: Int) throws {
    let white = try PlanFile(bytes: Self.white(bits: 8), name: "scan.tif").bytes
    #expect(try PlanFile(bytes: Self.white(bits: bits), name: "scan.tif").bytes == white)
  }

  /// A pixel row of samples; tag 338 is 2 where the last is alpha (TIFF 6.0, ExtraSamples).
  private static func picture(samples: Int, isAlpha: Bool) -> [UInt8] {
    var bytes = Array("II*\0".utf8) + [0, 0, 0, 0]
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    bytes += (0..<(16 * samples)).map { UInt8($0 % 7 * 30) }
    let bits = bytes.count
    for _ in 0..<samples { bytes += word(8, 2) }
    bytes.replaceSubrange(4..<8, with: word(bytes.count, 4))
    let tags = [
      (256, 16), (257, 1), (258, samples > 2 ? bits : 0x8_0008), (259, 1),
      (262, samples > 2 ? 2 : 1), (273, 8), (277, samples), (278, 1), (279, 16 * samples),
      (338, isAlpha ? 2 : 0),
    ]
    bytes += word(tags.count, 2)
    for (tag, value) in tags {
      bytes += word(tag, 2) + word([258, 338].contains(tag) ? 3 : 4, 2)
      bytes += word(tag == 258 ? samples : 1, 4) + word(value, 4)
    }
    return bytes + [0, 0, 0, 0]
  }

  /// A row of pixels of 32-bit floats, each of one band or more, with GDAL's text of the value that
  /// is none.
  private static func floats(_ values: [Float], none: String, bands: Int = 1) -> [UInt8] {
    var bytes = Array("II*\0".utf8) + [0, 0, 0, 0]
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for value in values { bytes += word(Int(value.bitPattern), 4) }
    let text = bytes.count
    bytes += Array(none.utf8) + [0]
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    bytes.replaceSubrange(4..<8, with: word(bytes.count, 4))
    let tags = [
      (256, 4, values.count / bands), (257, 4, 1), (258, 3, 32), (259, 3, 1),
      (262, 3, bands == 3 ? 2 : 1), (273, 4, 8), (277, 3, bands), (278, 4, 1),
      (279, 4, 4 * values.count), (339, 3, 3), (42113, 2, text),
    ]
    bytes += word(tags.count, 2)
    for (tag, type, value) in tags {
      bytes += word(tag, 2) + word(type, 2) + word(tag == 42113 ? none.utf8.count + 1 : 1, 4)
      bytes += word(value, 4)
    }
    return bytes + [0, 0, 0, 0]
  }

  /// As `gdal_rasterize` writes walls: what is drawn is dark, and where nothing is the page shows.
  @Test(
    arguments: [
      ([0, 0, 1, 1, 0, 0], "0    ", [255, 255, 0, 0, 255, 255]),
      ([-9999, 120.5, 123.5, 120.5, 123.5, -9999], "-9999", [255, 0, 255, 0, 255, 255]),
      ([9999, 1, 3, 3, 1, 9999], "9999 ", [255, 0, 255, 255, 0, 255]),
    ] as [([Float], String, [UInt8])])
  func `the lowest value of a raster isn't taken for none`(
    values: [Float], none: String, seen: [UInt8]
  ) throws {
    let plan = try PlanFile(bytes: Self.floats(values, none: none), name: "walls.tif")
    let image = try PNGImage.grey(plan.bytes, name: "walls", maximumPixels: 100)
    #expect(image.pixels == seen)
  }

  /// A pixel that has the value for none in one band alone is red, green, blue or black: over a
  /// white page all but the first and the brightest are seen.
  @Test(
    arguments: [
      ([0, 0, 0, 9, 9, 9, 1, 1, 1, 9, 0, 0, 0, 9, 0], "0   ", [true, true, false, false, false]),
      ([7, 7, 7, 9, 9, 9, 0, 0, 0, 7, 0, 0, 9, 9, 7], "7   ", [true, true, false, false, false]),
      ([0, 0, 0, 9, 9, 9, 9, 0, 0], "-9999", [false, true, false]),
      ([.nan, .nan, .nan, 9, 9, 9, 0, 0, 0], "nan ", [true, true, false]),
      (
        [-9999, -9999, -9999, 1, 1, 1, 0, 0, 0, 0.5, 0.5, 0.5], "-9999",
        [true, true, false, false]
      ),
      (
        [-Float.greatestFiniteMagnitude, -Float.greatestFiniteMagnitude, -.greatestFiniteMagnitude]
          + [1, 1, 1, 0, 0, 0, 0.5, 0.5, 0.5],
        "-3.4028234663852886e+38", [true, true, false, false]
      ),
      (
        [-9999, -9999, -9999, 4e-4, 4e-4, 4e-4, 0, 0, 0, 2e-4, 2e-4, 2e-4], "-9999",
        [true, true, false, false]
      ),
    ] as [([Float], String, [Bool])])
  func `colours are clear only where all of them are none`(
    values: [Float], none: String, isWhite: [Bool]
  ) throws {
    let bytes = Self.floats(values, none: none, bands: 3)
    let plan = try PlanFile(bytes: bytes, name: "walls.tif")
    let image = try PNGImage.grey(plan.bytes, name: "walls", maximumPixels: 100)
    #expect(image.pixels.map { $0 == 255 } == isWhite)
  }

  /// Yellow and white paper, a grey and a black line, where white is none or black is: a colour
  /// that has none in a band or two is as bright as without it. Yellow by hand: 0.9278 of the light
  /// (BT.709), 247 at a gamma of 2.2; half a red 0.0463, 63.
  @Test(
    arguments: [
      ([9, 9, 9, 9, 9, 0, 3, 3, 3, 0, 0, 0], "9   ", [255, 247, 85, 0]),
      ([0, 0, 0, 9, 9, 0, 3, 3, 3, 9, 9, 9], "0   ", [255, 247, 0, 255]),
      ([9, 9, 9, 0, 0, 0], "9   ", [255, 0]),
      ([0, 0, 0, 9, 9, 9], "0   ", [255, 255]),
      ([9, 9, 9, 0, 0, 0], "20  ", [255, 0]),
      ([9, 9, 9, 6, 3, 3, 9, 9, 9, 9, 9, 9], "-9  ", [255, 64, 255, 255]),
    ] as [([Float], String, [Int])])
  func `colours that have none in a band stay as bright`(
    values: [Float], none: String, seen: [Int]
  ) throws {
    let bytes = Self.floats(values, none: none, bands: 3)
    let plan = try PlanFile(bytes: bytes, name: "walls.tif")
    let image = try PNGImage.grey(plan.bytes, name: "walls", maximumPixels: 100)
    #expect(zip(image.pixels, seen).allSatisfy { abs(Int($0) - $1) < 3 }, "\(image.pixels)")
  }

  /// PNG, 11.2.2: the colour type, at byte 25, is 0 for greys, 2 for colours, and 4 more with
  /// alpha.
  @Test(arguments: [(4, true, 6), (2, true, 4), (4, false, 2), (2, false, 0)])
  func `a TIFF's clear parts stay clear`(samples: Int, isAlpha: Bool, type: Int) throws {
    let plan = try PlanFile(
      bytes: Self.picture(samples: samples, isAlpha: isAlpha), name: "scan.tif")
    #expect(Int(plan.bytes[25]) == type)
  }
}
