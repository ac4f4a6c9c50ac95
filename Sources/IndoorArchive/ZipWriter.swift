import CZIP
import Foundation
import IndoorFiles

/// Writes a zip, by libzip: whole or not at all.
public enum ZipWriter {
  /// Packs texts under their names. Equal texts make equal bytes: every entry bears the same date.
  ///
  /// Throws `ArchiveError` where the file can't be written.
  public static func write(
    _ files: [(name: String, text: String)], to path: String
  ) throws(ArchiveError) {
    guard let bytes = packed(files.map { ($0.name, Array($0.text.utf8)) }) else {
      throw .unpacked(path)
    }
    do { try OutputFile.write(bytes, to: path) } catch { throw .unwritable(error) }
  }

  /// Packs files under their names, and returns the zip's bytes.
  ///
  /// Throws `ArchiveError` where memory is short.
  public static func bytes(
    of files: [(name: String, bytes: [UInt8])]
  ) throws(ArchiveError) -> [UInt8] {
    guard let bytes = packed(files) else { throw .unpacked("the zip") }
    return bytes
  }

  /// Bytes of a text from which on it is compressed with less effort.
  private static let longText = 8 << 20

  /// The zip's bytes, or `nil` where memory is short.
  private static func packed(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8]? {
    var fault = zip_error_t()
    guard let target = zip_source_buffer_create(nil, 0, 0, &fault) else { return nil }
    defer { zip_source_free(target) }
    // The archive frees one reference when it closes; the other stays to read what it wrote.
    zip_source_keep(target)
    guard let archive = zip_open_from_source(target, ZIP_TRUNCATE, &fault) else {
      zip_source_free(target)
      return nil
    }
    // libzip reads the bytes when it closes, so they must stay until then.
    let buffers = files.map { Data($0.bytes) as NSData }
    let isClosed = withExtendedLifetime(buffers) {
      for (file, buffer) in zip(files, buffers) where !add(file.name, buffer, to: archive) {
        return false
      }
      return zip_close(archive) == 0
    }
    guard isClosed else {
      zip_discard(archive)
      return nil
    }
    return bytes(of: target)
  }

  private static func add(_ name: String, _ text: NSData, to archive: OpaquePointer) -> Bool {
    guard let source = zip_source_buffer(archive, text.bytes, UInt64(text.length), 0) else {
      return false
    }
    let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      zip_source_free(source)
      return false
    }
    // The best compression, which is the usual one, takes 17 s for 95 MB of coordinates.
    if text.length > longText,
      zip_set_file_compression(archive, UInt64(index), ZIP_CM_DEFLATE, 6) != 0
    {
      return false
    }
    return zip_file_set_mtime(archive, UInt64(index), 315_532_800, 0) == 0
  }

  private static func bytes(of source: OpaquePointer) -> [UInt8]? {
    var status = zip_stat_t()
    guard zip_source_stat(source, &status) == 0, zip_source_open(source) == 0 else { return nil }
    defer { zip_source_close(source) }
    var bytes = [UInt8](repeating: 0, count: Int(status.size))
    let count = bytes.withUnsafeMutableBytes {
      zip_source_read(source, $0.baseAddress, UInt64($0.count))
    }
    return count == bytes.count ? bytes : nil
  }
}
