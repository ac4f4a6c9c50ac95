internal import CQPDF

/// Which layers of a PDF, its optional content, a viewer shows when it opens the file: what is on
/// in the default configuration (ISO 32000-1, 8.11).
struct PDFLayers {
  private let handle: qpdf_data
  private var on: Set<Int32> = []
  private var off: Set<Int32> = []
  private var isOffElsewhere = false

  /// Layers that are looked at, and how deep an expression of several may go.
  private static let maximumLayers: Int32 = 100_000
  private static let maximumDepth = 8

  init(_ document: PDFDocument) {
    handle = document.handle
    let properties = value("/OCProperties", of: qpdf_get_root(handle))
    let configuration = value("/D", of: properties)
    isOffElsewhere = isName(value("/BaseState", of: configuration), "/OFF")
    on = layers(value("/ON", of: configuration))
    off = layers(value("/OFF", of: configuration))
  }

  /// Whether what belongs to a layer or, by a membership dictionary, to several isn't shown.
  func isHidden(_ content: qpdf_oh) -> Bool { !isShown(content) }

  private func isShown(_ content: qpdf_oh) -> Bool {
    guard qpdf_oh_is_dictionary(handle, content) != 0 else { return true }
    guard isName(value("/Type", of: content), "/OCMD") else { return isOn(content) }
    let expression = value("/VE", of: content)
    if qpdf_oh_is_array(handle, expression) != 0 { return holds(expression, depth: 0) }
    let group = value("/OCGs", of: content)
    // A single layer may stand for a list of one; without any the content is shown.
    let states =
      qpdf_oh_is_array(handle, group) != 0
      ? items(group).filter { qpdf_oh_is_dictionary(handle, $0) != 0 }.map(isOn)
      : qpdf_oh_is_dictionary(handle, group) != 0 ? [isOn(group)] : []
    guard !states.isEmpty else { return true }
    let policy = value("/P", of: content)
    if isName(policy, "/AllOn") { return states.allSatisfy(\.self) }
    if isName(policy, "/AnyOff") { return states.contains(false) }
    if isName(policy, "/AllOff") { return !states.contains(true) }
    return states.contains(true)
  }

  /// Whether an expression of `/And`, `/Or` and `/Not` holds; one that can't be read does.
  private func holds(_ expression: qpdf_oh, depth: Int) -> Bool {
    guard qpdf_oh_is_array(handle, expression) != 0 else { return isOn(expression) }
    let terms = items(expression)
    guard depth < Self.maximumDepth, let operation = terms.first, terms.count > 1,
      terms.count < 100
    else { return true }
    let rest = terms.dropFirst().lazy.map { holds($0, depth: depth + 1) }
    if isName(operation, "/Not") { return rest.first == false }
    return isName(operation, "/And") ? rest.allSatisfy(\.self) : rest.contains(true)
  }

  private func isOn(_ layer: qpdf_oh) -> Bool {
    let number = qpdf_oh_get_object_id(handle, layer)
    return isOffElsewhere ? on.contains(number) : !off.contains(number)
  }

  private func layers(_ list: qpdf_oh) -> Set<Int32> {
    Set(items(list).map { qpdf_oh_get_object_id(handle, $0) }.filter { $0 > 0 })
  }

  private func items(_ list: qpdf_oh) -> [qpdf_oh] {
    guard qpdf_oh_is_array(handle, list) != 0 else { return [] }
    let count = min(qpdf_oh_get_array_n_items(handle, list), Self.maximumLayers)
    return (0..<max(0, count)).map { qpdf_oh_get_array_item(handle, list, $0) }
  }

  private func value(_ key: String, of dictionary: qpdf_oh) -> qpdf_oh {
    qpdf_oh_get_key_if_dict(handle, dictionary, key)
  }

  private func isName(_ object: qpdf_oh, _ name: String) -> Bool {
    qpdf_oh_is_name_and_equals(handle, object, name) != 0
  }
}
