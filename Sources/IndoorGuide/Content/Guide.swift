import IndoorGeometry
public import IndoorModel
import Synchronization

/// A guide to a venue: its works, groups, numbers and tours, to be listed, searched and dialled.
///
///     let guide = try Guide(VenueFile.open("museum.gpkg", readOnly: true))
///     guide.search("mon")
///     guide.nearest(to: position)
///     guide.number("109")
///
/// What lists show is in memory, what is said of one work is read when somebody asks. Any thread
/// may ask. What its source hides, and what is in a closed group, isn't in it.
public final class Guide: Sendable {
  /// The language that titles are wanted in, BCP 47; `nil` for each collection's own.
  public let language: String?

  /// The collections; where there is a source, only what lists show of them.
  let parts: [GuidePart]
  /// Where the rest is.
  let source: (any GuideSource)?
  /// Items that are shown, in the order in which equals come: by sort, then by key.
  let entries: [Entry]
  /// Places in `entries` in the order of the sources.
  let sourceOrder: [Int]
  /// What lists show of the entries.
  let rows: [GuideRow]
  /// The entries' places on the ellipsoid, to compare all of them at once.
  let places: GuidePlaces
  /// Ties what was prepared for searching to these entries.
  private let stamp: UInt64
  /// Made when something is searched for first.
  private let madeIndex = Mutex<SearchIndex?>(nil)
  /// Memory of searches that are over.
  private let queries = Mutex<[SearchQuery]>([])

  /// One item.
  struct Entry: Sendable {
    let part: Int
    let item: Int
    /// Its place in the order of the sources.
    let position: Int
  }

  /// Makes a guide of whole collections.
  ///
  /// - Parameters:
  ///   - contents: the collections, in order.
  ///   - language: the language that titles are wanted in, BCP 47; `nil` for each collection's own.
  public convenience init(_ contents: [GuideContent], language: String? = nil) {
    self.init(
      contents, entries: Self.entries(of: contents), stamp: 0, source: nil, language: language)
  }

  /// Opens a guide where it is kept: a venue file.
  ///
  /// - Parameters:
  ///   - source: where it is kept; one without a guide makes an empty one.
  ///   - language: the language that titles are wanted in, BCP 47; `nil` for each collection's own.
  /// - Throws: `.unreadable` where the source can't be read.
  public convenience init(_ source: some GuideSource, language: String? = nil) throws(GuideError) {
    let prepared = try GuideError.reading { try source.preparedGuide(.lists) }
    if let lists = prepared.flatMap(PreparedLists.init) {
      self.init(
        lists.contents, entries: lists.entries, stamp: lists.stamp, source: source,
        language: language)
    } else {
      self.init(try GuideError.reading { try source.guides() }, language: language)
    }
  }

  private init(
    _ contents: [GuideContent], entries: [Entry], stamp: UInt64, source: (any GuideSource)?,
    language: String?
  ) {
    self.language = language
    self.source = source
    self.stamp = stamp
    self.entries = entries
    var parts = contents.map { GuidePart($0, language: language) }
    for part in parts.indices { parts[part].items.reserveCapacity(contents[part].items.count) }
    for (place, entry) in entries.enumerated() {
      parts[entry.part].items[contents[entry.part].items[entry.item].key] = place
    }
    self.parts = parts
    sourceOrder = entries.indices.sorted { entries[$0].position < entries[$1].position }
    places = GuidePlaces(entries.map { contents[$0.part].items[$0.item].place })
    rows = entries.map { parts[$0.part].row(of: contents[$0.part].items[$0.item]) }
  }

  /// Items that are shown, by sort, then by key.
  static func entries(of contents: [GuideContent]) -> [Entry] {
    var entries: [Entry] = []
    for (part, content) in contents.enumerated() {
      let closed = GroupTree(content.groups).all(
        in: content.groups.filter(\.isClosed).map(\.key))
      for (item, value) in content.items.enumerated()
      where !value.isHidden && closed.isDisjoint(with: value.groups) {
        entries.append(Entry(part: part, item: item, position: entries.count))
      }
    }
    func item(_ entry: Entry) -> GuideItem { contents[entry.part].items[entry.item] }
    return entries.sorted {
      let (a, b) = (item($0), item($1))
      let (first, second) = (a.sort ?? .infinity, b.sort ?? .infinity)
      if first != second { return first < second }
      if a.key != b.key { return a.key.utf8.lexicographicallyPrecedes(b.key.utf8) }
      return $0.position < $1.position
    }
  }

  func item(_ place: Int) -> GuideItem {
    parts[entries[place].part].content.items[entries[place].item]
  }

  /// Whether a value says something.
  static func isSaid(_ value: String) -> Bool {
    !GuideText.isNull(value) && value.utf8.contains { $0 > 0x20 }
  }

  // MARK: What is read when it is asked for

  /// A collection with what it says of some items, tours, stops and media.
  func part(_ part: Int, with owners: [GuideOwner]) throws(GuideError) -> GuidePart {
    guard let source else { return parts[part] }
    let key = parts[part].content.collection.key
    let content = try GuideError.reading { try source.guide(key, of: owners) }
    return GuidePart(content, language: language)
  }

  /// All collections with everything that they say.
  func wholeParts() throws(GuideError) -> [GuidePart] {
    guard let source else { return parts }
    let contents = try GuideError.reading { try source.guides() }
    return parts.map { part in
      let key = part.content.collection.key
      guard let content = contents.first(where: { $0.collection.key == key }) else { return part }
      return GuidePart(content, language: language)
    }
  }

  /// What things are found by: as it was prepared, or made now. Where texts can't be read, items
  /// are found by what lists show.
  var index: SearchIndex {
    madeIndex.withLock { made in
      if let made { return made }
      let prepared = try? source?.preparedGuide(.search)
      let index =
        prepared.flatMap { PreparedSearch.index(in: $0, stamp: stamp, items: entries.count) }
        ?? newIndex((try? wholeParts()) ?? parts)
      made = index
      return index
    }
  }

  private func newIndex(_ whole: [GuidePart]) -> SearchIndex {
    SearchIndex(
      rows.indices.lazy.map { [self] in whole[entries[$0].part].searched(rows[$0].id.key) })
  }

  /// Gives a body a query's memory, to be used again.
  func withQuery<Value>(_ body: (inout SearchQuery) throws(GuideError) -> Value) throws(GuideError)
    -> Value
  {
    var query = queries.withLock { $0.popLast() } ?? SearchQuery()
    let value = try body(&query)
    queries.withLock { [query] in $0.append(query) }
    return value
  }
}
