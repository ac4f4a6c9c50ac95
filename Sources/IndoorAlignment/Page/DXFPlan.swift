internal import Foundation
internal import IndoorJSON

/// An ASCII DXF's model space as a PDF in its own drawing units, y up, around what is drawn on
/// layers that are on. GDAL reads the entities; texts become the PDF's texts.
enum DXFPlan {
  /// Whether a text begins as such a drawing does: a group code 0 and SECTION, or comments before.
  static func begins(_ start: String) -> Bool {
    let lines = start.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).prefix(2).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return lines.count == 2 && (lines[0] == "0" && lines[1] == "SECTION" || lines[0] == "999")
  }

  /// Whether the last word is the one that ends each drawing.
  private static func ends(_ bytes: [UInt8]) -> Bool {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D, 0x0A, 0x1A, 0x00]
    guard let last = bytes.lastIndex(where: { !blanks.contains($0) }) else { return false }
    return bytes[...last].suffix(3).elementsEqual("EOF".utf8)
  }

  /// The first number of a point, a length or an angle that is none: GDAL takes what stands before
  /// a comma, or zero.
  private static func noNumber(in bytes: [UInt8]) -> (line: Int, value: String)? {
    let (blank, lineEnd) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var rest = bytes[...]
    var isNumber = false
    var line = 0
    // A line with a group code and one with its value, by turns.
    while !rest.isEmpty {
      let text = rest.prefix { $0 != lineEnd }
      rest = rest.dropFirst(text.count + 1)
      line += 1
      guard line.isMultiple(of: 2) else {
        let code = text.drop { $0 == blank }.prefix { (0x30...0x39).contains($0) }
        // Of 10 to 59 all are floating-point numbers, by Autodesk's reference.
        isNumber = code.count == 2 && (0x31...0x35).contains(code[code.startIndex])
        continue
      }
      guard isNumber, !isPlain(text) else { continue }
      let value = String(decoding: text.prefix(40), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      // Swift takes hexadecimal digits for a number, GDAL for zero.
      guard let number = Double(value), number.isFinite, !value.lowercased().contains("x")
      else { return (line, value) }
    }
    return nil
  }

  /// Whether a text is digits with a point among them, as nearly all numbers are.
  private static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    var (digits, points) = (0, 0)
    for byte in text {
      switch byte {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "-") where digits + points == 0: continue
      case UInt8(ascii: " "), 0x0D: continue
      default: return false
      }
    }
    return digits > 0 && points < 2
  }

  static func converted(_ bytes: [UInt8], name: String) throws(AlignmentError) -> PlanConversion {
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
      throw .wideDrawing(name)
    }
    guard ends(bytes) else { throw .cutDrawing(name) }
    // Lines of old Macintoshes end with a return alone, which GDAL takes, too.
    let bytes = bytes.contains(0x0A) ? bytes : bytes.map { $0 == 0x0D ? 0x0A : $0 }
    if let fault = noNumber(in: bytes) {
      throw .noNumber(name, line: fault.line, fault.value)
    }
    let header = Header(bytes)
    var complaints = ""
    let read = try PlanConversion.run(
      "ogr2ogr", package: "gdal-bin", on: ended(DXFBlockNames.spelled(bytes)), as: "plan.dxf",
      name: name,
      [
        // The style says what is hidden, each entity of a block by itself: what is on a layer that
        // is off, or in a block on one that is frozen, or is no longer shown.
        "--config", "DXF_MERGE_BLOCK_GEOMETRIES", "FALSE",
        // A storey may be one block, as where a drawing was bound.
        "--config", "DXF_FEATURE_LIMIT_PER_BLOCK", String(mostOfBlock),
      ] + encoding(of: bytes, header) + [
        "-f", "GeoJSONSeq", "-skipfailures", "-sql", "SELECT *, OGR_STYLE AS style FROM entities",
        "/vsistdout/", "plan.dxf",
      ], complaining: { complaints = $0 })
    let unread = DXFUnread(bytes, hidden: header.hidden, complaints: complaints)
    var drawing = DXFDrawing()
    // A feature is as long as its line is.
    let limits = JSONLimits(maximumLineBytes: PlanConversion.limits.outputBytes)
    var lines: JSONLinesReader
    do throws(JSONError) {
      lines = try JSONLinesReader(bytes: read, name: name, limits: limits)
    } catch {
      throw AlignmentError(.damagedPlan, error.message)
    }
    while let line = lines.next() {
      guard case .success(let feature) = line.result else { continue }
      let properties = feature["properties"]
      if properties?["Layer"]?.string == endLayer { continue }
      // A layout's frame and title block are drawn in units of their own.
      if let paper = properties?["PaperSpace"], paper.bool == true || paper.integer == 1 {
        drawing.hasPaper = true
        continue
      }
      if header.hidden.contains((properties?["Layer"]?.string ?? "").lowercased()) {
        drawing.hasHidden = true
        continue
      }
      if isTransparent(properties?["style"]?.string ?? "") {
        drawing.hasInvisible = true
        // It may as well be in a block that is inserted on a layer that is off.
        drawing.hasHidden = drawing.hasHidden || !header.hidden.isEmpty
        continue
      }
      if let geometry = feature["geometry"] {
        drawing.add(geometry, text: properties?["Text"]?.string, depth: 0)
      }
    }
    let strays = drawing.takeOutStrays()
    guard let pdf = drawing.pdf else {
      throw .emptyDrawing(name, why: drawing.fault, unread: unread.sentence)
    }
    return PlanConversion(
      format: .pdf, bytes: pdf, mediaType: PlanFile.drawing,
      // Model space is as large as the building: 1 : 1.
      userUnit: (header.metresPerUnit ?? 0) * 72 / 0.0254, metresPerUnit: header.metresPerUnit,
      warnings: [
        drawing.leftOut.map { .drawnInPart(name, $0) },
        largeBlock(in: complaints, unread).map { .drawnInPart(name, $0) },
        unread.sentence.map { .drawnInPart(name, $0) },
        strays.map { .strayDrawing(name, $0) },
      ].compactMap(\.self))
  }

  /// Entities of a block, of which GDAL draws no more.
  private static let mostOfBlock = 200_000

  /// What is to be said of the first block that has more, as GDAL complains of it, and is shown.
  private static func largeBlock(in complaints: String, _ unread: DXFUnread) -> String? {
    complaints.matches(of: #/Limit of [0-9]+ features for block (.{1,200}?) reached/#)
      .first { !unread.isIdle($0.1) }
      .map {
        "its block \($0.1.prefix(60)) has over \(mostOfBlock) entities, of which the rest isn't drawn; explode it, or "
          + "export fewer layers"
      }
  }

  /// The layer of the entity that is put behind the others.
  private static let endLayer = "indoorkit end"

  /// The drawing with one more entity, on a sheet of paper: GDAL passes over what it can't read or
  /// write, but for the last.
  private static func ended(_ bytes: [UInt8]) -> [UInt8] {
    var section: ArraySlice<UInt8> = []
    var isSection = false
    for (code, value) in DXFGroups(bytes) {
      if isSection, code.elementsEqual("2".utf8) { section = value }
      isSection = code.elementsEqual("0".utf8) && value.elementsEqual("SECTION".utf8)
      guard section.elementsEqual("ENTITIES".utf8), code.elementsEqual("0".utf8),
        value.elementsEqual("ENDSEC".utf8)
      else { continue }
      let last = "0\nPOINT\n8\n\(endLayer)\n67\n1\n10\n0\n20\n0\n"
      return bytes[..<code.startIndex] + Array(last.utf8) + bytes[code.startIndex...]
    }
    return bytes
  }

  /// What GDAL has to be told of a drawing's letters: from AutoCAD 2007 on they are UTF-8, whatever
  /// code page the header names, by which GDAL goes.
  private static func encoding(of bytes: [UInt8], _ header: Header) -> [String] {
    let isUTF8 = header.isUnicode && String(bytes: bytes, encoding: .utf8) != nil
    return isUTF8 ? ["--config", "DXF_ENCODING", "UTF-8"] : []
  }

  /// Whether a style's colour, as `#rrggbbaa`, can't be seen: GDAL gives it to what is invisible by
  /// itself (group code 60) or by its layer.
  private static func isTransparent(_ style: String) -> Bool {
    // By hand, as each of a drawing's lines has a style.
    var rest = style.utf8[...]
    var isQuoted = false
    while let byte = rest.popFirst() {
      switch byte {
      // A text stands in quotes in its own style.
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: rest = rest.dropFirst()
      case UInt8(ascii: "("), UInt8(ascii: ","):
        if !isQuoted, isClearColour(rest) { return true }
      default: continue
      }
    }
    return false
  }

  /// Whether what follows is the colour of a line (`c:`) or an area (`fc:`) whose last two digits
  /// say that it is clear.
  private static func isClearColour(_ text: Substring.UTF8View) -> Bool {
    let value = text.first == UInt8(ascii: "f") ? text.dropFirst() : text
    guard value.starts(with: "c:#".utf8) else { return false }
    let colour = value.dropFirst(3)
    let digits = colour.prefix(8)
    guard digits.count == 8, digits.suffix(2).elementsEqual("00".utf8),
      digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let end = colour.dropFirst(8).first
    else { return false }
    return end == UInt8(ascii: ",") || end == UInt8(ascii: ")")
  }

  /// What stands before the entities: the unit, and the layers that are off or frozen.
  private struct Header {
    private(set) var metresPerUnit: Double?
    /// In small letters, as capitals don't tell layers apart.
    private(set) var hidden: Set<String> = []
    /// Whether it is of AutoCAD 2007 or later.
    private(set) var isUnicode = false

    /// Metres of `$INSUNITS`, as Autodesk's DXF reference numbers them.
    private static let units: [Int: Double] = [
      1: 0.0254, 2: 0.3048, 3: 1609.344, 4: 0.001, 5: 0.01, 6: 1, 7: 1000, 8: 2.54e-8, 9: 2.54e-5,
      10: 0.9144, 13: 1e-6, 14: 0.1, 15: 10, 16: 100, 21: 1200.0 / 3937, 22: 100.0 / 3937,
      23: 3600.0 / 3937, 24: 5280 * 1200.0 / 3937,
    ]

    init(_ bytes: [UInt8]) {
      var lines = bytes.lazy.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .makeIterator()
      func text() -> String? {
        lines.next().map {
          String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
      }
      var (variable, layer, isLayer, isHidden, isSection) = ("", "", false, false, false)
      while let code = text(), let value = text() {
        switch code {
        case "9": variable = value
        case "1" where variable == "$ACADVER": isUnicode = value >= "AC1021"
        case "70" where variable == "$INSUNITS":
          metresPerUnit = Int(value).flatMap { Self.units[$0] }
          variable = ""
        case "0":
          if isLayer, isHidden { hidden.insert(layer.lowercased()) }
          (isLayer, isHidden, layer) = (value == "LAYER", false, "")
          isSection = value == "SECTION"
        case "2" where isSection:
          if value == "ENTITIES" || value == "BLOCKS" { return }
          isSection = false
        case "2" where isLayer: layer = value
        case "70" where isLayer: isHidden = isHidden || (Int(value) ?? 0) & 1 != 0
        case "62" where isLayer: isHidden = isHidden || (Int(value) ?? 0) < 0
        default: continue
        }
      }
    }
  }
}

extension AlignmentError {
  fileprivate static func wideDrawing(_ name: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): is in UTF-16, which no program writes DXF in; save it as UTF-8, or export it again")
  }

  static func cutDrawing(_ name: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): has no EOF at its end, so the drawing is cut; copy it or export it again")
  }

  static func noNumber(_ name: String, line: Int, _ value: String) -> AlignmentError {
    let isComma = value.wholeMatch(of: #/[-+]?[0-9]*,[0-9]+([eE][-+]?[0-9]+)?/#) != nil
    return AlignmentError(
      .damagedPlan,
      isComma
        ? "\(name):\(line): \(value) is a number with a decimal comma, which DXF doesn't have; export "
          + "the drawing with decimal points"
        : "\(name):\(line): \"\(value)\" stands where a number belongs; export the drawing again")
  }

  static func emptyDrawing(_ name: String, why: String, unread: String?) -> AlignmentError {
    AlignmentError(.damagedPlan, "\(name): \(why)" + (unread.map { "; it \($0)" } ?? ""))
  }
}

extension AlignmentWarning {
  fileprivate static func drawnInPart(_ name: String, _ what: String) -> AlignmentWarning {
    AlignmentWarning(.drawnInPart, "\(name): \(what)")
  }

  fileprivate static func strayDrawing(_ name: String, _ what: String) -> AlignmentWarning {
    AlignmentWarning(.strayDrawing, "\(name): \(what)")
  }
}
