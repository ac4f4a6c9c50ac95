import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// Lists, numbers, tours and languages over small guides whose answers can be read off.
struct GuideListTests {
  private static let middle = Coordinate(latitude: 41.8796, longitude: -87.6235)

  private static func content() -> GuideContent {
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    // Costs from `middle` by pyproj's Geod on WGS 84: 11.1071 and 8.3007 m a 10⁻⁴ degree.
    let places: [(String, Double, Double, Int?)] = [
      ("north", 2, 0, 0), ("up", 0, 0, 1), ("east", 0, 2, 0), ("all floors", 0, 1, nil),
    ]
    for (key, north, east, ordinal) in places {
      let place = Coordinate(
        latitude: middle.latitude + north * 1e-4, longitude: middle.longitude + east * 1e-4)
      content.items.append(
        GuideItem(key: key, kind: "object", place: GuidePlace(place, ordinal: ordinal)))
      content.texts.append(
        GuideText(GuideOwner(.item, key), "title", language: "en", "The \(key)"))
    }
    content.items.insert(GuideItem(key: "nowhere", kind: "object"), at: 0)
    return content
  }

  @Test func `items are of a kind in whatever case it is written`() throws {
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    content.items = ["object", "Object", "exhibition"].map { GuideItem(key: $0, kind: $0) }
    let guide = Guide([content])
    var filter = GuideFilter()
    for kind in ["object", "OBJECT", "Object"] {
      filter.kind = kind
      #expect(try guide.items(filter).rows.map(\.id.key).sorted() == ["Object", "object"])
    }
    filter.kind = "objects"
    #expect(try guide.items(filter).rows.isEmpty)
  }

  @Test func `a key of several collections is asked for with its collection`() throws {
    func collection(_ name: String) -> GuideContent {
      var content = GuideContent(GuideCollection(key: name, format: "test"))
      content.items = [GuideItem(key: "1", kind: "object")]
      content.texts = [GuideText(GuideOwner(.item, "1"), "title", language: "en", "One of \(name)")]
      content.tours = [GuideTour(key: "T", stops: [GuideStop(item: "1")])]
      return content
    }
    var other = collection("b")
    other.items.append(GuideItem(key: "2", kind: "object"))
    let guide = Guide([collection("a"), other])
    for name in ["a", "b"] {
      #expect(try guide.details("\(name)/1").row.title == "One of \(name)")
      #expect(try guide.tour("\(name)/T").stops.map(\.title) == ["One of \(name)"])
    }
    #expect(try guide.details("2").row.id.collection == "b")
    let item = #expect(throws: GuideError.self) { try guide.details("1") }
    #expect(item?.message == "2 collections of the guide have the item 1; write a/1 or b/1")
    let tour = #expect(throws: GuideError.self) { try guide.tour("T") }
    #expect(tour?.code.rawValue == "several-collections")
    #expect(throws: GuideError.self) { try guide.details("a/2") }
  }

  @Test func `nearest first costs metres along the ground and a third of a hundred a level`() throws
  {
    let guide = Guide([Self.content()])
    let here = GuidePosition(Self.middle, ordinal: 0)
    let page = try guide.items(near: here)
    #expect(page.rows.map(\.id.key) == ["all floors", "east", "north", "up", "nowhere"])
    let costs = page.rows.compactMap { $0.distance?.cost }
    for (cost, expected) in zip(costs, [8.3007, 16.6014, 22.2142, 33.3333]) {
      #expect(abs(cost - expected) < 0.01)
    }
    #expect(page.rows.map { $0.distance?.levels } == [0, 0, 0, 1, nil])
    #expect(guide.nearest(to: here, limit: 2).map(\.id.key) == ["all floors", "east"])
    #expect(guide.nearest(to: here).count == 4)
    // Without a position it is the source's order.
    #expect(try guide.items().rows.first?.id.key == "nowhere")
  }

