extension JSONOutput {
  /// A value that was read, to be written again: the same value, and the same text but for spaces
  /// and how numbers are spelt.
  public init(_ node: JSONNode) {
    self =
      switch node.kind {
      case .null: .null
      case .bool: .bool(node.bool ?? false)
      case .number:
        node.integer.map(JSONOutput.integer) ?? node.unsigned.map(JSONOutput.unsigned)
          ?? .number(node.number ?? .nan)
      case .string: .string(node.string ?? "")
      case .array: .array(node.elements.map { JSONOutput($0) })
      case .object: .object(node.members.map { ($0.key, JSONOutput($0.value)) })
      }
  }
}
