public import IndoorGuide
import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorStorage

/// Answers what people ask a guide: lists, searches, numbers, works and tours.
public struct AskGuide: Sendable {
  /// The guide.
  public let guide: Guide
  private let venue: String
  private let file: VenueFile
  private let levels: GuideLevels

  /// Opens the guide of a venue file.
  ///
  /// - Parameters:
  ///   - venue: the venue file.
  ///   - language: the language that is wanted, BCP 47; `nil` for each collection's own.
  /// - Throws: `AuthoringError` for a file without a guide, `StorageError`.
  public init(venue: String, language: String? = nil) throws {
    let file = try VenueFile.open(venue, readOnly: true)
    guard !(try file.guideKeys()).isEmpty else { throw AuthoringError.noGuide(venue) }
    guide = try Guide(file, language: language)
    levels = GuideLevels(try file.levels())
    self.venue = venue
    self.file = file
  }

  private func line(_ row: GuideRow) -> String { GuideAnswer.line(row, levels) }

  /// A page of items.
  ///
  /// - Throws: `GuideError`, and `AuthoringError` for a level that isn't there.
  public func items(
    _ filter: GuideFilter, near position: GuidePosition?, limit: Int, after cursor: String?
  ) throws -> GuideAnswer {
    let page = try guide.items(filter, near: position, limit: limit, after: cursor)
    try levels.check(filter, found: page.total, path: venue)
    return GuideAnswer(
      json: .page(page), lines: page.rows.map(line), total: page.total)
  }

  /// Items under their buildings.
  ///
  /// - Parameters:
  ///   - filter: which items count.
  ///   - position: where the nearest are looked for from; `nil` for the guide's own order.
  ///   - limit: how many buildings to give at most.
  /// - Throws: `GuideError`, and `AuthoringError` for a level that isn't there.
  public func buildings(
    _ filter: GuideFilter, near position: GuidePosition?, limit: Int
  ) throws -> GuideAnswer {
    let page = try guide.items(filter, near: position, limit: .max)
    try levels.check(filter, found: page.total, path: venue)
    var order: [String?] = []
    var byBuilding: [String?: [GuideRow]] = [:]
    for row in page.rows {
      let building = row.place.building.map { levels.building(called: $0) ?? $0 }
      if byBuilding[building] == nil { order.append(building) }
      byBuilding[building, default: []].append(row)
    }
    let buildings = order.prefix(max(0, limit)).map { building in
      let rows = byBuilding[building] ?? []
      let words = Set(rows.compactMap(\.place.building))
      // Where the guide has several words for one building, its id says which it is.
      return (words.count == 1 || building?.isEmpty == true ? words.min() : building, rows)
    }
    return GuideAnswer(
      json: .object([
        ("buildings", .array(buildings.map { .building($0.0, $0.1) })),
        ("total", .integer(Int64(order.count))),
      ]),
      lines: buildings.flatMap { building, rows in
        ["\(building ?? "no building") (\(rows.count))"] + rows.map { "  \(line($0))" }
      }, total: order.count)
  }

  /// A page of what a text finds.
  ///
  /// - Throws: `GuideError`.
  public func search(_ text: String, limit: Int, after cursor: String?) throws -> GuideAnswer {
    let page = try guide.search(text, limit: limit, after: cursor)
    return GuideAnswer(
      json: .page(page), lines: page.rows.map(line), total: page.total)
  }

  /// What a number leads to.
  public func number(_ code: String) -> GuideAnswer {
    let found = guide.number(code)
    return GuideAnswer(
      json: .object([
        ("items", .array(found.map { .dialled($0) })), ("total", .integer(Int64(found.count))),
        ("after", .null),
      ]),
      lines: found.map { dialled in
        line(dialled.row) + (dialled.medium.map { "  plays \($0)" } ?? "")
      }, total: found.count)
  }

  /// All that is said of an item.
  ///
  /// - Throws: `GuideError`.
  public func item(_ key: String) throws -> GuideAnswer {
    let details = try guide.details(key)
    var lines = [line(details.row)]
    lines += details.texts.map { "\($0.name): \($0.value)" }
    lines += details.media.map { "\($0.role): \($0.medium.uri)" }
    if !details.tours.isEmpty { lines.append("tours: \(details.tours.joined(separator: ", "))") }
    return GuideAnswer(json: .details(details), lines: lines, total: 1)
  }

