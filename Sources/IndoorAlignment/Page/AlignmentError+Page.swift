import IndoorLibc

extension AlignmentError {
  static func missingFile(_ path: String) -> AlignmentError {
    AlignmentError(.unreadableFile, "\(path): there is no such file, check the path")
  }

  static func unreadableFile(_ path: String, _ fault: InputFault) -> AlignmentError {
    AlignmentError(
      fault.isMachineFault ? .machine : .unreadableFile,
      "\(path): the file cannot be read (\(fault.reason)), \(fault.remedy("check what it is"))")
  }

  static func unreadableFile(_ path: String, why: String) -> AlignmentError {
    AlignmentError(
      .unreadableFile, "\(path): the file cannot be read (\(why)), check what it is")
  }

  static func tooLarge(_ path: String, limit: Int, remedy: String) -> AlignmentError {
    AlignmentError(
      .unreadableFile, "\(path): the file has over \(limit >> 20) MB, \(remedy)")
  }

  static func notAPlan(_ name: String, _ bytes: [UInt8]) -> AlignmentError {
    if bytes.starts(with: [0x1F, 0x8B]) {
      return AlignmentError(
        .damagedPlan, "\(name): is compressed by gzip, unpack it first (gunzip)")
    }
    return AlignmentError(
      .damagedPlan,
      "\(name): this is no PDF, PNG, JPEG, SVG, DXF or TIFF, export the plan as one of them")
  }

  static func damagedPDF(_ name: String, why: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): the PDF is damaged beyond mending (\(why)), export it again, or print it to a new PDF"
    )
  }

  static func damagedImage(
    _ name: String, format: String, why: String, as other: String = ""
  ) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): the \(format) cannot be decoded (\(why)), save the image again\(other)")
  }

  static func tooManyPixels(
    _ name: String, _ width: Int, _ height: Int, limit: Int
  ) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): \(width) x \(height) pixels are too many, save the image with at most \(limit / 1_000_000) million"
    )
  }

  static func passwordNeeded(_ name: String) -> AlignmentError {
    AlignmentError(
      .passwordNeeded, "\(name): the PDF needs a password, save a copy without one first")
  }

  static func noSuchPage(_ name: String, page: Int, count: Int) -> AlignmentError {
    AlignmentError(
      .noSuchPage,
      count == 1
        ? "\(name): there is no page \(page), the file has only page 1"
        : "\(name): there is no page \(page), choose one of 1 to \(count)")
  }

  static func noPages(_ name: String) -> AlignmentError {
    AlignmentError(.damagedPlan, "\(name): the PDF has no pages, export the plan again")
  }

  static func emptyPage(_ name: String, page: Int) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): page \(page) has no area, set its MediaBox or export the plan again")
  }
}
