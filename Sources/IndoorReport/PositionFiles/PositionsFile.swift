import Foundation
public import IndoorPositioning

/// A file of positions, written recording after recording and put in its place only once it is whole.
public final class PositionsFile {
  private let path: String
  private let partial: String
  private let encoder: any PositionsEncoder
  private var handle: UnsafeMutablePointer<FILE>?
  private var isFirst = true

  /// Begins a file.
  ///
  /// - Parameter namesBuildings: Whether rows say their building; those of a venue of one building don't.
  /// - Throws: `.noFolder`, `.isFolder`, `.notWritten`.
  public init(
    path: String, format: PositionsFormat, namesBuildings: Bool
  ) throws(ReportError) {
    self.path = path
    encoder = format.encoder(namesBuildings: namesBuildings)
    try ReportFile.checkPlace(path)
    let exists = FileManager.default.fileExists(atPath: path)
    // A device or a pipe has no half-written state, and nothing can be renamed onto it.
    partial = exists && !Self.isRegular(path) ? path : "\(path).partial-\(getpid())"
    guard let opened = fopen(partial, "wb") else { throw Self.failure(path) }
    handle = opened
    try write(encoder.opening)
  }

  deinit {
    if let handle {
      fclose(handle)
      if partial != path { unlink(partial) }
    }
  }

  /// Appends one recording's positions, in order of time.
  public func append(_ positions: [Position], recording: String) throws(ReportError) {
    let text = encoder.text(of: positions, recording: recording, isFirst: isFirst)
    if !text.isEmpty { isFirst = false }
    try write(text)
  }

  /// Ends the file and puts it in its place.
  public func finish() throws(ReportError) {
    try write(encoder.closing)
    guard let open = handle else { return }
    handle = nil
    let isClosed = fclose(open) == 0
    guard isClosed, partial == path || rename(partial, path) == 0 else {
      let failure = Self.failure(path)
      if partial != path { unlink(partial) }
      throw failure
    }
  }

  private func write(_ text: String) throws(ReportError) {
    guard let handle, !text.isEmpty else { return }
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, handle) == $0.count }
    guard isWritten else { throw Self.failure(path) }
  }

  private static func isRegular(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func failure(_ path: String) -> ReportError {
    .notWritten(path: path, reason: String(cString: strerror(errno)))
  }
}
