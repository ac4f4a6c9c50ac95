import Foundation
import IndoorFiles
import IndoorPositioning

/// What walking has shown of phones that say which they are: how much stronger they read signals.
/// It is kept by the SHA-256 of what the phone calls itself, in the folder for it, and forgotten
/// once a phone hasn't come for 90 days. Without a folder nothing is kept.
final class Devices: Sendable {
  private let folder: String?

  /// Seconds.
  private static let age = 90.0 * 86_400

  init(folder: String?) { self.folder = folder.map { "\($0)/devices" } }

  /// What is known of a device.
  func learned(of device: String) -> Learned {
    guard let path = path(of: device), !Self.isOld(path),
      let data = FileManager.default.contents(atPath: path),
      let learned = try? JSONDecoder().decode(Learned.self, from: data)
    else { return .nothing }
    return learned
  }

  /// Keeps what is known of a device.
  ///
  /// - Throws: `FileError`.
  func keep(_ learned: Learned, of device: String) throws {
    guard let folder, let path = path(of: device) else { return }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try OutputFile.write(Array(try JSONEncoder().encode(learned)), to: path)
  }

  /// Forgets a device; whether it was known.
  func forget(_ device: String) -> Bool {
    guard let path = path(of: device), FileManager.default.fileExists(atPath: path) else {
      return false
    }
    return (try? FileManager.default.removeItem(atPath: path)) != nil
  }

  /// Forgets those that haven't come for long.
  func forgetOld() {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return }
    for name in names where Self.isOld("\(folder)/\(name)") {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private static func isOld(_ path: String) -> Bool {
    let time = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    return time.map { Date().timeIntervalSince($0) > age } ?? false
  }

  private func path(of device: String) -> String? {
    folder.map { "\($0)/\(SHA256.hexadecimal(SHA256.digest(of: Array(device.utf8)))).json" }
  }
}
