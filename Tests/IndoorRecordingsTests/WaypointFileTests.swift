import Foundation
import IndoorGeometry
import IndoorRecordings
import TestWorlds
import Testing

/// Files that say where a recording's marks are.
struct WaypointFileTests {
  @Test(arguments: [
    ("1,48.1,11.5,2\n2,unit:a\n", 2), ("n,latitude,longitude,level\n1,48,11,2\n", 1),
    ("n,place,level\r1,\"48,11\",2\r2,unit:a\r", 2), ("1,\"48,11\"\n\n2,Caf\u{e9},1\n", 2),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":4,"level":"2F"},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}"#,
      1
    ),
  ])
  func `a file of waypoints is lines or points`(text: String, count: Int) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w")
      #expect(try WaypointFile(path: "\(folder)/w").count == count)
    }
  }

  @Test(arguments: [
    ("1,a\n1,b\n", ":2: names mark 1 again"), ("one,a\n", ":1: isn't n,place"),
    ("1,a,b,c\n", ":1: isn't n,place"), ("\n", "has no mark"), ("1,\"a\n", ":1: has a quotation"),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}"#,
      "feature 1: is no point with a whole number n"
    ),
  ])
  func `a file of waypoints that isn't one is named`(text: String, words: String) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w")
      let error = #expect(throws: RecordingError.self) { try WaypointFile(path: "\(folder)/w") }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test func `no mutation of a file of waypoints traps`() throws {
    let texts = [
      "n,place,level\n1,\"48.13712,11.57538\",G\n2,unit:8f1c,\n3,Office,1\n",
      "n,latitude,longitude,level\n1,48.1,11.5,G\n2,48.2,11.6,1\n",
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1,"level":"G"},
      "geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}
      """#,
    ]
    var random = SplitMix64(seed: 9)
    try withTemporaryFolder { folder in
      let path = "\(folder)/w"
      for round in 0..<900 {
        let text = Array(texts[round % texts.count].utf8)
        try Data(round < texts.count ? text : random.mutated(text)).write(
          to: URL(fileURLWithPath: path))
        do { _ = try WaypointFile(path: path) } catch {
          let message = (error as? RecordingError)?.message ?? "\(error)"
          #expect(round >= texts.count && message.contains(path), "\(message)")
        }
      }
    }
  }
}
