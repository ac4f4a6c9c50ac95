import Foundation
import IndoorStorage
import Testing

/// Recordings that come through pipes.
@Suite struct PipedRecordingTests {
  private func shell(_ line: String, in scratch: Scratch) throws -> IndoorCommand.Result {
    try IndoorCommand.shell(line, in: scratch)
  }

  private func surveyed(in scratch: Scratch) throws {
    _ = try SurveySamples.folder(3, in: scratch)
    let built = try shell(
      "$indoor survey import v.gpkg walks && $indoor radiomap build v.gpkg", in: scratch)
    #expect(built.status == 0, "\(built)")
  }

  @Test(arguments: [
    "cat walks/walk-1.jsonl | $indoor locate v.gpkg /dev/stdin --output p.csv",
    "$indoor locate v.gpkg <(cat walks/walk-1.jsonl) --output p.csv",
    "mkfifo f; (sleep 0.3; cat walks/walk-1.jsonl > f) & $indoor locate v.gpkg f --output p.csv",
    "$indoor locate v.gpkg /dev/stdin --output p.csv < walks/walk-1.jsonl",
  ]) func `what is located through a pipe is located as from a file`(line: String) throws {
    try Scratch.with { scratch in
      try surveyed(in: scratch)
      _ = try shell("$indoor locate v.gpkg walks/walk-1.jsonl --output q.csv", in: scratch)
      let result = try shell(line, in: scratch)
      #expect(result.status == 0, "\(result)")
      func rows(_ name: String) throws -> [Substring] {
        try String(contentsOfFile: scratch.path(name), encoding: .utf8).split(separator: "\n")
          .map { $0.drop { $0 != "," } }
      }
      #expect(try rows("p.csv").count > 40)
      #expect(try rows("p.csv") == rows("q.csv"))
    }
  }

  @Test func `a walk comes into a new venue file through a pipe, and once`() throws {
    try Scratch.with { scratch in
      _ = try SurveySamples.folder(2, in: scratch)
      let line = "cat walks/walk-1.jsonl | $indoor survey import v.gpkg /dev/stdin"
      #expect(try shell(line, in: scratch).output.contains("1 new walk with 40 fingerprints"))
      // By its content it is the same as from the file.
      let again = try shell("$indoor survey import v.gpkg walks", in: scratch)
      #expect(again.output.contains("1 new walk"), "\(again)")
      #expect(again.output.contains("1 walk stored before"), "\(again)")
    }
  }

  @Test func `a venue file through a pipe is asked for by its name`() throws {
    try Scratch.with { scratch in
      try surveyed(in: scratch)
      let result = try shell("cat v.gpkg | $indoor survey import w.gpkg /dev/stdin", in: scratch)
      expectBadInput(
        result, "/dev/stdin", "is a GeoPackage, which can't be read through a pipe; name the file")
    }
  }

  @Test func `the other readers of recordings take a pipe too`() throws {
    try Scratch.with { scratch in
      try surveyed(in: scratch)
      let explained = try shell(
        "$indoor explain v.gpkg <(cat walks/walk-1.jsonl) --scan 3", in: scratch)
      #expect(explained.output.hasPrefix("walk-1, scan 3 of 40"), "\(explained)")
      let evaluated = try shell(
        "$indoor radiomap evaluate v.gpkg --against <(cat walks/walk-1.jsonl)", in: scratch)
      #expect(evaluated.status == 0, "\(evaluated)")
      let rows = (0..<600).map { number in
        let noise = Double(number % 7) / 1000
        return "0,0,\(noise),0,\(noise),9.81,20,\(noise),-40,\(number)"
      }.joined(separator: "\n")
      try scratch.write(
        "# rate_hz=100\ngyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,n\n\(rows)\n",
        to: "trial.csv")
      let moved = try shell(
        "$indoor motion <(cat trial.csv) --output a.csv --report a.html", in: scratch)
      #expect(moved.output.contains("600 samples"), "\(moved)")
    }
  }

