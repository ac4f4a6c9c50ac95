internal import Foundation
internal import IndoorModel

/// A drawing in SVG as a PDF of one point a pixel, drawn by librsvg, which reads no other files.
enum SVGPlan {
  /// What drawing an SVG may take: 100,000 lines take 0.4 GB, a filter over a large picture takes
  /// what it gets.
  private static let limits = ProgramRun.Limits(
    processorSeconds: 12, seconds: 60, kilobytes: 1 << 20, outputBytes: 256 << 20)
  /// Bytes of one text up to which its XML parser reads on unless it is told to read any: pictures
  /// that Inkscape embeds are longer. In files of fewer its bounds against entities hold.
  private static let usualText = 10_000_000

  /// The plan converted; `root` is its first tag.
  ///
  /// An inch has 96 pixels (CSS Values and Units 3, 5.2) and 72 points: with as many pixels an inch
  /// a size in millimetres agrees with what is drawn in pixels, and drawn larger a pixel is a
  /// point.
  static func converted(
    _ bytes: [UInt8], _ root: XMLRoot, name: String
  ) throws(AlignmentError) -> PlanConversion {
    if let size = oddSize(of: root) { throw .oddSize(name, size) }
    if let box = oddBox(of: root) { throw .oddBox(name, box) }
    if let size = noLength(of: root) { throw .noLength(name, size) }
    guard saysItsPage(root) else { throw .noPage(name) }
    let pdf = try PlanConversion.run(
      "rsvg-convert", package: "librsvg2-bin", on: bytes, as: "plan.svg", name: name,
      (bytes.count > usualText ? ["--unlimited"] : [])
        + ["-f", "pdf", "--dpi-x=96", "--dpi-y=96", "--zoom=\(96.0 / 72)", "plan.svg"],
      limits: limits)
    guard !pdf.isEmpty else {
      throw .notConverted(name, "rsvg-convert", why: "it wrote nothing")
    }
    let missed = missed(in: bytes)
    return PlanConversion(
      format: .pdf, bytes: pdf, mediaType: "image/svg+xml", userUnit: 72.0 / 96,
      warnings: [
        missed.file.map { .drawnElsewhere(name, $0) },
        missed.style.map { .drawnOtherwise(name, $0) },
      ].compactMap(\.self))
  }

