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
  private var hidden: [String: Bool] = [:]
  private var spaces: [String: ContentInk.Space] = [:]
  private var alphas: [String: (strokes: Bool?, fills: Bool?)] = [:]

  /// - Parameter dictionary: the resources, where there are any.
  init(_ document: PDFDocument, _ dictionary: qpdf_oh?, _ layers: PDFLayers) {
    handle = document.handle
    self.dictionary = dictionary
    self.layers = layers
  }

  /// An entry of a category such as `/XObject`; null where there is none.
  func entry(_ name: String, of category: String) -> qpdf_oh? {
    guard let dictionary else { return nil }
    return value(name, of: value(category, of: dictionary))
  }

  /// Whether content that is marked with a name from `/Properties` lies on a layer that isn't
  /// shown.
  mutating func isHidden(_ name: String) -> Bool {
    if let known = hidden[name] { return known }
    guard hidden.count < Self.mostLayers else { return false }
    let isHidden = entry(name, of: "/Properties").map(layers.isHidden) ?? false
    hidden[name] = isHidden
    return isHidden
  }

  /// Whether graphics state parameters make lines and areas fully transparent (11.6.4.4), or `nil`
  /// where they don't say.
  mutating func areClear(_ name: String) -> (strokes: Bool?, fills: Bool?) {
    if let known = alphas[name] { return known }
    guard alphas.count < Self.most else { return (nil, nil) }
    let parameters = entry(name, of: "/ExtGState")
    func isClear(_ key: String) -> Bool? {
      var alpha = 0.0
      guard let parameters,
        qpdf_oh_get_value_as_number(handle, value(key, of: parameters), &alpha) != 0
      else { return nil }
      return alpha <= 0
    }
    let clear = (strokes: isClear("/CA"), fills: isClear("/ca"))
    alphas[name] = clear
    return clear
  }

  /// What is white in a colour space (8.6).
  mutating func space(_ name: String) -> ContentInk.Space {
    if let known = spaces[name] { return known }
    guard spaces.count < Self.most else { return .other }
    let space = Self.space(device: name) ?? entry(name, of: "/ColorSpace").map(self.space) ?? .other
    spaces[name] = space
    return space
  }

  private static func space(device name: String) -> ContentInk.Space? {
    switch name {
    case "/DeviceGray", "/DeviceRGB": .whiteIsOne
    case "/DeviceCMYK": .whiteIsZero
    default: nil
    }
  }

  private func space(_ object: qpdf_oh) -> ContentInk.Space {
    if let device = ["/DeviceGray", "/DeviceRGB", "/DeviceCMYK"].first(where: { isName(object, $0) }
    ) {
      return Self.space(device: device) ?? .other
    }
    guard qpdf_oh_is_array(handle, object) != 0, qpdf_oh_get_array_n_items(handle, object) > 1
    else {
      return .other
    }
    let family = qpdf_oh_get_array_item(handle, object, 0)
    if isName(family, "/CalGray") || isName(family, "/CalRGB") { return .whiteIsOne }
    if isName(family, "/Separation") || isName(family, "/DeviceN") { return .whiteIsZero }
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

  private func value(_ key: String, of dictionary: qpdf_oh) -> qpdf_oh {
    qpdf_oh_get_key_if_dict(handle, dictionary, key)
  }

  private func isName(_ object: qpdf_oh, _ name: String) -> Bool {
    qpdf_oh_is_name_and_equals(handle, object, name) != 0
  }
}
