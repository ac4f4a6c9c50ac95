internal import IndoorFiles
public import IndoorGeometry
internal import IndoorJSON
internal import IndoorLibc
internal import IndoorModel

/// Where a raster's own file says that it lies.
public struct OwnPlacement: Hashable, Sendable {
  /// From its pixels, from the top left corner, to the reference system, x east and y north.
  public var map: AffineTransform
  /// The reference system's well-known text, empty where the file has none.
  public var wellKnownText: String
}

/// Where a raster's own file says that some of its pixels lie.
struct OwnPoints: Hashable {
  /// A pixel, counted from the top left corner, and its place, x east and y north.
  struct Point: Hashable {
    var name: String
    var page: PagePoint
    var x: Double
    var y: Double
  }

  var points: [Point]
  /// The reference system's well-known text, empty where the file has none.
  var wellKnownText: String
}

/// Plans in formats that other programs read: each becomes a PDF or a PNG, by a program that runs
/// within limits of time, memory and output.
struct PlanConversion {
  /// What is drawn.
  var format: PlanFile.Format
  /// The PDF or PNG.
  var bytes: [UInt8]
  /// The media type of what came in.
  var mediaType: String
  /// How many pages the file has, of which one was converted.
  var pageCount = 1
  /// Which of a TIFF's directories was converted, counted from 1; overviews of pages are some, too.
  var directory = 1
  /// How many 1/72 inch a unit is on paper; 0 where nobody says it.
  var userUnit = 1.0
  /// Ground metres a unit, where the file says them.
  var metresPerUnit: Double?
  /// Where the file says that it lies.
  var placement: OwnPlacement?
  /// The places of some of its pixels, where the file says no more.
  var points: OwnPoints?
  /// What of the file isn't in what is drawn.
  var warnings: [AlignmentWarning] = []

  /// What a converting program may take; with what drawing its page takes, some 20 s.
  static let limits = ProgramRun.Limits(
    processorSeconds: 12, seconds: 60, kilobytes: 2 << 20, outputBytes: 256 << 20)

  /// The plan converted, of a TIFF one of its pages; `nil` for what needs none, or is no plan.
  ///
  /// - Throws: a sentence for a format that nothing here reads, with what to export instead.
  static func converted(
    _ bytes: [UInt8], name: String, page: Int, limits: PlanFile.Limits
  ) throws(AlignmentError) -> PlanConversion? {
    // A PDF's or an image's text may say anything. A PDF's header may stand behind a web server's.
    guard !PlanFile.Format.begin(bytes) else { return nil }
    // TIFF in either byte order, and BigTIFF.
    if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { bytes.starts(with: $0.utf8) }) {
      return try GeoTIFFPlan.converted(bytes, name: name, page: page, limits: limits)
    }
    if bytes.starts(with: Array("AC10".utf8)) { throw .exportInstead(name, "a DWG drawing") }
    if bytes.starts(with: Array("AutoCAD Binary DXF".utf8)) {
      throw .exportInstead(name, "a binary DXF")
    }
    if bytes.starts(with: Array("ISO-10303-21".utf8)) {
      throw .exportInstead(name, "an IFC building model")
    }
    if let kind = ForeignKind(bytes.prefix(64)), kind == .largeFilePointer {
      throw AlignmentError(.damagedPlan, "\(name): \(kind.sentence) and no plan; \(kind.remedy)")
    }
    // What is text is told by its beginning.
    let start = text(bytes.prefix(4096))
    if DXFPlan.begins(start) { return try DXFPlan.converted(bytes, name: name) }
    guard start.contains("<") else { return nil }
    let root = XMLRoot(utf8(bytes))
    if let root, root.name == "svg" { return try SVGPlan.converted(bytes, root, name: name) }
    if isWebPage(start) { throw .webPage(name) }
    return nil
  }

  /// Whether a text is HTML, in which drawings may stand, as what a browser saved is.
  private static func isWebPage(_ start: String) -> Bool {
    let before = start.firstRange(of: "<svg").map { start[..<$0.lowerBound] } ?? start[...]
    return before.firstMatch(of: #/<(?:!doctype\s+)?html[\s>]/#.ignoresCase()) != nil
  }

  /// A text's bytes in UTF-8, where it may be in UTF-16 with its mark.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    return isWide ? Array(text(bytes[...]).utf8) : bytes
  }

  /// Text in UTF-8, or in UTF-16 with the byte order mark that XML asks for.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let units = stride(from: bytes.startIndex + 2, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Runs a program on a plan in a folder of its own, and returns what it wrote to standard output
  /// or, where that is named, to a file.
  static func run(
    _ program: String, package: String, on bytes: [UInt8], as file: String, name: String,
    _ arguments: [String], output: String? = nil,
    limits: ProgramRun.Limits = PlanConversion.limits, complaining: (String) -> Void = { _ in }
  ) throws(AlignmentError) -> [UInt8] {
    guard let path = ProgramRun.find(program) else {
      throw .programMissing(program, package: package)
    }
    return try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      do throws(FileError) { try OutputFile.write(bytes, to: "\(folder)/\(file)") } catch {
        throw AlignmentError(error)
      }
      switch try ProgramRun.run(path, arguments, in: folder, limits: limits) {
      case .finished(let printed):
        complaining(ProgramRun.complaints(in: folder, limit: 100_000))
        guard let output else { return printed }
        guard access("\(folder)/\(output)", F_OK) == 0 else {
          throw .notConverted(name, program, why: "it wrote nothing")
        }
        return try BoundedFile.read(
          "\(folder)/\(output)", limit: limits.outputBytes, remedy: "give a smaller plan")
      case .failed(_, let message):
        throw .notConverted(name, program, why: Self.plain(message, file: file, name: name))
      case .starved: throw .busy(name, "\(program) could not convert it")
      case .timedOut:
        throw .notConverted(
          name, program, why: "it took over \(limits.processorSeconds) seconds",
          remedy: "leave hatches and furniture out of the drawing, or export it as PDF")
      case .broken:
        throw .notConverted(
          name, program, why: "it broke off, perhaps at its limit of \(limits.kilobytes >> 10) MB")
      }
    }
  }
}

extension PlanConversion {
  /// A program's complaint without its own numbers and sources, of the plan as its user calls it.
  private static func plain(_ message: String, file: String, name: String) -> String {
    let words = message.replacing(#/^(ERROR [0-9]+: |\.*/?[^ :]*\.cpp, [0-9]+: )+/#, with: "")
    return String(words.prefix(120)).replacing(file, with: PathParts(name).name)
  }
}

extension AlignmentError {
  static func webPage(_ name: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): this is a web page and no plan; save the drawing that it shows, or print it as PDF")
  }

  static func exportInstead(_ name: String, _ what: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): this is \(what), which isn't read; export the plan as PDF, or as DXF in ASCII")
  }

  static func notConverted(
    _ name: String, _ program: String, why: String, remedy: String = "export it again, or as PDF"
  ) -> AlignmentError {
    AlignmentError(.damagedPlan, "\(name): \(program) can't read the plan (\(why)), \(remedy)")
  }
}
