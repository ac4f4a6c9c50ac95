internal import Foundation

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

  /// Runs a program found by `find`, and returns what it wrote to standard output.
  static func run(
    _ program: String, _ arguments: [String], in folder: URL, limits: Limits = Limits()
  ) throws(AlignmentError) -> Outcome {
    let process = Process()
    // The shell sets the limits and becomes the program; the arguments are never parsed by it.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let bounds =
      "ulimit -v \(limits.kilobytes) 2>/dev/null; ulimit -t \(Int(limits.seconds) + 1) 2>/dev/null;"
      + " ulimit -f \(limits.outputBytes / 512) 2>/dev/null; exec \"$0\" \"$@\""
    process.arguments = ["-c", bounds, program] + arguments
    process.currentDirectoryURL = folder
    let (outPath, errPath) = (folder.appending(path: "stdout"), folder.appending(path: "stderr"))
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      // Files and not pipes: a pipe that nobody empties stops the program.
      try Data().write(to: outPath)
      try Data().write(to: errPath)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: outPath)
      process.standardError = try FileHandle(forWritingTo: errPath)
      try process.run()
    } catch {
      throw AlignmentError(
        .machine, "\(program): the program could not be started, check that it is installed")
    }
    guard ended.wait(timeout: .now() + limits.seconds) == .success else {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
      return .timedOut
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let text = (try? Data(contentsOf: errPath)).map {
        String(decoding: $0.prefix(300), as: UTF8.self)
      }
      return .failed(
        status: process.terminationStatus,
        message: (text ?? "").split(separator: "\n").first.map(String.init) ?? "no reason given")
    }
    guard let output = try? Data(contentsOf: outPath) else {
      throw AlignmentError(
        .machine, "\(program): its output could not be read, the disk may be full")
    }
    return .finished(output: Array(output))
  }

  /// Calls `body` with a folder of its own, gone afterwards.
  static func withTemporaryFolder<Value>(
    _ body: (URL) throws(AlignmentError) -> Value
  ) throws(AlignmentError) -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "indoor-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw AlignmentError(
        .machine, "\(folder.path): the temporary folder could not be made, the disk may be full")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
