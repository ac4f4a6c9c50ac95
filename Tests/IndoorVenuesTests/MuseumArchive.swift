import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// The sample museum as an IMDF archive, to be changed and written into a folder.
struct MuseumArchive {
  var manifest: [String: Any]?
  /// Features by type.
  var features: [String: [[String: Any]]] = [:]

  static func venue() throws -> Venue {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var sources = VenueImport()
    try sources.read(root.appendingPathComponent("FloorPlans/museum/venue.geojson").path)
    return try sources.finish().venue
  }

  static let details = IMDFWriter.Details(
    category: "museum", address: "1 Quay", locality: "Horta", country: "PT", language: "en",
    created: "2026-01-02T03:04:05Z")

  init() throws {
    for (name, text) in IMDFWriter(try Self.venue(), details: Self.details).files() {
      let json = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      if name == "manifest.json" {
        manifest = json
      } else {
        features[String(name.dropLast(8))] = try #require(json["features"] as? [[String: Any]])
      }
    }
  }

  /// Changes the properties of the first feature of a type.
  mutating func properties(_ type: String, _ change: (inout [String: Any]) -> Void) {
    guard var first = features[type]?.first else { return }
    var properties = first["properties"] as? [String: Any] ?? [:]
    change(&properties)
    first["properties"] = properties
    features[type]?[0] = first
  }

  /// Sets a member of the first feature of a type.
  mutating func set(_ type: String, _ member: String, _ value: Any) {
    features[type]?[0][member] = value
  }

  func files() throws -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    func add(_ name: String, _ value: Any) throws {
      let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
      files.append((name, String(decoding: data, as: UTF8.self)))
    }
    if let manifest { try add("manifest.json", manifest) }
    for (type, list) in features.sorted(by: { $0.key < $1.key }) {
      try add("\(type).geojson", ["type": "FeatureCollection", "features": list])
    }
    return files
  }

  /// Checks the archive in a folder of its own.
  func check() throws -> VenueCheck {
    try Self.withFolder(try files()) { try VenueCheck(source: $0) }
  }

  static func withFolder<Result>(
    _ files: [(name: String, text: String)], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = NSTemporaryDirectory() + "imdf-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return try body(folder)
  }
}
