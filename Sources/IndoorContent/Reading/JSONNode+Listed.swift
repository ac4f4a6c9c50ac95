import IndoorJSON

extension JSONNode {
  /// The values of a list, be it written as PHP does where some were taken out of it, as an object
  /// whose names are whole numbers, or as that one which it had; `nil` for what is none of these.
  ///
  /// - Parameter isOne: whether an object is one of the list's values by itself.
  func listed(isOne: (JSONNode) -> Bool) -> [JSONNode]? {
    switch kind {
    case .array: Array(elements)
    case .object where isOne(self): [self]
    case .object where areNumbered: members.map(\.value).filter { !$0.isNull }
    default: nil
    }
  }

  private var areNumbered: Bool {
    var hasObject = false
    for (name, value) in members {
      guard UInt32(name).map(String.init) == name else { return false }
      hasObject = hasObject || value.kind == .object
    }
    return hasObject
  }
}
