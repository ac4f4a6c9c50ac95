import Foundation
import GRDB
import Testing

/// Files of survey programs and guides that aren't read, by the first lines that those write.
struct ForeignProgramTests {
  /// The name of a file, its text, and what it is called.
  private static let texts = [
    // airodump-ng's dump_write_csv, with its empty first line.
    (
      "scan-01.csv",
      "\r\nBSSID, First time seen, Last time seen, channel, Speed, Privacy, Cipher, Authentication, "
        + "Power, # beacons, # IV, LAN IP, ID-length, ESSID, Key\r\n06:74:9C:2E:9E:F3, "
        + "2024-05-01 10:00:00, 2024-05-01 10:00:09,  6,  54, WPA2, CCMP, PSK, -45,       10,"
        + "        0,   0.  0.  0.  0,   1, a, \r\n", "a table of airodump-ng"
    ),
    (
      "scan-01.kismet.netxml",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE detection-run SYSTEM "
        + "\"http://kismetwireless.net/kismet-3.1.0.dtd\">\n\n<detection-run kismet-version="
        + "\"airodump-ng-1.0\" start-time=\"Wed May  1 10:00:00 2024\">\n</detection-run>\n",
      "a netxml log of Kismet or airodump-ng"
    ),
    (
      "tour.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tourml:TourSet "
        + "xmlns:tourml=\"http://tapestryproject.org/tourml\">\n</tourml:TourSet>\n",
      "a tour in TourML"
    ),
  ]

  private func expect(_ file: String, is kind: String, in scratch: Scratch) throws {
    let venue = try SmallVenue.imported(in: scratch)
    let survey = try IndoorCommand.run("survey", "import", venue, file)
    expectBadInput(survey, "\(file): is \(kind), ", kind)
    let isTour = kind.hasSuffix("TourML")
    #expect(
      survey.errors.contains(
        isTour
          ? "name what was measured on a walk"
          : "as CSV: a row for each place with x, y, level and a column for each transmitter"
      ), "\(survey)")
    let guide = try IndoorCommand.run("guide", "import", venue, file, "--language", "en")
    expectBadInput(
      guide, "\(file): is \(kind), ", isTour ? "items.csv" : "and no guide; name a file")
  }

  @Test(arguments: texts) func `a text is called by its program`(
    name: String, text: String, kind: String
  ) throws {
    try Scratch.with { scratch in
      try expect(try scratch.write(text, to: name), is: kind, in: scratch)
    }
  }

  @Test func `a database of Kismet is called one`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("Kismet-20240501-10-00-00-1.kismet")
      // As kis_database_logfile.cc makes them.
      try DatabaseQueue(path: file).write { database in
        try database.execute(
          sql: """
            CREATE TABLE KISMET (kismet_version TEXT, db_version INT, db_module TEXT);
            CREATE TABLE devices (first_time INT, last_time INT, devkey TEXT, device BLOB);
            """)
      }
      try expect(file, is: "a database of Kismet", in: scratch)
    }
  }

  @Test(arguments: [("site.esx", "project.json"), ("site.zip", "accessPoints.json")])
  func `a project of Ekahau is called one`(name: String, entry: String) throws {
    try Scratch.with { scratch in
      let script = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], "w") as project: project.writestr(sys.argv[2], "{}")
        """
      let file = scratch.path(name)
      try #require(
        try IndoorCommand.run(["python3", "-c", script, file, entry], program: "/usr/bin/env")
          .status == 0)
      try expect(file, is: "a project of Ekahau", in: scratch)
    }
  }

  @Test func `what only mentions them is read as before`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let table = try scratch.write("x,y,level,BSSID\n1,2,0,-50\n", to: "t.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, table).status == 0)
      let items = try scratch.write("key,title\n1,\"<detection-run> <TourSet>\"\n", to: "items.csv")
      #expect(
        try IndoorCommand.run("guide", "import", venue, items, "--language", "en").status == 0)
    }
  }
}
