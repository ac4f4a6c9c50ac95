/// Files that were named where text is read, as a drawing is where a venue is asked for: told by
/// how they begin.
package enum ForeignKind: String, CaseIterable {
  case pdf = "a PDF"
  case png = "a PNG"
  case jpeg = "a JPEG"
  case tiff = "a TIFF"
  case dwg = "a DWG"
  case dxf = "a DXF"
  case shapefile = "a shapefile"
  case flatGeobuf = "FlatGeobuf"
  case ifc = "an IFC model"
  case compound = "of Revit, or of an old Office"
  case geoPackage = "a GeoPackage"
  case database = "a SQLite database"
  case webPage = "a web page"
  case workbook = "an Excel workbook"
  case spreadsheet = "an OpenDocument spreadsheet"
  case zip = "a zip"
  case tar = "a tar archive"
  case sevenZip = "a 7z archive"
  case rar = "a RAR archive"
  case xz = "packed by xz"
  case bzip2 = "packed by bzip2"
  case zstd = "packed by zstd"
  case table = "a table of CSV"
  case xml = "XML"
  case mapInfo = "of MapInfo"
  case sql = "a script of SQL"
  case largeFilePointer = "a pointer of Git LFS"

  /// How many bytes tell the kind: a workbook's first entries, of which one alone may tell it.
  package static let openingCount = 4096

  /// The kind of a file that begins so; `nil` for what may be text of any kind.
  package init?(_ opening: some Collection<UInt8>) {
    func begins(_ text: String) -> Bool { opening.starts(with: text.utf8) }
    // Taking lines apart costs more than all the rest; most files have no such letter there.
    let lines =
      opening.prefix(64).contains(UInt8(ascii: "S"))
      ? String(decoding: opening.prefix(64), as: UTF8.self).split(
        maxSplits: 2, whereSeparator: \.isNewline) : []
    let isDXF =
      lines.count > 1 && lines[0].filter { !$0.isWhitespace } == "0"
      && lines[1].filter { !$0.isWhitespace } == "SECTION"
    let found: ForeignKind? =
      if begins("%PDF-") {
        .pdf
      } else if opening.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        .png
      } else if opening.starts(with: [0xFF, 0xD8, 0xFF]) {
        .jpeg
      } else if begins("II*\0") || begins("MM\0*") {
        .tiff
      } else if begins("AC10") {
        .dwg
      } else if isDXF {
        .dxf
      } else if opening.starts(with: [0, 0, 0x27, 0x0A]) {
        .shapefile
      } else if begins("fgb"), opening.dropFirst(4).starts(with: "fgb".utf8) {
        .flatGeobuf
      } else if begins("ISO-10303-21;") {
        .ifc
      } else if opening.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
        .compound
      } else if begins("SQLite format 3\0"), Self.isGeoPackage(opening) {
        .geoPackage
      } else if begins("SQLite format 3\0") {
        .database
      } else if begins("PK\u{3}\u{4}") {
        Self.zipped(opening)
      } else if opening.dropFirst(257).starts(with: "ustar".utf8) {
        .tar
      } else if opening.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) {
        .sevenZip
      } else if begins("Rar!\u{1A}\u{7}") {
        .rar
      } else if opening.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) {
        .xz
      } else if begins("BZh"), opening.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53]) {
        .bzip2
      } else if opening.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
        .zstd
      } else if begins("version https://git-lfs.github.com/spec/") {
        .largeFilePointer
      } else if Self.isWebPage(opening) {
        .webPage
      } else {
        nil
      }
    guard let found else { return nil }
    self = found
  }

  /// Whether a database has a GeoPackage's mark where SQLite has the application's: "GPKG", or
  /// "GP10" and "GP11" until version 1.2 (OGC 12-128, clause 1.1.1.1.1).
  private static func isGeoPackage(_ opening: some Collection<UInt8>) -> Bool {
    ["GPKG", "GP10", "GP11"].contains { opening.dropFirst(68).starts(with: $0.utf8) }
  }

  /// What a zip is, by its first entries' names: a workbook's are in folders that the program sets,
  /// an OpenDocument's first holds its media type (OASIS OpenDocument 1.3, part 2, 3.3).
  private static func zipped(_ opening: some Collection<UInt8>) -> ForeignKind {
    let opening = Array(opening.prefix(openingCount))
    if opening.dropFirst(30).starts(
      with: "mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8)
    {
      return .spreadsheet
    }
    let name = opening.dropFirst(30)
    guard
      ["[Content_Types].xml", "_rels/", "docProps/", "xl/"].contains(where: {
        name.starts(with: $0.utf8)
      })
    else { return .zip }
    let parts = ["xl/work", "xl/_rels/", "xl/theme/"]
    return parts.contains { opening.firstRange(of: Array($0.utf8)) != nil } ? .workbook : .zip
  }

  /// Whether a text begins as HTML does, in capitals or not (WHATWG HTML, 13.1.1).
  private static func isWebPage(_ opening: some Collection<UInt8>) -> Bool {
    let text = String(
      decoding: opening.drop { " \r\n\t\u{FEFF}".utf8.contains($0) }.prefix(14), as: UTF8.self
    ).lowercased()
    return text == "<!doctype html" || text.hasPrefix("<html>") || text.hasPrefix("<html ")
  }

  /// The kind of a text that was read as JSON and isn't, by the file's ending or how it begins;
  /// `nil` where that tells nothing.
  package init?(text opening: some Collection<UInt8>, name: String) {
    let text = opening.drop { " \r\n\t\u{FEFF}".utf8.contains($0) }
    if text.starts(with: "<?xml".utf8) {
      self = .xml
    } else if text.starts(with: "!table".utf8) || Self.isMIF(text) {
      self = .mapInfo
    } else if name.lowercased().hasSuffix(".sql") {
      self = .sql
    } else if name.lowercased().hasSuffix(".csv"), let first = text.first,
      !"{[".utf8.contains(first)
    {
      self = .table
    } else {
      return nil
    }
  }

  /// Whether a text begins as MapInfo's exchange format does: "Version 300".
  private static func isMIF(_ text: some Collection<UInt8>) -> Bool {
    let words = String(decoding: text.prefix(16), as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    return words.count > 1 && words[0].lowercased() == "version" && Int(words[1]) != nil
  }

  /// What the file is, behind its name.
  package var sentence: String { "is \(rawValue)" }

  /// What to do with it.
  package var remedy: String {
    switch self {
    case .pdf, .png, .jpeg, .tiff, .dxf: "align it as a plan"
    case .dwg: "save it as DXF, and align that as a plan"
    case .shapefile, .flatGeobuf, .table, .xml, .mapInfo: "make GeoJSON of it, as by ogr2ogr"
    case .geoPackage:
      "make GeoJSON of it, as by ogr2ogr -f GeoJSON, or of a venue file by venue export"
    case .ifc: "export its floors as PDF or DXF, and align those as plans"
    case .compound:
      "export its floors as PDF or DXF, and align those as plans, or save its table as CSV"
    case .webPage: "download the file again, as what came may be a login or an error"
    case .largeFilePointer: "fetch the file itself, as git lfs pull does"
    case .workbook, .spreadsheet: "save its table as CSV"
    case .sql: "run it in its database, and make GeoJSON of that, as by ogr2ogr"
    case .database: "name the file that its content came from"
    case .zip, .tar, .sevenZip, .rar: "unpack it, and name a file of it"
    case .xz, .bzip2, .zstd: "unpack it first"
    }
  }
}
