import CZIP
import Foundation

/// Writes a zip, by libzip: whole or not at all.
public enum ZipWriter {
  /// Packs texts under their names. Equal texts make equal bytes: every entry bears the same date.
  ///
  /// Throws `VenueError` where the file can't be written.
  public static func write(
    _ files: [(name: String, text: String)], to path: String
  ) throws(VenueError) {
    var code: Int32 = 0
    guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
      throw .unwritable(path)
    }
    // libzip reads the bytes when it closes, so they must stay until then.
    let buffers = files.map { Data($0.text.utf8) as NSData }
    for (file, buffer) in zip(files, buffers) {
      guard
        let source = zip_source_buffer(archive, buffer.bytes, UInt64(buffer.length), 0)
      else { return try discard(archive, path) }
      let index = zip_file_add(archive, file.name, source, UInt32(ZIP_FL_ENC_UTF_8))
      guard index >= 0, zip_file_set_mtime(archive, UInt64(index), 315_532_800, 0) == 0 else {
        return try discard(archive, path)
      }
    }
    let closed = withExtendedLifetime(buffers) { zip_close(archive) }
    if closed != 0 { try discard(archive, path) }
  }

  private static func discard(_ zip: OpaquePointer, _ path: String) throws(VenueError) {
    zip_discard(zip)
    throw .unwritable(path)
  }
}

extension VenueError {
  fileprivate static func unwritable(_ path: String) -> VenueError {
    VenueError(
      code: .unwritable,
      message: "\(path): can't be written; check the folder, its rights and the disk",
      isMachineFault: true)
  }
}
