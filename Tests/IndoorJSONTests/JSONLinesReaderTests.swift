import IndoorJSON
import Testing

struct JSONLinesReaderTests {
  func reader(_ text: String) throws(JSONError) -> JSONLinesReader {
    try JSONLinesReader(bytes: Array(text.utf8), name: "walk.jsonl")
  }

  @Test func `lines come with their numbers, empty ones passed over`() throws {
    let lines = Array(try reader("{\"a\":1}\n\n  \r\n[2]\r\n3"))
    #expect(lines.map(\.number) == [1, 4, 5])
    #expect(lines.allSatisfy { !$0.isCut })
    #expect(try lines[0].result.get()["a"]?.integer == 1)
    #expect(try lines[2].result.get().integer == 3)
  }

  @Test func `a bad line is an error with its number and the reading goes on`() throws {
    let lines = Array(try reader("[1]\n[1\n{\"a\":}\n[4]\n"))
    #expect(lines.count == 4)
    #expect(lines.map { (try? $0.result.get()) != nil } == [true, false, false, true])
    let messages = lines.compactMap { line -> String? in
      if case .failure(let error) = line.result { error.message } else { nil }
    }
    #expect(messages.map { $0.hasPrefix("walk.jsonl:2: ") } == [true, false])
    #expect(messages.last?.hasPrefix("walk.jsonl:3: ") == true)
    #expect(lines.allSatisfy { !$0.isCut })
  }

  @Test func `a line that is far too long is told so, and the next one is read`() throws {
    let longest = JSONLimits().maximumLineBytes
    // The brackets belong to the line.
    let lines = Array(
      try reader("[1]\n[\(String(repeating: " ", count: longest - 1))]\n[2]\n").map { $0 })
    #expect(lines.map { (try? $0.result.get()) != nil } == [true, false, true])
    guard case .failure(let error) = lines[1].result else { return }
    #expect(error.code == .tooLarge)
    #expect(error.message == "walk.jsonl:2: is a line of over 8 MiB; write it as several lines")
    let most = try reader("[\(String(repeating: " ", count: longest - 2))]").map { $0 }
    #expect(most.allSatisfy { (try? $0.result.get()) != nil })
  }

  @Test func `a cut last line is told apart`() throws {
    let lines = Array(try reader("[1]\n{\"t\":12,\"v\":[1."))
    #expect(lines.map(\.isCut) == [false, true])
  }

  @Test func `nodes of earlier lines stay what they were`() throws {
    let text = (0..<1000).map { "{\"n\": \($0), \"s\": \"\(String(repeating: "x", count: $0))\"}" }
      .joined(separator: "\n")
    let kept = try reader(text).map { try $0.result.get() }
    #expect(kept.map { $0["n"]?.integer } == (0..<1000).map(Int64.init))
    #expect(kept.map { $0["s"]?.string?.utf8.count } == (0..<1000).map(Int?.init))
  }
}
