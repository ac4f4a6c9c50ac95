import Foundation
import Testing

/// TIFFs that say themselves where they lie.
@Suite struct TIFFPlanTests {
  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  @Test(.enabled(if: has("gdal_translate"), "install gdal-bin"))
  func `a GeoTIFF places itself, and comes out where it was`() throws {
    try Scratch.with { scratch in
      let grey = scratch.path("grey.pgm")
      try scratch.write(
        Array("P5\n300 200\n255\n".utf8) + [UInt8](repeating: 200, count: 60_000), to: "grey.pgm")
      let plan = scratch.path("plan.tif")
      // UTM zone 32: a tenth of a metre a pixel around 500 km east, on the central meridian 9° E.
      let made = try IndoorCommand.run(
        [
          "-q", "-a_srs", "EPSG:25832", "-a_ullr", "500000", "5316320", "500030", "5316300", grey,
          plan,
        ],
        program: "/usr/bin/gdal_translate")
      #expect(made.status == 0, "\(made)")
      let json = try placedPlan(plan, [])
      let corners = try #require(json["corners"] as? [[Double]])
      #expect(abs(corners[0][0] - 9) < 1e-8)
      #expect(abs((json["metresPerUnit"] as? Double ?? 0) - 0.1) < 1e-4)
      #expect((json["rmseMetres"] as? Double ?? 1) < 1e-3)
      let big = scratch.path("big.tif")
      try IndoorCommand.run(
        ["-q", "-co", "BIGTIFF=YES", plan, big], program: "/usr/bin/gdal_translate")
      #expect(try placedPlan(big, [])["corners"] as? [[Double]] == corners)
      // Stored with its lowest row first it lies where it says, in a mirror as by a world file.
      let lowest = scratch.path("lowest.tif")
      try IndoorCommand.run(
        [
          "-q", "-a_srs", "EPSG:25832", "-a_ullr", "500000", "5316300", "500030", "5316320", grey,
          lowest,
        ], program: "/usr/bin/gdal_translate")
      let upside = try placedPlan(lowest, [])
      let told = upside["warnings"] as? [[String: Any]] ?? []
      #expect(told.map { $0["code"] as? String } == ["positive-rows"], "\(upside)")
      #expect(abs(((upside["corners"] as? [[Double]])?[0][1] ?? 0) - corners[0][1]) < 1e-3)
      // Degrees of longitude are shorter than those of latitude, and no printer stretched it.
      let degrees = scratch.path("degrees.tif")
      try IndoorCommand.run(
        ["-q", "-t_srs", "EPSG:4326", plan, degrees], program: "/usr/bin/gdalwarp")
      let warped = try placedPlan(degrees, [])
      #expect((warped["warnings"] as? [Any])?.isEmpty == true, "\(warped)")
      #expect(abs(((warped["corners"] as? [[Double]])?[0][1] ?? 0) - corners[0][1]) < 1e-5)
      // Anchors that lay it in another size, and those that lay it where it says.
      let anchors = ["0,0=48.01,9.001", "300,200=48.02,9.002"].flatMap { ["--anchor", $0] }
      let other = try IndoorCommand.run(["align", "--plan", plan] + anchors)
      #expect(other.errors.contains("[own-place-differs]"), "\(other)")
      let same = try IndoorCommand.run(
        "align", "--plan", plan, "--anchor-crs", "EPSG:25832", "--anchor", "0,0=500000,5316320",
        "--anchor", "300,200=500031,5316300")
      #expect(same.status == 0 && same.errors.isEmpty, "\(same)")
      let plain = scratch.path("plain.tif")
      try IndoorCommand.run(["-q", grey, plain], program: "/usr/bin/gdal_translate")
      expectBadInput(try IndoorCommand.run("align", "--plan", plain), "anchors", "no anchor")
    }
  }

  /// As `gdal_translate -gcp` and QGIS's georeferencer leave a TIFF that isn't warped yet.
  @Test(.enabled(if: has("gdal_translate"), "install gdal-bin"))
  func `control points in a TIFF are its anchors`() throws {
    try Scratch.with { scratch in
      let grey = try scratch.write(
        Array("P5\n300 200\n255\n".utf8) + [UInt8](repeating: 200, count: 60_000), to: "grey.pgm")
      // The corners of the picture above but for the lower right one, in metres and in degrees.
      let points = ["0 0 500000 5316320", "300 0 500030 5316320", "0 200 500000 5316300"]
      let degrees = ["0 0 9 48", "300 0 9.0004 48", "0 200 9 47.9998"]
      for (system, list) in [("EPSG:25832", points), ("EPSG:4326", degrees)] {
        let plan = scratch.path("points.tif")
        let made = try IndoorCommand.run(
          ["-q", "-a_srs", system]
            + list.flatMap { ["-gcp"] + $0.split(separator: " ").map(String.init) }
            + [grey, plan], program: "/usr/bin/gdal_translate")
        #expect(made.status == 0, "\(made)")
        let json = try placedPlan(plan, [])
        let anchors = try #require(json["anchors"] as? [[String: Any]])
        #expect(anchors.map { $0["name"] as? String } == (1...3).map { "control point \($0)" })
        let corners = try #require(json["corners"] as? [[Double]])
        #expect(corners.contains { abs($0[0] - 9) < 1e-7 }, "\(corners)")
        if system == "EPSG:25832" {
          #expect(abs((json["metresPerUnit"] as? Double ?? 0) - 0.1) < 1e-4)
          #expect((json["rmseMetres"] as? Double ?? 1) < 1e-3)
        }
      }
      let unnamed = scratch.path("unnamed.tif")
      try IndoorCommand.run(
        ["-q"] + points.flatMap { ["-gcp"] + $0.split(separator: " ").map(String.init) }
          + [grey, unnamed], program: "/usr/bin/gdal_translate")
      expectBadInput(
        try IndoorCommand.run("align", "--plan", unnamed), "unnamed.tif",
        "name it with --anchor-crs")
      #expect(try placedPlan(unnamed, ["--anchor-crs", "EPSG:25832"])["anchors"] != nil)
    }
  }

