internal import IndoorFiles
internal import IndoorLibc

/// Another program in a process group of its own, which ends with this one.
final class ChildProcess {
  private let process: pid_t
  private let undoing: Int

  /// Starts a program, its standard output and errors going into files.
  ///
  /// It gets none of this one's signal settings. `nil` where it can't be started.
  init?(_ arguments: [String], output: String, errors: String) {
    var files = Self.files()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&files, 1, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&files, 2, errors, flags, 0o600)
    // What this program has open is nothing to it, nor what it was handed itself.
    for other in Descriptor.others { posix_spawn_file_actions_addclose(&files, other) }
    var settings = Self.settings()
    posix_spawnattr_init(&settings)
    defer { posix_spawnattr_destroy(&settings) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&settings, &none)
    posix_spawnattr_setsigdefault(&settings, &all)
    posix_spawnattr_setflags(
      &settings, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&settings, 0)

    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let started = Interruption.guarding { undoings -> (pid_t, Int)? in
      var process: pid_t = 0
      guard posix_spawn(&process, arguments[0], &files, &settings, words, Self.environment) == 0
      else { return nil }
      let group = process
      return (process, undoings.add { Self.end(group) })
    }
    guard let started else { return nil }
    (process, undoing) = started
  }

  /// Waits for its end and returns its status, 128 and more where a signal ended it; kills it after
  /// some seconds and returns `nil`.
  func wait(seconds: Double) -> Int32? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var pause: useconds_t = 200
    while !Self.isOver(process) {
      guard ContinuousClock.now < deadline else {
        Self.end(process)
        _ = reap()
        return nil
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    return reap()
  }

  private func reap() -> Int32 {
    // Until it is waited for, no other process gets its number.
    Interruption.guarding { $0.remove(undoing) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // As WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros.
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Whether it ended, without waiting for it.
  private static func isOver(_ process: pid_t) -> Bool {
    var info = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(process), &info, flags) == 0 else { return errno != EINTR }
    return info.si_signo != 0
  }

  /// Kills it with all that it started, and gives it a second to be gone.
  private static func end(_ process: pid_t) {
    kill(-process, SIGKILL)
    for _ in 0..<1000 where !isOver(process) { usleep(1000) }
  }

  #if canImport(Darwin)
    private static func files() -> posix_spawn_file_actions_t? { nil }
    private static func settings() -> posix_spawnattr_t? { nil }
    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
      _NSGetEnviron().pointee
    }
  #else
    private static func files() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    private static func settings() -> posix_spawnattr_t { posix_spawnattr_t() }
    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { environ }
  #endif
}
