internal import CQPDF

/// What the resources of a page or a form say of the names in its content (ISO 32000-1, 7.8.3).
struct ContentResources {
  private let handle: qpdf_data
  private let dictionary: qpdf_oh?
  private let layers: PDFLayers
  /// Names of each kind that are looked up, each of which takes memory in qpdf; pages have dozens,
  /// and a bomb of them has millions.
  private static let most = 500
  private static let mostLayers = 20_000
  /// What was looked up before.
  private var hidden: [PDFName: Bool] = [:]
  private var spaces: [PDFName: ContentInk.Space] = [:]
  private var inks: [PDFName: Transparency] = [:]
  private var fonts: [PDFName: Bool] = [:]

  /// What graphics state parameters say of transparency (11.6.4), `nil` where they don't.
  struct Transparency {
    var strokes: Double?
    var fills: Double?
    /// How wide lines are, in units of the content.
    var width: Double?
    /// Whether what is painted mixes with what it is painted on: a blend mode, a soft mask or
    /// overprint (11.3.5, 11.6.5 and 8.6.7).
    var blends = false
    /// Whether a soft mask is among it, which may be a picture of its own.
    var masks = false
  }

  /// - Parameter dictionary: the resources, where there are any.
  init(_ document: PDFDocument, _ dictionary: qpdf_oh?, _ layers: PDFLayers) {
    handle = document.handle
    self.dictionary = dictionary
    self.layers = layers
  }

  /// An entry of a category such as `/XObject`; null where there is none.
  func entry(_ name: PDFName, of category: String) -> qpdf_oh? {
    guard let dictionary else { return nil }
    return name.value(of: value(category, of: dictionary), in: handle)
  }

  /// Whether content that is marked with a name from `/Properties` lies on a layer that isn't
  /// shown.
  mutating func isHidden(_ name: PDFName) -> Bool {
    if let known = hidden[name] { return known }
    guard hidden.count < Self.mostLayers else { return false }
    let isHidden = entry(name, of: "/Properties").map(layers.isHidden) ?? false
    hidden[name] = isHidden
    return isHidden
  }

  /// What graphics state parameters say of transparency.
  mutating func transparency(_ name: PDFName) -> Transparency {
    if let known = inks[name] { return known }
    guard inks.count < Self.most else { return Transparency(blends: true, masks: true) }
    let parameters = entry(name, of: "/ExtGState")
    func number(_ key: String) -> Double? {
      var number = 0.0
      guard let parameters,
        qpdf_oh_get_value_as_number(handle, value(key, of: parameters), &number) != 0
      else { return nil }
      return number
    }
    func isSet(_ key: String, but plain: String...) -> Bool {
      guard let parameters else { return false }
      let entry = value(key, of: parameters)
      return qpdf_oh_is_null(handle, entry) == 0 && !plain.contains { isName(entry, $0) }
    }
    func isTrue(_ key: String) -> Bool {
      var flag: QPDF_BOOL = 0
      guard let parameters,
        qpdf_oh_get_value_as_bool(handle, value(key, of: parameters), &flag) != 0
      else { return false }
      return flag != 0
    }
    let masks = isSet("/SMask", but: "/None")
    let said = Transparency(
      strokes: number("/CA"), fills: number("/ca"), width: number("/LW"),
      blends: isSet("/BM", but: "/Normal", "/Compatible") || masks || isTrue("/op")
        || isTrue("/OP"), masks: masks)
    inks[name] = said
    return said
  }

  /// Whether a font's letters are drawings of their own (9.6.5).
  mutating func isDrawn(_ font: PDFName) -> Bool {
    if let known = fonts[font] { return known }
    guard fonts.count < Self.most else { return true }
    let isDrawn = entry(font, of: "/Font").map { isName(value("/Subtype", of: $0), "/Type3") }
    fonts[font] = isDrawn ?? false
    return isDrawn ?? false
  }

  /// What is white in a colour space (8.6).
  mutating func space(_ name: PDFName) -> ContentInk.Space {
    if let known = spaces[name] { return known }
    guard spaces.count < Self.most else { return .other }
    let space =
      Self.space { name == $0 } ?? entry(name, of: "/ColorSpace").map(self.space) ?? .other
    spaces[name] = space
    return space
  }

  private static func space(_ isDevice: (String) -> Bool) -> ContentInk.Space? {
    if isDevice("/DeviceGray") || isDevice("/DeviceRGB") { return .whiteIsOne }
    return isDevice("/DeviceCMYK") ? .whiteIsZero : nil
  }

  private func space(_ object: qpdf_oh) -> ContentInk.Space {
    if let device = Self.space({ isName(object, $0) }) { return device }
    guard qpdf_oh_is_array(handle, object) != 0, qpdf_oh_get_array_n_items(handle, object) > 1
    else {
      return .other
    }
    let family = qpdf_oh_get_array_item(handle, object, 0)
    if isName(family, "/CalGray") || isName(family, "/CalRGB") { return .whiteIsOne }
    if isName(family, "/Separation") || isName(family, "/DeviceN") {
      return paintsNothing(qpdf_oh_get_array_item(handle, object, 1)) ? .nothing : .whiteIsZero
    }
    guard isName(family, "/ICCBased") else { return .other }
    let profile = qpdf_oh_get_array_item(handle, object, 1)
    guard qpdf_oh_is_stream(handle, profile) != 0 else { return .other }
    let about = qpdf_oh_get_dict(handle, profile)
    var components: Int32 = 0
    guard qpdf_oh_get_value_as_int(handle, value("/N", of: about), &components) != 0 else {
      return .other
    }
    // A profile of L*a*b* has another range.
    let range = value("/Range", of: about)
    let limits =
      qpdf_oh_is_array(handle, range) != 0 ? min(qpdf_oh_get_array_n_items(handle, range), 8) : 0
    for i in stride(from: 1, to: limits, by: 2) {
      guard qpdf_oh_get_numeric_value(handle, qpdf_oh_get_array_item(handle, range, i)) == 1 else {
        return .other
      }
    }
    return components == 4 ? .whiteIsZero : .whiteIsOne
  }

  /// Whether an ink, or all of a list, is none (8.6.6.4 and 8.6.6.5).
  private func paintsNothing(_ inks: qpdf_oh) -> Bool {
    guard qpdf_oh_is_array(handle, inks) != 0 else { return isName(inks, "/None") }
    let count = min(qpdf_oh_get_array_n_items(handle, inks), 32)
    return (0..<max(0, count)).allSatisfy {
      isName(qpdf_oh_get_array_item(handle, inks, $0), "/None")
    }
  }

  private func value(_ key: String, of dictionary: qpdf_oh) -> qpdf_oh {
    qpdf_oh_get_key_if_dict(handle, dictionary, key)
  }

  private func isName(_ object: qpdf_oh, _ name: String) -> Bool {
    qpdf_oh_is_name_and_equals(handle, object, name) != 0
  }
}
