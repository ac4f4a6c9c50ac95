import IndoorArchive
import IndoorJSON
import IndoorLibc

/// Where the files of one of Sensor Logger's recordings are: in a zip or in a folder.
enum SensorLoggerFiles {
  case zip(ZipArchive)
  case folder(String)

  /// A file of them.
  struct File {
    /// Its name without folders, `WiFi.csv`.
    var name: String
    /// Bytes.
    var size: UInt64
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
  ///
  /// - Throws: `RecordingError` also where one of a folder's tables can't be there whole: a link
  ///   to nothing, a pipe, a file that iCloud holds elsewhere.
  func list() throws(RecordingError) -> [File] {
    switch self {
    case .zip(let zip):
      return zip.entries.filter { !$0.name.hasPrefix("__MACOSX/") }.map {
        File(name: $0.fileName, size: $0.size, entry: $0)
      }
    case .folder(let path):
      let names = try FileBytes.entries(of: path).names
      guard names.count <= Self.limits.entries else {
        throw .malformed(
          path, "has over \(Self.limits.entries) files; take out what isn't the walk's")
      }
      var files: [File] = []
      for name in names {
        let file = "\(path)/\(name)"
        let kind = FileBytes.kind(file)
        if kind == .file {
          files.append(File(name: name, size: FileBytes.size(file)))
        } else if SensorLoggerSensor(file: name) != nil {
          throw .malformed(
            file,
            "is \(kind.map { $0 == .folder ? "a folder" : "no regular file" } ?? "a link to nothing"), and the walk would lack it; put the file there, or take that out"
          )
        }
      }
      let hidden = try FileBytes.entries(of: path, hidden: true).names
      for original in CloudPlaceholder.absent(hidden, beside: names)
      where SensorLoggerSensor(file: original) != nil {
        throw .malformed(
          "\(path)/\(original)", "\(CloudPlaceholder.sentence); \(CloudPlaceholder.remedy)")
      }
      return files
    }
  }

  /// Hands a file over piece by piece.
  ///
  /// - Returns: a hash of its bytes, and where it has carriage returns or a byte order mark, one of
  ///   those that it would have without; of carriage returns alone with line feeds for them.
  func read(
    _ file: File, of path: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(RecordingError) -> (hash: String, textHash: String?) {
    let (mark, carriage, feed): ([UInt8], UInt8, UInt8) = ([0xEF, 0xBB, 0xBF], 0x0D, 0x0A)
    var (hash, isPlain, hasFeed) = ("", true, false)
    try pieces(of: file, of: path) { piece in
      if hash.isEmpty, piece.starts(with: mark) { isPlain = false }
      isPlain = isPlain && !piece.contains(carriage)
      hasFeed = hasFeed || piece.contains(feed)
      hash += ContentHash.hexadecimal(piece)
      body(piece)
    }
    guard !isPlain else { return (hash, nil) }
    var (textHash, text, isStart) = ("", [UInt8](), true)
    try pieces(of: file, of: path) { piece in
      let piece = piece.dropFirst(isStart && piece.starts(with: mark) ? 3 : 0)
      text += hasFeed ? piece.filter { $0 != carriage } : piece.map { $0 == carriage ? feed : $0 }
      isStart = false
      // In pieces as they come where there is nothing to leave out.
      while text.count >= Self.pieceBytes {
        textHash += ContentHash.hexadecimal(Array(text.prefix(Self.pieceBytes)))
        text.removeFirst(Self.pieceBytes)
      }
    }
    if !text.isEmpty { textHash += ContentHash.hexadecimal(text) }
    return (hash, textHash)
  }

  private func pieces(
    of file: File, of path: String, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(RecordingError) {
    switch self {
    case .zip(let zip):
      guard let entry = file.entry else { return }
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
  }
}

extension RecordingError {
  static func archive(_ error: ArchiveError) -> RecordingError {
    RecordingError(
      error.code == .tooLarge ? .tooLarge : .malformed, error.message,
      isMachineFault: error.isMachineFault)
  }
}