  @Test func `the nearest few are those of a whole sorted list`() throws {
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    var random = SplitMix64(seed: 5)
    for index in 0..<3000 {
      let place = Coordinate(
        latitude: 41.87 + 0.02 * Double.random(in: 0...1, using: &random),
        longitude: -87.63 + 0.02 * Double.random(in: 0...1, using: &random))
      content.items.append(
        GuideItem(
          key: "k\(index)", kind: "object",
          place: GuidePlace(place, ordinal: Int.random(in: -2...2, using: &random)),
          sort: Double(Int.random(in: 0...3, using: &random))))
      // Equals, to be told apart by sort and key.
      if index % 3 == 0 {
        var same = content.items[index / 3]
        same.key = "twin \(index)"
        content.items.append(same)
      }
    }
    let guide = Guide([content])
    for _ in 0..<20 {
      let here = GuidePosition(
        Coordinate(
          latitude: 41.87 + 0.02 * Double.random(in: 0...1, using: &random), longitude: -87.62),
        ordinal: Int.random(in: -2...2, using: &random))
      let all = try guide.items(near: here, limit: .max).rows.map(\.id.key)
      #expect(guide.nearest(to: here, limit: 40).map(\.id.key) == Array(all.prefix(40)))
      var (keys, cursor): ([String], String?) = ([], nil)
      repeat {
        let page = try guide.items(near: here, limit: 977, after: cursor)
        keys += page.rows.map(\.id.key)
        cursor = page.after
      } while cursor != nil
      #expect(keys == all)
    }
  }

