public import IndoorModel

/// Several levels' maps, one shown at a time on a screen, all of them on paper.
public struct LevelMaps: Sendable {
  /// Levels that a page has maps of: with more, nobody finds one by its button.
  static let mostDrawn = 500

  /// One level's map.
  public struct Entry: Sendable {
    /// What the button says.
    public var label: String
    /// What stands under the map first.
    public var title: String
    /// The map.
    public var map: LocalMap
    /// What stands under it.
    public var caption: Markup

    /// Makes an entry; without a title it is the button's label.
    public init(label: String, title: String? = nil, map: LocalMap, caption: Markup = Markup()) {
      self.label = label
      self.title = title ?? label
      self.map = map
      self.caption = caption
    }
  }

  /// The levels from the top down, as a lift's buttons are.
  public var entries: [Entry]
  /// Which entry is shown first.
  public var initial: Int
  /// What groups of marks can be shown alone; the position is the group's number.
  public var groups: [String]
  /// What the maps' inks stand for.
  public var legend: Legend

  /// Makes a set of maps.
  public init(entries: [Entry], initial: Int = 0, groups: [String] = [], legend: Legend) {
    self.entries = entries
    self.initial = initial
    self.groups = groups
    self.legend = legend
  }

  /// The maps with their buttons and legend.
  public var markup: Markup {
    let figures = entries.enumerated().map { index, entry -> Markup in
      let shown: Markup = index == initial ? " data-first" : ""
      let caption: Markup = entry.caption.isEmpty ? "" : "<span>\(entry.caption)</span>"
      return """
        <figure class="level"\(shown)><div class="frame">\(entry.map.svg)</div>\
        <figcaption><b>\(entry.title)</b>\(caption)</figcaption></figure>
        """
    }
    return """
      <div class="maps"><div class="tools">\(buttons)\(chooser)</div>\(figures)\(legend.markup)</div>
      """
  }

  private var buttons: Markup {
    guard entries.count > 1 else { return Markup() }
    let buttons = entries.enumerated().map { index, entry -> Markup in
      "<button type=\"button\" aria-pressed=\"\(index == initial ? "true" : "false")\">\(entry.label)</button>"
    }
    return "<div class=\"levels\" role=\"group\" aria-label=\"level\">\(buttons)</div>"
  }

  private var chooser: Markup {
    guard groups.count > 1 else { return Markup() }
    let options = groups.enumerated().map { index, name -> Markup in
      "<option value=\"\(index)\">\(name)</option>"
    }
    return """
      <label class="chooser">Recording <select><option value="">all \(groups.count)</option>\
      \(options)</select></label>
      """
  }
}

extension LevelKey {
  /// By building, then from the highest level down, as a lift's buttons are.
  static func fromTheTop(_ a: LevelKey, _ b: LevelKey) -> Bool {
    a.building == b.building ? a.ordinal > b.ordinal : a.building < b.building
  }

  /// What a page calls a level: its label and ordinal, `1 (ordinal 0)`, with its building's name
  /// where there is more than one.
  public func title(in venue: Venue) -> String { LevelTitles(venue).title(of: self) }

  /// The same with what people call the level: `Ground floor, G (ordinal 0)`.
  public func fullTitle(in venue: Venue) -> String { LevelTitles(venue).fullTitle(of: self) }
}
