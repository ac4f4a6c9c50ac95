import Foundation
import IndoorArchive
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
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, table, "--time-zone", "Nowhere"),
        "--time-zone", "Europe/Berlin")
    }
  }
}
