import IndoorModel

/// What a collection has in the venue file, by what it is of: what a source says nothing of stays
/// as it is there.
struct StoredContent {
  /// The language of texts that say none; `nil` where the collection is new.
  let language: String?
  private(set) var items: [String: GuideItem] = [:]
  private(set) var groups: [String: GuideGroup] = [:]
  private(set) var tours: [String: GuideTour] = [:]
  /// Whether tours keep their stops: not where a table of stops is read, which says all of them.
  let keepsStops: Bool
  /// A medium's languages by its key.
  private(set) var media: [String: [GuideMedium]] = [:]
  private var texts: [GuideOwner: [GuideText]] = [:]
  private var codes: [GuideOwner: [GuideCode]] = [:]
  private var uses: [GuideOwner: [GuideMediumUse]] = [:]
  private var rules: [GuideOwner: [GuideRule]] = [:]
  /// Where tours' stops are.
  var stops: StoredStops
  /// What was found of it and may still be so.
  var findings: StoredFindings

  /// Nothing, where the collection is new or all of it is replaced.
  ///
  /// - Parameters:
  ///   - content: what the collection has.
  ///   - keepsStops: whether tours keep their stops.
  ///   - files: the paths of what is read.
  init(_ content: GuideContent?, keepsStops: Bool = true, reading files: [String] = []) {
    language = content?.collection.language
    self.keepsStops = keepsStops
    stops = StoredStops(content?.tours ?? [])
    findings = StoredFindings(content?.findings ?? [], reading: files)
    guard let content else { return }
    items = Dictionary(content.items.map { ($0.key, $0) }) { first, _ in first }
    groups = Dictionary(content.groups.map { ($0.key, $0) }) { first, _ in first }
    tours = Dictionary(content.tours.map { ($0.key, $0) }) { first, _ in first }
    media = Dictionary(grouping: content.media, by: \.key)
    texts = Dictionary(grouping: content.texts, by: \.owner)
    codes = Dictionary(grouping: content.codes, by: \.owner)
    uses = Dictionary(grouping: content.uses, by: \.owner)
    rules = Dictionary(grouping: content.rules, by: \.owner)
  }

  func texts(of owner: GuideOwner) -> [GuideText] { texts[owner] ?? [] }
  func codes(of owner: GuideOwner) -> [GuideCode] { codes[owner] ?? [] }
  func uses(of owner: GuideOwner) -> [GuideMediumUse] { uses[owner] ?? [] }
  func rules(of owner: GuideOwner) -> [GuideRule] { rules[owner] ?? [] }
}
