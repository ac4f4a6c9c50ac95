import IndoorContent
import IndoorGeometry
import IndoorGuide
import IndoorJSON
import IndoorModel
import IndoorRecordings

/// An answer of a guide, for people and for machines.
public struct GuideAnswer: Sendable {
  /// The answer as JSON.
  public var json: String { output.text(pretty: true) }

  /// The same for people, a line a row.
  package let text: String
  private let output: JSONOutput

  init(json: JSONOutput, lines: [String], total: Int) {
    output = json
    text = lines.isEmpty ? "nothing" : lines.joined(separator: "\n")
  }

  /// A page of a list whose rows are known by a key, several of one by which of them they are.
  init<Row>(
    _ name: String, _ rows: [Row], limit: Int, after cursor: String?, key: (Row) -> String,
    json: (Row) -> JSONOutput, line: (Row) -> String
  ) throws {
    var counts: [String: Int] = [:]
    let names = rows.map { row in
      let name = key(row)
      let count = counts[name, default: 0]
      counts[name] = count + 1
      return count == 0 ? name : "\(name)\u{0}\(count)"
    }
    var start = 0
    if let cursor {
      guard let last = names.firstIndex(where: { Self.cursor($0) == cursor }) else {
        throw GuideError.unknownCursor(cursor)
      }
      start = last + 1
    }
    let page = rows[start...].prefix(max(0, limit))
    let isLast = page.endIndex >= rows.count
    let after = isLast || page.isEmpty ? nil : Self.cursor(names[page.endIndex - 1])
    self.init(
      json: .object([
        (name, .array(page.map(json))), ("total", .integer(Int64(rows.count))),
        ("after", after.map { .string($0) } ?? .null),
      ]), lines: page.map { line($0).onOneLine }, total: rows.count)
  }

  private static func cursor(_ key: String) -> String {
    key.utf8.map { byte in
      let hex = String(byte, radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }.joined()
  }

  static func metres(_ metres: Double) -> String { "\(Int(metres.rounded())) m" }

  /// A row of a list: key, title, codes, level and how far it is.
  static func line(_ row: GuideRow, _ levels: GuideLevels) -> String {
    var parts = [row.id.key, row.title.isEmpty ? "–" : row.title]
    if !row.codes.isEmpty { parts.append(row.codes.joined(separator: ", ")) }
    if let level = levels.text(of: row.place) { parts.append(level) }
    if let distance = row.distance { parts.append(Self.distance(distance)) }
    return parts.joined(separator: "  ").onOneLine
  }

  /// A stop of a tour: where it is, how far from the one before, and what it plays.
  static func line(_ stop: Guide.Stop, _ levels: GuideLevels) -> String {
    var parts = ["\(stop.order). \(stop.title)"]
    if let level = levels.text(of: stop.place) { parts.append(level) }
    if let metres = stop.metres { parts.append(Self.metres(metres)) }
    if let sound = stop.media.first(where: { MediaType.plain($0.medium.type).hasPrefix("audio/") })
    {
      parts.append("plays \(sound.medium.key)")
    }
    return parts.joined(separator: "  ").onOneLine
  }

  /// `23 m, 1 level up`: what lists are sorted by.
  private static func distance(_ distance: GuideRow.Distance) -> String {
    guard distance.levels != 0 else { return metres(distance.metres) }
    let levels = Counted.text(Int(clamping: distance.levels.magnitude), "level")
    return "\(metres(distance.metres)), \(levels) \(distance.levels > 0 ? "up" : "down")"
  }
}

extension JSONOutput {
  static func page(_ page: GuidePage) -> JSONOutput {
    .object([
      ("items", .array(page.rows.map { .object(members(of: $0)) })),
      ("total", .integer(Int64(page.total))),
      ("after", text(page.after)),
    ])
  }

  private static func text(_ value: String?) -> JSONOutput { value.map { .string($0) } ?? .null }

  private static func texts(_ values: [String]) -> JSONOutput { .array(values.map { .string($0) }) }

  private static func whole(_ value: Int?) -> JSONOutput {
    value.map { .integer(Int64($0)) } ?? .null
  }

  /// Metres to a tenth of a millimetre.
  private static func metres(_ value: Double?) -> JSONOutput {
    value.map { .number(($0 * 1e4).rounded() / 1e4) } ?? .null
  }

  private static func members(of row: GuideRow) -> [(String, JSONOutput)] {
    var members: [(String, JSONOutput)] = [
      ("key", .string(row.id.key)), ("kind", .string(row.kind)), ("title", .string(row.title)),
      ("level", whole(row.place.level)), ("building", text(row.place.building)),
      ("latitude", row.place.coordinate.map { .number($0.latitude) } ?? .null),
      ("longitude", row.place.coordinate.map { .number($0.longitude) } ?? .null),
      ("groups", texts(row.groups)), ("codes", texts(row.codes)),
      ("language", .string(row.language)), ("collection", .string(row.id.collection)),
    ]
    if row.isFromSomewhere {
      members += [
        ("metres", metres(row.distance?.metres)),
        ("levels", whole(row.distance.map { $0.levels })),
        ("cost", metres(row.distance?.cost)), ("basis", .string("straight")),
      ]
    }
    return members
  }

