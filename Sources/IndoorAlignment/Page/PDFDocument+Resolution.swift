internal import CQPDF
internal import IndoorModel

extension PDFDocument {
  /// Dots an inch of the picture that GDAL makes of the page, and QGIS shows, where nobody says
  /// another number: 72 for each `UserUnit` that the page states; of a page that holds nothing but
  /// images, as scanners make them, the finest image's; else 150 (GDAL's driver for PDFs,
  /// `GuessDPI`).
  var pictureResolution: Double {
    let usual = AnchorFile.usualDotsPerInch
    let unit = qpdf_oh_get_key(handle, page, "/UserUnit")
    let guess = number(unit).map { $0 * 72 } ?? imageResolution ?? usual
    let nearest = guess.rounded()
    let dots = abs(guess - nearest) < 1e-3 ? nearest : guess
    return (1...7200).contains(dots) ? dots : usual
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
    var budget = 100_000
    var reader = ContentReader(inflated(content, &budget))
    var dots: Double?
    while let drawn = Self.image(&reader) {
      let image = drawn.name.value(of: images, in: handle)
      guard qpdf_oh_is_stream(handle, image) != 0 else { continue }
      let dictionary = qpdf_oh_get_dict(handle, image)
      guard drawn.isUpright, let width = number(qpdf_oh_get_key(handle, dictionary, "/Width")),
        let height = number(qpdf_oh_get_key(handle, dictionary, "/Height"))
      else { continue }
      dots = max(dots ?? 0, width / drawn.width * 72, height / drawn.height * 72)
    }
    return dots
  }

  /// The next `q a b c d e f cm /name Do Q`; `nil` where something else comes.
  private static func image(
    _ reader: inout ContentReader
  ) -> (name: PDFName, width: Double, height: Double, isUpright: Bool)? {
    var numbers: [Double] = []
    var name: PDFName?
    var words: [String] = []
    while words.last != "Q", let token = reader.next() {
      switch token {
      case .number(let value) where words == ["q"]: numbers.append(value)
      case .name(let range) where words == ["q", "cm"]: name = reader.name(range)
      case .word(let range): words.append(reader.text(range))
      default: return nil
      }
      guard ["q", "cm", "Do", "Q"].starts(with: words) else { return nil }
    }
    guard words.count == 4, numbers.count == 6, let name, numbers[0] > 0, numbers[3] > 0 else {
      return nil
    }
    return (name, numbers[0], numbers[3], numbers[1] == 0 && numbers[2] == 0)
  }
}
