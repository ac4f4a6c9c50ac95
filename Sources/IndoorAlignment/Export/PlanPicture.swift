public import IndoorGeometry
public import IndoorModel

/// A plan's picture made over for an export: finer, cut to what matters, its paper clear.
public enum PlanPicture {
  /// Pixels of a side beyond which no picture is drawn.
  private static let longestSide = 16_000.0

  /// The plan with its page drawn anew, so many ground metres a pixel; an image stays as it is.
  ///
  /// - Throws: a sentence where that would be too large a picture, or the page can't be drawn.
  public static func drawn(_ plan: Plan, metresPerPixel: Double) throws(AlignmentError) -> Plan {
    guard !plan.placement.page.isImage else { return plan }
    let side = try side(of: plan, metresPerPixel: metresPerPixel)
    var source = try PlanFile(stored: plan)
    source.page = plan.placement.page
    switch try PlanPreview.picture(of: source, longerSide: side) {
    case .drawn(let png):
      var drawn = plan
      drawn.preview = png
      return drawn
    case .starved: throw .busy(plan.fileName, "the page could not be drawn")
    case .failed(let why):
      throw AlignmentError(
        .machine,
        "\(plan.fileName): the page can't be drawn so fine (\(why)), choose a coarser resolution")
    }
  }

  /// A JPEG's pixels beyond which it keeps its preview: what is decoded takes three bytes each, and
  /// a picture of a noisy one nearly as many.
  private static let most = 100_000_000.0
  /// The same of one that is cropped or whose paper is cleared: that takes four bytes each, and
  /// what is made of it as many.
  private static let mostMadeOver = 60_000_000.0

  /// The plan with all of a JPEG's own pixels, of which its preview may have an eighth to a half of
  /// each side.
  ///
  /// - Parameter isMadeOver: whether the picture is to be cropped or its paper cleared.
  /// - Returns: the plan, and a sentence where it keeps its coarser preview.
  package static func whole(
    _ plan: Plan, isMadeOver: Bool
  ) throws(AlignmentError) -> (plan: Plan, coarser: String?) {
    let box = plan.placement.page.box
    guard plan.original.starts(with: [0xFF, 0xD8, 0xFF]), !plan.preview.isEmpty else {
      return (plan, nil)
    }
    let size = try PNGImage.size(plan.preview, name: plan.fileName)
    guard Double(size.width) < box.width || Double(size.height) < box.height else {
      return (plan, nil)
    }
    let count = box.width * box.height
    guard count <= (isMadeOver ? mostMadeOver : most) else {
      let why =
        count <= most
        ? "too many to crop them or to clear their paper; leave that out, or scale the image down"
        : "too many; scale the image down"
      return (
        plan,
        "\(plan.fileName): is exported with \(size.width) x \(size.height) of its \(Int(box.width)) x "
          + "\(Int(box.height)) pixels, as more are \(why)"
      )
    }
    let png = try JPEGImage.png(
      plan.original, name: plan.fileName, maximumSide: .max, limits: PlanFile.Limits())
    guard let png else { throw .damagedPicture(plan.fileName) }
    var whole = plan
    whole.preview = png
    return (whole, nil)
  }

  /// Pixels of the longer side of a page that is drawn so fine.
  static func side(of plan: Plan, metresPerPixel: Double) throws(AlignmentError) -> Int {
    let box = plan.placement.page.box
    let metres = abs(plan.placement.pageToLocal.determinant).squareRoot()
    let side = (max(box.width, box.height) * metres / metresPerPixel).rounded(.up)
    guard side > 1 else { throw .tooCoarse(plan.fileName) }
    guard side <= longestSide else {
      throw .tooFine(plan.fileName, side: side, most: longestSide)
    }
    return Int(side)
  }

