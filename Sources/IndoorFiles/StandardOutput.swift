internal import IndoorLibc
import Synchronization

/// Whether standard output has become an output's place, as by `--output /dev/stdout`: what is said
/// of a result would stand in it then.
package enum StandardOutput {
  private static let isGiven = Atomic(false)

  /// Whether an output was written there.
  package static var isTaken: Bool { isGiven.load(ordering: .relaxed) }

  static func take() { isGiven.store(true, ordering: .relaxed) }
}
