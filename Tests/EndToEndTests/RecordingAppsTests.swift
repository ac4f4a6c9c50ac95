import Foundation
import IndoorArchive
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// From an app's export to walks with places.
struct RecordingAppsTests {
  /// A walk through `SmallVenue`'s two rooms as Sensor Logger zips it: a scan each second, a
  /// numbered mark in each room.
  private func zip(_ name: String, marks: (String, String), in scratch: Scratch) throws -> String {
    let start: Int64 = 1_698_501_144_000_000_000
    func time(_ second: Int) -> String { "\(start + Int64(second) * 1_000_000_000),\(second).0" }
    let wifi = (1...20).map { "\(time($0)),n,06:74:9c:2e:9e:0\($0 % 9),5180,-\(40 + $0),[ESS]\n" }
    let files = [
      (
        "Metadata.csv",
        "version,device name,recording epoch time,recording time,recording timezone,platform\n"
          + "3,Pixel 8,1698501144000,2023-10-28_13-52-24,Europe/London,android\n"
      ),
      (
        "WiFi.csv",
        "time,seconds_elapsed,ssid,bssid,frequency,level,capabilities\n" + wifi.joined()
      ),
      (
        "Annotation.csv",
        "time,seconds_elapsed,text,millisecond_press_duration\n"
          + "\(time(0)),\(marks.0),80\n\(time(21)),\(marks.1),80\n"
      ),
    ]
    let path = scratch.path(name)
    try ZipWriter.write(files.map { ($0.0, $0.1) }, to: path)
    return path
  }

