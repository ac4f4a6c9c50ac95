/// A tour: stops in an order.
public struct GuideTour: Hashable, Sendable {
  /// The source's own id, one of its collection.
  public var key: String
  /// Its rank among its likes, smaller first; what has none comes by the source's order.
  public var sort: Double?
  /// Where it begins, where the source says.
  public var place: GuidePlace
  /// Its stops, in the source's order.
  public var stops: [GuideStop]
  /// `file:line` of the source, where known.
  public var source: String?

  /// Makes a tour.
  public init(
    key: String, sort: Double? = nil, place: GuidePlace = GuidePlace(), stops: [GuideStop] = [],
    source: String? = nil
  ) {
    self.key = key
    self.sort = sort
    self.place = place
    self.stops = stops
    self.source = source
  }
}

/// One stop of a tour.
public struct GuideStop: Hashable, Sendable {
  /// Its rank in the tour, smaller first; equal ones come by the source's order.
  public var sort: Double?
  /// The key of the item it is at, where it is at one.
  public var item: String?
  /// The key of the medium that it plays.
  public var medium: String?
  /// The key of the medium that it plays before.
  public var bumper: String?
  /// `file:line` of the source, where it has one of its own and was just read.
  package var source: String?

  /// Makes a stop.
  public init(
    sort: Double? = nil, item: String? = nil, medium: String? = nil, bumper: String? = nil
  ) {
    self.sort = sort
    self.item = item
    self.medium = medium
    self.bumper = bumper
  }
}

/// When something is open or shown.
public struct GuideRule: Hashable, Sendable {
  /// What it is said of.
  public var owner: GuideOwner
  /// When.
  public var when: When

  /// Makes a rule.
  public init(_ owner: GuideOwner, _ when: When) {
    self.owner = owner
    self.when = when
  }

  /// Opening hours, or an interval.
  public enum When: Hashable, Sendable {
    /// OpenStreetMap's `opening_hours`, as the source has them, by the clock of the place.
    case hours(String)
    /// From the first ISO 8601 date or time, until the other; either may be missing. As the source
    /// has them.
    case interval(begin: String?, end: String?)
  }
}

/// How an item's page is laid out: a page for tablets, tabs for phones.
public struct GuideTemplate: Hashable, Sendable {
  /// The template's name, as items name it.
  public var name: String
  /// Its pages: the tablet's has an empty tab.
  public var pages: [Page]

  /// Makes a template.
  public init(name: String, pages: [Page] = []) {
    self.name = name
    self.pages = pages
  }

  /// One page of a template.
  public struct Page: Hashable, Sendable {
    /// The tab's name, empty for the page of a tablet.
    public var tab: String
    /// What people read on the tab.
    public var label: String?
    /// The tab's picture, a file's name.
    public var icon: String?
    /// The file's name; `nil` for a page that is built in.
    public var file: String?
    /// What the file holds; `nil` where there was none.
    public var html: String?

    /// Makes a page.
    public init(
      tab: String, label: String? = nil, icon: String? = nil, file: String? = nil,
      html: String? = nil
    ) {
      self.tab = tab
      self.label = label
      self.icon = icon
      self.file = file
      self.html = html
    }
  }
}
