import Foundation
import IndoorKit

/// The Swift of docs/guide.md, as it stands there; `ReadmeTests` compares the two line by line and
/// runs it on the museum.
struct MuseumApp {
  let guide: Guide
  var positioner: Positioner
  var here: GuidePosition?

  init(_ path: String, language: String?) throws {
    let file = try VenueFile.open(path, readOnly: true)
    guide = try Guide(file, language: language)
    positioner = try file.positioner()
  }

  /// Takes what the sensors deliver.
  mutating func observe(_ observation: Observation) {
    if let position = positioner.update(observation) { here = GuidePosition(position) }
  }

  /// What the first screen lists: the works that are nearest, the museum's order until that is
  /// known.
  func works() throws -> [GuideRow] {
    if let here { return guide.nearest(to: here) }
    return try guide.items().rows
  }

  /// What is listed while somebody types.
  func found(_ typed: String) -> [GuideRow] { guide.search(typed) }

  /// What the keypad plays: the medium that the number names, else the first sound of what it leads
  /// to; `nil` for a number that is none.
  func dialled(_ number: String) throws -> (row: GuideRow, sound: GuideMedium?)? {
    guard let dialled = guide.number(number).first else { return nil }
    if dialled.row.id.isTour { return (dialled.row, nil) }
    let media = try guide.details(dialled.row.id.key).media.map(\.medium)
    let named = media.first { $0.key == dialled.medium }
    return (dialled.row, named ?? media.first { $0.type.hasPrefix("audio/") })
  }

  /// The page of a work: its texts in the language that is wanted, as far as they are there.
  func page(of key: String) throws -> [String] {
    let details = try guide.details(key)
    return [details.row.title] + details.texts.map { "\($0.name): \($0.value)" }
  }

  /// The stop of a tour that is nearest to where one is, and those behind it.
  func walk(_ tour: String) throws -> [Guide.Stop] {
    let stops = try guide.tour(tour, from: here).stops
    guard let here else { return stops }
    let keys = guide.nearest(to: here, limit: .max).map(\.id.key)
    let next = stops.indices.min { a, b in
      let ranks = [a, b].map { stops[$0].item.flatMap { keys.firstIndex(of: $0.id.key) } ?? .max }
      return ranks[0] < ranks[1]
    }
    return Array(stops[(next ?? 0)...])
  }
}
