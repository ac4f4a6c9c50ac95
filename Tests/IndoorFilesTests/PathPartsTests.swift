import Foundation
import IndoorFiles
import Testing

@Suite struct PathPartsTests {
  /// Every path of up to five of the bytes that matter, a letter and an accent that joins with what
  /// is before it.
  private static let paths: [String] = {
    var paths = [""]
    var longest = [""]
    for _ in 0..<5 {
      longest = longest.flatMap { path in ["/", ".", "a", "\u{301}"].map { path + $0 } }
      paths += longest
    }
    return paths
  }()

  @Test func `folder and name of every short path are those of dirname and basename`() throws {
    // `basename` takes a path that begins with a dash for an option; these begin with none.
    for (program, part) in [
      ("dirname", { PathParts($0).folder }), ("basename", { PathParts($0).name }),
    ] as [(String, (String) -> String)] {
      let options = program == "basename" ? ["-a", "-z", "--"] : ["-z", "--"]
      #if os(Linux)
        let lines = try printed(by: program, options + Self.paths).split(separator: 0)
          .map { String(decoding: $0, as: UTF8.self) }
        // The empty path's base name is an empty line, where POSIX has "." too.
        let asked = Self.paths.filter { program == "dirname" || !$0.isEmpty }
        try #require(lines.count == asked.count)
        for (path, expected) in zip(asked, lines) {
          #expect(Array(part(path).utf8) == Array(expected.utf8), "\(program) \(path)")
        }
      #endif
    }
    #expect(PathParts("o").folder == ".")
    #expect(PathParts("o").name == "o")
  }

  @Test func `stem and ending of every short name are those of Python's splitext`() throws {
    let names = Set(Self.paths.map { PathParts($0).name }).filter { $0 != "/" && $0 != "." }
      .sorted()
    let script = """
      import os, sys
      for name in sys.argv[1:]:
        stem, ending = os.path.splitext(name)
        sys.stdout.buffer.write((stem + "\\0" + ending[1:] + "\\0").encode())
      """
    let fields = try printed(by: "python3", ["-c", script] + names)
      .split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    try #require(fields.count == names.count * 2 + 1, "python3 is needed")
    for (index, name) in names.enumerated() {
      #expect(PathParts(name).stem == fields[2 * index], "\(name)")
      #expect(PathParts(name).ending == fields[2 * index + 1], "\(name)")
    }
  }

  @Test func `a file beside another one has its folder, and never its name`() {
    for path in Self.paths {
      let beside = PathParts(path).beside(ending: "a")
      #expect(beside != path)
      #expect(beside.hasSuffix(".a"))
    }
    #expect(PathParts("o").beside(ending: "png") == "o.png")
    #expect(PathParts("a.b/o").beside(ending: "png") == "a.b/o.png")
    #expect(PathParts("a.b/plan.kml").beside(ending: "png") == "a.b/plan.png")
    #expect(PathParts("plan.PNG").beside(ending: "png") == "plan.PNG.png")
  }
}
