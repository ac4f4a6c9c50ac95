/// Where the venues are that are served.
protocol VenueStore: Sendable {
  /// The venues that there are now, by id.
  func venues() -> [ServedVenue]
  /// The newest version of a venue.
  ///
  /// - Throws: 404 where there is none.
  func venue(_ id: String) throws(Refusal) -> ServedVenue
  /// Where the file of a venue goes that is made.
  ///
  /// - Throws: 422 for what can't be an id.
  func place(of id: String) throws(Refusal) -> String
  /// Takes a venue's file away.
  ///
  /// - Throws: 500 where that can't be.
  func remove(_ venue: ServedVenue) throws(Refusal)
  /// Looks at once whether anything changed.
  func refresh()
}
