internal import Foundation
internal import IndoorFiles

/// Runs another program within bounds of time, memory and output.
enum ProgramRun {
  /// What a run may take.
  struct Limits {
    /// Seconds until the program is killed.
    var seconds = 60.0
    /// Kilobytes of address space, where the system can bound it.
    var kilobytes = 4 << 20
    /// Bytes of any file that it writes.
    var outputBytes = 512 << 20
  }

  /// How a run ended.
  enum Outcome {
    case finished(output: [UInt8])
    case failed(status: Int32, message: String)
    case timedOut
  }

  /// The full path of a program on `PATH`, or `nil` where it is missing.
  static func find(_ program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for folder in path.split(separator: ":") {
      let candidate = "\(folder)/\(program)"
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    return nil
  }

  /// Runs a program found by `find` in a folder of its own, and returns what it wrote to standard output.
  static func run(
    _ program: String, _ arguments: [String], in folder: String, limits: Limits = Limits()
  ) throws(AlignmentError) -> Outcome {
    // The shell sets the limits and becomes the program; the arguments are never parsed by it. In the C locale the
    // program's numbers and sentences are the same everywhere.
    let bounds =
      "export LC_ALL=C; ulimit -v \(limits.kilobytes) 2>/dev/null;"
      + " ulimit -t \(Int(limits.seconds) + 1) 2>/dev/null; ulimit -f \(limits.outputBytes / 512) 2>/dev/null; cd -- \"$0\" && exec \"$@\""
    // Files and not pipes: a pipe that nobody empties stops the program.
    let (output, errors) = ("\(folder)/stdout", "\(folder)/stderr")
    let shell = ["/bin/sh", "-c", bounds, folder, program] + arguments
    guard let child = ChildProcess(shell, output: output, errors: errors) else {
      throw AlignmentError(
        .machine, "\(program): the program could not be started, check that it is installed")
    }
    guard let status = child.wait(seconds: limits.seconds) else { return .timedOut }
    guard status == 0 else {
      let text = (try? Data(contentsOf: URL(fileURLWithPath: errors))).map {
        String(decoding: $0.prefix(300), as: UTF8.self)
      }
      return .failed(
        status: status,
        message: (text ?? "").split(separator: "\n").first.map(String.init) ?? "no reason given")
    }
    guard let output = try? Data(contentsOf: URL(fileURLWithPath: output)) else {
      throw AlignmentError(
        .machine, "\(program): its output could not be read, the disk may be full")
    }
    return .finished(output: Array(output))
  }

  /// Calls `body` with the path of a folder of its own, gone afterwards.
  static func withTemporaryFolder<Value>(
    _ body: (String) throws(AlignmentError) -> Value
  ) throws(AlignmentError) -> Value {
    let folder: TemporaryFolder
    do { folder = try TemporaryFolder() } catch { throw AlignmentError(error) }
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.path)
  }
}
