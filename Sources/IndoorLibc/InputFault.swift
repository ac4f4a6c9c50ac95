/// Why the system doesn't hand out what a file holds.
package struct InputFault: Error {
  /// The system's number for it.
  package let number: Int32

  /// Makes one of the system's number for it.
  package init(_ number: Int32) { self.number = number }

  /// What the last call on this thread complained of.
  package static var last: InputFault { InputFault(errno) }

  /// In the system's words, but where these are about a device that nobody named.
  package var reason: String {
    isSocket ? "it is a socket or a device that isn't there" : String(cString: strerror(number))
  }

  /// Whether a socket was opened as a file, or a device that there isn't (POSIX.1-2017, open, ENXIO
  /// and EOPNOTSUPP).
  private var isSocket: Bool { [ENXIO, EOPNOTSUPP].contains(number) }

  /// Whether the machine is at fault, and neither the file nor its name.
  package var isMachineFault: Bool { [EMFILE, ENFILE, ENOMEM, EIO].contains(number) }

  /// What to do, where what is usually done about a file would not help.
  ///
  /// - Parameter usual: what is done about a file that can't be read.
  package func remedy(_ usual: String) -> String {
    switch number {
    case EMFILE, ENFILE: "end programs that have many open, or let more be open (ulimit -n)"
    case ENOMEM: "end programs that need much memory, and try again"
    case EIO: "check the disk, or copy the file from where it is whole"
    case _ where isSocket: "name a file"
    default: usual
    }
  }
}
