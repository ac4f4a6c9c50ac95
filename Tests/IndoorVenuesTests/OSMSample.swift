import Foundation
import IndoorModel
import IndoorVenues

/// Texts of OpenStreetMap's, written and imported.
enum OSMSample {
  /// Tags of a room on the ground floor.
  static let room = "<tag k='indoor' v='room'/><tag k='level' v='0'/>"

  /// Nodes 1 to 4, the corners of a square, and 5 to 8, those of one of a third of its sides in its
  /// middle.
  static let corners: [(latitude: Double, longitude: Double)] = [
    (50, 10), (50, 10.0003), (50.0003, 10.0003), (50.0003, 10),
    (50.0001, 10.0001), (50.0001, 10.0002), (50.0002, 10.0002), (50.0002, 10.0001),
  ]

  static func node(_ id: Int, tags: String = "") -> String {
    let (latitude, longitude) = corners[id - 1]
    return "<node id='\(id)' lat='\(latitude)' lon='\(longitude)'>\(tags)</node>\n"
  }

  static var nodes: String { (1...8).map { node($0) }.joined() }

  static func way(_ id: Int, _ nodes: [Int], _ tags: String = "") -> String {
    "<way id='\(id)'>\(nodes.map { "<nd ref='\($0)'/>" }.joined())\(tags)</way>\n"
  }

  static func multipolygon(
    _ id: Int, _ members: [(Int, String)], _ tags: String = room
  ) -> String {
    let list = members.map { "<member type='way' ref='\($0.0)' role='\($0.1)'/>" }.joined()
    return "<relation id='\(id)'>\(list)<tag k='type' v='multipolygon'/>\(tags)</relation>\n"
  }

  /// What comes of a file of that name.
  static func read(
    _ text: String, _ name: String = "a.osm", into existing: Venue? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var sources = VenueImport(into: existing)
    try sources.read(path)
    return try sources.finish()
  }

  /// The same of elements between `<osm>` and its end.
  static func elements(
    _ text: String, into existing: Venue? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    try read("<osm version='0.6'>\n\(text)</osm>\n", into: existing)
  }
}
