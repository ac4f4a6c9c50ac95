import Foundation
import IndoorContent
import IndoorGeometry
import IndoorModel

/// The museum's own guide as writers of other formats need it: work by work, tour by tour.
struct MuseumGuide {
  struct Work {
    var key: String
    let title, germanTitle, artist, year, text, germanText: String
    let coordinate: Coordinate
    let level: String
    let room: GuideGroup
    var code: String
    let picture: GuideMedium
    /// In English, then in German.
    let sounds: [GuideMedium]

    var location: String { "\(coordinate.latitude),\(coordinate.longitude)" }
    var sound: GuideMedium? { sounds.first }
  }

  struct Tour {
    let key: String
    let sort: Int
    let code, title, germanTitle, description, germanDescription: String
    let stops: [String]
  }

  let content: GuideContent
  let works: [Work]
  let tours: [Tour]
  /// Rooms with works, and the levels that they are on.
  let rooms: [GuideGroup]
  let levels: [GuideGroup]

  static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    + "/FloorPlans/museum/guide"
  static let floors = ["B": -1, "G": 0, "1": 1]

  /// The works, again and again under keys and numbers of their own where more are wanted.
  init(works count: Int = 40) throws {
    let content = try ReadContent.read(
      [Self.folder], options: ContentOptions(levels: ContentLevels(said: Self.floors)))
    func said(_ name: String, _ owner: GuideOwner, _ language: String = "en") -> String {
      content.texts.first { $0.owner == owner && $0.name == name && $0.language == language }?
        .value ?? ""
    }
    func media(_ owner: GuideOwner, _ role: String) -> [GuideMedium] {
      let keys = content.uses.filter { $0.owner == owner && $0.role == role }.map(\.medium)
      return content.media.filter { keys.contains($0.key) }
    }
    let groups = Dictionary(uniqueKeysWithValues: content.groups.map { ($0.key, $0) })
    let labels = Dictionary(uniqueKeysWithValues: Self.floors.map { ($1, $0) })
    let forty = try content.items.map { item in
      let owner = GuideOwner(.item, item.key)
      return Work(
        key: item.key, title: said("title", owner), germanTitle: said("title", owner, "de"),
        artist: said("artist", owner), year: said("year", owner), text: said("text", owner),
        germanText: said("text", owner, "de"),
        coordinate: try item.place.coordinate.orThrow(),
        level: try item.place.ordinal.flatMap { labels[$0] }.orThrow(),
        room: try item.groups.first.flatMap { groups[$0] }.orThrow(),
        code: try content.codes.first { $0.owner == owner }.orThrow().code,
        picture: try media(owner, "image").first.orThrow(), sounds: media(owner, "audio"))
    }
    works = (0..<count).map { index in
      var work = forty[index % forty.count]
      if index >= forty.count {
        work.key += "-\(index)"
        work.code = "\(1000 + index)"
      }
      return work
    }
    tours = try content.tours.map { tour in
      let owner = GuideOwner(.tour, tour.key)
      return Tour(
        key: tour.key, sort: Int(try tour.sort.orThrow()),
        code: try content.codes.first { $0.owner == owner }.orThrow().code,
        title: said("title", owner), germanTitle: said("title", owner, "de"),
        description: said("description", owner),
        germanDescription: said("description", owner, "de"), stops: tour.stops.compactMap(\.item))
    }
    rooms = content.groups.filter { $0.kind == "gallery" }
    levels = content.groups.filter { $0.kind == "level" }
    self.content = content
  }

  func work(_ key: String) -> Work? { works.first { $0.key == key } }
}

private struct IsMissing: Error {}

extension Optional {
  /// The value, which the museum's guide has.
  fileprivate func orThrow() throws -> Wrapped {
    guard let self else { throw IsMissing() }
    return self
  }
}

/// JSON with its members by name, the same in every run.
func json(_ value: [String: Any]) throws -> String {
  String(
    decoding: try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
}
