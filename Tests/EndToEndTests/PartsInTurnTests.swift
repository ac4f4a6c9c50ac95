import Foundation
import Testing

/// Files of one level that are imported one after another.
struct PartsInTurnTests {
  /// A square of metres near 48° N 11° E.
  private func square(_ x: Double, _ y: Double, _ size: Double, _ height: Double? = nil) -> String {
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map { corner in
      "[\(11 + (x + corner.0 * size) / 74_600),\(48 + (y + corner.1 * (height ?? size)) / 111_200)]"
    }
    return #"{"type":"Polygon","coordinates":[[\#(corners.joined(separator: ","))]]}"#
  }

  private func write(
    _ features: [(properties: String, geometry: String)], _ scratch: Scratch, _ name: String
  ) throws -> String {
    let all = features.map {
      #"{"type":"Feature","properties":{\#($0.properties)},"geometry":\#($0.geometry)}"#
    }
    return try scratch.write(
      #"{"type":"FeatureCollection","features":[\#(all.joined(separator: ",\n"))]}"#, to: name)
  }

  @discardableResult
  private func imported(_ arguments: String...) throws -> IndoorCommand.Result {
    let result = try IndoorCommand.run(["venue", "import"] + arguments)
    #expect(result.status == 0, "\(result)")
    return result
  }

  @Test func `a room alone in its file isn't the outline of a level that has one`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let rooms = (0..<4).map { ("", square(Double($0) * 10, 0, 9)) }
      let first = try write([("", square(0, 0, 60, 30))] + rooms, scratch, "a.geojson")
      let result = try imported(file, first, "--level", "0")
      #expect(result.output.contains("4 units"), "\(result)")
      let kiosk = try write([(#""name":"Kiosk""#, square(50, 20, 4))], scratch, "kiosk.geojson")
      #expect(try imported(file, kiosk, "--level", "0").output.contains("1 unit,"))
      #expect(try IndoorCommand.run("venue", "info", file).output.contains("5 units"))
      // One layer a kind, in one import: the corridor comes before the outline by its name.
      let layers = try [
        write([("", square(0, 10, 60, 3))], scratch, "corridor.geojson"),
        write([("", square(0, 0, 60, 30))], scratch, "outline.geojson"),
        write(rooms, scratch, "rooms.geojson"),
      ]
      let other = scratch.path("w.gpkg")
      let all = try IndoorCommand.run(["venue", "import", other] + layers + ["--level", "0"])
      #expect(all.output.contains("5 units"), "\(all)")
      #expect(try IndoorCommand.run("venue", "check", other).output.contains("0 errors"))
      // A room's category says that it is none.
      let cross = try write(
        [(#""category":"walkway""#, square(0, 0, 60, 30))] + rooms, scratch, "cross.geojson")
      #expect(
        try imported(scratch.path("x.gpkg"), cross, "--level", "0").output.contains("5 units"))
    }
  }

  @Test func `doors without ids of another part are added, and rooms outside of its outline told`()
    throws
  {
    try Scratch.with { scratch in
      func wing(_ name: String, at x: Double) throws -> String {
        let level = (
          #""feature_type":"level","id":"L","ordinal":0"#, square(x - 10, -10, 60, 60)
        )
        let rooms = (0..<3).map { number in
          (
            #""feature_type":"unit","id":"\#(name)\#(number)","level_id":"L""#,
            square(x + Double(number) * 10, 0, 10)
          )
        }
        let doors = (0..<3).map { number in
          let west = 11 + (x + Double(number) * 10 + 4) / 74_600
          return (
            #""feature_type":"opening","level_id":"L""#,
            #"{"type":"LineString","coordinates":[[\#(west),48],[\#(west + 0.00001),48]]}"#
          )
        }
        return try write([level] + rooms + doors, scratch, "\(name).geojson")
      }
      let file = scratch.path("v.gpkg")
      let (west, east) = (try wing("west", at: 0), try wing("east", at: 200))
      #expect(!(try imported(file, west).errors.contains("venue-moved")))
      #expect(!(try imported(file, west).errors.contains("venue-moved")))
      let second = try imported(file, east)
      #expect(!second.errors.contains("venue-moved"), "\(second)")
      #expect(
        second.errors.contains("leaves out 3 units, as \"west0\", that lie in the one it had"),
        "\(second)")
      let info = try IndoorCommand.run("venue", "info", file)
      #expect(info.output.contains("6 units") && info.output.contains("6 openings"), "\(info)")
      // Both in one import have one outline.
      #expect(!(try imported(file, west, east).errors.contains("outline-replaced")))
      // A single door, too.
      let door = try write(
        [
          (
            #""feature_type":"opening""#,
            #"{"type":"LineString","coordinates":[[11.004,48.0001],[11.00401,48.0001]]}"#
          )
        ], scratch, "door.geojson")
      try imported(file, door, "--level", "0")
      #expect(try IndoorCommand.run("venue", "info", file).output.contains("7 openings"))
    }
  }

  @Test func `a plan that takes another one's place is told`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let museum = "\(repository)/FloorPlans/museum"
      try imported(file, "\(museum)/venue.geojson")
      func placed(_ name: String) throws -> IndoorCommand.Result {
        let copy = scratch.path(name)
        if !FileManager.default.fileExists(atPath: copy) {
          let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(museum)/level-G.pdf"))
          try (bytes + Data("\n% \(name)\n".utf8)).write(to: URL(fileURLWithPath: copy))
        }
        return try IndoorCommand.run(
          "align", "--plan", copy, "--anchors", "\(museum)/level-G.anchors.geojson", "--into", file,
          "--level", "0")
      }
      #expect(try !placed("west.pdf").errors.contains("plan-replaced"))
      #expect(try !placed("west.pdf").errors.contains("plan-replaced"))
      #expect(try placed("east.pdf").errors.contains("east.pdf took the place of west.pdf"))
      // Another level's sheet under the same name; the same sheet issued anew isn't one.
      func floor(_ folder: String, _ label: String, _ tail: String = "") throws -> String {
        let sheet = try Data(contentsOf: URL(fileURLWithPath: "\(museum)/level-\(label).pdf"))
        let path = try scratch.write([UInt8](sheet + Data(tail.utf8)), to: "\(folder)/plan.pdf")
        return try IndoorCommand.run(
          "align", "--plan", path, "--anchors", "\(museum)/level-\(label).anchors.geojson",
          "--into", file, "--level", "-1"
        ).errors
      }
      #expect(try !floor("basement", "B").contains("plan-replaced"))
      #expect(try !floor("again", "B", "\n% of May\n").contains("plan-replaced"))
      #expect(
        try floor("first", "1").contains("another plan.pdf took the place of the plan.pdf that was")
      )
    }
  }

