internal import IndoorFiles
internal import IndoorGeometry
internal import IndoorModel

/// A picture of a plan's page: exactly its box, before `/Rotate`, as a PNG.
public enum PlanPreview {
  /// Pixels of the longer side of a PDF page's preview, by default.
  public static let defaultSide = 2400

  /// Draws the page.
  ///
  /// A PDF goes through `pdftocairo` as a program of its own, within limits of time, memory and
  /// pixels: qpdf first writes the page alone, mended, with its box as MediaBox and without
  /// `/Rotate` and `UserUnit`, so that picture and numbers have the same edges. A PNG is its own
  /// preview; a JPEG becomes a PNG of its stored pixels, because viewers would turn it by its
  /// orientation tag.
  ///
  /// - Returns: the PNG, or `nil` and the reason in a warning where the page could not be drawn.
  /// - Throws: where `pdftocairo` is missing or the disk is full.
  public static func png(
    of plan: PlanFile, longerSide: Int = defaultSide
  ) throws(AlignmentError) -> (png: [UInt8]?, warning: AlignmentWarning?) {
    switch try picture(of: plan, longerSide: longerSide) {
    case .drawn(let png): (png, nil)
    case .failed(let why): (nil, .noPreview(plan.name, why: why))
    case .starved: (nil, .noPreview(plan.name, why: "the machine was too busy"))
    }
  }

  /// The same where there is no going on without it.
  package static func needed(of plan: PlanFile) throws(AlignmentError) -> [UInt8] {
    switch try picture(of: plan) {
    case .drawn(let png): return png
    case .failed(let why): throw .noPictureToExport(plan.name, why: why)
    case .starved: throw .busy(plan.name, "the page could not be drawn for the export")
    }
  }

  /// A page's picture, or why it could not be drawn.
  enum Picture {
    case drawn([UInt8])
    case failed(why: String)
    /// The machine was too busy to draw it in time.
    case starved
  }

  static func picture(
    of plan: PlanFile, longerSide: Int = defaultSide
  ) throws(AlignmentError) -> Picture {
    switch plan.format {
    case .png:
      return .drawn(plan.bytes)
    case .jpeg:
      let png = try JPEGImage.png(
        plan.bytes, name: plan.name, maximumSide: 8192, limits: PlanFile.Limits())
      return png.map { .drawn($0) } ?? .failed(why: "libpng refused it")
    case .pdf:
      return try drawn(plan, longerSide: longerSide)
    }
  }

  /// What drawing a page may take. A floor plan as CAD programs write it takes a second and 100 MB.
  private static let limits = ProgramRun.Limits(
    processorSeconds: 8, seconds: 30, kilobytes: 640 << 10, outputBytes: 128 << 20)

  private static func drawn(
    _ plan: PlanFile, longerSide: Int
  ) throws(AlignmentError) -> Picture {
    let size = pixels(of: plan.page.box, longerSide: longerSide)
    return try drawn(plan, size, part: (0..<size.width, 0..<size.height))
  }

  /// Draws a part of a PDF's page, in pixels from the top left corner of the whole, which would
  /// have so many.
  static func drawn(
    _ plan: PlanFile, _ size: (width: Int, height: Int), part: (x: Range<Int>, y: Range<Int>)
  ) throws(AlignmentError) -> Picture {
    guard let program = ProgramRun.find("pdftocairo") else {
      throw .programMissing("pdftocairo", package: "poppler-utils")
    }
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      guard try writePage(of: plan, to: "\(folder)/page.pdf") else {
        return .failed(why: "qpdf could not write the page")
      }
      // Rounding up, pdftocairo may add a row or a column to the size that it scales to: -W and -H
      // cut that off.
      let outcome = try ProgramRun.run(
        program,
        [
          "-png", "-singlefile", "-cropbox", "-scale-to-x", "\(size.width)", "-scale-to-y",
          "\(size.height)", "-x", "\(part.x.lowerBound)", "-y", "\(part.y.lowerBound)", "-W",
          "\(part.x.count)", "-H", "\(part.y.count)", "page.pdf", "-",
        ], in: folder, limits: limits)
      return switch outcome {
      case .finished(let output) where output.starts(with: [0x89, 0x50, 0x4E, 0x47]):
        .drawn(output)
      case .finished: .failed(why: "pdftocairo drew nothing")
      case .failed(_, let message): .failed(why: message)
      case .starved: .starved
      case .timedOut: .failed(why: "pdftocairo took over \(limits.processorSeconds) seconds")
      case .broken:
        .failed(why: "pdftocairo broke off, perhaps at its limit of \(limits.kilobytes >> 10) MB")
      }
    }
  }

  /// Writes the page with the plan's box; what qpdf held of it is gone when this returns.
  private static func writePage(
    of plan: PlanFile, to path: String
  ) throws(AlignmentError) -> Bool {
    try PDFDocument(page: plan.pagePDF, name: plan.name).write(plan.page.box, to: path)
  }

  /// Whole pixels of a box, its longer side as asked and no side under one.
  static func pixels(
    of box: BoundingBox<PagePoint>, longerSide: Int
  ) -> (width: Int, height: Int) {
    let side = Double(min(max(longerSide, 1), 20_000))
    let scale = side / max(box.width, box.height)
    return (
      Int(max(1, (box.width * scale).rounded())), Int(max(1, (box.height * scale).rounded()))
    )
  }
}

extension AlignmentError {
  package static func programMissing(_ program: String, package: String) -> AlignmentError {
    AlignmentError(
      .machine, "\(program): the program is missing, install it (apt-get install \(package))")
  }

  static func programUnstartable(_ program: String, why: String) -> AlignmentError {
    AlignmentError(
      .machine,
      "\(program): the program can't be started (\(why.prefix(200))); install it anew, or put one that works "
        + "before it on PATH")
  }

  static func noPictureToExport(_ name: String, why: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): the page could not be drawn (\(why)), and an export needs its picture; print the page to a new PDF and place that"
    )
  }
}

extension AlignmentWarning {
  static func noPreview(_ name: String, why: String) -> AlignmentWarning {
    AlignmentWarning(
      .noPreview,
      "\(name): the page could not be drawn (\(why)), the plan is kept without a picture")
  }
}
