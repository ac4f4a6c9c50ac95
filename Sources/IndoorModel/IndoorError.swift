/// What every module's error can do: say one sentence that names the place, what is wrong there and
/// what to do.
///
/// Each module has one error type, a struct with a `Code`; the command and the server print its
/// `message`.
public protocol IndoorError: Error, CustomStringConvertible {
  /// The codes of the module.
  associatedtype Code: ErrorCode

  /// What went wrong, for code that acts on it.
  var code: Code { get }

  /// The sentence: `file:line: what is wrong, and what to do`.
  var message: String { get }

  /// Whether the machine is at fault (a program missing, the disk full) and not what came in.
  var isMachineFault: Bool { get }
}

extension IndoorError {
  /// The message.
  public var description: String { message }
  /// Input is at fault unless a module says otherwise.
  public var isMachineFault: Bool { false }
}
