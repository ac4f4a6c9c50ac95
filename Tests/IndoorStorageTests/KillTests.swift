import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that imports walk after walk is killed at random moments, over and over on the same
/// file.
struct KillTests {
  /// How many times; `INDOORKIT_KILLS` asks for a long run.
  private static let kills =
    ProcessInfo.processInfo.environment["INDOORKIT_KILLS"].flatMap(Int.init) ?? 12

  /// A walk, a plan or a radio map that depends on its number alone.
  private static func walk(_ number: Int) -> SurveyWalk {
    var samples = Samples(seed: UInt64(number))
    return samples.walk("walk \(number)", fingerprints: 40)
  }

  private static func map(_ number: Int) -> RadioMap? {
    var samples = Samples(seed: UInt64(number))
    var map = samples.radioMap(walks: 4, rowsEach: 70)
    map?.places[0].x = Double(number)
    return map
  }

  private static let level = LevelKey(building: "A", ordinal: 1)

  private static func plan(_ number: Int) -> Plan {
    var samples = Samples(seed: UInt64(number))
    var plan = samples.plan(level: level)
    plan.fileName = String(number)
    // Large, so that a good part of the time is spent writing.
    plan.original = Array(repeating: UInt8(truncatingIfNeeded: number), count: 4_000_000)
    return plan
  }

  private static func venue() -> Venue {
    var samples = Samples(seed: 0)
    return samples.venue()
  }

  /// Imports from the first walk that the file lacks, noting each in `log` once it is stored, until
  /// the process is killed.
  private static func importForever(_ path: String, log: String, killAfter microseconds: UInt32) {
    Thread.detachNewThread {
      usleep(microseconds)
      kill(getpid(), SIGKILL)
    }
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    do {
      let file = try VenueFile.openOrCreate(path)
      if try file.venue() == nil { try file.save(venue()) }
      var number = try file.walkCount()
      while true {
        let new = try file.append([walk(number), walk(number + 1)])
        let line = Array("\(number) \(new)\n".utf8)
        _ = write(descriptor, line, line.count)
        number += 2
        if number % 6 == 0, let map = map(number) { try file.save(map) }
        if number % 4 == 0 { try file.save(plan(number)) }
        if number % 10 == 0 {
          try file.keepWalkRows(recipe: "a") { try WalkRowsTests.rows(of: $0) }
        }
      }
    } catch {
      let line = Array("error \(error)\n".utf8)
      _ = write(descriptor, line, line.count)
      exit(1)
    }
  }

  @Test func `killed at any moment, a file holds what was stored, whole and once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let log = folder.file("log")
    var random = SystemRandomNumberGenerator()
    var known = 0
    for number in 1...max(1, Self.kills) {
      let microseconds = UInt32.random(in: 0...60_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, microseconds = microseconds as UInt32] in
        Self.importForever(path, log: log, killAfter: microseconds)
      }
      // Reading all of it again after each of very many kills would take hours.
      let all = number % max(1, Self.kills / 40) == 0
      known = try check(path, log: log, known: known, all: all)
    }
  }

  /// Checks the file against what was known to be in it and what was noted since, and returns how
  /// many walks it has.
  private func check(_ path: String, log: String, known: Int, all: Bool) throws -> Int {
    let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    #expect(!lines.contains("error"))
    var committed = known
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: " ").compactMap { Int($0) }
      #expect(parts.count == 2 && parts[1] == 2)
      committed = max(committed, (parts.first ?? 0) + 2)
    }
    // Killed before the first transaction, there is no file, an empty one, or a journal that
    // empties it.
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    if committed == 0, size == 0 { return 0 }
    // One that is only to be read has to be mended first, and one whose creation was killed made
    // anew.
    let file =
      committed > 0 && Bool.random()
      ? try VenueFile.open(path, readOnly: true) : try VenueFile.openOrCreate(path)
    guard let venue = try file.venue() else {
      #expect(committed == 0)
      return 0
    }
    #expect(venue == Self.venue())
    let count = try file.walkCount()
    // The last transaction may have been stored and not noted any more.
    #expect(count == committed || count == committed + 2)
    if let map = try file.radioMap() {
      let number = try #require(Int(exactly: map.places[0].x))
      #expect(number <= count && map == Self.map(number))
    }
    if let plan = try file.plan(for: Self.level) {
      let number = try #require(Int(plan.fileName))
      #expect(number <= count && plan == Self.plan(number))
    }
    guard all else { return count }
    var number = 0
    try file.forEachWalk { walk in
      #expect(walk == Self.walk(number))
      number += 1
    }
    #expect(number == count)
    number = 0
    try file.forEachWalkRows(recipe: "a", making: { try WalkRowsTests.rows(of: $0) }) { _, rows in
      let expected = try WalkRowsTests.rows(of: Self.walk(number))
      #expect(rows == expected)
      number += 1
    }
    #expect(number == count)
    return count
  }
}
