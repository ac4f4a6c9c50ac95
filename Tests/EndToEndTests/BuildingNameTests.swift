import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Buildings are named by id or name, and a name that two have is nobody's.
struct BuildingNameTests {
  /// A venue of the buildings a and b, both called Tower, and c, called Hall; each has level 0.
  private func venue(in scratch: Scratch) throws -> String {
    let path = scratch.path("v.gpkg")
    let origin = Coordinate(latitude: 48, longitude: 11)
    var venue = Venue(id: "v", name: "v", origin: origin)
    venue.buildings = [
      Building(id: "a", name: "Tower"), Building(id: "b", name: "Tower"),
      Building(id: "c", name: "Hall"),
    ]
    let corners = [(0.0, 0.0), (0, 0.001), (0.001, 0.001), (0.001, 0)].map {
      Coordinate(latitude: origin.latitude + $0.0, longitude: origin.longitude + $0.1)
    }
    venue.levels = ["a", "b", "c"].map {
      Level(
        id: "\($0)0", key: LevelKey(building: $0, ordinal: 0), label: "G",
        outline: [Polygon(exterior: corners)])
    }
    try VenueFile.create(path).save(venue)
    return path
  }

  private let align = [
    "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchor",
    "100,100=48.0001,11.0001", "--anchor", "900,500=48.0005,11.0009", "--force", "--level", "0",
  ]

  @Test func `a name that one building has does for its id`() throws {
    try Scratch.with { scratch in
      let venue = try venue(in: scratch)
      for building in ["Hall", "c"] {
        let placed = try IndoorCommand.run(align + ["--into", venue, "--building", building])
        #expect(placed.status == 0, "\(placed)")
        #expect(try VenueFile.open(venue).placements().map(\.level.building) == ["c"])
        let output = scratch.path("\(building).json")
        let exported = try IndoorCommand.run(
          "plan", "export", venue, "--building", building, "--level", "0", "--as", "maplibre",
          "--output", output)
        #expect(exported.status == 0, "\(exported)")
        // One plan is too little to tie; that it is found is what matters here.
        let tied = try IndoorCommand.run("plan", "align-levels", venue, "--building", building)
        expectBadInput(tied, venue, "a plan on one level only")
        let removed = try IndoorCommand.run(
          "plan", "remove", venue, "--building", building, "--level", "0")
        #expect(removed.status == 0, "\(removed)")
      }
    }
  }

  @Test func `buildings of one name are told apart by their ids in a map's levels`() throws {
    try Scratch.with { scratch in
      let (venue, style) = (try venue(in: scratch), scratch.path("s.json"))
      let result = try IndoorCommand.run(
        "venue", "export", venue, "--as", "maplibre", "--output", style)
      #expect(result.status == 0, "\(result)")
      let text = try String(contentsOfFile: style, encoding: .utf8)
      for title in [
        "Tower (a) · G (ordinal 0)", "Tower (b) · G (ordinal 0)", "Hall · G (ordinal 0)",
      ] {
        #expect(text.contains("\"title\": \"\(title)\""))
      }
    }
  }

  @Test func `a plan is laid on no building that isn't there`() throws {
    try Scratch.with { scratch in
      let venue = try venue(in: scratch)
      for level in [[], ["--level", "0"]] {
        let result = try IndoorCommand.run(
          [
            "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--auto", "--venue",
            venue, "--building", "x",
          ] + level)
        expectBadInput(result, venue, "in building \"x\", only")
      }
    }
  }

