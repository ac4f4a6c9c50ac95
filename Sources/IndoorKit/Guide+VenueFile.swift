public import IndoorGuide
public import IndoorStorage

extension Guide {
  /// Opens the guide of a venue file.
  ///
  ///     let guide = try Guide(VenueFile.open("museum.gpkg", readOnly: true))
  ///     let found = guide.search("mon")
  ///
  /// - Parameters:
  ///   - file: the venue file; one without a guide makes an empty one.
  ///   - language: the language that titles are wanted in, BCP 47; `nil` for each collection's own.
  /// - Throws: `StorageError`.
  public convenience init(_ file: VenueFile, language: String? = nil) throws(StorageError) {
    self.init(try file.guides(), language: language)
  }
}
