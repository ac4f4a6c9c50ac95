import Foundation
import Testing

/// Walks whose levels nobody had drawn meet a drawing, or other such walks.
struct UndrawnSurveyTests {
  private func walk(_ level: String, _ scratch: Scratch, as name: String) throws -> String {
    try scratch.write(
      """
      {"format":"indoorkit","version":1,"id":"\(name)","level":\(level)}
      {"t":1000,"waypoint":{"latitude":48.0004,"longitude":11.0001}}
      {"t":2000,"wifi":[["aa:bb:cc:dd:ee:01",-50],["aa:bb:cc:dd:ee:02",-60]]}
      {"t":3000,"waypoint":{"latitude":48.0004,"longitude":11.0003}}

      """, to: "\(name).jsonl")
  }

  /// A venue of levels of one outline.
  private func venue(_ labels: [String], building: String? = nil, _ scratch: Scratch) throws
    -> String
  {
    let ring = "[[[11,48],[11.001,48],[11.001,48.001],[11,48.001],[11,48]]]"
    let within = building.map { #","building_id":"\#($0)""# } ?? ""
    var features = labels.enumerated().map { ordinal, label in
      #"{"type":"Feature","properties":{"feature_type":"level","id":"L\#(ordinal)","ordinal":\#(ordinal),"label":"\#(label)"\#(within)},"geometry":{"type":"Polygon","coordinates":\#(ring)}}"#
    }
    if let building {
      features.append(
        #"{"type":"Feature","properties":{"feature_type":"building","id":"\#(building)"},"geometry":null}"#
      )
    }
    return try scratch.write(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#,
      to: "v.geojson")
  }

  /// 1F is the ground floor in America and Japan, and above one called G in Hong Kong.
  @Test func `a drawing that calls their level otherwise, and another so, is told`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let walked = try IndoorCommand.run("survey", "import", file, walk("\"1F\"", scratch, as: "a"))
      #expect(walked.status == 0, "\(walked)")
      let drawn = try IndoorCommand.run("venue", "import", file, venue(["G", "1F"], scratch))
      #expect(drawn.status == 0 && drawn.errors.contains("[label-moved]"), "\(drawn)")
      #expect(
        drawn.errors.contains("level 1F (ordinal 0), with walks")
          && drawn.errors.contains("is called G now, and 1F has the ordinal 1"), "\(drawn)")
      // Where the drawing agrees nothing is said.
      let other = scratch.path("w.gpkg")
      try IndoorCommand.run("survey", "import", other, walk("\"1F\"", scratch, as: "a"))
      let same = try IndoorCommand.run("venue", "import", other, venue(["1F", "2F"], scratch))
      #expect(same.status == 0 && !same.errors.contains("label-moved"), "\(same)")
    }
  }

  @Test func `walks of a level with another label are told where they are merged`() throws {
    try Scratch.with { scratch in
      let (mine, other) = (scratch.path("mine.gpkg"), scratch.path("other.gpkg"))
      try IndoorCommand.run("survey", "import", mine, walk("\"G\"", scratch, as: "a"))
      try IndoorCommand.run("survey", "import", other, walk("\"F1\"", scratch, as: "b"))
      let merged = try IndoorCommand.run("survey", "import", mine, other)
      #expect(merged.status == 0, "\(merged)")
      #expect(
        merged.errors.contains("its walks on level F1 (ordinal 0) are on level G of \(mine)"),
        "\(merged)")
      // What is called by its ordinal was never named.
      let plain = scratch.path("plain.gpkg")
      try IndoorCommand.run("survey", "import", plain, walk("0", scratch, as: "c"))
      let quiet = try IndoorCommand.run("survey", "import", mine, plain)
      #expect(quiet.status == 0 && !quiet.errors.contains("its walks on"), "\(quiet)")
    }
  }

  @Test func `levels of a building beside those of their walks are told`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", file, walk("0", scratch, as: "a"))
      let drawn = try IndoorCommand.run(
        "venue", "import", file, venue(["0", "1"], building: "main", scratch))
      #expect(drawn.status == 0 && drawn.errors.contains("[level-doubled]"), "\(drawn)")
      #expect(drawn.errors.contains("which is in no building and has nothing drawn"), "\(drawn)")
    }
  }
}