  private func tally(_ result: IndoorCommand.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  @Test func `a zip whose marks are in a file of waypoints becomes a checked map`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let walk = try zip("walk.zip", marks: ("1", "2"), in: scratch)
      let waypoints = try scratch.write("n,place,level\n1,Hall,G\n2,unit:shop\n", to: "w.csv")
      let result = try IndoorCommand.run(
        "survey", "import", venue, walk, "--waypoints", waypoints, "--json")
      #expect(result.status == 0, "\(result)")
      #expect(try tally(result)["fingerprints"] as? Int == 20)
      #expect(try (tally(result)["findings"] as? [Any])?.isEmpty == true)
      let build = try IndoorCommand.run("radiomap", "build", venue)
      #expect(build.status == 0, "\(build)")
      let located = try IndoorCommand.run(
        "locate", venue, walk, "--output", scratch.path("positions.csv"))
      #expect(located.status == 0, "\(located)")
    }
  }

  @Test func `a walk whose mark says no place is named by file and line, and the others come in`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let bad = try zip("bad.zip", marks: ("1", "2"), in: scratch)
      let good = try zip("good.zip", marks: ("Hall", "\"shop,G\""), in: scratch)
      let result = try IndoorCommand.run("survey", "import", venue, bad, good, "--json")
      #expect(result.status == 0, "\(result)")
      #expect(
        result.errors.contains(
          "bad.zip/Annotation.csv:2: mark 1 says no place; name the marks' places with --waypoints"),
        "\(result)")
      #expect((try tally(result)["walks"] as? [String: Int])?["new"] == 1)
      let findings = try #require(try tally(result)["findings"] as? [[String: String]])
      #expect(findings.map { $0["code"] } == ["unresolved-place"])
      #expect(try VenueFile.open(venue, readOnly: true).walks().map(\.recording) == ["good"])
    }
  }

  @Test func `where a walk is to make the venue, the mark that keeps it from that is named`() throws
  {
    try Scratch.with { scratch in
      let walk = try zip("walk.zip", marks: ("1", "9"), in: scratch)
      let marks = try scratch.write("n,latitude,longitude\n1,48.1,11.5\n", to: "marks.csv")
      expectBadInput(
        try IndoorCommand.run(
          "survey", "import", scratch.path("new.gpkg"), walk, "--waypoints", marks, "--level", "0"),
        walk, "walk.zip/Annotation.csv:3: mark 9 is not in")
    }
  }

  @Test func `a file of waypoints in UTF-16 is called that`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let walk = try zip("walk.zip", marks: ("1", "2"), in: scratch)
      let text = "n,place,level\n1,Hall,G\n2,Shop,G\n"
      let bytes: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }
      let wide = try scratch.write(bytes, to: "wide.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, walk, "--waypoints", wide), wide,
        "is UTF-16 text; save it as UTF-8")
    }
  }

  @Test func `points of waypoints may be in another reference system, by the file's crs`() throws {
    try Scratch.with { scratch in
      func points(_ system: String, _ first: String, _ second: String) -> String {
        func feature(_ n: Int, _ place: String) -> String {
          #"{"type":"Feature","properties":{"n":\#(n),"level":"G"},"geometry":{"type":"Point","coordinates":[\#(place)]}}"#
        }
        return
          #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(system)"}},"#
          + #""features":[\#(feature(1, first)),\#(feature(2, second))]}"#
      }
      let walk = try zip("walk.zip", marks: ("1", "2"), in: scratch)
      func path(_ text: String, _ name: String) throws -> [LocalPoint] {
        let venue = scratch.path("\(name).gpkg")
        let source = try scratch.write(SmallVenue.geoJSON(), to: "small.geojson")
        try IndoorCommand.run("venue", "import", venue, source)
        let marks = try scratch.write(text, to: "\(name).geojson")
        let result = try IndoorCommand.run("survey", "import", venue, walk, "--waypoints", marks)
        #expect(result.status == 0, "\(result)")
        return try #require(try VenueFile.open(venue, readOnly: true).walks().first).path
          .map(\.place)
      }
      let degrees = try path(
        points("OGC:CRS84", "13.40025,52.50025", "13.40075,52.50025"), "degrees")
      // The spherical Mercator projection's own formula: R λ, R ln tan(π/4 + φ/2).
      let metres = try path(
        points("EPSG:3857", "1491709.00651,6891087.43959", "1491764.66625,6891087.43959"), "metres")
      #expect(degrees.count == 2 && metres.count == 2)
      #expect(
        Swift.zip(degrees, metres).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < 1e-3 })
      let venue = try SmallVenue.imported(in: scratch)
      let local = try scratch.write(points("local", "1,2", "3,4"), to: "local.geojson")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, walk, "--waypoints", local), local,
        "has a member crs, \"local\"")
    }
  }

  @Test func `what is odd about a recording is said where it is located, too`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let walk = try zip("walk.zip", marks: ("Hall", "Shop"), in: scratch)
      try IndoorCommand.run("survey", "import", venue, walk)
      try IndoorCommand.run("radiomap", "build", venue)
      let rows = (0..<20).map {
        "06:74:9c:2e:9e:\($0 + 10),n,[ESS],2018-01-31 12:34:56,1,-60,52.5001,13.4001,0,3,WIFI\n"
      }
      let table = try scratch.write(
        "WigleWifi-1.4,appRelease=2.26,model=P,release=8,device=d,display=x,board=b,brand=g\n"
          + "MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type\n"
          + rows.joined(), to: "w.csv")
      let located = try IndoorCommand.run(
        "locate", venue, table, "--output", scratch.path("p.csv"), "--json")
      #expect(located.status == 0 && located.errors.contains("one row a network"), "\(located)")
      #expect(located.errors.contains("taken for UTC; name the zone with --time-zone"))
      let findings = try #require(try tally(located)["findings"] as? [[String: String]])
      #expect(
        Set(findings.map { $0["code"] })
          == ["row-a-network", "assumed-time-zone", "strange-transmitters"])
      for command in [
        ["locate", venue, table, "--output", scratch.path("p.csv")],
        ["radiomap", "evaluate", venue, "--against", table],
        ["motion", table, "--output", scratch.path("m.csv")],
      ] {
        let zoned = try IndoorCommand.run(command + ["--time-zone", "Europe/Berlin"])
        #expect(!zoned.errors.contains("zone"), "\(zoned)")
      }
    }
  }

  @Test func `a walk that got wrong places is read again, and keeps its name and order`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let walk = try zip("a.zip", marks: ("1", "2"), in: scratch)
      let other = try zip("b.zip", marks: ("Hall", "Shop"), in: scratch)
      let wrong = try scratch.write("n,place,level\n1,Shop,G\n2,Hall,G\n", to: "wrong.csv")
      let right = try scratch.write("n,place,level\n1,Hall,G\n2,Shop,G\n", to: "right.csv")
      func first() throws -> SurveyWalk {
        var walks: [SurveyWalk] = []
        try VenueFile.open(venue, readOnly: true).forEachWalk { walks.append($0) }
        return try #require(walks.first)
      }
      func counts(_ result: IndoorCommand.Result) throws -> [String: Int] {
        try #require(try tally(result)["walks"] as? [String: Int])
      }
      try IndoorCommand.run("survey", "import", venue, walk, "--waypoints", wrong)
      try IndoorCommand.run("survey", "import", venue, other)
      try IndoorCommand.run("survey", "rename", venue, "a", "lobby")
      let before = try first()

      let again = try IndoorCommand.run(
        "survey", "import", venue, walk, "--waypoints", right, "--json")
      #expect(
        again.errors.contains(
          "venue.gpkg: 1 walk was there already and stays as it was; --again reads it anew"),
        "\(again)")
      #expect(try first() == before)

      let replaced = try IndoorCommand.run(
        "survey", "import", venue, walk, "--waypoints", right, "--again", "--json")
      #expect(try counts(replaced)["replaced"] == 1, "\(replaced)")
      #expect(try counts(replaced)["new"] == 0 && counts(replaced)["known"] == 0)
      let after = try first()
      #expect(after.recording == "lobby" && after.hash == before.hash)
      #expect(after.path.map(\.place) == before.path.map(\.place).reversed())
      let mirrored = Swift.zip(after.fingerprints, before.fingerprints.reversed())
      #expect(mirrored.allSatisfy { abs($0.place.x - $1.place.x) < 1e-6 })
      let build = try IndoorCommand.run("radiomap", "build", venue)
      #expect(build.status == 0, "\(build)")

      // With marks that say no place the walk stays as it is.
      let none = try scratch.write("n,place,level\n7,Hall,G\n8,Shop,G\n", to: "none.csv")
      let kept = try IndoorCommand.run(
        "survey", "import", venue, walk, "--waypoints", none, "--again", "--json")
      #expect(try counts(kept)["known"] == 1 && counts(kept)["replaced"] == 0, "\(kept)")
      #expect(try first() == after)

      try IndoorCommand.run("survey", "remove", venue, "lobby", "--by", "ana")
      let hidden = try IndoorCommand.run(
        "survey", "import", venue, walk, "--waypoints", wrong, "--again")
      #expect(hidden.errors.contains("was removed by ana"), "\(hidden)")
      try IndoorCommand.run("survey", "restore", venue, "lobby")
      #expect(try first() == before)
    }
  }

  @Test func `a level, its building and a zone can be said for files that say none`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let table = try scratch.write(
        """
        WigleWifi-1.4,appRelease=2.26,model=P,release=8,device=d,display=x,board=b,brand=g
        MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type
        00:11:22:33:44:55,n,[ESS],2018-07-31 12:34:56,1,-60,52.5001,13.4001,0,3,WIFI
        00:11:22:33:44:55,n,[ESS],2018-07-31 12:34:58,1,-61,52.5002,13.4002,0,3,WIFI

        """, to: "w.csv")
      let result = try IndoorCommand.run(
        "survey", "import", venue, table, "--level", "G", "--time-zone", "Europe/Berlin")
      #expect(result.status == 0 && !result.errors.contains("zone"), "\(result)")
      let walk = try #require(try VenueFile.open(venue, readOnly: true).storedWalks().first)
      #expect(walk.levels.map(\.ordinal) == [0])
      // Summer time in Berlin is two hours ahead: date -u -d '2018-07-31 10:34:56' +%s.
      #expect(walk.times?.lowerBound.milliseconds == 1_533_033_296_000)
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, table, "--level", "9"), "--level", "\"9\"")
    }
  }

  /// What Python's zoneinfo gives with `fold=0` (PEP 495).
  @Test(arguments: [
    ("Europe/Berlin", "2024-10-27 02:30:00", 1_729_989_000),
    ("Europe/Berlin", "2024-03-31 02:30:00", 1_711_848_600),
    ("America/New_York", "2024-11-03 01:30:00", 1_730_611_800),
    ("America/New_York", "2024-03-10 02:30:00", 1_710_055_800),
    ("Australia/Lord_Howe", "2024-04-07 01:45:00", 1_712_414_700),
    ("Pacific/Apia", "2011-12-30 12:00:00", 1_325_282_400),
    ("Europe/Berlin", "2024-07-01 12:00:00", 1_719_828_000),
  ])
  func `an hour that comes twice is the first, one that is left out goes on`(
    zone: String, time: String, seconds: Int64
  ) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let table = try scratch.write(
        """
        WigleWifi-1.4,appRelease=2.26,model=P,release=8,device=d,display=x,board=b,brand=g
        MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type
        00:11:22:33:44:55,n,[ESS],\(time),1,-60,52.5001,13.4001,0,3,WIFI

        """, to: "w.csv")
      let result = try IndoorCommand.run(
        "survey", "import", venue, table, "--level", "G", "--time-zone", zone)
      #expect(result.status == 0, "\(result)")
      let walk = try #require(try VenueFile.open(venue, readOnly: true).storedWalks().first)
      #expect(walk.times?.lowerBound.milliseconds == seconds * 1000)
    }
  }
}
