/// Where the venues are that are served.
protocol VenueStore: Sendable {
  /// The venues that there are now, by id.
  func venues() -> [ServedVenue]
  /// The newest version of a venue.
  ///
  /// - Throws: 404 where there is none.
  func venue(_ id: String) throws(Refusal) -> ServedVenue
  /// Looks at once whether anything changed.
  func refresh()
}
