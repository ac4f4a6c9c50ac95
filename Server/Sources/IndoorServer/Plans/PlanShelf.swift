import HTTPTypes
import Foundation
import IndoorAlignment
import IndoorFiles
import IndoorJSON
import IndoorModel

/// Plans that were sent, each with the anchors that were set on it and the level that it was placed
/// on: kept in the folder for them or, where there is none, until the server ends.
final class PlanShelf: Sendable {
  private let folder: String
  private let temporary: TemporaryFolder?

  /// A plan that was sent.
  struct Entry: Sendable {
    var id: String
    /// What its file is called.
    var name: String
    /// SHA-256 of the file, in hexadecimal digits.
    var sha256: String
    /// The page that was chosen, from 1.
    var page = 1
    var anchors: [Anchor] = []
    /// The level that it was placed on last.
    var level: LevelKey?
  }

  /// - Throws: `FileError` where there is no room for a temporary folder.
  init(folder: String?) throws(FileError) {
    temporary = folder == nil ? try TemporaryFolder() : nil
    self.folder = "\(folder ?? temporary?.path ?? ".")/plans"
  }

  /// A venue's plans, by id.
  func entries(of venue: String) -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(venue)")) ?? []
    return names.sorted().compactMap { entry($0, of: venue) }
  }

  /// A plan; `nil` where none of that id was sent.
  func entry(_ id: String, of venue: String) -> Entry? {
    guard VenueFolder.isID(id),
      let root = try? JSONDocument(path: "\(path(id, venue))/plan.json").root,
      let name = root["name"]?.string, let sha256 = root["sha256"]?.string,
      let page = root["page"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    var entry = Entry(id: id, name: name, sha256: sha256, page: page)
    if let ordinal = root["level"]?.integer.flatMap({ Int(exactly: $0) }) {
      entry.level = LevelKey(building: root["building"]?.string ?? "", ordinal: ordinal)
    }
    entry.anchors = (try? AnchorFile.read("\(path(id, venue))/anchors.geojson")) ?? []
    return entry
  }

  /// The file that was sent.
  ///
  /// - Throws: 500 where it can't be read.
  func bytes(of entry: Entry, _ venue: String) throws(Refusal) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: "\(path(entry.id, venue))/file") else {
      throw Refusal(
        .internalServerError, .failed, "\(entry.name): can't be read; check the server's disk")
    }
    return [UInt8](data)
  }

  /// Keeps a plan's file, in place of another one.
  ///
  /// - Throws: `FileError`.
  func put(_ entry: Entry, _ bytes: [UInt8], of venue: String) throws {
    let path = path(entry.id, venue)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try OutputFile.write(bytes, to: "\(path)/file")
    try save(entry, of: venue)
  }

  /// Keeps what was set on a plan.
  ///
  /// - Throws: `FileError`.
  func save(_ entry: Entry, of venue: String) throws(FileError) {
    let path = path(entry.id, venue)
    try OutputFile.write(AnchorFile.text(of: entry.anchors), to: "\(path)/anchors.geojson")
    let record = JSONOutput.object([
      ("name", .string(entry.name)), ("sha256", .string(entry.sha256)),
      ("page", .integer(Int64(entry.page))),
      ("level", entry.level.map { .integer(Int64($0.ordinal)) } ?? .null),
      ("building", entry.level.map { .string($0.building) } ?? .null),
    ])
    try OutputFile.write(record.text() + "\n", to: "\(path)/plan.json")
  }

  /// Forgets a plan.
  func remove(_ id: String, of venue: String) {
    guard VenueFolder.isID(id) else { return }
    try? FileManager.default.removeItem(atPath: path(id, venue))
  }

  /// Forgets all plans of a venue that is gone.
  func removeAll(of venue: String) {
    guard VenueFolder.isID(venue) else { return }
    try? FileManager.default.removeItem(atPath: "\(folder)/\(venue)")
  }

  private func path(_ id: String, _ venue: String) -> String { "\(folder)/\(venue)/\(id)" }
}
