internal import IndoorFiles

/// Takes one page out of a PDF by the program `qpdf`, within limits of time, memory and stack.
///
/// What reads a PDF follows what the file says, however long, deep or large that is: a chain of
/// objects overflows the stack, a packed stream or an array of millions the memory. A program of
/// its own can be stopped, and the page that it hands on holds only what was read within its
/// limits. Content stays packed as it was.
enum PDFPageFile {
  /// Seconds of the processor's time that reading a file may take.
  private static let seconds = 4
  /// Kilobytes of stack: the library follows pages and references by recursion.
  private static let stack = 1024
  /// What the program calls the file.
  private static let fileName = "plan.pdf"

  /// A PDF of the page alone, counted from 1, with what it inherits, and the number of pages by the
  /// file's own count.
  ///
  /// The file may be encrypted with an empty password or have a cross-reference table that qpdf
  /// mends.
  static func page(
    _ number: Int, of bytes: [UInt8], name: String
  ) throws(AlignmentError) -> (page: [UInt8], count: Int) {
    guard let program = ProgramRun.find("qpdf") else {
      throw .programMissing("qpdf", package: "qpdf")
    }
    let limits = limits(bytes)
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      do throws(FileError) { try OutputFile.write(bytes, to: "\(folder)/\(fileName)") } catch {
        throw AlignmentError(error)
      }
      let taken = try ProgramRun.run(
        program, quiet + taking(number), in: folder, limits: limits)
      switch taken {
      case .finished(let page):
        let counted = try count(program, in: folder, limits: limits)
        let whole = try hasLayers(page) ? withLayers(program, number, in: folder, limits) : nil
        return (whole ?? page, max(counted ?? number, number))
      case .failed(_, let message) where message.contains("invalid password"):
        throw .passwordNeeded(name)
      case .failed(_, let message) where message.contains("out of range"):
        guard let counted = try count(program, in: folder, limits: limits), counted > 0 else {
          throw .noPages(name)
        }
        throw number < 1 || counted < number
          ? .noSuchPage(name, page: number, count: counted)
          : .damagedPDF(name, why: "it counts \(counted) pages, and page \(number) is missing")
      // Where its memory ends, the program says so in the words of its language.
      case .failed(_, let message) where message.contains("bad_alloc"):
        throw .costlyPDF(name, seconds: seconds, megabytes: limits.kilobytes >> 10)
      case .failed(_, let message):
        throw .damagedPDF(name, why: reason(message))
      case .starved: throw .busy(name, "qpdf could not read it")
      case .timedOut, .broken:
        throw .costlyPDF(name, seconds: seconds, megabytes: limits.kilobytes >> 10)
      }
    }
  }

  /// Whether something of a page belongs to a layer.
  private static func hasLayers(_ page: [UInt8]) -> Bool {
    var rest = page[...]
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      rest = rest[slash...].dropFirst()
      if rest.starts(with: "OCG".utf8) || rest.starts(with: "OCMD".utf8) { return true }
    }
    return false
  }

  /// The page with the file's catalog, which says what layers are off; `nil` where qpdf can't take
  /// it out so.
  private static func withLayers(
    _ program: String, _ number: Int, in folder: String, _ limits: ProgramRun.Limits
  ) throws(AlignmentError) -> [UInt8]? {
    let taken = try ProgramRun.run(
      program, quiet + taking(number, of: [fileName, "--decrypt"], pages: "."), in: folder,
      limits: limits)
    guard case .finished(let page) = taken else { return nil }
    return page
  }

  /// What is read as a number where the file's objects refer to others as their whole value, met
  /// on the way to a page that was taken out: qpdf is asked for its warnings.
  static func chainTargets(
    of bytes: [UInt8], page number: Int, name: String
  ) throws(AlignmentError) -> Set<Double> {
    guard let program = ProgramRun.find("qpdf") else { return [] }
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      do throws(FileError) { try OutputFile.write(bytes, to: "\(folder)/\(fileName)") } catch {
        throw AlignmentError(error)
      }
      _ = try ProgramRun.run(
        program, ["--warning-exit-0"] + taking(number), in: folder, limits: limits(bytes))
      let warnings = ProgramRun.complaints(
        in: folder, limit: PDFReferenceChains.maximumWarnings)
      return PDFReferenceChains.targets(of: bytes, warnings: warnings)
    }
  }

  private static func limits(_ bytes: [UInt8]) -> ProgramRun.Limits {
    var limits = ProgramRun.Limits(
      processorSeconds: seconds, seconds: 20, stackKilobytes: stack)
    // qpdf holds streams as they are, twice while it copies them.
    limits.kilobytes = (300 << 10) + bytes.count * 4 / 1024
    limits.outputBytes = bytes.count + (64 << 20)
    return limits
  }

  /// What takes a page of a file out into a file that begins as another, by default as an empty
  /// one.
  private static func taking(
    _ number: Int, of start: [String] = ["--empty"], pages: String = fileName
  ) -> [String] {
    start + [
      "--object-streams=disable", "--stream-data=preserve",
      // Telling what a page doesn't need would unpack its content.
      "--remove-unreferenced-resources=no", "--pages", pages,
      // qpdf counts from 1 and wraps round beyond 32 bits; it has no page 0.
      "\((1...Int(Int32.max)).contains(number) ? number : 0)", "--", "-",
    ]
  }

  /// What a page's dictionary holds itself, as qpdf writes it, without what it inherits; `nil`
  /// where that can't be told.
  static func dictionary(
    ofPage number: Int, of bytes: [UInt8], name: String
  ) throws(AlignmentError) -> [UInt8]? {
    guard let program = ProgramRun.find("qpdf") else { return nil }
    let limits = limits(bytes)
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      do throws(FileError) { try OutputFile.write(bytes, to: "\(folder)/\(fileName)") } catch {
        throw AlignmentError(error)
      }
      func says(_ question: String) throws(AlignmentError) -> [UInt8]? {
        let run = try ProgramRun.run(
          program, quiet + [question, fileName], in: folder, limits: limits)
        guard case .finished(let answer) = run else { return nil }
        return answer
      }
      // `page 12: 34 0 R`
      let start = Array("page \(number): ".utf8)
      guard
        let line = try says("--show-pages")?.split(separator: UInt8(ascii: "\n"))
          .first(where: { $0.starts(with: start) })
      else { return nil }
      let words = line.dropFirst(start.count).split(separator: UInt8(ascii: " "))
      guard words.count == 3 else { return nil }
      let object = words.prefix(2).map { String(decoding: $0, as: UTF8.self) }
      return try says("--show-object=\(object.joined(separator: ","))")
    }
  }

  /// How many pages the file says that it has.
  private static func count(
    _ program: String, in folder: String, limits: ProgramRun.Limits
  ) throws(AlignmentError) -> Int? {
    let counted = try ProgramRun.run(
      program, quiet + ["--show-npages", fileName], in: folder, limits: limits)
    guard case .finished(let output) = counted else { return nil }
    return Int(String(decoding: output, as: UTF8.self).filter { !$0.isWhitespace })
  }

  /// Warnings are qpdf's own affair: what it mends is read.
  private static let quiet = ["--no-warn", "--warning-exit-0"]

  /// What a message says behind the names of program, file and object.
  private static func reason(_ message: String) -> String {
    var text = message[...]
    if let file = text.firstRange(of: fileName) { text = text[file.upperBound...] }
    if text.hasPrefix(" ("), let end = text.firstRange(of: "): ") { text = text[end.upperBound...] }
    let reason = text.drop { $0 == ":" || $0 == " " }
    // What the program didn't foresee is told in the words of its language.
    guard !reason.contains("_M_"), !reason.contains("std::") else {
      return "its pages can't be found"
    }
    return reason.isEmpty ? "no reason given" : String(reason.prefix(120))
  }
}

extension AlignmentError {
  static func costlyPDF(_ name: String, seconds: Int, megabytes: Int) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): the PDF can't be read within \(seconds) seconds and \(megabytes) MB of memory, print the page to a new PDF and give that"
    )
  }
}
