import Foundation
import IndoorContent
import IndoorModel

/// The museum's guide in a format.
enum WrittenFormat: String, CaseIterable {
  case csv
  case aic2017 = "aic of 2017"
  case aic2018 = "aic of 2018"
  case aic2024 = "aic of 2024"
  case generaPlist = "genera-plist"
  case generaJSON = "genera-json"
  case collectiveAccessXML = "collectiveaccess-xml"
  case collectiveAccessJSON = "collectiveaccess-json, find"
  case collectiveAccessItems = "collectiveaccess-json, item"
  case artworks
  case geojson

  /// The files that a museum's guide is in this format, by name.
  func files(_ museum: MuseumGuide) throws -> [(name: String, text: String)] {
    switch self {
    case .csv:
      try ["groups", "items", "media", "stops", "tours"].map { name in
        let path = "\(MuseumGuide.folder)/\(name).csv"
        return ("\(name).csv", try String(contentsOfFile: path, encoding: .utf8))
      }
    case .aic2017: [("appData.json", try museum.aic(.of2017))]
    case .aic2018: [("appData.json", try museum.aic(.of2018))]
    case .aic2024: [("appData.json", try museum.aic(.of2024))]
    case .generaPlist: [("guide.plist", museum.generaPlist())]
    case .generaJSON: [("data.json", try museum.generaJSON())]
    case .collectiveAccessXML: [("find.xml", museum.collectiveAccessXML())]
    case .collectiveAccessJSON: [("find.json", try museum.collectiveAccessJSON())]
    case .collectiveAccessItems:
      try museum.collectiveAccessItems().enumerated().map { ("item\($0).json", $1) }
    case .artworks: [("feed.json", try museum.artworks())]
    case .geojson: [("works.geojson", try museum.geojson())]
    }
  }

  /// What is read of files.
  static func read(_ files: [(name: String, text: String)]) throws -> GuideContent {
    let folder = try TemporaryFolder()
    let paths = try files.map { try folder.write($0.text, as: $0.name) }
    return try ReadContent.read(
      paths, options: ContentOptions(levels: ContentLevels(said: MuseumGuide.floors)))
  }
}