  @Test(arguments: [
    "cat v.zip | $indoor venue import n.gpkg /dev/stdin",
    "mkfifo f; (cat v.zip > f) & $indoor venue check f",
  ]) func `a zipped venue in a pipe is to be written to a file`(line: String) throws {
    try Scratch.with { scratch in
      _ = try SmallVenue.imported(in: scratch)
      _ = try shell("$indoor venue export venue.gpkg --as imdf --output v.zip", in: scratch)
      let result = try shell(line, in: scratch)
      #expect(result.status == 65 && result.errors.contains("is a zip in a pipe"), "\(result)")
      #expect(result.errors.contains("write it to a file"), "\(result)")
      #expect(try shell("$indoor venue import n.gpkg v.zip", in: scratch).status == 0)
    }
  }

  @Test(arguments: [
    "venue import n.gpkg s", "align --plan s --anchor 0,0=48,11 --anchor 9,9=48.1,11",
    "align --plan p.png --anchors s", "guide import n.gpkg s", "survey import n.gpkg s",
    "venue info s",
  ]) func `a socket is called one, wherever a file is read`(arguments: String) throws {
    try Scratch.with { scratch in
      let bind = "import socket; socket.socket(socket.AF_UNIX).bind('s')"
      let picture = "cp \(repository)/FloorPlans/museum/level-G.pdf p.png"
      let result = try shell(
        "python3 -c \"\(bind)\" && \(picture) && $indoor \(arguments)", in: scratch)
      #expect(result.status == 65 && result.errors.contains("a socket"), "\(result)")
      #expect(result.errors.contains("name a file") || result.errors.contains("name the file"))
    }
  }

  @Test func `venues, plans and anchors come through pipes, too`() throws {
    try Scratch.with { scratch in
      let museum = "\(repository)/FloorPlans/museum"
      let imported = try shell(
        "$indoor venue import v.gpkg <(cat '\(museum)/venue.geojson')", in: scratch)
      #expect(imported.output.contains("62 units"), "\(imported)")
      let checked = try shell(
        "$indoor venue check <(cat '\(museum)/venue.geojson')", in: scratch)
      #expect(checked.status == 0 && checked.output.contains("0 errors"), "\(checked)")
      let aligned = try shell(
        "$indoor align --plan <(cat '\(museum)/level-G.pdf') "
          + "--anchors <(cat '\(museum)/level-G.anchors.geojson')", in: scratch)
      #expect(aligned.status == 0, "\(aligned)")
    }
  }

  @Test func `OpenStreetMap's XML and Overpass' JSON come through pipes as from files`() throws {
    let places = [(50, 10), (50, 10.001), (50.001, 10.001), (50.001, 10)]
    let nodes = places.enumerated().map { "<node id='\($0 + 1)' lat='\($1.0)' lon='\($1.1)'/>" }
    let xml =
      "<osm version='0.6'>\(nodes.joined())<way id='9'>"
      + [1, 2, 3, 4, 1].map { "<nd ref='\($0)'/>" }.joined()
      + "<tag k='indoor' v='room'/><tag k='level' v='0'/></way></osm>"
    let geometry = (places + places.prefix(1)).map { #"{"lat":\#($0.0),"lon":\#($0.1)}"# }
    let json =
      #"{"elements":[{"type":"way","id":9,"nodes":[1,2,3,4,1],"geometry":["#
      + geometry.joined(separator: ",") + #"],"tags":{"indoor":"room","level":"0"}}]}"#
    try Scratch.with { scratch in
      for (name, text) in [("a.osm", xml), ("a.json", json)] {
        _ = try scratch.write(text, to: name)
        let imported = try shell(
          "cat \(name) | $indoor venue import \(name).gpkg /dev/stdin", in: scratch)
        #expect(imported.status == 0 && imported.output.contains("1 unit"), "\(imported)")
        let (piped, plain) = (
          try shell("cat \(name) | $indoor venue check /dev/stdin", in: scratch),
          try shell("$indoor venue check \(name)", in: scratch)
        )
        #expect(piped.status == plain.status)
        #expect(piped.output == plain.output.replacing(name, with: "/dev/stdin"), "\(piped)")
      }
      _ = try scratch.write("\0\0\0\r\n\tOSMHeader", to: "a.pbf")
      let packed = try shell("cat a.pbf | $indoor venue check /dev/stdin", in: scratch)
      #expect(packed.status == 65 && packed.errors.contains("PBF"), "\(packed)")
    }
  }

  @Test(arguments: [
    "venue import v.gpkg f", "venue check f", "align --plan f --anchor 1,1=45,7",
    "align --plan '\(repository)/FloorPlans/museum/level-G.pdf' --anchors f",
  ]) func `who waits for a silent pipe says so`(command: String) throws {
    try Scratch.with { scratch in
      let result = try shell(
        "mkfifo f; (sleep 2.5; : > f) & $indoor \(command); code=$?; wait; exit $code",
        in: scratch)
      #expect(result.status == 65, "\(result)")
      #expect(result.errors.contains("f: waiting for what is written to it"), "\(result)")
    }
  }

  @Test func `what stands for a recording's truth and is none is passed over, with a warning`()
    throws
  {
    try Scratch.with { scratch in
      try surveyed(in: scratch)
      let result = try shell(
        "mkdir walks/walk-1.truth.csv; $indoor locate v.gpkg walks/walk-1.jsonl --output p.csv",
        in: scratch)
      #expect(result.status == 0, "\(result)")
      #expect(
        result.errors.contains("walks/walk-1.truth.csv: is a folder where the recording's truth"),
        "\(result)")
    }
  }

