public import IndoorModel

/// How content is read.
public struct ContentOptions: Hashable, Sendable {
  /// The format; `nil` where the file decides.
  public var format: ContentFormat?
  /// The collection's key; `nil` for the first source's name.
  public var collection: String?
  /// What labels of levels mean.
  public var levels: ContentLevels
  /// The language of texts that say none, BCP 47.
  public var language = "en"
  /// Whether somebody said that language, so that it is that of media, too, whose rows say none.
  package var isLanguageSaid = false
  /// The IANA name of the zone of times that say none.
  public var zone: String?
  /// How addresses of media change, the first that fits.
  public var urls: [URLChange] = []

  /// Makes options.
  public init(levels: ContentLevels = ContentLevels()) { self.levels = levels }

  /// Another beginning for addresses.
  public struct URLChange: Hashable, Sendable {
    /// How addresses begin.
    public var from: String
    /// How they begin instead.
    public var to: String

    /// Makes a change.
    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }
}

/// What a source's names of levels mean: what somebody says, then the venue's labels. Ordinals are
/// never guessed from numbers.
public struct ContentLevels: Hashable, Sendable {
  /// A level, without a building where several have it.
  public struct Level: Hashable, Sendable {
    /// The ordinal, 0 the ground.
    public var ordinal: Int
    /// The building, where it is one alone.
    public var building: String?
  }

  private var byLabel: [String: Level] = [:]
  /// The levels of labels that are of several ordinals, by their buildings.
  private var several: [String: [String: [LevelKey]]] = [:]
  private let floors: GuideFloors

  /// Makes the table.
  ///
  /// - Parameters:
  ///   - venue: the venue, where there is one.
  ///   - said: ordinals by label, which come before the venue's.
  public init(_ venue: Venue? = nil, said: [String: Int] = [:]) {
    floors = GuideFloors(venue)
    let levels = Dictionary(grouping: venue?.levels ?? [], by: { $0.label.comparedName })
    for (label, levels) in levels {
      let ordinals = Set(levels.map(\.key.ordinal))
      guard let ordinal = ordinals.first, !label.isEmpty else { continue }
      guard ordinals.count == 1 else {
        several[label] = Dictionary(grouping: levels.map(\.key), by: \.building)
        continue
      }
      let buildings = Set(levels.map(\.key.building))
      let building = buildings.count == 1 ? buildings.first : nil
      byLabel[label] = Level(
        ordinal: ordinal, building: building?.isEmpty == true ? nil : building)
    }
    for (label, ordinal) in said {
      byLabel[label.comparedName] = Level(ordinal: ordinal)
      several[label.comparedName] = nil
    }
  }

  /// The level of a label, in whatever case; `nil` where it means nothing. 1.0, 01 and +1 are 1
  /// where no level is called so.
  public subscript(_ label: String) -> Level? {
    name(of: label).flatMap { byLabel[$0] }
  }

  /// Under which name a label's level is known.
  func name(of label: String) -> String? {
    let name = label.comparedName
    // What several are called exactly means none of them without its building, and no number.
    guard several[name] == nil else { return nil }
    return byLabel[name] != nil ? name : label.plainNumber.flatMap { byLabel[$0] == nil ? nil : $0 }
  }

  /// The level of a label in a building: of those that are called so the one that it has.
  func level(_ label: String, in building: String?) -> Level? {
    if let level = self[label] { return level }
    guard let building, let keys = keys(label) else { return nil }
    let ids = floors.buildings(called: building)
    let own = Set(ids.flatMap { keys[$0] ?? [] })
    guard let key = own.first, Set(own.map(\.ordinal)).count == 1 else { return nil }
    return Level(ordinal: key.ordinal, building: own.count == 1 ? key.building : nil)
  }

  /// Whether a level is of another building than that which a word means, and that one has a level
  /// of the same ordinal, which would be taken for it.
  func isElsewhere(_ level: Level, than building: String) -> Bool {
    guard let own = level.building else { return false }
    let ids = floors.buildings(called: building)
    return !ids.isEmpty && !ids.contains(own)
      && !floors.levels(level.ordinal, building: building).isEmpty
  }

  /// Whether levels of several ordinals are called so.
  func hasSeveral(_ label: String) -> Bool { self[label] == nil && keys(label) != nil }

  private func keys(_ label: String) -> [String: [LevelKey]]? {
    several[label.comparedName] ?? label.plainNumber.flatMap { several[$0] }
  }
}
