import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Synchronization
import Testing

/// What goes only once, and what nobody writes to.
@Suite struct PipeTests {
  private let table = "x,y,level,A\n1,1,0,-50\n2,2,0,-60\n"

  private func fifo(_ path: String) throws {
    try #require(mkfifo(path, 0o600) == 0, "no FIFO can be made")
  }

  private func write(_ text: String, toPipe path: String, after seconds: Double = 0) -> Thread {
    let thread = Thread {
      Thread.sleep(forTimeInterval: seconds)
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      // In two pieces, with a pause: the end is where the writer ends, not where it pauses.
      let bytes = Data(text.utf8)
      try? handle.write(contentsOf: bytes.prefix(5))
      Thread.sleep(forTimeInterval: 0.05)
      try? handle.write(contentsOf: bytes.dropFirst(5))
      try? handle.close()
    }
    thread.start()
    return thread
  }

  @Test func `a pipe is read once, however often its recordings are wanted`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      try fifo(path)
      let writer = write(table, toPipe: path, after: 0.1)
      let source = try RecordingFiles(path)
      _ = writer
      #expect(source.files.map(\.format) == [.csv])
      for _ in 0..<2 {
        var stream = RecordingStream(source)
        var heard: [Int8] = []
        while let read = try stream.next() {
          guard case .scan(let scan) = read.recording.observations.first else { continue }
          heard += scan.readings.map(\.rssi)
        }
        #expect(heard == [-50, -60])
      }
    }
  }

  @Test func `a pipe that nobody writes to is given up, which was said before`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      try fifo(path)
      let said = Mutex<[String]>([])
      let patience = PipePatience(milliseconds: 50) { path in said.withLock { $0.append(path) } }
      let error = #expect(throws: RecordingError.self) {
        try RecordingFiles(path, patience: patience)
      }
      #expect(error?.message.contains("nobody has written to") == true)
      #expect(said.withLock { $0 } == [path])
    }
  }

  @Test func `a writer who takes long is waited for`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      try fifo(path)
      // Opened at once and written to long after the patience for those who never come.
      let thread = Thread {
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        Thread.sleep(forTimeInterval: 0.5)
        try? handle.write(contentsOf: Data(table.utf8))
        try? handle.close()
      }
      // A reader must be there for a writer to open it; then it is there for the one under test.
      let keeper = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(keeper) }
      thread.start()
      Thread.sleep(forTimeInterval: 0.2)
      let source = try RecordingFiles(path, patience: PipePatience(milliseconds: 20))
      #expect(source.files.map(\.format) == [.csv])
    }
  }

  @Test func `in a folder pipes, folders and dead links are passed over, each with a sentence`()
    throws
  {
    try withTemporaryFolder { folder in
      let header = "{\"format\":\"indoorkit\",\"version\":1}\n"
      try IndoorRecordingsTests.write(header, to: "\(folder)/walk.jsonl")
      try fifo("\(folder)/pipe.jsonl")
      try IndoorRecordingsTests.write("", to: "\(folder)/folder.jsonl/x")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/dead.txt", withDestinationPath: "nowhere")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link.jsonl", withDestinationPath: "walk.jsonl")
      try fifo("\(folder)/other.dat")
      let source = try RecordingFiles(folder)
      #expect(source.files.map(\.path) == ["\(folder)/link.jsonl", "\(folder)/walk.jsonl"])
      #expect(source.passedOver.count == 3)
      for name in ["pipe.jsonl", "folder.jsonl", "dead.txt"] {
        #expect(source.passedOver.contains { $0.hasPrefix("\(folder)/\(name): ") }, "\(name)")
      }
    }
  }

  @Test func `a folder of nothing but a pipe says so`() throws {
    try withTemporaryFolder { folder in
      try fifo("\(folder)/pipe.jsonl")
      let error = #expect(throws: RecordingError.self) { try RecordingFiles(folder) }
      #expect(error?.message.contains("pipe.jsonl: is passed over") == true)
    }
  }

  @Test func `a socket is told to hold nothing, named or in a folder`() throws {
    try withTemporaryFolder { folder in
      let socket = "\(folder)/s.jsonl"
      try bind(to: socket)
      try IndoorRecordingsTests.write(
        #"{"type":"indoorkit","version":1}"# + "\n", to: "\(folder)/walk.jsonl")
      let told = try RecordingFiles(folder).passedOver
      #expect(told == ["\(socket): is passed over, as it is a socket, which holds nothing to read"])
      let error = #expect(throws: RecordingError.self) { try RecordingFiles(socket) }
      #expect(error?.message.hasPrefix("\(socket): is a socket") == true)
    }
  }

  /// As what Node.js starts others with; Linux opens no socket by its name.
  @Test(arguments: ["/dev/fd/", "/proc/self/fd/"])
  func `a socket that the program was started with is read as a pipe`(folder: String) throws {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    let sent = Array(table.utf8)
    try #require(Foundation.write(ends[1], sent, sent.count) == sent.count)
    close(ends[1])
    var stream = RecordingStream(try RecordingFiles("\(folder)\(ends[0])"))
    var heard: [Int8] = []
    while let read = try stream.next() {
      guard case .scan(let scan) = read.recording.observations.first else { continue }
      heard += scan.readings.map(\.rssi)
    }
    #expect(heard == [-50, -60])
  }

  /// Makes a socket in the file system, as servers leave them.
  private func bind(to path: String) throws {
    let made = socket(AF_UNIX, Self.stream, 0)
    defer { close(made) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let length = MemoryLayout.size(ofValue: address.sun_path)
    try #require(path.utf8.count < length)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  @Test func `a floor whose map is a pipe is refused at once`() throws {
    try withTemporaryFolder { folder in
      try IndoorRecordingsTests.write("1\tTYPE_WIFI", to: "\(folder)/F1/path_data_files/a.txt")
      try fifo("\(folder)/F1/geojson_map.json")
      let error = #expect(throws: RecordingError.self) { try CompetitionSite(folder) }
      #expect(error?.message.contains("no regular file") == true)
      // A trace can be located without it.
      var stream = try RecordingStream("\(folder)/F1/path_data_files")
      #expect(try stream.next() != nil)
    }
  }

  @Test func `a name that is not UTF-8 is passed over with a sentence`() throws {
    try withTemporaryFolder { folder in
      try IndoorRecordingsTests.write(
        "{\"format\":\"indoorkit\",\"version\":1}\n", to: "\(folder)/walk.jsonl")
      let name = Array("\(folder)/caf".utf8) + [0xE9] + Array(".jsonl".utf8) + [0]
      let made = open(name.map { CChar(bitPattern: $0) }, O_CREAT, 0o600)
      try #require(made >= 0, "this file system takes no such name")
      close(made)
      let source = try RecordingFiles(folder)
      #expect(source.files.count == 1)
      #expect(source.passedOver.first?.contains("not UTF-8") == true)
    }
  }
}
