/// Where a guide is kept. It gives what lists show at once, and the rest when somebody asks for it.
public protocol GuideSource: Sendable {
  /// All collections, whole, in their order.
  func guides() throws -> [GuideContent]

  /// What was prepared of all collections as they are now; `nil` where nothing was, or where
  /// something has changed since.
  func preparedGuide(_ part: PreparedGuidePart) throws -> [UInt8]?

  /// What a collection says of some of its items, tours and stops, and nothing else: their texts,
  /// the media that they show, and the texts of these.
  func guide(_ key: String, of owners: [GuideOwner]) throws -> GuideContent
}

/// What is prepared of guides when they are stored, so that opening them takes no time.
public enum PreparedGuidePart: String, Hashable, Sendable, CaseIterable {
  /// What lists show.
  case lists
  /// What things are found by.
  case search
}
