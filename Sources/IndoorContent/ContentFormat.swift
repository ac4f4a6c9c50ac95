/// A format of content.
public enum ContentFormat: String, Hashable, Sendable, CaseIterable {
  /// The Art Institute of Chicago app's `appData.json`, in the dialects of 2017, 2018 and 2024.
  case aic
  /// What CollectiveAccess' search service writes as XML.
  case collectiveAccessXML = "collectiveaccess-xml"
  /// What its `find` and `item` services write as JSON.
  case collectiveAccessJSON = "collectiveaccess-json"
  /// A field guide of Museum Victoria's Genera of 2012, an OpenStep property list.
  case generaPlist = "genera-plist"
  /// A field guide of Genera of 2016, `data.json`.
  case generaJSON = "genera-json"
  /// A feed of artworks on a campus, as the University of Liverpool's.
  case artworks
  /// Points, each with any properties.
  case geojson
  /// Tables of our own: items, groups, tours, stops and media.
  case csv
}