  @Test func `another guide under the same name is told`() throws {
    try Scratch.with { scratch in
      func guide(_ folder: String, _ titles: [String]) throws -> String {
        try FileManager.default.createDirectory(
          atPath: scratch.path("\(folder)/guide"), withIntermediateDirectories: true)
        let rows = titles.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
        try scratch.write("key,title\n\(rows)", to: "\(folder)/guide/items.csv")
        return scratch.path("\(folder)/guide")
      }
      let file = scratch.path("v.gpkg")
      try imported(file, "\(repository)/FloorPlans/museum/venue.geojson")
      let north = try guide("north", ["Bow", "Stern"])
      for source in [north, try guide("edited", ["Bow", "Stern of the ship"])] {
        let result = try IndoorCommand.run("guide", "import", file, source)
        #expect(result.status == 0 && !result.errors.contains("guide-replaced"), "\(result)")
      }
      let south = try IndoorCommand.run(
        "guide", "import", file, try guide("south", ["Lamp", "Net"]))
      #expect(south.errors.contains("all 2 works that the collection"), "\(south)")
      // A word that two works have by chance doesn't make one guide of two.
      let ship = ["Bow of the Gudrun", "The Mast", "The Keel", "Sail", "Oars and rudder"]
      func told(_ folder: String, _ titles: [String]) throws -> IndoorCommand.Result {
        let result = try IndoorCommand.run(
          "guide", "import", file, try guide(folder, titles), "--collection", "ship")
        #expect(result.status == 0, "\(result)")
        return result
      }
      for (folder, titles) in [("ship", ship), ("corrected", ship.map { "\($0) (1888)" })] {
        #expect(try !told(folder, titles).errors.contains("guide-replaced"))
      }
      let other = try told(
        "things", ["Gift of the Smith family", "The Lamp", "The Net", "Cask", "Oars of a galley"])
      #expect(other.errors.contains("4 of the 5 works that the collection \"ship\""), "\(other)")
      // Called alike, and on another level.
      func floor(_ folder: String, _ label: String) throws -> IndoorCommand.Result {
        let rows = (1...4).map { "\($0),Work \($0) of \(label),\(label)\n" }.joined()
        try scratch.write("key,title,level\n\(rows)", to: "\(folder)/guide/items.csv")
        return try IndoorCommand.run(
          "guide", "import", file, scratch.path("\(folder)/guide"), "--collection", "floors")
      }
      #expect(try !floor("ground", "G").errors.contains("guide-replaced"))
      let first = try floor("first", "1")
      #expect(first.errors.contains("all 4 works that the collection \"floors\""), "\(first)")
    }
  }
}
