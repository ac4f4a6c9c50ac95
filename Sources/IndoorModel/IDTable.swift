/// What has ids, looked up by an id as people and files write it: the very spelling first, then any
/// that is the same id.
package struct IDTable<Value: Sendable>: Sendable {
  private var exact: [String: Value] = [:]
  private var compared: [String: Value] = [:]

  /// Makes a table without anything.
  package init() {}

  /// The first value that was added under an id, in whatever spelling.
  package subscript(id: String) -> Value? {
    if let value = exact[id] { return value }
    let key = id.comparedID
    return exact[key] ?? compared[key]
  }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { exact.isEmpty }

  /// Adds a value under its id, unless one is there.
  package mutating func add(_ value: Value, id: String) {
    if exact[id] == nil { exact[id] = value }
    let key = id.comparedID
    if key != id, compared[key] == nil { compared[key] = value }
  }
}
