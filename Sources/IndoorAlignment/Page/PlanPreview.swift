internal import IndoorFiles
internal import IndoorGeometry
internal import IndoorModel

/// A picture of a plan's page: exactly its box, before `/Rotate`, as a PNG.
public enum PlanPreview {
  /// Pixels of the longer side of a PDF page's preview, by default.
  public static let defaultSide = 2400

  /// Draws the page.
  ///
  /// A PDF goes through `pdftocairo` as a program of its own, within limits of time, memory and pixels: qpdf first
  /// writes the page alone, mended, with its box as MediaBox and without `/Rotate` and `UserUnit`, so that picture and
  /// numbers have the same edges. A PNG is its own preview; a JPEG becomes a PNG of its stored pixels, because
  /// viewers would turn it by its orientation tag.
  ///
  /// - Returns: the PNG, or `nil` and the reason in a warning where the page could not be drawn.
  /// - Throws: where `pdftocairo` is missing or the disk is full.
  public static func png(
    of plan: PlanFile, longerSide: Int = defaultSide
  ) throws(AlignmentError) -> (png: [UInt8]?, warning: AlignmentWarning?) {
    switch plan.format {
    case .png:
      return (plan.bytes, nil)
    case .jpeg:
      let png = try JPEGImage.png(
        plan.bytes, name: plan.name, maximumSide: 8192, limits: PlanFile.Limits())
      return (png, png == nil ? .noPreview(plan.name, why: "libpng refused it") : nil)
    case .pdf:
      return try drawn(plan, longerSide: longerSide)
    }
  }

  private static func drawn(
    _ plan: PlanFile, longerSide: Int
  ) throws(AlignmentError) -> (png: [UInt8]?, warning: AlignmentWarning?) {
    guard let program = ProgramRun.find("pdftocairo") else {
      throw .programMissing("pdftocairo", package: "poppler-utils")
    }
    let document = try PDFDocument(bytes: plan.bytes, name: plan.name)
    guard let single = document.singlePage(plan.page) else {
      return (nil, .noPreview(plan.name, why: "qpdf could not take the page out"))
    }
    let size = pixels(of: plan.page.box, longerSide: longerSide)
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      do throws(FileError) {
        try OutputFile.write(single, to: "\(folder)/page.pdf")
      } catch {
        throw AlignmentError(error)
      }
      // Rounding up, pdftocairo may add a row or a column to the size that it scales to: -W and -H cut that off.
      let outcome = try ProgramRun.run(
        program,
        [
          "-png", "-singlefile", "-cropbox", "-scale-to-x", "\(size.width)", "-scale-to-y",
          "\(size.height)", "-x", "0", "-y", "0", "-W", "\(size.width)", "-H", "\(size.height)",
          "page.pdf", "-",
        ], in: folder)
      switch outcome {
      case .finished(let output) where output.starts(with: [0x89, 0x50, 0x4E, 0x47]):
        return (output, nil)
      case .finished:
        return (nil, .noPreview(plan.name, why: "pdftocairo drew nothing"))
      case .failed(_, let message):
        return (nil, .noPreview(plan.name, why: message))
      case .timedOut:
        return (nil, .noPreview(plan.name, why: "pdftocairo took over a minute"))
      }
    }
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
  static func programMissing(_ program: String, package: String) -> AlignmentError {
    AlignmentError(
      .machine, "\(program): the program is missing, install it (apt-get install \(package))")
  }
}

extension AlignmentWarning {
  static func noPreview(_ name: String, why: String) -> AlignmentWarning {
    AlignmentWarning(
      .noPreview,
      "\(name): the page could not be drawn (\(why)), the plan is kept without a picture")
  }
}
