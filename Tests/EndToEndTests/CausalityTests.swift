import Foundation
import Testing

/// A position depends on nothing that comes later, by the bytes that the command writes.
@Suite struct CausalityTests {
  static let data = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]

  @Test(.enabled(if: data != nil, "set INDOORKIT_DATA to the folder of the public recordings"))
  func `a recording that is cut short begins with the same positions`() throws {
    let site = "\(try #require(Self.data))/indoor-location-competition"
    try Scratch.with { scratch in
      let venue = scratch.path("f1.gpkg")
      let imported = try IndoorCommand.run(
        "survey", "import", venue, "--except", "\(site)/selftest.txt", "\(site)/site1/F1")
      #expect(imported.status == 0, "\(imported)")
      #expect(try IndoorCommand.run("radiomap", "build", venue).status == 0)

      let tested = try String(contentsOfFile: "\(site)/selftest.txt", encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("site1/F1/") }.prefix(4)
      #expect(tested.count == 4)
      for (walk, name) in tested.enumerated() {
        let lines = try String(contentsOfFile: "\(site)/\(name)", encoding: .utf8)
          .split(separator: "\n")
        let stamps = lines.map { Int64($0.prefix { $0 != "\t" }) }
        let first = try #require(stamps.compactMap(\.self).min())
        let last = try #require(stamps.compactMap(\.self).max())
        let whole = try positions(lines, venue, scratch)
        for cut in 1...4 {
          // Odd milliseconds, so that cuts fall between whole seconds.
          let time = first + (last - first) * Int64(cut * 4 + walk) / 21
          let kept = zip(lines, stamps).filter { $0.1.map { $0 <= time } ?? true }.map(\.0)
          let short = try positions(kept, venue, scratch)
          #expect(whole.starts(with: short), "\(name) cut at \(time)")
          let before = whole.dropFirst().filter {
            $0.split(separator: ",").dropFirst().first.flatMap { Int64($0) }.map { $0 <= time }
              ?? false
          }
          #expect(short.count == before.count + 1, "\(name) cut at \(time)")
        }
      }
    }
  }

  /// The lines of what `locate` writes of a trace.
  private func positions(
    _ trace: [Substring], _ venue: String, _ scratch: Scratch
  ) throws -> [Substring] {
    let recording = scratch.path("walk.txt")
    let output = scratch.path("positions.csv")
    try trace.joined(separator: "\n").write(toFile: recording, atomically: true, encoding: .utf8)
    let located = try IndoorCommand.run("locate", venue, recording, "--output", output)
    #expect(located.status == 0, "\(located)")
    return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
  }
}
