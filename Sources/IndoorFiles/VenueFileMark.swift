internal import IndoorLibc

/// Tells a venue file from other files by SQLite's file format
/// (<https://www.sqlite.org/fileformat2.html>), as whatever writes files has no database at hand.
///
/// A venue file is a GeoPackage, by the application id in the header, with the table `venue_file`.
/// The table alone does where the schema can be read.
struct VenueFileMark {
  /// The table that every venue file has since its first format.
  private static let table = Array("venue_file".utf8)
  /// SQLite's application id of a GeoPackage, "GPKG" (OGC 12-128r18, requirement 2).
  private static let applicationID = Array("GPKG".utf8)
  /// More pages of names than any of our files has.
  private static let mostPages = 1000

  private let descriptor: Int32
  private let pageSize: Int
  /// A page's bytes that SQLite uses itself.
  private let usable: Int

  /// Whether an open file is a venue file, also one whose tables can't be listed: a damaged one may
  /// still hold a survey. One that came out of a dump has the table without the application id.
  static func isOn(_ descriptor: Int32) -> Bool {
    guard let head = bytes(100, at: 0, of: descriptor),
      head.starts(with: Array("SQLite format 3\0".utf8))
    else { return false }
    let isGeoPackage = Array(head[68..<72]) == applicationID
    return VenueFileMark(descriptor, head: head)?.hasTable ?? isGeoPackage
  }

  private init?(_ descriptor: Int32, head: [UInt8]) {
    let size = Int(head[16]) << 8 | Int(head[17])
    pageSize = size == 1 ? 1 << 16 : size
    usable = pageSize - Int(head[20])
    self.descriptor = descriptor
    guard (512...(1 << 16)).contains(pageSize), usable >= 480 else { return nil }
  }

  private static func bytes(_ count: Int, at offset: Int, of descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
  }

  /// Whether the schema table, which begins on page 1, names it; `nil` where it can't be read.
  private var hasTable: Bool? {
    var (pages, read) = ([1], 0)
    while let number = pages.popLast() {
      read += 1
      guard read <= Self.mostPages,
        let page = Self.bytes(pageSize, at: (number - 1) * pageSize, of: descriptor)
      else { return nil }
      // The first page begins with the file's own header.
      let start = number == 1 ? 100 : 0
      let isLeaf = page[start] == 0x0D
      guard isLeaf || page[start] == 0x05 else { return nil }
      for index in 0..<(Self.number(page, at: start + 3, bytes: 2) ?? 0) {
        guard let cell = Self.number(page, at: start + (isLeaf ? 8 : 12) + 2 * index, bytes: 2)
        else { return nil }
        if isLeaf {
          guard let isNamed = isTable(page.prefix(usable).dropFirst(cell)) else { return nil }
          if isNamed { return true }
        } else {
          guard let child = Self.number(page, at: cell, bytes: 4), child > 0 else { return nil }
          pages.append(child)
        }
      }
      guard !isLeaf else { continue }
      guard let last = Self.number(page, at: start + 8, bytes: 4), last > 0 else { return nil }
      pages.append(last)
    }
    return false
  }

  /// Whether a row's second column, `name`, is the table's. It stands behind the record's length,
  /// the row's number and the record's header of the columns' types.
  private func isTable(_ cell: ArraySlice<UInt8>) -> Bool? {
    var rest = cell
    guard Self.takeVarint(&rest) != nil, Self.takeVarint(&rest) != nil else { return nil }
    var header = rest
    guard let length = Self.takeVarint(&header), let type = Self.takeVarint(&header),
      let name = Self.takeVarint(&header)
    else { return nil }
    // A text of n bytes has the type 2n + 13.
    guard type >= 13, name == 2 * Self.table.count + 13 else { return false }
    return rest.dropFirst(length + (type - 13) / 2).starts(with: Self.table)
  }

  /// A number of big-endian bytes; `nil` beyond the page.
  private static func number(_ page: [UInt8], at offset: Int, bytes: Int) -> Int? {
    guard offset + bytes <= page.count else { return nil }
    return page[offset..<(offset + bytes)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// SQLite's integer of one to nine bytes; `nil` where it is longer than a page's parts are.
  private static func takeVarint(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for _ in 0..<5 {
      guard let byte = bytes.popFirst() else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
