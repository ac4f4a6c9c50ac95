import IndoorModel

/// What only a program at a terminal can find wrong.
struct CommandError: IndoorError {
  struct Code: ErrorCode {
    let rawValue: String
    /// Standard output is closed or full.
    static let notPrinted = Code(rawValue: "not-printed")
    /// An argument's bytes are no text.
    static let notText = Code(rawValue: "not-text")
    /// The system gives the program no thread.
    static let noThread = Code(rawValue: "no-thread")
  }

  let code: Code
  let message: String
  var isMachineFault: Bool { code != .notText }

  static func notPrinted(reason: String) -> CommandError {
    CommandError(
      code: .notPrinted,
      message:
        "standard output: can't be written (\(reason)); check where it leads, and run this again, unless"
        + " it changes a file, which may be done")
  }

  static func noThread(reason: String) -> CommandError {
    CommandError(
      code: .noThread,
      message:
        "no thread can be started (\(reason)); allow more processes, by ulimit -u or the container's limit of"
        + " them, 16 or more")
  }

  static func notText(_ argument: String, number: Int) -> CommandError {
    CommandError(
      code: .notText,
      message:
        "\(argument): the name is not UTF-8 (argument \(number)); rename the file, or link to it by another name"
    )
  }
}
