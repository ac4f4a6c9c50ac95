import Foundation
import IndoorArchive
import IndoorJSON
import IndoorLibc

/// An archive's files in a folder.
enum FolderReader {
  static func files(of path: String, limits: ArchiveLimits) throws(VenueError) -> [(
    name: String, bytes: [UInt8]
  )] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .badArchive(path, "can't be listed; check its rights")
    }
    guard names.count <= limits.entries else {
      throw .badArchive(
        path,
        "has over \(limits.entries) entries, where an IMDF archive has 17 files; name the files themselves if they are none"
      )
    }
    for original in CloudPlaceholder.absent(names, beside: names)
    where VenueArchive.isPart(original) {
      throw .badArchive(
        "\(path)/\(original)", "\(CloudPlaceholder.sentence); \(CloudPlaceholder.remedy)")
    }
    var files: [(name: String, bytes: [UInt8])] = []
    var total: UInt64 = 0
    for name in names where VenueArchive.isPart(name) {
      let file = "\(path)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: file).resolvingSymlinksInPath().path)
      guard attributes != nil || !name.contains("\u{FFFD}") else {
        throw .badArchive(file, "has a name that is not UTF-8; rename it")
      }
      guard attributes?[.type] as? FileAttributeType == .typeRegular,
        let size = attributes?[.size] as? UInt64
      else { throw .badArchive(file, "is no regular file; take it out of the folder") }
      guard size <= limits.entryBytes else {
        throw .fileTooLarge(file, bytes: size, limits: limits)
      }
      total += size
      guard total <= limits.totalBytes else { throw .archiveTooLarge(path, limits: limits) }
      guard let data = FileManager.default.contents(atPath: file) else {
        throw .badArchive(file, "can't be read; check its rights")
      }
      files.append((name, [UInt8](data)))
    }
    return files
  }

  /// The folders in a folder that hold parts of an archive; none in what is no folder.
  static func archives(in path: String) -> [String] {
    func names(_ path: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
    return names(path).prefix(100).filter {
      names("\(path)/\($0)").contains(where: VenueArchive.isPart)
    }
  }
}
