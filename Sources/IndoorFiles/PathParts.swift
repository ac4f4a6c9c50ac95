/// A path taken apart by its bytes, as POSIX's `dirname` and `basename` do it.
///
/// Not by `Character`s: an accent at a name's beginning would join with the slash before it.
public struct PathParts: Hashable, Sendable {
  /// What stands before the last component; `.` where nothing does.
  public let folder: String
  /// The last component, without slashes behind it.
  public let name: String
  /// The path itself.
  private let path: String

  /// Takes a path apart.
  public init(_ path: String) {
    let raw = RawPath(path)
    self.path = path
    folder = String(decoding: raw.folder.bytes, as: UTF8.self)
    name = String(decoding: raw.name.bytes, as: UTF8.self)
  }

  /// The name without its ending: `plan` of `plan.png`, `.hidden` of `.hidden`.
  public var stem: String {
    guard let dot else { return name }
    return String(decoding: name.utf8.prefix(upTo: dot), as: UTF8.self)
  }

  /// What stands behind the name's last dot, without the dot; empty where there is none.
  public var ending: String {
    guard let dot else { return "" }
    return String(decoding: name.utf8.suffix(from: dot).dropFirst(), as: UTF8.self)
  }

  /// A file beside this one: the path with another ending, or with one more where it has this one
  /// already.
  public func beside(ending: String) -> String {
    guard let dot, self.ending.lowercased() != ending else { return "\(path).\(ending)" }
    let length = name.utf8.distance(from: dot, to: name.utf8.endIndex)
    return String(decoding: path.utf8.dropLast(length), as: UTF8.self) + ".\(ending)"
  }

  /// The dot that parts stem and ending; dots that a name begins with don't.
  private var dot: String.UTF8View.Index? {
    let bytes = name.utf8
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
      bytes[..<dot].contains(where: { $0 != UInt8(ascii: ".") })
    else { return nil }
    return dot
  }
}
