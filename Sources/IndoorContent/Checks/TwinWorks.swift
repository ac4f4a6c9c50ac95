import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Works that stand there twice under different keys, as where they came again from another
/// program: of each is kept which others have its title and level, and its place.
///
/// Works of one kind count whose title is the same in a language, whose level is the same and who
/// lie within 0.1 m, unless another text of theirs tells them apart. Of works without a place some
/// are called alike by chance: those count where three titles and half of the works do.
struct TwinWorks {
  /// A work that has what another one had.
  struct Twin {
    let key: String
    let other: String
    let title: String
    /// The collection of the other one.
    let collection: String
    let isPlaced: Bool
  }

  private struct Mark: Hashable {
    let kind: String
    let language: String
    let title: String
    let ordinal: Int?
    /// Of works without a place.
    let building: String?
    let cell: Cell?
  }

  private struct Cell: Hashable {
    let x: Int
    let y: Int
  }

  private struct TextName: Hashable {
    let name: String
    let language: String
  }

  private struct Work {
    let key: String
    let collection: String
    let place: Coordinate?
    let texts: [TextName: String]
  }

  /// How near works of one title lie that are the same one, in metres.
  private static let radius = 0.1
  /// With how many works of one mark another one is compared.
  private static let limit = 8

  private var works: [Work] = []
  private var marks: [Mark: [Int]] = [:]

  /// The works of a collection that others of it have under another key.
  static func within(_ content: GuideContent) -> [Twin] {
    var twins = TwinWorks()
    let found = twins.add(content, isOne: true)
    return counted(found, of: content, sides: 2)
  }

  /// The works of collections that those before them have under another key, by collection.
  static func across(_ contents: [GuideContent]) -> [(collection: String, twins: [Twin])] {
    guard contents.count > 1 else { return [] }
    var twins = TwinWorks()
    return contents.flatMap { content in
      let found = twins.add(content, isOne: false)
      return Dictionary(grouping: found, by: \.collection).sorted { $0.key < $1.key }.map {
        (content.collection.key, counted($0.value, of: content, sides: 1))
      }
    }
  }

  /// Those that aren't called alike by chance.
  ///
  /// - Parameter sides: how many of the collection's works a pair is.
  private static func counted(
    _ found: [Twin], of content: GuideContent, sides: Int
  ) -> [Twin] {
    let bare = found.filter { !$0.isPlaced }
    let count = content.items.count { !$0.isHidden }
    let areMany = Set(bare.map(\.title)).count >= 3 && bare.count * sides * 2 >= count
    return areMany ? found : found.filter(\.isPlaced)
  }

  /// Adds the works of a collection.
  ///
  /// - Parameter isOne: whether they are looked for among each other, and not in those before.
  /// - Returns: those that another one is.
  private mutating func add(_ content: GuideContent, isOne: Bool) -> [Twin] {
    let texts = Dictionary(
      grouping: content.texts.lazy.filter { $0.owner.kind == .item }, by: \.owner.key)
    var found: [Twin] = []
    var added: [(mark: Mark, work: Int)] = []
    for item in content.items where !item.isHidden {
      let own = texts[item.key] ?? []
      let work = Work(
        key: item.key, collection: content.collection.key, place: item.place.coordinate,
        texts: Dictionary(
          own.lazy.filter { !GuideText.titles.contains($0.name) }
            .map { (TextName(name: $0.name, language: $0.language), $0.value) }
        ) { first, _ in first })
      let cell = Self.cell(of: item.place)
      guard cell != nil || item.place.coordinate == nil else { continue }
      let named = own.filter { GuideText.titles.contains($0.name) }.map { text in
        (text: text, mark: Self.mark(of: item, text, cell))
      }.filter { !$0.mark.title.isEmpty }
      if let (other, title) = twin(of: work, named) {
        found.append(
          Twin(
            key: item.key, other: other.key, title: title, collection: other.collection,
            isPlaced: cell != nil))
      }
      works.append(work)
      let new = named.map { (mark: $0.mark, work: works.count - 1) }
      if isOne { register(new) } else { added += new }
    }
    register(added)
    return found
  }

  private mutating func register(_ added: [(mark: Mark, work: Int)]) {
    for (mark, work) in added where marks[mark]?.count ?? 0 < Self.limit {
      marks[mark, default: []].append(work)
    }
  }

  private func twin(
    of work: Work, _ named: [(text: GuideText, mark: Mark)]
  ) -> (other: Work, title: String)? {
    for (text, mark) in named {
      for near in Self.neighbours(of: mark) {
        for index in marks[near] ?? [] where isTwin(works[index], of: work) {
          return (works[index], text.value)
        }
      }
    }
    return nil
  }

  /// Whether a work of another's mark is that one: keys that are nearly the same are told as such.
  private func isTwin(_ other: Work, of work: Work) -> Bool {
    guard NearKey(other.key) != NearKey(work.key) else { return false }
    if let here = work.place, let there = other.place,
      ContentCheck.metres(here, there) > Self.radius
    {
      return false
    }
    return work.texts.allSatisfy { name, value in
      other.texts[name].map { $0.comparedName == value.comparedName } ?? true
    }
  }

  private static func mark(of item: GuideItem, _ text: GuideText, _ cell: Cell?) -> Mark {
    Mark(
      kind: item.kind, language: text.language, title: text.value.comparedName,
      ordinal: item.place.ordinal,
      building: cell == nil ? item.place.building?.comparedName : nil, cell: cell)
  }

  /// The square of the radius that a place lies in.
  private static func cell(of place: GuidePlace) -> Cell? {
    guard let place = place.coordinate else { return nil }
    let perDegree = 111_320 / radius
    let x = place.longitude * cos(place.latitude * .pi / 180) * perDegree
    guard let x = Int(exactly: x.rounded(.down)),
      let y = Int(exactly: (place.latitude * perDegree).rounded(.down)),
      abs(x) < 1 << 40, abs(y) < 1 << 40
    else { return nil }
    return Cell(x: x, y: y)
  }

  /// A mark with those of the squares around its own.
  private static func neighbours(of mark: Mark) -> [Mark] {
    guard let cell = mark.cell else { return [mark] }
    return (-1...1).flatMap { dx in
      (-1...1).map { dy in
        Mark(
          kind: mark.kind, language: mark.language, title: mark.title, ordinal: mark.ordinal,
          building: mark.building, cell: Cell(x: cell.x + dx, y: cell.y + dy))
      }
    }
  }
}
