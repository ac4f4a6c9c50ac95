import Foundation
import IndoorModel

/// Field guides of Genera: the property list of 2012 and the JSON of 2016.
extension MuseumGuide {
  func generaPlist() -> String {
    func quoted(_ text: String) -> String {
      "\""
        + text.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
    func dictionary(_ members: [(String, String)]) -> String {
      "{ " + members.map { "\($0) = \($1); " }.joined() + "}"
    }
    func list(_ values: [String]) -> String { "( " + values.joined(separator: ", ") + " )" }
    let groups = rooms.enumerated().map { order, room in
      dictionary([("label", quoted(room.label)), ("order", "\(order)")])
    }
    let items = works.map { work in
      let picture = dictionary([
        ("filename", quoted(work.picture.uri)), ("credit", quoted(work.picture.about.credit ?? "")),
        ("imageDescription", quoted(work.picture.about.alternative ?? "")),
      ])
      let sounds = [work.sound].compactMap(\.self).map { sound in
        dictionary([
          ("filename", quoted(sound.uri)), ("credit", quoted(sound.about.credit ?? "")),
        ])
      }
      return dictionary([
        ("identifier", quoted(work.key)), ("label", quoted(work.title)),
        ("sublabel", quoted(work.artist)), ("searchText", quoted(work.text)),
        ("group", quoted(work.room.label)), ("images", list([picture])),
        ("audioFiles", list(sounds)), ("details", dictionary([("year", quoted(work.year))])),
      ])
    }
    return dictionary([
      ("versionID", "1"), ("groupList", list(groups)), ("templateList", "()"),
      ("objectData", list(items.map { "\n\($0)" })),
    ])
  }

  func generaJSON() throws -> String {
    func medium(_ medium: GuideMedium, _ description: String) -> [String: String] {
      let about = medium.about
      return [
        "filename": medium.uri, "credit": about.credit ?? "", "description": description,
        "alternateText": about.alternative ?? "", "licenseType": about.licence ?? "",
      ]
    }
    return try json([
      "versionID": "1", "templateList": [Any](), "galleryImages": [Any](),
      "subgroupList": [Any](),
      "supergroupList": levels.map { ["supergroupID": $0.key, "label": $0.label] },
      "groupList": rooms.enumerated().map { order, room in
        [
          "groupID": room.key, "label": room.label, "order": "\(order)",
          "supergroupID": room.parent ?? "",
        ]
      },
      "data": works.map { work -> [String: Any] in
        [
          "identifier": work.key, "label": work.title, "sublabel": work.artist,
          "searchText": work.text, "group": work.room.label,
          "images": [medium(work.picture, work.title)],
          "audio": [work.sound].compactMap(\.self).map { medium($0, work.title) },
          "details": ["year": work.year],
        ]
      },
    ])
  }
}
