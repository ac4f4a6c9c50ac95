import Foundation
import GRDB
import Testing

/// What the command says of venues, and that it is so.
@Suite struct VenueSentenceTests {
  @Test func `a survey's check looks for walks before it looks at the venue`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      // Whoever reads these units finds them damaged.
      let queue = try DatabaseQueue(path: file)
      try queue.write { try $0.execute(sql: "UPDATE units SET geom = x'00'") }
      try queue.close()
      let commands = [
        ["survey", "check", file], ["survey", "coverage", file, "--output", scratch.path("c")],
      ]
      for command in commands {
        expectBadInput(try IndoorCommand.run(command), file, "holds no walks yet")
      }
    }
  }

  @Test func `a check tells the first findings of a code, and how many there are`() throws {
    try Scratch.with { scratch in
      let units = (0..<60).map { room in
        """
        {"type":"Feature","properties":{"feature_type":"unit","id":"u\(room)","level_id":"l0","category":"room"},
        "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],[13.4005,52.5],[13.4005,52.5005],[13.4,52.5005],[13.4,52.5]]]}}
        """
      }
      let source = try scratch.write(
        SmallVenue.geoJSON().replacing(
          "\n]}", with: ",\n" + units.joined(separator: ",\n") + "\n]}"), to: "heap.geojson")
      let check = try IndoorCommand.run("venue", "check", source)
      // 61 rooms in one place are 61 · 60 / 2 pairs.
      #expect(check.status == 0, "\(check)")
      #expect(check.output.split(separator: "\n").count == 7, "\(check)")
      #expect(check.output.contains("… and 1825 more, 1830 in all [units-overlap]"), "\(check)")
      #expect(check.output.contains("1830 warnings"), "\(check)")
      let json = try IndoorCommand.run("venue", "check", source, "--json")
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect((report["findings"] as? [Any])?.count == 1000)
      #expect((report["codes"] as? [[String: Any]])?.first?["count"] as? Int == 1830)
      let all = try IndoorCommand.run("venue", "check", source, "--limit", "0")
      #expect(all.output.split(separator: "\n").count == 1831)
      #expect(try IndoorCommand.run("venue", "check", source, "--limit", "-1").status == 64)
    }
  }
}
