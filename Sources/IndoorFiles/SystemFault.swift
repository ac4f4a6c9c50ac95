internal import IndoorLibc

/// What a system call complained of.
struct SystemFault: Error {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// The last call's complaint on this thread.
  static var last: SystemFault { SystemFault(errno) }

  /// In the system's words.
  var reason: String { String(cString: strerror(number)) }
}
