import IndoorJSON

// How a list may be written.
extension AICReader {
  /// What stands under `data`, where that is a list, or holds the objects and nothing beside it
  /// does.
  func data(of node: JSONNode, in list: String) -> JSONNode? {
    guard node.kind == .object, let data = node["data"] else { return nil }
    switch data.kind {
    case .array: return data
    case .object where !isOne(data, in: list) && hasEntries(data) && !hasEntries(node): return data
    default: return nil
    }
  }

  /// The objects of a list, or of an object by their names; or the object itself, as programs write
  /// a list of one.
  func entries(of node: JSONNode, in list: String) -> [(key: String?, value: JSONNode)] {
    switch node.kind {
    case .array: node.elements.map { (nil, $0) }
    case .object where isOne(node, in: list): [(nil, node)]
    default: node.members.map { (Optional($0.key), $0.value) }
    }
  }

  /// Whether an object says what those of a list do, and isn't a list with a heading.
  private func isOne(_ node: JSONNode, in list: String) -> Bool {
    let known = Self.known(in: list)
    return !hasEntries(node)
      && node.members.contains {
        ($0.key == "id" || known.contains($0.key)) && $0.value.kind != .object
      }
  }

  /// Whether an object has others by their numbers, or that say theirs.
  private func hasEntries(_ node: JSONNode) -> Bool {
    node.members.contains { name, value in
      value.kind == .object && (UInt64(name) != nil || value["nid"] != nil)
    }
  }
}
