import Foundation
import IndoorAuthoring
import IndoorFiles
import IndoorModel
import IndoorStorage
import Testing

/// Zips of what `survey import` takes as folders.
@Suite struct ZippedUploadTests {
  private let scratch: Scratch
  private let venues: String
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    server = try ServerProcess(venues: venues, in: scratch)
  }

  /// Two floors of the Indoor Location Competition without pictures, with a walk each that hears
  /// two access points twice.
  private func makeSite() throws -> String {
    for (floor, east) in [("F1", 0.0), ("F2", 0.0001)] {
      let folder = try scratch.folder("site/\(floor)/path_data_files")
      let above = URL(fileURLWithPath: folder).deletingLastPathComponent()
      try Data(#"{"map_info":{"width":300,"height":200}}"#.utf8)
        .write(to: above.appendingPathComponent("floor_info.json"))
      let (west, right) = (120 + east, 120.003 + east)
      try Data(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","id":"outline-\(floor)",\
        "properties":{"name":"\(floor)"},"geometry":{"type":"Polygon","coordinates":\
        [[[\(west),30],[\(right),30],[\(right),30.002],[\(west),30.002],[\(west),30]]]}}]}
        """.utf8
      ).write(to: above.appendingPathComponent("geojson_map.json"))
      var lines = ["1000\tTYPE_WAYPOINT\t50\t50"]
      for time in [2000, 4000] {
        for transmitter in ["02:00:00:00:00:01", "02:00:00:00:00:02"] {
          lines.append("\(time)\tTYPE_WIFI\ta\t\(transmitter)\t-50\t2412\t\(time)")
        }
      }
      lines.append("6000\tTYPE_WAYPOINT\t60\t5\(floor.suffix(1))")
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: "\(folder)/\(floor)-walk.txt"))
    }
    return scratch.path("site")
  }

  /// Zips what is in a folder.
  private func zip(_ what: String, in folder: String) throws -> [UInt8] {
    let zip = scratch.path("\(UUID().uuidString).zip")
    let script = "import os,shutil,sys; shutil.make_archive(sys.argv[1][:-4],'zip',*sys.argv[2:])"
    let made = try ShellRun.run(["python3", "-c", script, zip, folder, what])
    try #require(made.status == 0)
    return Array(try Data(contentsOf: URL(fileURLWithPath: zip)))
  }

  private func put(
    _ bytes: [UInt8], to venue: String, query: String = ""
  ) throws -> HTTPClient.Reply {
    let hash = SHA256.hexadecimal(SHA256.digest(of: bytes))
    return try server.client.send("PUT", "/v1/venues/\(venue)/walks/\(hash)\(query)", body: bytes)
  }

  private func makeVenue(_ name: String) throws {
    let made = try server.client.send(
      "POST", "/v1/venues/\(name)", headers: ["Content-Type": "application/octet-stream"], body: [])
    #expect(made.status == 201, "\(made)")
  }

  /// A zip of something in a folder, and the levels that come of it.
  private struct Way {
    var what: String
    var folder: String
    var query = ""
    var levels: [String]
  }

  @Test func `a zip may be called what its folder is`() throws {
    _ = try makeSite()
    try makeVenue("new")
    let sent = try put(zip("site", in: scratch.folder), to: "new", query: "?name=unpacked")
    #expect(sent.status == 201, "\(sent)")
  }

  @Test func `a competition's site, floor, or walks' folder in a zip is what the folder is`() throws
  {
    let site = try makeSite()
    // Zips of a site and of its folder, of a floor's folder, and of what is in that.
    let ways = [
      Way(what: ".", folder: site, levels: ["F1", "F2"]),
      Way(what: "site", folder: scratch.folder, levels: ["F1", "F2"]),
      Way(what: "F2", folder: site, levels: ["F2"]),
      Way(what: ".", folder: "\(site)/F2", query: "?name=F2.zip", levels: ["F2"]),
    ]
    for (number, way) in ways.enumerated() {
      try makeVenue("v\(number)")
      let sent = try put(zip(way.what, in: way.folder), to: "v\(number)", query: way.query)
      #expect(sent.status == 201, "\(sent)")
      let file = scratch.path("v\(number).gpkg")
      _ = try ImportSurvey(venue: file, sources: [way.levels.count == 2 ? site : "\(site)/F2"])
        .run()
      let expected = try ListWalks(venue: file).run().walks
      #expect(expected.count == way.levels.count)
      #expect(try sent.json()["walks"] as? [String] == expected.map(\.hash))
      #expect(try sent.json()["fingerprints"] as? Int == expected.reduce(0) { $0 + $1.placed })
      let levels = try ReadVenue(venue: "\(venues)/v\(number).gpkg").run().levels
      #expect(levels.map(\.label) == way.levels)
    }
  }

  @Test func `a folder of recordings in a zip comes in whole, twice as once`() throws {
    _ = try ImportVenue(
      venue: "\(venues)/m.gpkg", sources: ["\(repository)/FloorPlans/museum/venue.geojson"]
    ).run()
    let folder = try scratch.folder("walks")
    let recordings = try Museum.recordings("survey-").prefix(2)
    for path in recordings {
      try FileManager.default.copyItem(
        atPath: path, toPath: "\(folder)/\(URL(fileURLWithPath: path).lastPathComponent)")
    }
    let bytes = try zip(".", in: folder)
    _ = try server.client.wait("/v1/venues/m") { $0.status == 200 }
    let sent = try put(bytes, to: "m")
    #expect(sent.status == 201, "\(sent)")
    #expect((try sent.json()["walks"] as? [String])?.count == 2)
    #expect(try put(bytes, to: "m").status == 200)
    #expect(try ListWalks(venue: "\(venues)/m.gpkg").run().walks.count == 2)
  }

  @Test func `zips that can't be a folder are told without the server's paths`() throws {
    let site = try makeSite()
    try makeVenue("v")
    // What is a floor has to say which one.
    let nameless = try put(zip(".", in: "\(site)/F2"), to: "v")
    #expect(nameless.status == 422 && nameless.text.contains("upload/upload-"), "\(nameless)")
    #expect(nameless.text.contains("doesn't number the floor"), "\(nameless)")
    for (names, code) in [
      (["F1/path_data_files/a.txt", "F1/path_data_files/a.txt/b.txt"], "bad-entry"),
      (["F1/path_data_files/\(String(repeating: "x", count: 300)).txt"], "bad-entry"),
      (["../a.txt"], "bad-name"), (["a.pdf"], "malformed"),
    ] {
      let path = scratch.path("\(UUID().uuidString).zip")
      let script =
        "import sys,zipfile\nwith zipfile.ZipFile(sys.argv[1],'w') as z:\n for n in sys.argv[2:]: z.writestr(n,'1')"
      try #require(try ShellRun.run(["python3", "-c", script, path] + names).status == 0)
      let refused = try put(Array(Data(contentsOf: URL(fileURLWithPath: path))), to: "v")
      #expect(refused.status == 422 && refused.code == code, "\(names): \(refused)")
      #expect(!refused.text.contains("/tmp"), "\(refused)")
    }
  }
}
