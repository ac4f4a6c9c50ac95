internal import Foundation
internal import IndoorFiles
internal import IndoorLibc

/// Runs another program within bounds of time, memory and output.
package enum ProgramRun {
  /// What a run may take.
  package struct Limits {
    /// Seconds of the processor's time until the program is killed.
    package var processorSeconds = 60
    /// Seconds on the clock until it is killed: more, since a busy machine gives it little of the
    /// processor.
    package var seconds = 180.0
    /// Kilobytes of address space, where the system can bound it.
    package var kilobytes = 4 << 20
    /// Kilobytes of stack; `nil` leaves what the system gives.
    package var stackKilobytes: Int?
    /// Bytes of any file that it writes.
    package var outputBytes = 512 << 20
  }

  /// How a run ended.
  package enum Outcome {
    case finished(output: [UInt8])
    /// It ended with a status of its own; the message is the first line that it wrote to standard
    /// error, and the second where the first ends in a colon.
    case failed(status: Int32, message: String)
    /// It was killed at its limit of the processor's time.
    case timedOut
    /// It was killed at its limit on the clock: the machine was busy and gave it too little of the
    /// processor, or it waited for something else.
    case starved
    /// It broke off: programs that get no more memory or stack end so.
    case broken
  }

  /// The full path of a program on `PATH`, or `nil` where it is missing.
  package static func find(_ program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for folder in path.split(separator: ":") {
      let candidate = "\(folder)/\(program)"
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    return nil
  }

  /// Runs a program found by `find` in a folder of its own, and returns what it wrote to standard
  /// output.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String, limits: Limits
  ) throws(AlignmentError) -> Outcome {
    // The shell sets the limits and becomes the program; the arguments are never parsed by it. In
    // the C locale the program's numbers and sentences are the same everywhere.
    var wanted = [
      // A program that breaks off at one of these leaves no image of its memory.
      "-c 0", "-v \(limits.kilobytes)", "-t \(limits.processorSeconds)",
      "-f \(limits.outputBytes / 512)",
    ]
    if let stack = limits.stackKilobytes { wanted.append("-s \(stack)") }
    let bounds =
      "\(unset)export LC_ALL=C GDAL_CONFIG_FILE=/dev/null; "
      + wanted.map { "ulimit \($0) 2>/dev/null; " }.joined()
      + "cd -- \"$0\" && exec \"$@\""
    // Files and not pipes: a pipe that nobody empties stops the program.
    let (output, errors) = ("\(folder)/stdout", "\(folder)/stderr")
    let shell = ["/bin/sh", "-c", bounds, folder, program] + arguments
    guard let child = ChildProcess(shell, output: output, errors: errors) else {
      throw .busy(program, "could not be started")
    }
    let before = childrenSeconds()
    guard let status = child.wait(seconds: limits.seconds) else { return .starved }
    if status >= 128 {
      // The kernel kills what has used up its time, and where memory is short what has not.
      let isLong = childrenSeconds() - before >= Double(limits.processorSeconds) - 0.5
      return [SIGKILL, SIGXCPU].contains(status - 128) && isLong ? .timedOut : .broken
    }
    guard status == 0 else {
      let message = firstLine(of: errors)
      if message == nil || !hasRoom(in: folder) { try checkRoom(in: folder, for: program) }
      // What a shell ends with where it can't run a program (POSIX.1-2017, XCU 2.8.2), and what the
      // loader ends with where a library is missing.
      if [126, 127].contains(status) {
        throw .programUnstartable(program, why: message ?? "no reason given")
      }
      return .failed(status: status, message: message ?? "no reason given")
    }
    guard hasRoom(in: folder) else {
      throw AlignmentError(
        .machine,
        "\(folder): the disk is full, so that what \(program) wrote may be cut; make room there, or name another folder by TMPDIR"
      )
    }
    guard let output = try? Data(contentsOf: URL(fileURLWithPath: output)) else {
      throw AlignmentError(
        .machine, "\(program): its output could not be read, the disk may be full")
    }
    return .finished(output: Array(output))
  }

  /// How variables begin that are somebody's settings of GDAL, of which each of its drivers has
  /// some (<https://gdal.org/en/stable/user/configoptions.html>), and those that say where it is.
  private static let settings = [
    "GDAL_", "OGR_", "CPL_", "DXF_", "GTIFF_", "GEOTIFF_", "TIFF_", "VRT_", "MBTILES_", "SQLITE_",
    "OGR2OGR_", "PNG_", "JPEG_",
  ]
  private static let places: Set = ["GDAL_DATA", "GDAL_DRIVER_PATH"]

  /// A shell's command that takes them away, so that a plan is drawn the same for everybody.
  private static var unset: String {
    let names = ProcessInfo.processInfo.environment.keys.filter { name in
      settings.contains(where: name.hasPrefix) && !places.contains(name) && name.utf8.count < 80
        && name.wholeMatch(of: #/[A-Z0-9_]+/#) != nil
    }
    return names.isEmpty ? "" : "unset \(names.sorted().prefix(500).joined(separator: " ")); "
  }

  /// Seconds of the processor's time that programs which ended have used.
  private static func childrenSeconds() -> Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, which glibc has as an enumeration that its own function does not take.
    guard getrusage(-1, &usage) == 0 else { return 0 }
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  /// Bytes of a disk under which a program that fails without a word may have failed for it: some
  /// take away what they have written before they end.
  private static let leastRoom: UInt64 = 64 << 20

  private static func checkRoom(in folder: String, for program: String) throws(AlignmentError) {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    guard !overflow, free < leastRoom else { return }
    throw AlignmentError(
      .machine,
      "\(folder): the disk has under \((free >> 20) + 1) MB left, and \(program) failed, probably for that; make room "
        + "there, or name another folder by TMPDIR")
  }

  /// Whether the disk takes another page of memory's bytes: programs of GDAL and qpdf end as though
  /// all was well where it was full.
  private static func hasRoom(in folder: String) -> Bool {
    let probe = URL(fileURLWithPath: "\(folder)/room")
    defer { try? FileManager.default.removeItem(at: probe) }
    return (try? Data(count: 4096).write(to: probe)) != nil
  }

  /// The beginning of the first line that says what went wrong, as text that a terminal can show:
  /// programs of GDAL warn before it, and write `FAILURE:` above it.
  private static func firstLine(of path: String) -> String? {
    // A program may have complained of every byte that it read.
    guard let handle = FileHandle(forReadingAtPath: path),
      let start = try? handle.read(upToCount: 4000)
    else { return nil }
    try? handle.close()
    let lines = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      $0.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        .trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
    let faults = lines.drop { $0.hasPrefix("Warning") }
    guard let first = faults.first ?? lines.first else { return nil }
    guard first.hasSuffix(":"), let second = faults.dropFirst().first else {
      return String(first.prefix(300))
    }
    return String("\(first) \(second)".prefix(300))
  }

  /// What the last program that ran in a folder wrote to standard error, up to so many bytes.
  static func complaints(in folder: String, limit: Int) -> String {
    let handle = FileHandle(forReadingAtPath: "\(folder)/stderr")
    defer { try? handle?.close() }
    return String(decoding: (try? handle?.read(upToCount: limit)) ?? Data(), as: UTF8.self)
  }

  /// Calls `body` with the path of a folder of its own, gone afterwards.
  package static func withTemporaryFolder<Value>(
    _ body: (String) throws(AlignmentError) -> Value
  ) throws(AlignmentError) -> Value {
    let folder: TemporaryFolder
    do { folder = try TemporaryFolder() } catch { throw AlignmentError(error) }
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.path)
  }
}

extension ProgramRun.Limits {
  /// The defaults, and for how many seconds on the clock and how many bytes of a file other than
  /// those.
  package init(downloading bytes: Int, seconds: Double) {
    self.init(seconds: seconds, outputBytes: bytes)
  }
}
