import IndoorArchive
import IndoorLibc

/// Where the files of one of Sensor Logger's recordings are: in a zip or in a folder.
enum SensorLoggerFiles {
  case zip(ZipArchive)
  case folder(String)

  /// A file of them.
  struct File {
    /// Its name without folders, `WiFi.csv`.
    var name: String
    fileprivate var entry: ZipArchive.Entry?
  }

  /// One file a Bluetooth device and one a sensor; unpacked as a day's walks in motion are.
  static let limits = ArchiveLimits(
    entries: 20_000, entryBytes: 4 << 30, totalBytes: 4 << 30, ratio: 1032)

  /// Hashes are made of pieces of so many bytes, whatever the files are in.
  private static let pieceBytes = 1 << 20

  /// Opens a zip or a folder.
  init(_ path: String) throws(RecordingError) {
    if FileBytes.isFolder(path) == true {
      self = .folder(path)
    } else {
      do { self = .zip(try ZipArchive(path, limits: Self.limits)) } catch {
        throw .archive(error)
      }
    }
  }

  /// The files, as they are there.
  func list() throws(RecordingError) -> [File] {
    switch self {
    case .zip(let zip):
      return zip.entries.filter { !$0.name.hasPrefix("__MACOSX/") }.map {
        File(name: $0.fileName, entry: $0)
      }
    case .folder(let path):
      let names = try FileBytes.entries(of: path).names
      guard names.count <= Self.limits.entries else {
        throw .malformed(
          path, "has over \(Self.limits.entries) files; take out what isn't the walk's")
      }
      var files: [File] = []
      for name in names where FileBytes.kind("\(path)/\(name)") == .file {
        files.append(File(name: name))
      }
      return files
    }
  }

  /// Hands a file over piece by piece.
  ///
  /// - Returns: a hash of its bytes.
  func read(
    _ file: File, of path: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(RecordingError) -> String {
    var hashes = ""
    func take(_ piece: UnsafeRawBufferPointer) {
      hashes += ContentHash.hexadecimal(piece)
      body(piece)
    }
    switch self {
    case .zip(let zip):
      guard let entry = file.entry else { return "" }
      do { try zip.unpack(entry, pieceBytes: Self.pieceBytes, take) } catch {
        throw .archive(error)
      }
    case .folder(let folder):
      let bytes = try FileBytes.read("\(folder)/\(file.name)", keepsMark: true)
      bytes.withUnsafeBytes { bytes in
        var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
        while !rest.isEmpty {
          take(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceBytes)))
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Self.pieceBytes))
        }
      }
    }
    return hashes
  }
}

extension RecordingError {
  static func archive(_ error: ArchiveError) -> RecordingError {
    RecordingError(
      error.code == .tooLarge ? .tooLarge : .malformed, error.message,
      isMachineFault: error.isMachineFault)
  }
}