  @Test func `a filter takes groups within groups, levels, parts of texts and what is open`() throws
  {
    var content = Self.content()
    content.groups = [
      GuideGroup(key: "a", label: "Painting"), GuideGroup(key: "b", parent: "a", label: "Oil"),
    ]
    content.items[1].groups = ["b"]
    content.items[2].groups = ["a"]
    content.rules = [
      GuideRule(
        GuideOwner(.item, "up"),
        .interval(begin: "2026-05-01T10:00:00+02:00", end: "2026-05-01T12:00:00+02:00"))
    ]
    let guide = Guide([content])
    func keys(_ change: (inout GuideFilter) -> Void) throws -> [String] {
      var filter = GuideFilter()
      change(&filter)
      return try guide.items(filter).rows.map(\.id.key)
    }
    #expect(try keys { $0.group = "a" } == ["north", "up"])
    #expect(try keys { $0.group = "Oil" } == ["north"])
    #expect(try keys { $0.level = 0 } == ["north", "east", "all floors"])
    #expect(try keys { $0.level = 1 } == ["up", "all floors"])
    #expect(
      try keys { $0.contained = GuideFilter.Contained(field: "title", text: "OR") }
        == ["north", "all floors"])
    // Signs, as of a year in doubt, are looked for as they stand.
    content.texts.append(
      GuideText(GuideOwner(.item, "up"), "year", language: "en", "around 1890?"))
    let dated = Guide([content])
    for (sign, found) in [("?", ["up"]), ("0?", ["up"]), ("!", []), ("–", [])] {
      var filter = GuideFilter()
      filter.contained = GuideFilter.Contained(field: "year", text: sign)
      #expect(try dated.items(filter).rows.map(\.id.key) == found)
    }
    let error = #expect(throws: GuideError.self) {
      try keys { $0.contained = GuideFilter.Contained(field: "tittle", text: "OR") }
    }
    #expect(error?.code == .noField && error?.message.contains("no field tittle") == true)
    #expect(try keys { $0.openAt = "2026-05-01T09:59:59Z" }.contains("up"))
    #expect(!(try keys { $0.openAt = "2026-05-01T10:00:00Z" }.contains("up")))
    #expect(!(try keys { $0.openAt = "2026-05-01T07:59:59Z" }.contains("up")))
    // Without an offset it may be any zone's: 26 hours of doubt around what is said in UTC.
    #expect(!(try keys { $0.openAt = "2026-05-01T11:00" }.contains("up")))
    content.rules[0].when = .interval(begin: "2026-05-01", end: "2026-05-03")
    let days = Guide([content])
    func isOpen(_ time: String) throws -> Bool {
      var filter = GuideFilter()
      filter.openAt = time
      return try days.items(filter).rows.contains { $0.id.key == "up" }
    }
    // A day in no zone is over when it is over everywhere, and has begun when it has everywhere.
    #expect(try isOpen("2026-05-01T12:00:00Z") && isOpen("2026-05-03T09:59:59Z"))
    #expect(try !isOpen("2026-05-01T11:59:59Z") && !isOpen("2026-05-03T10:00:00Z"))
    #expect(try isOpen("2026-05-03") && isOpen("2026-05-03T23:59") && !isOpen("2026-05-04"))
    // Zones reach from 12 hours west to 14 hours east (the IANA's time zone database).
    for time in [
      "yesterday", "2026-05-01T10:00+99:99", "2026-05-01T10:00-25:00", "2026-05-01T10:00+02:60",
    ] {
      let fault = #expect(throws: GuideError.self, "\(time)") { try keys { $0.openAt = time } }
      #expect(fault?.code == .badTime)
    }
    #expect(try isOpen("2026-05-02T02:00+14:00"))
    #expect(throws: GuideError.self) { try keys { $0.group = "none" } }
  }

  @Test func `what is closed or hidden isn't there, and stops at it are left out`() throws {
    var content = Self.content()
    content.groups = [
      GuideGroup(key: "g", label: "Closed", isClosed: true),
      GuideGroup(key: "inner", parent: "g", label: "Within"),
    ]
    content.items[1].groups = ["inner"]
    content.items[2].isHidden = true
    content.tours = [
      GuideTour(
        key: "t",
        stops: [
          GuideStop(sort: 2, item: "east"), GuideStop(sort: 1, item: "north"),
          GuideStop(sort: 1.5, item: "all floors"), GuideStop(sort: 3, item: "gone"),
          GuideStop(sort: 9, item: "nowhere"),
        ])
    ]
    let guide = Guide([content])
    #expect(try guide.items().rows.map(\.id.key) == ["nowhere", "east", "all floors"])
    let tour = try guide.tour("t", from: GuidePosition(Self.middle))
    #expect(tour.stops.compactMap(\.item?.id.key) == ["all floors", "east", "nowhere"])
    #expect(tour.stops.map(\.order) == [1, 2, 3])
    let metres = tour.stops.map(\.metres)
    #expect(abs((metres[0] ?? 0) - 8.3007) < 0.01 && abs((metres[1] ?? 0) - 8.3007) < 0.01)
    #expect(metres[2] == nil)
    #expect(throws: GuideError.self) { try guide.tour("none") }
  }

  @Test func `opening hours are by the clock of the place, a work's and its rooms'`() throws {
    var content = Self.content()
    content.groups = [
      GuideGroup(key: "floor", label: "Floor"),
      GuideGroup(key: "room", parent: "floor", label: "R"),
    ]
    content.items[1].groups = ["room"]
    content.items[2].groups = ["room"]
    content.rules = [
      GuideRule(GuideOwner(.group, "floor"), .hours("Tu-Su 10:00-17:00; Th 10:00-20:00")),
      GuideRule(GuideOwner(.item, "up"), .hours("We 11:00-11:30")),
      GuideRule(GuideOwner(.item, "up"), .hours("Sa 14:00-15:00")),
      GuideRule(GuideOwner(.item, "east"), .hours("24/7")),
      GuideRule(GuideOwner(.item, "nowhere"), .hours("by appointment")),
    ]
    let guide = Guide([content])
    func open(_ time: String) throws -> [String] {
      var filter = GuideFilter()
      filter.openAt = time
      return try guide.items(filter).rows.map(\.id.key)
    }
    // 6 May 2026 is a Wednesday.
    #expect(try open("2026-05-06T11:15") == ["north", "up", "east", "all floors"])
    #expect(try open("2026-05-06T11:30") == ["north", "east", "all floors"])
    #expect(try open("2026-05-09T14:59:59") == ["north", "up", "east", "all floors"])
    #expect(try open("2026-05-06T19:00") == ["east", "all floors"])
    #expect(try open("2026-05-07T19:00") == ["north", "east", "all floors"])
    #expect(try open("2026-05-04T12:00") == ["east", "all floors"])
    // On a day it is what opens that day; in UTC only what is open wherever the place is.
    #expect(try open("2026-05-06") == ["north", "up", "east", "all floors"])
    #expect(try open("2026-05-06T11:15:00Z") == ["east", "all floors"])
  }

  @Test func `a stop at what is nowhere is in its gallery, and one at nothing has a sound's title`()
    throws
  {
    var content = Self.content()
    let gallery = Coordinate(
      latitude: Self.middle.latitude + 4e-4, longitude: Self.middle.longitude)
    content.groups = [
      GuideGroup(key: "wing", label: "Wing", place: GuidePlace(gallery, ordinal: 2)),
      GuideGroup(key: "room", parent: "wing", label: "Room"),
    ]
    content.items[0].groups = ["room"]
    content.media = [GuideMedium(key: "m", uri: "m.mp3", type: "audio/mpeg", language: "en")]
    content.texts.append(GuideText(GuideOwner(.medium, "m"), "title", language: "en", "Welcome"))
    content.tours = [
      GuideTour(
        key: "t",
        stops: [
          GuideStop(medium: "m"), GuideStop(item: "east"), GuideStop(item: "nowhere"),
        ])
    ]
    let stops = try Guide([content]).tour("t", from: GuidePosition(Self.middle)).stops
    #expect(stops.map(\.title) == ["Welcome", "The east", ""])
    #expect(
      stops.map(\.place.coordinate?.latitude) == [nil, Self.middle.latitude, gallery.latitude])
    #expect(stops.map(\.place.level) == [nil, 0, 2])
    #expect(stops[2].item?.place.coordinate == nil)
    // By pyproj's Geod on WGS 84.
    #expect(stops[0].metres == nil && stops[1].metres == nil)
    #expect(abs((stops[2].metres ?? 0) - 47.4287) < 0.01)
  }

  @Test func `a number answers by the lowest rank that has it, tours first`() {
    var content = Self.content()
    content.tours = [GuideTour(key: "t")]
    content.codes = [
      GuideCode("109", rank: 1, owner: GuideOwner(.item, "north")),
      GuideCode("109", rank: 0, owner: GuideOwner(.item, "east"), medium: "m"),
      GuideCode("109", rank: 0, owner: GuideOwner(.tour, "t")),
      GuideCode("55", rank: 1, owner: GuideOwner(.item, "up")),
      GuideCode("7", rank: 0, owner: GuideOwner(.item, "gone")),
    ]
    let guide = Guide([content])
    #expect(guide.number(" 109 ").map(\.row.id.key) == ["t", "east"])
    #expect(guide.number("109").map(\.medium) == [nil, "m"])
    #expect(guide.number("55").map(\.rank) == [1])
    #expect(guide.number("7").isEmpty && guide.number("").isEmpty && guide.number("10").isEmpty)
  }

  /// Comparing each with each takes minutes.
  @Test func `an item may bear two hundred thousand numbers`() throws {
    var content = Self.content()
    let owner = GuideOwner(.item, "north")
    let numbers = (0..<200_000).map(String.init)
    let start = ContinuousClock.now
    content.codes = (numbers + numbers).map { GuideCode($0, rank: 0, owner: owner) }
    let guide = Guide([content])
    #expect(try guide.item("north").codes == numbers)
    #expect(guide.codes().count == 400_000)
    #expect(guide.number("199999").map(\.row.id.key) == ["north"])
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test(arguments: [nil, "en", "fr"])
  func `a guide's own language is there in a region's form`(language: String?) throws {
    var content = Self.content()
    let owner = GuideOwner(.item, "north")
    content.texts.removeAll { $0.owner == owner }
    content.texts += [
      GuideText(owner, "title", language: "de-DE", "Bug"),
      GuideText(owner, "title", language: "en-US", "Bow"),
    ]
    #expect(try Guide([content], language: language).item("north").title == "Bow")
  }

  @Test func `a language falls back by its subtags, text by text`() throws {
    var content = Self.content()
    let owner = GuideOwner(.item, "north")
    content.texts += [
      GuideText(owner, "title", language: "zh-Hant", "北"),
      GuideText(owner, "text", language: "en", "a stone"),
      GuideText(owner, "title", language: "es", "  "),
    ]
    func title(_ language: String?) throws -> [String] {
      let row = try Guide([content], language: language).item("north")
      return [row.title, row.language]
    }
    #expect(try title(nil) == ["The north", "en"])
    #expect(try title("zh-hant-TW") == ["北", "zh-Hant"])
    #expect(try title("ZH-HANT") == ["北", "zh-Hant"])
    #expect(try title("zh") == ["The north", "en"])
    #expect(try title("es") == ["The north", "en"])
    // CLDR's likely subtags: Taiwan, Hong Kong and Macao write traditional characters.
    for tag in ["zh-TW", "zh-HK", "zh-Hant-MO"] {
      #expect(try title(tag) == ["北", "zh-Hant"], "\(tag)")
    }
    #expect(try title("zh-CN") == ["The north", "en"])
    content.texts += [
      GuideText(owner, "title", language: "zh-CN", "简"),
      GuideText(owner, "title", language: "zh-hk", "港"),
    ]
    for tag in ["zh", "zh-Hans", "zh-CN", "zh-SG"] {
      #expect(try title(tag) == ["简", "zh-CN"], "\(tag)")
    }
    #expect(try title("zh-Hant-HK") == ["港", "zh-hk"] && title("zh-TW") == ["北", "zh-Hant"])
    // Brazil's form is nearer to Portugal's than English is; Serbian in the other script isn't.
    content.texts += [
      GuideText(owner, "title", language: "pt-BR", "norte"),
      GuideText(owner, "title", language: "sr-Cyrl-RS", "север"),
    ]
    for tag in ["pt", "pt-PT", "pt-br"] {
      #expect(try title(tag) == ["norte", "pt-BR"], "\(tag)")
    }
    #expect(try title("sr-Cyrl") == ["север", "sr-Cyrl-RS"])
    #expect(try title("sr-Latn") == ["The north", "en"])
    content.texts.removeLast(4)
    let details = try Guide([content], language: "zh-hant").details("north")
    #expect(details.texts.map(\.value) == ["北", "a stone"])
  }
}
