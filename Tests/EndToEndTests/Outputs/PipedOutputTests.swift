import Foundation
import Testing

/// Outputs of one command that go to programs through named pipes (POSIX mkfifo).
struct PipedOutputTests {
  /// A reader opens the second pipe once the first has ended, as `cat a; cat b` does.
  @Test(arguments: [
    "locate '\(OutputCase.venue)' '\(OutputCase.visit)' --output a --report b",
    "motion '\(OutputCase.visit)' --output a --steps b",
    "motion '\(OutputCase.visit)' --output a --report b",
  ])
  func `pipes that are read one after the other get all that files get`(command: String) throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.shell(
        """
        mkdir files pipes; (cd files; "$indoor" \(command)) > /dev/null || exit 1
        cd pipes; mkfifo a b; (cat a > ../a; cat b > ../b) &
        timeout 60 "$indoor" \(command) > /dev/null || { kill $!; exit 2; }
        wait; cmp ../a ../files/a && cmp ../b ../files/b
        """, in: scratch)
      #expect(result.status == 0, "\(result)")
    }
  }
}
