import IndoorJSON

// How a list may be written.
extension AICReader {
  /// What stands under `data`, where that is all that a member has, or a list.
  func data(of node: JSONNode) -> JSONNode? {
    guard node.kind == .object, let data = node["data"] else { return nil }
    switch data.kind {
    case .array: return data
    case .object where node.members.allSatisfy({ $0.key == "data" }) && !isOne(data):
      return data
    default: return nil
    }
  }

  /// The objects of a list, or of an object by their names; or the object itself, as programs write
  /// a list of one.
  func entries(of node: JSONNode) -> [(key: String?, value: JSONNode)] {
    switch node.kind {
    case .array: node.elements.map { (nil, $0) }
    case .object where isOne(node): [(nil, node)]
    default: node.members.map { (Optional($0.key), $0.value) }
    }
  }

  /// Whether an object says itself what it is called, and none of what is in it does.
  private func isOne(_ node: JSONNode) -> Bool {
    func isNamed(_ node: JSONNode) -> Bool {
      ["nid", "id", "title"].contains { name in
        node[name].map { $0.kind == .string || $0.kind == .number } == true
      }
    }
    return isNamed(node) && !node.members.contains { $0.value.kind == .object && isNamed($0.value) }
  }
}