  static func building(_ name: String?, _ rows: [GuideRow]) -> JSONOutput {
    let places = rows.compactMap(\.place.coordinate)
    let middle = places.first.map { first in
      // Longitudes run on across the antimeridian, and their mean stays there.
      let near = places.map { $0.unbroken(near: first.longitude) }
      return Coordinate(
        latitude: near.reduce(0) { $0 + $1.latitude } / Double(near.count),
        longitude: near.reduce(0) { $0 + $1.longitude } / Double(near.count)
      ).unbroken(near: 0)
    }
    return .object([
      ("building", text(name)), ("count", .integer(Int64(rows.count))),
      ("latitude", middle.map { .number($0.latitude) } ?? .null),
      ("longitude", middle.map { .number($0.longitude) } ?? .null),
      ("items", .array(rows.map { .object(members(of: $0)) })),
    ])
  }

  static func dialled(_ dialled: Guide.Dialled) -> JSONOutput {
    .object(
      members(of: dialled.row) + [
        ("rank", .integer(Int64(dialled.rank))), ("medium", text(dialled.medium)),
      ])
  }

  static func group(_ group: GuideGroupRow) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("key", .string(group.key)), ("parent", text(group.parent)),
      ("label", .string(group.label)), ("order", .integer(Int64(group.order))),
      ("items", .integer(Int64(group.items))), ("collection", .string(group.collection)),
    ]
    if let distance = group.distance {
      members += [("metres", metres(distance.metres)), ("cost", metres(distance.cost))]
    }
    return .object(members)
  }

  static func tourRow(_ tour: Guide.Tour) -> JSONOutput {
    .object([
      ("key", .string(tour.row.id.key)), ("title", .string(tour.row.title)),
      ("stops", .integer(Int64(tour.stops.count))), ("metres", metres(tour.metres)),
      ("codes", texts(tour.row.codes)), ("language", .string(tour.row.language)),
    ])
  }

  static func field(_ field: Guide.Field) -> JSONOutput {
    .object([
      ("name", .string(field.name)), ("kind", .string(field.isHTML ? "html" : "plain")),
      ("languages", texts(field.languages)), ("count", .integer(Int64(field.count))),
      ("example", text(field.example)),
    ])
  }

  static func code(_ code: GuideCode) -> JSONOutput {
    .object([
      ("code", .string(code.code)), ("rank", .integer(Int64(code.rank))),
      ("item", .string(code.owner.key)), ("medium", text(code.medium)),
    ])
  }

  static func details(_ details: Guide.Details) -> JSONOutput {
    var (names, values) = ([String](), [String: [String]]())
    for text in details.texts {
      if values[text.name] == nil { names.append(text.name) }
      values[text.name, default: []].append(text.value)
    }
    let texts = names.map { name in
      (name, JSONOutput.string((values[name] ?? []).joined(separator: "\n")))
    }
    return .object(
      members(of: details.row) + [
        ("texts", .object(texts)), ("media", .array(details.media.map { .shown($0) })),
        ("triggers", .array([])), ("tours", Self.texts(details.tours)),
      ])
  }

  static func shown(_ shown: Guide.Shown) -> JSONOutput {
    let about = shown.medium.about
    return .object([
      ("uri", .string(shown.medium.uri)), ("type", .string(shown.medium.type)),
      ("role", .string(shown.role)), ("credit", text(about.credit)),
      ("licence", text(about.licence)), ("alt", text(about.alternative)),
      ("transcript", text(about.transcript)), ("key", .string(shown.medium.key)),
      ("language", .string(shown.medium.language)),
    ])
  }

  static func tour(_ tour: Guide.Tour) -> JSONOutput {
    let stops = tour.stops.map { stop in
      JSONOutput.object([
        ("order", .integer(Int64(stop.order))), ("item", text(stop.item?.id.key)),
        ("title", .string(stop.title)), ("media", .array(stop.media.map { .shown($0) })),
        ("latitude", stop.place.coordinate.map { .number($0.latitude) } ?? .null),
        ("longitude", stop.place.coordinate.map { .number($0.longitude) } ?? .null),
        ("level", whole(stop.place.level)), ("metres", metres(stop.metres)),
      ])
    }
    return .object([
      ("key", .string(tour.row.id.key)), ("title", .string(tour.row.title)),
      ("stops", .array(stops)), ("language", .string(tour.row.language)),
    ])
  }
}
