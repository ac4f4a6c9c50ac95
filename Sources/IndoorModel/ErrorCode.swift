/// What went wrong, as a word that never changes, to be printed, stored and matched:
/// `unreadable-file`.
///
/// New words are lower case with hyphens. docs/codes.md lists them all.
public protocol ErrorCode: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible
where RawValue == String {
  /// Makes a code of its word.
  init(rawValue: String)
}

extension ErrorCode {
  /// The word.
  public var description: String { rawValue }
}
