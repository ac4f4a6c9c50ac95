import Foundation
import IndoorFiles
import Testing

@Suite struct InputPipeTests {
  @Test func `a pipe that nobody writes to is given up`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/p"
      try #require(mkfifo(path, 0o600) == 0)
      #expect(InputPipe.isPipe(path) && !InputPipe.isPipe(folder))
      let fault = #expect(throws: InputPipe.Fault.self) {
        try InputPipe.read(path, limit: 100, patience: 50)
      }
      #expect(fault?.sentence?.contains("nobody has written to") == true)
    }
  }

  @Test func `a pipe that stays silent for a second is told of, once`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/p"
      try #require(mkfifo(path, 0o600) == 0)
      var told: [String] = []
      #expect(throws: InputPipe.Fault.self) {
        try InputPipe.read(path, limit: 100, patience: 1500) { told.append($0) }
      }
      #expect(told == [path])
    }
  }

  @Test(arguments: [(200_000, true), (199_999, false)])
  func `what is written to a pipe is read whole, up to a limit`(limit: Int, fits: Bool) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/p"
      try #require(mkfifo(path, 0o600) == 0)
      let writer = Thread {
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        // The other side may close it at the limit.
        signal(SIGPIPE, SIG_IGN)
        try? handle.write(contentsOf: Data(repeating: 7, count: 100_000))
        Thread.sleep(forTimeInterval: 0.05)
        try? handle.write(contentsOf: Data(repeating: 8, count: 100_000))
        try? handle.close()
      }
      writer.start()
      let bytes = try? InputPipe.read(path, limit: limit)
      #expect((bytes?.count == 200_000) == fits)
      if fits { #expect(bytes?.first == 7 && bytes?.last == 8) }
    }
  }
}
