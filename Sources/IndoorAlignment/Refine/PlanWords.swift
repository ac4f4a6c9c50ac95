internal import IndoorGeometry
internal import IndoorModel

/// The words that a PDF's page shows, and where.
struct PlanWords {
  /// A word and the middle of its box.
  struct Word: Hashable {
    var text: String
    var middle: PagePoint
  }

  var words: [Word] = []

  /// Words that are read at most: a floor plan has some hundreds.
  private static let maximumWords = 20_000
  private static let limits = ProgramRun.Limits(
    processorSeconds: 3, seconds: 15, kilobytes: 640 << 10, outputBytes: 32 << 20)

  init() {}

  /// Reads a plan's words through the program `pdftotext`; an image has none, nor a page that the
  /// program can't read within its limits.
  ///
  /// - Throws: where `pdftotext` is missing or the disk is full.
  init(of plan: PlanFile) throws(AlignmentError) {
    guard plan.format == .pdf else { return }
    guard let program = ProgramRun.find("pdftotext") else {
      throw .programMissing("pdftotext", package: "poppler-utils")
    }
    let box = plan.page.box
    let outcome = try ProgramRun.withTemporaryFolder {
      folder throws(AlignmentError) -> ProgramRun.Outcome? in
      // With the box as MediaBox, unturned, the program's numbers are the page's from its upper
      // left corner.
      let page = try PDFDocument(page: plan.pagePDF, name: plan.name)
      guard page.write(box, to: "\(folder)/page.pdf") else { return nil }
      return try ProgramRun.run(
        program, ["-q", "-bbox", "-enc", "UTF-8", "page.pdf", "-"], in: folder,
        limits: Self.limits)
    }
    guard case .finished(let output) = outcome else { return }
    words = Self.words(in: String(decoding: output, as: UTF8.self)).map { word in
      Word(
        text: word.text,
        middle: PagePoint(x: box.minimum.x + word.middle.x, y: box.maximum.y - word.middle.y))
    }
  }

  /// The words of `pdftotext -bbox`: a line `<word xMin="…" yMin="…" xMax="…" yMax="…">…</word>`
  /// each, y down.
  static func words(in text: String) -> [Word] {
    var found: [Word] = []
    for line in text.split(whereSeparator: \.isNewline) where found.count < maximumWords {
      guard let start = line.firstRange(of: "<word "), let end = line.firstRange(of: "</word>"),
        start.upperBound < end.lowerBound,
        let close = line[start.upperBound...].firstIndex(of: ">"), close < end.lowerBound
      else { continue }
      let numbers = line[start.upperBound..<close].split(separator: "\"").compactMap {
        Double($0)
      }
      guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { continue }
      let word = unescaped(line[line.index(after: close)..<end.lowerBound])
      found.append(
        Word(
          text: word,
          middle: PagePoint(
            x: (numbers[0] + numbers[2]) / 2, y: (numbers[1] + numbers[3]) / 2)))
    }
    return found
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    // The ampersand last, so that what it begins isn't read twice.
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
