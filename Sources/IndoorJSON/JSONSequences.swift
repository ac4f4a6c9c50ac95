import IndoorModel

/// The values of an array, in order.
public struct JSONElements: Sequence, Sendable {
  let array: JSONNode

  /// Walks over the values.
  public func makeIterator() -> Iterator {
    Iterator(
      array: array, position: array.index + 1,
      end: array.kind == .array ? array.read { $0.after(array.index) } - 1 : 0)
  }

  /// How many there are, for reserving; exact below 16,777,215.
  public var underestimatedCount: Int {
    array.kind == .array ? array.read { $0.count(array.index) } : 0
  }

  /// Walks over an array's values.
  public struct Iterator: IteratorProtocol {
    let array: JSONNode
    var position: Int
    let end: Int

    /// The next value, or `nil` at the end.
    public mutating func next() -> JSONNode? {
      guard position < end else { return nil }
      defer { position = array.read { $0.after(position) } }
      return array.at(position)
    }
  }
}

/// The members of an object, in order.
public struct JSONMembers: Sequence, Sendable {
  let object: JSONNode

  /// Walks over the members.
  public func makeIterator() -> Iterator {
    Iterator(
      object: object, position: object.index + 1,
      end: object.kind == .object ? object.read { $0.after(object.index) } - 1 : 0)
  }

  /// Walks over an object's members.
  public struct Iterator: IteratorProtocol {
    let object: JSONNode
    var position: Int
    let end: Int

    /// The next name and value, or `nil` at the end.
    public mutating func next() -> (key: String, value: JSONNode)? {
      guard position < end else { return nil }
      let key = position
      position = object.read { $0.after(key + 1) }
      return (
        object.read { String(decoding: $0.utf8(key), as: UTF8.self).streamSafe }, object.at(key + 1)
      )
    }
  }
}