  /// A tour with its stops.
  ///
  /// - Throws: `GuideError`.
  public func tour(_ key: String, from position: GuidePosition?) throws -> GuideAnswer {
    let tour = try guide.tour(key, from: position)
    return GuideAnswer(
      json: .tour(tour),
      lines: [tour.row.title.onOneLine] + tour.stops.map { GuideAnswer.line($0, levels) }, total: 1)
  }

  /// The groups, nearest first where somebody is somewhere.
  ///
  /// - Throws: `GuideError` for a cursor that is none of this list.
  public func groups(
    near position: GuidePosition?, limit: Int, after cursor: String?
  ) throws -> GuideAnswer {
    try GuideAnswer(
      "groups", guide.groups(near: position), limit: limit, after: cursor,
      key: { "\($0.collection)/\($0.key)" }, json: { .group($0) },
      line: { group in
        let metres = group.distance.map { "  \(GuideAnswer.metres($0.metres))" } ?? ""
        return "\(group.key)  \(group.label)  \(Counted.text(group.items, "item"))\(metres)"
      })
  }

  /// The tours.
  ///
  /// - Throws: `GuideError` for a cursor that is none of this list.
  public func tours(limit: Int, after cursor: String?) throws -> GuideAnswer {
    try GuideAnswer(
      "tours", guide.tourLengths(), limit: limit, after: cursor,
      key: { "\($0.row.id.collection)/\($0.row.id.key)" }, json: { .tourRow($0) },
      line: { tour in
        "\(tour.row.id.key)  \(tour.row.title)  \(Counted.text(tour.stops.count, "stop"))"
          + "  \(GuideAnswer.metres(tour.metres))"
      })
  }

  /// The properties that items have.
  ///
  /// - Throws: `GuideError` for a cursor that is none of this list.
  public func fields(limit: Int, after cursor: String?) throws -> GuideAnswer {
    try GuideAnswer(
      "fields", try guide.fields(), limit: limit, after: cursor, key: { $0.name },
      json: { .field($0) },
      line: { "\($0.name)  \($0.count)  \($0.languages.joined(separator: ", "))" })
  }

  /// The codes.
  ///
  /// - Throws: `GuideError` for a cursor that is none of this list.
  public func codes(limit: Int, after cursor: String?) throws -> GuideAnswer {
    try GuideAnswer(
      "codes", guide.codesByCollection(), limit: limit, after: cursor,
      key: { collection, code in
        "\(collection)/\(code.rank)/\(code.owner.kind.rawValue)/\(code.owner.key)/\(code.code)/"
          + (code.medium ?? "")
      },
      json: { .code($0.code) },
      line: { _, code in
        "\(code.code)  \(code.owner.key)\(code.medium.map { "  plays \($0)" } ?? "")"
      })
  }
}

// For people who write places as words.
extension AskGuide {
  /// A page of items, near a place as people write it.
  package func items(
    _ filter: GuideFilter, near place: String?, limit: Int, after cursor: String?
  ) throws -> GuideAnswer {
    try items(filter, near: position(place), limit: limit, after: cursor)
  }

  /// Items under their buildings, near a place as people write it.
  package func buildings(
    _ filter: GuideFilter, near place: String?, limit: Int
  ) throws -> GuideAnswer {
    try buildings(filter, near: position(place), limit: limit)
  }

  /// The groups, near a place as people write it.
  package func groups(near place: String?, limit: Int, after cursor: String?) throws -> GuideAnswer
  {
    try groups(near: position(place), limit: limit, after: cursor)
  }

  /// A tour, from a place as people write it.
  package func tour(_ key: String, from place: String?) throws -> GuideAnswer {
    try tour(key, from: position(place))
  }

  /// Where somebody is, by words, where that can be in or about the venue.
  private func position(_ words: String?) throws -> GuidePosition? {
    guard var position = words.flatMap(GuideWords.position) else { return nil }
    if let venue = try file.levels() {
      try position.check(in: venue, path: self.venue)
      levels.locate(&position, in: venue, words: guide.buildings)
    }
    return position
  }
}