  /// EPSG: 3855 and 5773 are heights alone, 7415 is 28992 with heights.
  @Test(
    .enabled(if: has("gdal_translate"), "install gdal-bin"),
    arguments: ["EPSG:32632+3855", "EPSG:7415"])
  func `a TIFF in map coordinates and heights lies by the former`(system: String) throws {
    try Scratch.with { scratch in
      try scratch.write(
        Array("P5\n30 20\n255\n".utf8) + [UInt8](repeating: 200, count: 600), to: "grey.pgm")
      let plan = scratch.path("plan.tif")
      let isDutch = system.hasSuffix("7415")
      let corners =
        isDutch
        ? ["155000", "463000", "155030", "462980"] : ["500000", "5400000", "500030", "5399980"]
      let made = try IndoorCommand.run(
        ["-q", "-a_srs", system, "-a_ullr"] + corners + [scratch.path("grey.pgm"), plan],
        program: "/usr/bin/gdal_translate")
      try #require(made.status == 0)
      #expect(try placedPlan(plan, [])["pageToLocal"] != nil)
    }
  }

  /// As building sites have systems of their own, and as the pictures that are exported here have
  /// the venue's. A transverse Mercator's origin has the easting and northing 0 (EPSG 9807).
  @Test(.enabled(if: has("gdal_translate"), "install gdal-bin"))
  func `a raster of a system without a code lies where that system says`() throws {
    try Scratch.with { scratch in
      let grey = try scratch.write(
        Array("P5\n300 200\n255\n".utf8) + [UInt8](repeating: 200, count: 60_000), to: "grey.pgm")
      let system = "+proj=tmerc +lat_0=47.5 +lon_0=8.25 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m"
      let placed = ["-q", "-a_srs", system, "-a_ullr", "0", "0", "30", "-20"]
      let plan = scratch.path("plan.tif")
      try IndoorCommand.run(placed + [grey, plan], program: "/usr/bin/gdal_translate")
      func corner(_ plan: String, _ options: [String]) throws -> [Double] {
        let json = try placedPlan(plan, options)
        // The upper left one, on the system's origin.
        let corners = try #require(json["corners"] as? [[Double]])
        return try #require(corners.filter { abs($0[1] - 47.5) < 1e-7 }.min { $0[0] < $1[0] })
      }
      #expect(abs(try corner(plan, [])[0] - 8.25) < 1e-8)
      // What is said outright counts where the file has no code: Japan's zone IX of JGD2011 has its
      // origin at 36° N.
      let said = try placedPlan(plan, ["--anchor-crs", "EPSG:6677"])
      #expect((said["corners"] as? [[Double]])?.allSatisfy { abs($0[1] - 36) < 0.01 } == true)
      // GDAL's world file, beside which a .prj says the system as Esri's programs write it.
      let picture = scratch.path("plan.png")
      try IndoorCommand.run(
        placed + ["-of", "PNG", "-co", "WORLDFILE=YES", grey, picture],
        program: "/usr/bin/gdal_translate")
      let world = scratch.path("plan.wld")
      expectBadInput(
        try IndoorCommand.run("align", "--plan", picture, "--anchors", world), world,
        "name it with --anchor-crs")
      let text = try IndoorCommand.run(
        ["-o", "wkt_esri", "--single-line", system], program: "/usr/bin/gdalsrsinfo")
      try scratch.write(Array(text.output.utf8), to: "plan.prj")
      #expect(abs(try corner(picture, ["--anchors", world])[0] - 8.25) < 1e-8)
      // QGIS's points say it in their first line.
      let points = try scratch.write(
        Array(
          ("#CRS: " + text.output.filter { !$0.isNewline }
            + "\nmapX,mapY,sourceX,sourceY,enable\n0,0,0,0,1\n30,0,300,0,1\n0,-20,0,-200,1\n").utf8
        ), to: "plan.points")
      #expect(abs(try corner(picture, ["--anchors", points])[0] - 8.25) < 1e-8)
      for wrong in ["LOCAL_CS[\"site\",UNIT[\"metre\",1]]", "nope", "", "/dev/zero"] {
        try scratch.write(Array(wrong.utf8), to: "plan.prj")
        expectBadInput(
          try IndoorCommand.run("align", "--plan", picture, "--anchors", world), world,
          "name it with --anchor-crs")
      }
    }
  }
}
