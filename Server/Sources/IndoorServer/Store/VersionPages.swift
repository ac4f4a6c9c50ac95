import Foundation
import IndoorAuthoring
import IndoorFiles
import Synchronization

/// The pages of versions that were served, by a hash each: enough to tell who has such a version
/// which of its pages differ from another's. The newest versions of each venue are remembered, in
/// the folder for it or, where there is none, until the server ends.
final class VersionPages: Sendable {
  private let folder: String?
  private let known = Mutex<[String: [Version]]>([:])

  private struct Version {
    var sha256: String
    var pages: [PageHash]
  }

  /// Versions of a venue that are remembered.
  private static let most = 32

  init(folder: String?) { self.folder = folder.map { "\($0)/versions" } }

  /// Remembers a version.
  func keep(_ copy: VenueCopy, of venue: String) {
    let isNew = known.withLock { known in
      var versions = known[venue] ?? []
      guard !versions.contains(where: { $0.sha256 == copy.sha256 }) else { return false }
      versions.append(Version(sha256: copy.sha256, pages: copy.pages))
      known[venue] = versions.suffix(Self.most)
      return true
    }
    guard isNew, let folder else { return }
    let path = "\(folder)/\(venue)"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? OutputFile.write(copy.pages.flatMap(\.bytes), to: "\(path)/\(copy.sha256)")
    forgetOld(in: path)
  }

  /// The pages of a version; `nil` where it isn't remembered.
  func pages(of sha256: String, in venue: String) -> [PageHash]? {
    let version = known.withLock { $0[venue]?.first { $0.sha256 == sha256 } }
    if let version { return version.pages }
    guard let folder,
      let data = FileManager.default.contents(atPath: "\(folder)/\(venue)/\(sha256)")
    else { return nil }
    return PageHash.all(in: [UInt8](data))
  }

  /// Forgets the versions of a venue that is gone.
  func removeAll(of venue: String) {
    known.withLock { $0[venue] = nil }
    guard let folder, VenueFolder.isID(venue) else { return }
    try? FileManager.default.removeItem(atPath: "\(folder)/\(venue)")
  }

  private func forgetOld(in folder: String) {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder), names.count > Self.most
    else { return }
    func time(_ name: String) -> Date {
      (try? files.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate] as? Date)
        ?? .distantPast
    }
    let oldest = names.map { ($0, time($0)) }.sorted { $0.1 < $1.1 }
    for (name, _) in oldest.prefix(names.count - Self.most) {
      try? files.removeItem(atPath: "\(folder)/\(name)")
    }
  }
}

/// The first half of a page's SHA-256. Were two pages ever alike by it, the hash of the whole would
/// show it.
struct PageHash: Hashable, Sendable {
  let bytes: [UInt8]

  private static let size = 16

  init(_ page: ArraySlice<UInt8>) {
    bytes = Array(SHA256.digest(of: Array(page)).prefix(Self.size))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Hashes that stand one behind the other.
  static func all(in bytes: [UInt8]) -> [PageHash] {
    stride(from: 0, to: bytes.count / size * size, by: size).map {
      PageHash(bytes: Array(bytes[$0..<$0 + size]))
    }
  }
}