  @Test func `a truth that is named as a recording is refused`() throws {
    try Scratch.with { scratch in
      try surveyed(in: scratch)
      let walk = try scratch.write(
        "time_ms,latitude,longitude,level\n1,48,11,0\n", to: "w.TRUTH.csv")
      for command in [
        ["locate", scratch.path("v.gpkg"), walk, "--output", scratch.path("p.csv")],
        ["survey", "import", scratch.path("v.gpkg"), walk],
      ] {
        expectBadInput(
          try IndoorCommand.run(command), walk,
          "says where a recording truly was, and is read beside it; name the recording alone")
      }
    }
  }

  @Test func `a truth of another time than its recording is passed over, with a warning`() throws {
    try Scratch.with { scratch in
      try surveyed(in: scratch)
      func scored(_ start: Int) throws -> (points: Int?, errors: String) {
        let rows = (0..<40).map { "walk-1,\(start + $0 * 1000),48,11.0001,1\n" }
        try scratch.write(
          "recording,time_ms,latitude,longitude,level\n" + rows.joined(),
          to: "walks/walk-1.truth.csv")
        let result = try IndoorCommand.run(
          "locate", scratch.path("v.gpkg"), scratch.path("walks/walk-1.jsonl"), "--output",
          scratch.path("p.csv"), "--json")
        let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return ((report as? [String: Any])?["points"] as? Int, result.errors)
      }
      let start = 1_700_000_100_000
      let right = try scored(start)
      #expect(!right.errors.contains("passed over"), "\(right)")
      let late = try scored(start + 10_000_000)
      #expect(
        late.errors.contains("walks/walk-1.truth.csv: is of \(start + 10_000_000) to"), "\(late)")
      #expect(late.points != right.points, "\(right) \(late)")
    }
  }

  @Test func `a pipe in a folder is passed over, with a note`() throws {
    try Scratch.with { scratch in
      _ = try SurveySamples.folder(2, in: scratch)
      let result = try shell(
        "mkfifo walks/pipe.jsonl; $indoor survey import v.gpkg walks", in: scratch)
      #expect(result.output.contains("2 new walks"), "\(result)")
      #expect(result.errors.contains("walks/pipe.jsonl: is passed over"), "\(result)")
    }
  }

  @Test func `a pipe of nothing is no recording`() throws {
    try Scratch.with { scratch in
      let result = try shell("$indoor survey import v.gpkg <(true)", in: scratch)
      #expect(result.status == 65, "\(result)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("v.gpkg")))
    }
  }

  @Test func `a name that is not UTF-8 is called that`() throws {
    try Scratch.with { scratch in
      let result = try shell(
        "$indoor survey import v.gpkg $'caf\\xe9.jsonl'", in: scratch)
      #expect(result.status == 65)
      #expect(result.sentences.first?.contains("not UTF-8") == true, "\(result)")
    }
  }
}