  /// The plan with what lies beyond an area on the ground clear, and its edges cut to it.
  ///
  /// - Throws: a sentence where nothing of the plan is left.
  public static func cropped(
    _ plan: Plan, to area: [Polygon<LocalPoint>]
  ) throws(AlignmentError) -> Plan {
    let page = plan.placement.page
    var picture = try PNGImage.clear(plan.preview, name: plan.fileName)
    let (sx, sy) = (
      Double(picture.width) / page.box.width, Double(picture.height) / page.box.height
    )
    let rings = area.flatMap(\.rings).map { ring in
      ring.compactMap { plan.placement.page(from: $0) }.map { point in
        let y = page.isImage ? point.y - page.box.minimum.y : page.box.maximum.y - point.y
        return PagePoint(x: (point.x - page.box.minimum.x) * sx, y: y * sy)
      }
    }
    guard let kept = picture.keep(inside: rings) else {
      throw AlignmentError(
        .noPlacement,
        "\(plan.fileName): nothing of the plan lies on its level's outline, don't crop it")
    }
    var cropped = plan
    let (left, right) = (
      page.box.minimum.x + Double(kept.x.lowerBound) / sx,
      page.box.minimum.x + Double(kept.x.upperBound) / sx
    )
    let (above, below) = (Double(kept.y.lowerBound) / sy, Double(kept.y.upperBound) / sy)
    cropped.placement.page.box =
      page.isImage
      ? BoundingBox(
        minimum: PagePoint(x: left, y: page.box.minimum.y + above),
        maximum: PagePoint(x: right, y: page.box.minimum.y + below))
      : BoundingBox(
        minimum: PagePoint(x: left, y: page.box.maximum.y - below),
        maximum: PagePoint(x: right, y: page.box.maximum.y - above))
    cropped.preview = try png(of: picture.cut(to: kept), plan.fileName)
    return cropped
  }

  /// The plan with white clear, as if its lines were drawn on glass: over white it looks the same.
  public static func withClearPaper(_ plan: Plan) throws(AlignmentError) -> Plan {
    var picture = try PNGImage.clear(plan.preview, name: plan.fileName)
    picture.clearWhite()
    var clear = plan
    clear.preview = try png(of: picture, plan.fileName)
    return clear
  }

  private static func png(
    of picture: ClearImage, _ name: String
  ) throws(AlignmentError) -> [UInt8] {
    let png = picture.pixels.withUnsafeBytes {
      PNGImage.encode(width: picture.width, height: picture.height, rgba: $0)
    }
    guard let png else { throw .damagedImage(name, format: "PNG", why: "libpng refused it") }
    return png
  }
}

/// A picture whose pixels are more or less clear: red, green, blue and opacity, row after row from
/// the top.
struct ClearImage {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// Makes clear what lies in no ring, by the even-odd rule; returns the columns and rows that are
  /// left, `nil` where none are.
  mutating func keep(inside rings: [[PagePoint]]) -> (x: Range<Int>, y: Range<Int>)? {
    var (columns, rows): (Range<Int>?, Range<Int>?) = (nil, nil)
    for row in 0..<height {
      let y = Double(row) + 0.5
      var crossings: [Double] = []
      for ring in rings {
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
          crossings.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
        }
      }
      crossings.sort()
      var cleared = 0
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let from = Int(min(max(crossings[pair].rounded(), 0), Double(width)))
        let to = Int(min(max(crossings[pair + 1].rounded(), 0), Double(width)))
        guard from < to else { continue }
        clear(row, cleared..<max(cleared, from))
        cleared = max(cleared, to)
        columns = min(columns?.lowerBound ?? from, from)..<max(columns?.upperBound ?? to, to)
        rows = (rows?.lowerBound ?? row)..<row + 1
      }
      clear(row, cleared..<width)
    }
    guard let columns, let rows else { return nil }
    return (columns, rows)
  }

  private mutating func clear(_ row: Int, _ columns: Range<Int>) {
    for column in columns {
      let index = (row * width + column) * 4
      for channel in 0..<4 { pixels[index + channel] = 0 }
    }
  }

  /// A part of the picture.
  func cut(to part: (x: Range<Int>, y: Range<Int>)) -> ClearImage {
    var cut = ClearImage(width: part.x.count, height: part.y.count, pixels: [])
    cut.pixels.reserveCapacity(cut.width * cut.height * 4)
    for row in part.y {
      let start = row * width
      cut.pixels += pixels[(start + part.x.lowerBound) * 4..<(start + part.x.upperBound) * 4]
    }
    return cut
  }

  /// Makes white clear: each pixel becomes the darkest colour that, over white, looks the same.
  mutating func clearWhite() {
    for index in stride(from: 0, to: pixels.count, by: 4) {
      let lightest = Int(min(pixels[index], pixels[index + 1], pixels[index + 2]))
      let opacity = 255 - lightest
      for channel in 0..<3 {
        let value = Int(pixels[index + channel]) - lightest
        pixels[index + channel] = opacity > 0 ? UInt8(value * 255 / opacity) : 0
      }
      pixels[index + 3] = UInt8(opacity * Int(pixels[index + 3]) / 255)
    }
  }
}

extension AlignmentError {
  static func tooCoarse(_ name: String) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "\(name): at that resolution the picture would be a single pixel, choose a finer one")
  }

  static func tooFine(_ name: String, side: Double, most: Double) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "\(name): at that resolution the picture would have \(side < 1e9 ? "\(Int(side))" : "very many") pixels along its longer side, \(Int(most)) are drawn at most, choose a coarser one"
    )
  }
}
