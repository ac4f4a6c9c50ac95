import CZIP
import IndoorLibc

/// A zip, by libzip: its entries are listed at once and unpacked one at a time, piece by piece.
///
/// Nothing is written to the disk, so that no name in it can lead anywhere.
public final class ZipArchive {
  /// What a zip says of one of its files.
  public struct Entry: Hashable, Sendable {
    /// The name with its folders, `walk/WiFi.csv`.
    public let name: String
    /// Bytes, unpacked.
    public let size: UInt64
    /// Bytes in the zip.
    public let packedSize: UInt64
    fileprivate let index: UInt64

    /// The name without folders.
    public var fileName: String { String(name.split(separator: "/").last ?? "") }
  }

  /// Where the zip is.
  public let path: String
  /// Its files, in the zip's order, without folders.
  public let entries: [Entry]

  private let handle: OpaquePointer
  private let limits: ArchiveLimits
  private var total: UInt64 = 0

  /// Opens a zip and lists it.
  ///
  /// - Throws: `.unreadable`, `.tooLarge` for too many entries, `.badName`.
  public init(_ path: String, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      // A size that stands nowhere is "No such file" to libzip.
      if code == ZIP_ER_NOENT, access(path, F_OK) == 0 { throw .badList(path) }
      var error = zip_error_t()
      zip_error_init_with_code(&error, code)
      defer { zip_error_fini(&error) }
      if let fault = Self.machineFault(&error) { throw .unreadable(path, fault) }
      throw .noZip(path, reason: String(cString: zip_error_strerror(&error)))
    }
    do throws(ArchiveError) {
      entries = try Self.entries(of: handle, path, limits)
    } catch {
      zip_discard(handle)
      throw error
    }
    self.path = path
    self.limits = limits
    self.handle = handle
  }

  deinit { zip_discard(handle) }

  private static func entries(
    of handle: OpaquePointer, _ path: String, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> [Entry] {
    let count = zip_get_num_entries(handle, 0)
    guard count >= 0, count <= limits.entries else {
      throw .tooManyEntries(path, limit: limits.entries)
    }
    let known = UInt64(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE)
    var entries: [Entry] = []
    for index in 0..<UInt64(count) {
      var entry = zip_stat_t()
      zip_stat_init(&entry)
      guard zip_stat_index(handle, index, 0, &entry) == 0, let bytes = entry.name,
        entry.valid & known == known
      else { throw .badEntry(path) }
      let name = try folders(in: String(cString: bytes), path)
      if name.hasSuffix("/") { continue }
      entries.append(
        Entry(name: name, size: entry.size, packedSize: entry.comp_size, index: index))
    }
    return entries
  }

  /// An entry's name, its folders parted by slashes: some programs on Windows part them by
  /// backslashes, against APPNOTE.TXT 4.4.17.
  private static func folders(in written: String, _ path: String) throws(ArchiveError) -> String {
    let name = String(written.map { $0 == "\\" ? "/" : $0 })
    let parts = name.split(separator: "/")
    let isOnDrive = name != written && parts.first.map { $0.count == 2 && $0.last == ":" } == true
    guard !name.hasPrefix("/"), !parts.contains(".."), !isOnDrive else {
      throw .leadsOut(path, written)
    }
    return name
  }

  /// Unpacks an entry and hands it over piece by piece, so that no more than a piece is held.
  ///
  /// - Parameters:
  ///   - entry: one of `entries`.
  ///   - pieceBytes: how large a piece is; the last one may be smaller.
  ///   - body: takes a piece, whose bytes stay only for the call.
  /// - Throws: `.tooLarge` for what is beyond the limits, before anything is unpacked;
  ///   `.unreadable` for what is damaged, locked, or not as large as the zip says.
  public func unpack(
    _ entry: Entry, pieceBytes: Int = 1 << 20, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ArchiveError) {
    try check(entry)
    guard let file = zip_fopen_index(handle, entry.index, 0) else {
      throw unopened(entry)
    }
    defer { zip_fclose(file) }
    var piece = [UInt8](repeating: 0, count: max(1, min(pieceBytes, Int(clamping: entry.size))))
    var rest = entry.size
    while rest > 0 {
      let wanted = Int(min(UInt64(piece.count), rest))
      guard Self.fill(&piece, wanted, from: file) else {
        if let fault = Self.machineFault(zip_file_get_error(file)) {
          throw .unreadable(path, fault)
        }
        throw .damaged(path, entry.fileName)
      }
      piece.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<wanted])) }
      rest -= UInt64(wanted)
    }
    // One byte more than promised is a bomb, one less a cut file; reading to the end checks the
    // sum.
    var extra: UInt8 = 0
    guard zip_fread(file, &extra, 1) == 0 else { throw .damaged(path, entry.fileName) }
  }

  /// Why libzip doesn't open an entry.
  private func unopened(_ entry: Entry) -> ArchiveError {
    if let fault = Self.machineFault(zip_get_error(handle)) { return .unreadable(path, fault) }
    return switch zip_error_code_zip(zip_get_error(handle)) {
    case ZIP_ER_NOPASSWD, ZIP_ER_WRONGPASSWD: .locked(path, entry.fileName)
    case ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP: .unknownPacking(path, entry.fileName)
    default: .damaged(path, entry.fileName)
    }
  }

  /// What the system complained of, where the machine is at fault: what libzip has for the system's
  /// number is its own detail for other errors.
  private static func machineFault(_ error: UnsafeMutablePointer<zip_error_t>?) -> InputFault? {
    guard let error else { return nil }
    if zip_error_code_zip(error) == ZIP_ER_MEMORY { return InputFault(ENOMEM) }
    guard zip_error_system_type(error) == ZIP_ET_SYS else { return nil }
    let fault = InputFault(zip_error_code_system(error))
    return fault.isMachineFault ? fault : nil
  }

  /// An entry's bytes, all of them.
  ///
  /// - Throws: as `unpack`.
  public func bytes(of entry: Entry) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    // What the zip says of its size is believed as far as what it holds could fill it.
    bytes.reserveCapacity(Int(clamping: min(entry.size, limits.entryBytes, 1 << 26)))
    try unpack(entry) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func check(_ entry: Entry) throws(ArchiveError) {
    guard entry.size <= limits.entryBytes else {
      throw .entryTooLarge(path, entry.fileName, bytes: entry.size, limit: limits.entryBytes)
    }
    let (sum, overflow) = total.addingReportingOverflow(entry.size)
    guard !overflow, sum <= limits.totalBytes else {
      throw .tooLarge(path, limit: limits.totalBytes)
    }
    guard entry.size <= 1 << 20 || entry.size / max(1, entry.packedSize) <= limits.ratio else {
      throw .bomb(path, entry.fileName, ratio: limits.ratio)
    }
    total = sum
  }

  private static func fill(
    _ piece: inout [UInt8], _ wanted: Int, from file: OpaquePointer
  ) -> Bool {
    var count = 0
    while count < wanted {
      let got = piece.withUnsafeMutableBytes {
        zip_fread(file, $0.baseAddress.map { $0 + count }, UInt64(wanted - count))
      }
      if got <= 0 { return false }
      count += Int(got)
    }
    return true
  }
}