  /// No two buildings stand in one place.
  @Test func `a slip in a building's name makes none over the one that is meant`() throws {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("v.gpkg"), "\(repository)/FloorPlans/museum")
      try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson")
      func placed(in building: String, _ options: String...) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          [
            "align", "--plan", "\(museum)/level-G.pdf", "--anchors",
            "\(museum)/level-G.anchors.geojson", "--into", file, "--level", "0", "--building",
            building,
          ] + options)
      }
      func buildings() throws -> Set<String> {
        Set(try #require(try VenueFile.open(file).venue()).levels.map(\.key.building))
      }
      let before = try buildings()
      let slip = try placed(in: "Musuem of the Open Sea")
      expectBadInput(slip, file, "nothing is drawn of a building \"Musuem of the Open Sea\"")
      #expect(try placed(in: " museum of the  open sea").status == 0)
      #expect(try buildings() == before)
      #expect(try placed(in: "Annex", "--force").status == 0)
      #expect(try buildings() == before.union(["Annex"]))
    }
  }

  /// A site of a mall of one level and, inside of it, a kiosk that is outlined and not yet drawn.
  private func mall(_ buildings: String, levels: String, in scratch: Scratch) throws -> String {
    func square(_ south: Double, _ west: Double, _ side: Double) -> String {
      let (north, east) = (south + side, west + side)
      return
        "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]"
    }
    let outer = square(48, 11, 0.001)
    let inner = square(48.0003, 11.0003, 0.0004)
    let text =
      #"{"type":"FeatureCollection","features":["#
      + (buildings + levels)
      .replacing("OUTER", with: #"{"type":"Polygon","coordinates":"# + outer + "}")
      .replacing("INNER", with: #"{"type":"Polygon","coordinates":"# + inner + "}")
      + #"{"type":"Feature","id":"u","feature_type":"unit","properties":{"level_id":"a0","category":"room"},"geometry":{"type":"Polygon","coordinates":"#
      + square(48.0001, 11.0001, 0.0001) + "}}]}"
    let file = scratch.path("v.gpkg")
    let source = try scratch.write(text, to: "v.geojson")
    let made = try IndoorCommand.run("venue", "import", file, source)
    try #require(made.status == 0, "\(made)")
    return file
  }

  private static let twoBuildings =
    #"{"type":"Feature","id":"A","feature_type":"building","properties":{"name":"Mall"},"geometry":null},"#
    + #"{"type":"Feature","id":"B","feature_type":"building","properties":{"name":"Kiosk"},"geometry":null},"#

  private static let mallLevel =
    #"{"type":"Feature","id":"a0","feature_type":"level","properties":{"ordinal":0,"short_name":"0","building_ids":["A"]},"geometry":OUTER},"#

  private static let kioskLevel =
    #"{"type":"Feature","id":"b0","feature_type":"level","properties":{"ordinal":0,"short_name":"0","building_ids":["B"]},"geometry":INNER},"#

  /// With the kiosk in the middle of the page.
  private let laid = [
    "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchor",
    "192,342=48.0002,11.0001", "--anchor", "2192,1342=48.0008,11.0009", "--level", "0",
  ]

  @Test func `a building that is outlined and not yet drawn takes its plan`() throws {
    try Scratch.with { scratch in
      let file = try mall(
        Self.twoBuildings, levels: Self.mallLevel + Self.kioskLevel, in: scratch)
      let placed = try IndoorCommand.run(
        laid + ["--into", file, "--building", "Kiosk"])
      #expect(placed.status == 0, "\(placed)")
      #expect(try VenueFile.open(file).placements().map(\.level.building) == ["B"])
      let slip = try IndoorCommand.run(
        laid + ["--into", file, "--building", "Kisok"])
      expectBadInput(slip, file, "nothing is drawn of a building \"Kisok\"")
    }
  }

  @Test func `a level in none of the buildings is in no other's way`() throws {
    try Scratch.with { scratch in
      let homeless = Self.mallLevel.replacing(#","building_ids":["A"]"#, with: "")
      let file = try mall(Self.twoBuildings, levels: homeless, in: scratch)
      let placed = try IndoorCommand.run(laid + ["--into", file, "--building", "Kiosk"])
      #expect(placed.status == 0, "\(placed)")
    }
  }

  @Test func `a building without a name is told from what is outdoors`() throws {
    try Scratch.with { scratch in
      let outdoors = Self.mallLevel.replacing(#","building_ids":["A"]"#, with: "")
      let alone = try mall("", levels: outdoors, in: scratch)
      let slip = try IndoorCommand.run(
        laid + ["--into", alone, "--building", "Mian"])
      expectBadInput(slip, alone, "the venue's only building, which has no name; name none")
    }
    try Scratch.with { scratch in
      let outdoors = Self.mallLevel.replacing(#","building_ids":["A"]"#, with: "")
      let beside = Self.kioskLevel.replacing("\"ordinal\":0", with: "\"ordinal\":1")
      let file = try mall(Self.twoBuildings, levels: outdoors + beside, in: scratch)
      let placed = try IndoorCommand.run(
        laid + ["--into", file, "--building", "Annex"])
      #expect(placed.status == 0, "\(placed)")
    }
  }

  @Test func `a name that two buildings have is refused wherever a building is named`() throws {
    try Scratch.with { scratch in
      let venue = try venue(in: scratch)
      let walk = try SurveySamples.folder(1, in: scratch)
      let source = try scratch.write(
        #"{"type":"FeatureCollection","features":[]}"#, to: "empty.geojson")
      for command in [
        align + ["--into", venue], ["plan", "align-levels", venue],
        ["plan", "export", venue, "--level", "0", "--as", "maplibre", "--output", "s.json"],
        ["plan", "remove", venue, "--level", "0"], ["venue", "import", venue, source],
        ["survey", "import", venue, walk, "--level", "0"],
      ] {
        let result = try IndoorCommand.run(command + ["--building", "Tower"], in: scratch.folder)
        expectBadInput(result, venue, "a, b are both called \"Tower\"")
      }
    }
  }
}
