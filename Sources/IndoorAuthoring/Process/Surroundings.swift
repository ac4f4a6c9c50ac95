import Foundation
import IndoorFiles
package import IndoorModel

/// What a program that runs use cases finds and leaves around it: its streams, its signals, its
/// arguments' bytes.
package enum Surroundings {
  /// To be called first, while there is one thread.
  package static func prepare() {
    keepStandardStreams()
    watchSignals()
  }

  /// A file that is opened must not become a standard stream that was closed: results would go into
  /// it.
  private static func keepStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // It takes the lowest number; opened the wrong way it neither gives nor takes a byte.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Where a person or the system ends the program, what it began is undone first.
  private static func watchSignals() {
    // Writing says what is wrong, with a pipe that nobody reads and a file that may not grow.
    for ignored in [SIGPIPE, SIGXFSZ] { signal(ignored, SIG_IGN) }
    // Whoever started this may have had no wish to know how its children end; this has.
    signal(SIGCHLD, SIG_DFL)
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where handler(of: number) != handler(SIG_IGN) {
      sigaddset(&watched, number)
    }
    for number in [SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2]
    where handler(of: number) == handler(SIG_DFL) {
      sigaddset(&watched, number)
    }
    // All threads begin with this one's mask, so that only the one below gets them.
    pthread_sigmask(SIG_BLOCK, &watched, nil)
    let set = watched
    Thread.detachNewThread {
      var (set, number) = (set, Int32())
      while sigwait(&set, &number) != 0 {}
      Interruption.end(by: number)
    }
  }

  /// Why no thread can be had beside those that are there, as in a container that may have few:
  /// what waits for one would wait for ever. `nil` where one can.
  package static var threadFault: String? {
    #if os(Linux)
      var thread = pthread_t()
      let fault = pthread_create(&thread, nil, { _ in nil }, nil)
      guard fault == 0 else { return String(cString: strerror(fault)) }
      pthread_join(thread, nil)
    #endif
    return nil
  }

  /// What a signal does: `nohup` and shells without job control begin a program with signals that
  /// it shall not heed, and a profiler that is loaded with it has its own use for some. Of SIGQUIT
  /// Swift's own handler is there, which prints where the program was.
  private static func handler(of number: Int32) -> Int {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return handler(SIG_DFL) }
    #if canImport(Darwin)
      return handler(action.__sigaction_u.__sa_handler)
    #else
      return handler(action.__sigaction_handler.sa_handler)
    #endif
  }

  private static func handler(_ function: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafeBitCast(function, to: Int.self)
  }

  /// A variable of the environment; `nil` where it is missing or empty.
  package static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The first argument whose bytes are no text, with its number: what Swift makes of them is the
  /// name of another file.
  package static var unreadableArgument: (text: String, number: Int)? {
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[number] else { continue }
      guard String(validatingCString: argument) != nil else {
        return (String(cString: argument), number)
      }
    }
    return nil
  }

  /// Writes a result to standard output, and ends the program where whoever reads it has enough; to
  /// standard error where standard output is a file that was asked for, as `--output /dev/stdout`
  /// does.
  ///
  /// - Returns: the system's complaint where it doesn't take it.
  package static func writeResult(_ text: String) -> String? {
    guard !StandardOutput.isTaken else {
      writeAside(text)
      return nil
    }
    guard let fault = Descriptor.write(text, to: STDOUT_FILENO) else { return nil }
    // `indoor … | head` has what it wants.
    if fault == EPIPE { Interruption.end(by: SIGPIPE) }
    return String(cString: strerror(fault))
  }

  /// Ends the program without a word where an output was written to standard output and whoever
  /// reads that has enough, as `--output /dev/stdout | head` has. Another pipe is to be named.
  package static func endUnread(_ error: any IndoorError) {
    guard StandardOutput.isTaken, (error as? FileError)?.code == .readerGone else { return }
    Interruption.end(by: SIGPIPE)
  }

  /// Writes to standard error. Where that is gone, nobody is left to be told.
  package static func writeAside(_ text: String) { _ = Descriptor.write(text, to: STDERR_FILENO) }

  /// Whether standard output goes to a terminal.
  package static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether a person is watching standard error.
  package static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }
}
