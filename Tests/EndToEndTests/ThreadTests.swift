import Foundation
import IndoorLibc
import Testing

/// Where the system gives no thread, as in a container that may have few processes.
@Suite struct ThreadTests {
  /// The limit holds for everybody but root, and only root can be somebody else.
  private static let canTry =
    geteuid() == 0
    && ["setpriv", "prlimit"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

  @Test(.enabled(if: canTry, "run as root, with util-linux"), arguments: [1, 2])
  func `a command that gets no thread ends with a sentence`(most: Int) throws {
    try Scratch.with { scratch in
      let program = scratch.path("indoor")
      // The processes of a user are counted together: each of these has one of its own.
      let user = 61_234 + most
      try FileManager.default.copyItem(atPath: IndoorCommand.path(), toPath: program)
      let script = """
        chmod 755 "${0%/*}" "$0"; cd /
        exec prlimit --nproc=\(most):\(most) setpriv --reuid \(user) --regid \(user) --clear-groups \\
          "$0" venue info /nothing.gpkg
        """
      let result = try IndoorCommand.run(["-c", script, program], program: "/bin/sh")
      #expect(result.status == 70, "\(result)")
      #expect(result.errors.contains("no thread can be started"), "\(result)")
    }
  }
}
