import Foundation
import Testing

/// Files of another kind than is asked for: a drawing where a venue is, a venue where a recording
/// is.
@Suite struct WrongKindTests {
  private static let plan = "\(repository)/FloorPlans/museum/level-G.pdf"

  @Test(arguments: [
    ["venue", "import", "n.gpkg", plan], ["venue", "check", plan],
    ["survey", "import", "n.gpkg", plan],
    ["guide", "import", "n.gpkg", plan, "--language", "en"],
    ["align", "--plan", plan, "--anchors", plan],
  ])
  func `a PDF is called one, and where it goes is said`(arguments: [String]) throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(arguments.map { $0 == "n.gpkg" ? scratch.path($0) : $0 })
      expectBadInput(result, Self.plan, "is a PDF")
      #expect(result.errors.contains("align it as a plan"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("n.gpkg")))
    }
  }

  @Test(arguments: ["ESRI Shapefile", "KML", "GPKG"])
  func `what GDAL writes instead of GeoJSON is called what it is`(driver: String) throws {
    try Scratch.with { scratch in
      let (source, made) = (
        try scratch.write(SmallVenue.geoJSON(), to: "v.geojson"), scratch.path("made")
      )
      let gdal = Process()
      gdal.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      gdal.arguments = ["ogr2ogr", "-f", driver, made, source, "-where", "feature_type = 'unit'"]
      gdal.standardError = FileHandle.nullDevice
      try gdal.run()
      gdal.waitUntilExit()
      let file = driver == "ESRI Shapefile" ? "\(made)/v.shp" : made
      let word = [
        "ESRI Shapefile": "is a shapefile", "KML": "is XML", "GPKG": "is a SQLite database",
      ]
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.path("n.gpkg"), file), file,
        word[driver] ?? "")
    }
  }
}
