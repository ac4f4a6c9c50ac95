public import IndoorModel

/// What keeps a report from being made.
public struct ReportError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: Hashable, Sendable {
    private let name: String
    init(_ name: String) { self.name = name }

    /// The folder that a file should go into isn't there.
    public static let noFolder = Code("no-folder")
    /// Where a file should go, there is a folder.
    public static let isFolder = Code("is-folder")
    /// The machine did not take the file.
    public static let notWritten = Code("not-written")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault.
  public let isMachineFault: Bool

  static func noFolder(path: String) -> ReportError {
    ReportError(
      code: .noFolder,
      message: "\(path): the folder it should go into doesn't exist; make it, or name another file",
      isMachineFault: false)
  }

  static func isFolder(path: String) -> ReportError {
    ReportError(
      code: .isFolder, message: "\(path): this is a folder; name a file in it",
      isMachineFault: false)
  }

  static func notWritten(path: String, reason: String) -> ReportError {
    ReportError(
      code: .notWritten,
      message:
        "\(path): could not be written (\(reason)); check the permissions and the space left",
      isMachineFault: true)
  }
}
