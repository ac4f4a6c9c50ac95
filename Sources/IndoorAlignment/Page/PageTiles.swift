internal import IndoorFiles
public import IndoorModel

/// A plan's page in square pieces, for a viewer that shows parts of it: each is drawn by itself, so
/// that a large sheet is never drawn whole.
///
/// At zoom 0 the page's longer side fills one piece, and each zoom doubles it. Pieces are counted
/// from the page's top left corner, before `/Rotate`; beyond the page they are clear.
public enum PageTiles {
  /// Pixels of a piece's side.
  public static let side = 512
  /// The zooms that there are.
  public static let zooms = 0...5

  /// The page's size at a zoom, in pixels.
  public static func size(of page: PlanPage, zoom: Int) -> (width: Int, height: Int) {
    let zoom = min(max(zoom, zooms.lowerBound), zooms.upperBound)
    return PlanPreview.pixels(of: page.box, longerSide: side << zoom)
  }

  /// Draws a piece as a PNG.
  ///
  /// - Throws: `.noPlace` where the page has no such piece, and a sentence where it can't be drawn.
  public static func png(
    of plan: PlanFile, zoom: Int, column: Int, row: Int
  ) throws(AlignmentError) -> [UInt8] {
    let whole = size(of: plan.page, zoom: zoom)
    guard zooms.contains(zoom), (0..<whole.width).contains(column.scaled),
      (0..<whole.height).contains(row.scaled)
    else { throw .noTile(plan.name, zoom, column, row) }
    let x = column.scaled..<min(column.scaled + side, whole.width)
    let y = row.scaled..<min(row.scaled + side, whole.height)
    switch plan.format {
    case .pdf:
      switch try PlanPreview.drawn(plan, whole, part: (x, y)) {
      case .drawn(let png): return try padded(png, name: plan.name)
      case .failed(let why): throw .notDrawn(plan.name, why: why)
      case .starved: throw .busy(plan.name, "the page could not be drawn")
      }
    case .png, .jpeg: return try cut(plan, to: (column.scaled, row.scaled), of: whole)
    }
  }

  /// The same picture, clear to the right and below where it is smaller than a piece.
  private static func padded(_ png: [UInt8], name: String) throws(AlignmentError) -> [UInt8] {
    let size = try PNGImage.size(png, name: name)
    guard size.width < side || size.height < side else { return png }
    let picture = try PNGImage.clear(png, name: name)
    var pixels = [UInt8](repeating: 0, count: side * side * 4)
    let row = min(picture.width, side) * 4
    for y in 0..<min(picture.height, side) {
      let (from, to) = (y * picture.width * 4, y * side * 4)
      pixels.replaceSubrange(to..<to + row, with: picture.pixels[from..<from + row])
    }
    let tile = pixels.withUnsafeBytes { PNGImage.encode(width: side, height: side, rgba: $0) }
    guard let tile else { throw .notDrawn(name, why: "libpng refused it") }
    return tile
  }

  /// A piece of an image, drawn by a program of its own, since a large one takes much memory.
  private static func cut(
    _ plan: PlanFile, to corner: (x: Int, y: Int), of whole: (width: Int, height: Int)
  ) throws(AlignmentError) -> [UInt8] {
    guard let program = ProgramRun.find("rsvg-convert") else {
      throw .programMissing("rsvg-convert", package: "librsvg2-bin")
    }
    let image = plan.format == .png ? "plan.png" : "plan.jpeg"
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" \
      viewBox="\(corner.x) \(corner.y) \(side) \(side)">\
      <image href="\(image)" width="\(whole.width)" height="\(whole.height)" \
      preserveAspectRatio="none"/></svg>
      """
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      do throws(FileError) {
        try OutputFile.write(plan.bytes, to: "\(folder)/\(image)")
        try OutputFile.write(drawing, to: "\(folder)/tile.svg")
      } catch { throw AlignmentError(error) }
      let outcome = try ProgramRun.run(
        program, ["--format", "png", "tile.svg"], in: folder, limits: PlanConversion.limits)
      switch outcome {
      case .finished(let output) where output.starts(with: [0x89, 0x50, 0x4E, 0x47]): return output
      case .finished: throw .notDrawn(plan.name, why: "rsvg-convert drew nothing")
      case .failed(_, let message): throw .notDrawn(plan.name, why: message)
      case .starved: throw .busy(plan.name, "the page could not be drawn")
      case .timedOut: throw .notDrawn(plan.name, why: "rsvg-convert took too long")
      case .broken: throw .notDrawn(plan.name, why: "rsvg-convert broke off")
      }
    }
  }
}

extension Int {
  /// A piece's first pixel; one far beyond any page where that isn't a number any more.
  fileprivate var scaled: Int {
    let product = multipliedReportingOverflow(by: PageTiles.side)
    return product.overflow ? .max : product.partialValue
  }
}

extension AlignmentError {
  static func noTile(_ name: String, _ zoom: Int, _ column: Int, _ row: Int) -> AlignmentError {
    AlignmentError(
      .noPlace,
      "\(name): the page has no piece \(column), \(row) at zoom \(zoom); zooms go from "
        + "\(PageTiles.zooms.lowerBound) to \(PageTiles.zooms.upperBound), pieces from the page's top left corner"
    )
  }

  static func notDrawn(_ name: String, why: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan, "\(name): the page can't be drawn (\(why)); export it again, or as another kind"
    )
  }
}
