import CZIP

/// An archive's files in a zip, by libzip. Nothing is written to the disk, so that no name in it
/// can lead anywhere.
enum ZipReader {
  static func files(of path: String, limits: ArchiveLimits) throws(VenueError) -> [(
    name: String, bytes: [UInt8]
  )] {
    let zip = try ZipHandle(path)
    let count = zip_get_num_entries(zip.handle, 0)
    guard count >= 0, count <= limits.entries else {
      throw .badArchive(path, "has over \(limits.entries) entries; IMDF has 17 files")
    }
    var files: [(name: String, bytes: [UInt8])] = []
    var total: UInt64 = 0
    for index in 0..<UInt64(count) {
      var entry = zip_stat_t()
      zip_stat_init(&entry)
      guard zip_stat_index(zip.handle, index, 0, &entry) == 0, let name = entry.name,
        entry.valid & UInt64(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE)
          == UInt64(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE)
      else { throw .badArchive(path, "has an entry that can't be read; pack it again") }
      guard let part = try part(String(cString: name), of: path) else { continue }
      guard entry.size <= UInt64(limits.fileBytes) else {
        throw .fileTooLarge("\(path)/\(part)", bytes: entry.size, limits: limits)
      }
      total += entry.size
      guard total <= UInt64(limits.totalBytes) else {
        throw .archiveTooLarge(path, limits: limits)
      }
      guard entry.size <= 1 << 20 || entry.size / max(1, entry.comp_size) <= limits.ratio else {
        throw .badArchive(
          path, "unpacks \(part) to over \(limits.ratio) times its size, which no map does")
      }
      files.append((part, try bytes(of: index, size: Int(entry.size), in: zip, part: part, path)))
    }
    return files
  }

  /// The file name of an entry that is part of an archive, `nil` for one that is passed over.
  private static func part(_ name: String, of path: String) throws(VenueError) -> String? {
    let steps = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.hasPrefix("/"), !name.contains("\\"), !steps.contains("..") else {
      throw .badArchive(
        path, "has an entry named \"\(name)\", which leads out of it; pack it again")
    }
    guard steps.first != "__MACOSX", let last = steps.last, VenueArchive.isPart(String(last)) else {
      return nil
    }
    return String(last)
  }

  private static func bytes(
    of index: UInt64, size: Int, in zip: ZipHandle, part: String, _ path: String
  ) throws(VenueError) -> [UInt8] {
    guard let file = zip_fopen_index(zip.handle, index, 0) else {
      throw .badArchive(
        path, "can't unpack \(part) (\(zip.message)); pack it again without a password")
    }
    defer { zip_fclose(file) }
    var read = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while read < size {
        let got = zip_fread(file, buffer.baseAddress.map { $0 + read }, UInt64(size - read))
        if got <= 0 { break }
        read += Int(got)
      }
      count = read
    }
    // One byte more than promised is a bomb, one less a cut file; reading to the end checks the
    // sum.
    var extra: UInt8 = 0
    guard read == size, zip_fread(file, &extra, 1) == 0 else {
      throw .badArchive(path, "has damaged data in \(part); copy or pack it again")
    }
    return bytes
  }
}

/// An open zip (zip_open), closed without change.
final class ZipHandle {
  let handle: OpaquePointer

  init(_ path: String) throws(VenueError) {
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      var error = zip_error_t()
      zip_error_init_with_code(&error, code)
      defer { zip_error_fini(&error) }
      throw .badArchive(
        path,
        "is no zip that can be read (\(String(cString: zip_error_strerror(&error)))); pack it again"
      )
    }
    self.handle = handle
  }

  deinit { zip_discard(handle) }

  /// What went wrong last.
  var message: String { String(cString: zip_strerror(handle)) }
}
