import IndoorJSON

// How a list may be written.
extension AICReader {
  /// What stands under `data`, where nothing beside it is one of the objects.
  func data(of node: JSONNode, in list: String) -> JSONNode? {
    guard node.kind == .object, let data = node["data"] else { return nil }
    switch data.kind {
    case .array: return data
    case .object where !isOne(data, in: list) && !node.members.contains(where: isNumbered):
      return data
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

  /// What stands within an object and says a name of its own.
  private static let inner: Set = [
    "translations", "gallery", "artist", "category", "location", "object", "stops", "tour_stops",
    "audio", "audio_commentary", "tour_audio",
  ]

  /// Whether an object is one of a list's, and not the list with a heading: it says two things that
  /// those say, or its number, or nothing in it says a name.
  private func isOne(_ node: JSONNode, in list: String) -> Bool {
    let known = Self.known(in: list).union(["id"])
    let count = node.members.count { name, value in
      known.contains(name) && ![.object, .null].contains(value.kind)
    }
    guard count > 0, !node.members.contains(where: isNumbered) else { return false }
    return count > 1 || Self.isSaid("nid", by: node)
      || !node.members.contains { name, value in
        !Self.inner.contains(name)
          && ["nid", "id", "title"].contains { Self.isSaid($0, by: value) }
      }
  }

  /// Whether a member is an object by its number.
  private func isNumbered(_ member: JSONMembers.Element) -> Bool {
    member.value.kind == .object && !Self.inner.contains(member.key)
      && (UInt64(member.key) != nil || Self.isSaid("nid", by: member.value))
  }

  private static func isSaid(_ name: String, by node: JSONNode) -> Bool {
    node[name].map { [.string, .number].contains($0.kind) } == true
  }
}
