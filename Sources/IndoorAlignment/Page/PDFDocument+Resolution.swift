internal import CQPDF
internal import IndoorModel

extension PDFDocument {
  /// Dots an inch of the picture that GDAL makes of the page, and QGIS shows, where nobody says
  /// another number: 72 for each `UserUnit` that the page states; of a page that begins with
  /// images, as scanners make them, the finest image's, 72 at least; else 150 (GDAL's driver for
  /// PDFs, `GuessDPI`).
  ///
  /// - Parameter own: what the page's dictionary holds itself, as text, asked for where it matters:
  ///   GDAL finds no images that the page inherits.
  func pictureResolution(
    own: () throws(AlignmentError) -> [UInt8]?
  ) throws(AlignmentError) -> Double {
    let usual = AnchorFile.usualDotsPerInch
    let unit = qpdf_oh_get_key(handle, page, "/UserUnit")
    let stated = number(unit).map { $0 * 72 }
    var image = stated == nil ? imageResolution : nil
    if image != nil, let text = try own(), !Self.hasResources(text) { image = nil }
    let guess = stated ?? image ?? usual
    let nearest = guess.rounded()
    let dots = abs(guess - nearest) < 1e-3 ? nearest : guess
    return (1...7200).contains(dots) ? dots : usual
  }

  /// Whether a dictionary's text (ISO 32000-1, 7.3.7) has resources in it, not in one within it.
  private static func hasResources(_ text: [UInt8]) -> Bool {
    let key = Array("/Resources ".utf8)
    var (depth, strings, at) = (0, 0, 0)
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "("): strings += 1
      case UInt8(ascii: ")"): strings -= 1
      case UInt8(ascii: "<") where strings == 0: depth += 1
      case UInt8(ascii: ">") where strings == 0: depth -= 1
      // `<<` is two signs.
      case UInt8(ascii: "/") where strings == 0 && depth == 2:
        if text[at...].starts(with: key) { return true }
      default: break
      }
      at += 1
    }
    return false
  }

  /// Of images that are drawn upright and with nothing before them that isn't one, the most dots an
  /// inch; `nil` where there is none.
  private var imageResolution: Double? {
    var content = qpdf_oh_get_key(handle, page, "/Contents")
    if qpdf_oh_is_array(handle, content) != 0 {
      guard qpdf_oh_get_array_n_items(handle, content) == 1 else { return nil }
      content = qpdf_oh_get_array_item(handle, content, 0)
    }
    let resources = qpdf_oh_get_key(handle, page, "/Resources")
    guard qpdf_oh_is_stream(handle, content) != 0, qpdf_oh_is_dictionary(handle, resources) != 0,
      qpdf_oh_has_key(handle, resources, "/XObject") != 0
    else { return nil }
    let images = qpdf_oh_get_key(handle, resources, "/XObject")
    guard qpdf_oh_is_dictionary(handle, images) != 0 else { return nil }
    var budget = 10_000_000
    let dots = DrawnImages(inflated(content, &budget)).compactMap { drawn -> Double? in
      let image = drawn.name.value(of: images, in: handle)
      guard qpdf_oh_is_stream(handle, image) != 0 else { return nil }
      let dictionary = qpdf_oh_get_dict(handle, image)
      guard drawn.isUpright, drawn.width > 0, drawn.height > 0,
        let width = number(qpdf_oh_get_key(handle, dictionary, "/Width")), width > 0,
        let height = number(qpdf_oh_get_key(handle, dictionary, "/Height")), height > 0
      else { return nil }
      return max(72, width / drawn.width * 72, height / drawn.height * 72)
    }
    return dots.max()
  }
}

/// The images that content begins with, each as `q a b c d e f cm /name Do Q`, as GDAL reads it: a
/// word counts once a blank or a line's end comes after it, so that a `Q` that ends the content
/// doesn't.
private struct DrawnImages: Sequence, IteratorProtocol {
  private var words: ArraySlice<ArraySlice<UInt8>>

  struct Image {
    let name: PDFName
    let width: Double
    let height: Double
    let isUpright: Bool
  }

  init(_ content: [UInt8]) {
    var bytes: [UInt8] = []
    var isComment = false
    for byte in content.prefix(while: { $0 != 0 }) {
      if byte == UInt8(ascii: "%") { isComment = true }
      if !isComment { bytes.append(byte) }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { isComment = false }
    }
    let blanks = Set(" \t\r\n".utf8)
    let words = bytes.split(maxSplits: Self.mostWords, whereSeparator: blanks.contains)
    self.words = bytes.last.map(blanks.contains) == true ? words[...] : words.dropLast()
  }

  /// Words of 100,000 images.
  private static let mostWords = 1_000_000

  mutating func next() -> Image? {
    func text(_ word: ArraySlice<UInt8>?) -> String { String(decoding: word ?? [], as: UTF8.self) }
    while text(words.first) == "Q" { words.removeFirst() }
    guard text(words.first) == "q" else { return nil }
    while text(words.first) == "q" { words.removeFirst() }
    let numbers = words.prefix(6).map { Double(text($0)) ?? 0 }
    words = words.dropFirst(6)
    guard numbers.count == 6, text(words.popFirst()) == "cm" else { return nil }
    var name: ArraySlice<UInt8>?
    while words.first?.first == UInt8(ascii: "/") { name = words.popFirst() }
    guard text(words.popFirst()) == "Do", text(words.popFirst()) == "Q", let name else {
      return nil
    }
    return Image(
      name: PDFName(written: name), width: numbers[0], height: numbers[3],
      isUpright: numbers[1] == 0 && numbers[2] == 0)
  }
}