  /// What isn't drawn: the first picture, drawing or stylesheet that the plan takes from another
  /// file, and what its styles use first that is passed over.
  private static func missed(in bytes: [UInt8]) -> (file: String?, style: String?) {
    var (file, style): (String?, String?)
    var transforms = SVGTransforms()
    var rest = PlanConversion.utf8(bytes)[...]
    while file == nil || style == nil, let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      if rest[open...].starts(with: "<!--".utf8) {
        rest = XMLRoot.behind("-->", in: rest[open...].dropFirst(4))
        continue
      }
      let tag = rest[(open + 1)...].prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
      rest = rest[tag.endIndex...]
      style = style ?? SVGStyles.function(in: tag)
      transforms.take(tag: tag)
      let word = tag.prefix { (0x61...0x7A).contains($0) || [0x3A, 0x3F, 0x2D].contains($0) }
      let name = String(decoding: word, as: UTF8.self)
      switch name.split(separator: ":").last {
      case "style" where tag.last != UInt8(ascii: "/"):
        let behind = XMLRoot.behind("</\(name)", in: rest)
        let sheet = SVGStyles.withoutComments(behind.isEmpty ? rest : rest[..<behind.startIndex])
        rest = behind
        file = file ?? SVGStyles.imported(in: sheet)
        style = style ?? SVGStyles.rule(in: sheet) ?? SVGStyles.function(in: sheet)
        transforms.take(declarations: sheet)
      case "image", "use", "?xml-stylesheet":
        let isOther =
          name.hasPrefix("?")
          && String(decoding: tag.filter { !SVGStyles.quotesAndBlanks.contains($0) }, as: UTF8.self)
            .contains("alternate=yes")
        if file == nil, !isOther, let address = address(in: tag), !address.hasPrefix("#") {
          if !address.hasPrefix("data:") {
            file = address
          } else if name.hasSuffix("image"), let type = otherType(of: address) {
            style = style ?? "a picture of the type \"\(type)\""
          }
        }
      default: break
      }
    }
    return (file, style ?? transforms.passedOver)
  }

  /// The media type of a picture within a drawing, where it is none that is drawn.
  private static func otherType(of address: String) -> String? {
    let type = address.dropFirst("data:".count).prefix { $0 != ";" && $0 != "," }.lowercased()
    return drawnTypes.contains(type) ? nil : type
  }

  /// Media types of pictures that librsvg draws.
  private static let drawnTypes: Set<String> = [
    "image/png", "image/jpeg", "image/gif", "image/svg+xml", "image/bmp", "image/tiff",
  ]

  /// The beginning of what `href` or `xlink:href` leads to; a picture's own bytes may stand in it.
  private static func address(in tag: ArraySlice<UInt8>) -> String? {
    let key = Array("href".utf8)
    // An attribute's name begins behind these.
    let before: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0x3A]
    var rest = tag
    while let at = rest.firstIndex(of: key[0]) {
      rest = rest[at...]
      guard at > tag.startIndex, before.contains(tag[at - 1]), rest.starts(with: key) else {
        rest = rest.dropFirst()
        continue
      }
      let value = rest.dropFirst(key.count).drop { [0x20, 0x09, 0x0A, 0x0D, 0x3D].contains($0) }
      if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        let address = value.dropFirst().prefix { $0 != quote }
        return String(decoding: address.prefix(60), as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      rest = rest.dropFirst(key.count)
    }
    return nil
  }

  /// A width or a height that no page has, which the drawing's program would pass over.
  private static func oddSize(of root: XMLRoot) -> String? {
    for size in ["width", "height"].compactMap({ root.attributes[$0] }) {
      guard let number = size.prefixMatch(of: #/\s*([-+]?[.0-9]+(?:[eE][-+]?[0-9]+)?)/#)?.output.1
      else { continue }
      guard let value = Double(number), (0...1e6).contains(value) else { return String(number) }
    }
    return nil
  }

  /// A width or a height that isn't read as a length, as `800,5` and `800 px`, where there is no
  /// viewBox: the drawing's program then takes what is drawn for the page.
  private static func noLength(of root: XMLRoot) -> String? {
    guard root.attributes["viewBox"] == nil else { return nil }
    return ["width", "height"].compactMap { root.attributes[$0] }.first { size in
      size.wholeMatch(
        of:
          #/(?i)\s*(?:auto|[-+]?(?:[0-9]+|[0-9]*\.[0-9]+)(?:e[-+]?[0-9]+)?(?:px|pt|pc|cm|mm|in|em|ex|%)?)\s*/#
      ) == nil
    }
  }

  /// A viewBox that isn't four numbers, of which the last two are a width and a height.
  private static func oddBox(of root: XMLRoot) -> String? {
    guard let box = root.attributes["viewBox"] else { return nil }
    let numbers = box.split { $0 == "," || $0.isWhitespace }.map { Double($0) ?? .nan }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), min(numbers[2], numbers[3]) > 0
    else { return box }
    return nil
  }

  /// Whether a drawing says what its page is: else its program takes what is drawn for it, and
  /// where the drawing's own numbers begin is lost.
  private static func saysItsPage(_ root: XMLRoot) -> Bool {
    root.attributes["viewBox"] != nil
      || ["width", "height"].allSatisfy { side in
        root.attributes[side].map { $0.contains(where: \.isNumber) && !$0.contains("%") } == true
      }
  }
}

extension AlignmentError {
  static func oddSize(_ name: String, _ size: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): is \(size.prefix(24)) wide or high, which no page is; export the plan again")
  }

  static func noLength(_ name: String, _ size: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): is \"\(size.prefix(24))\" wide or high, which isn't read as a length; write it as 800.5 or "
        + "800.5px, or give the drawing a viewBox")
  }

  static func oddBox(_ name: String, _ box: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): has the viewBox \"\(box.prefix(48))\", which no page has; export the plan again")
  }

  static func noPage(_ name: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): says neither a viewBox nor a width and a height, so nobody knows where its page begins; "
        + "give it a viewBox")
  }
}

extension AlignmentWarning {
  fileprivate static func drawnElsewhere(_ name: String, _ file: String) -> AlignmentWarning {
    AlignmentWarning(
      .drawnInPart,
      "\(name): takes \"\(file)\" from another file, which isn't drawn; embed it in the plan")
  }

  fileprivate static func drawnOtherwise(_ name: String, _ style: String) -> AlignmentWarning {
    AlignmentWarning(
      .drawnInPart,
      "\(name): it has \(style), which is passed over here and not by browsers; export it with"
        + " plain values, or save it as PDF")
  }
}
