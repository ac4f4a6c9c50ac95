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
  /// Grey pages of these sizes, all pixels of each with its number.
  private static func tiff(_ sizes: [(width: Int, height: Int)]) -> [UInt8] {
    var bytes = Array("II*\0".utf8) + [0, 0, 0, 0]
    func put(_ value: Int, at offset: Int) {
      for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    var link = 4
    for (index, size) in sizes.enumerated() {
      let pixels = bytes.count
      bytes += [UInt8](repeating: UInt8(index + 1), count: size.width * size.height)
      if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
      put(bytes.count, at: link)
      let tags: [(tag: Int, type: Int, value: Int)] = [
        (256, 4, size.width), (257, 4, size.height), (258, 3, 8), (259, 3, 1), (262, 3, 1),
        (273, 4, pixels), (277, 3, 1), (278, 4, size.height), (279, 4, size.width * size.height),
      ]
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

  @Test func `a TIFF of one page has no second one`() throws {
    let bytes = Self.tiff([(30, 20)])
    #expect(try PlanFile(bytes: bytes, name: "scan.tif").pageCount == 1)
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: bytes, name: "scan.tif", page: 2)
    }
    #expect(error?.message.hasSuffix("the file has only page 1") == true)
  }
}
