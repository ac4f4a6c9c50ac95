import Foundation
import Testing

/// Outputs into a folder that is one recording, as Sensor Logger's are, whose tables are inputs.
@Suite struct OutputInFolderTests {
  /// A walk through `SmallVenue`'s two rooms.
  private func walk(_ name: String, in scratch: Scratch) throws -> String {
    let start: Int64 = 1_698_501_144_000_000_000
    func table(_ header: String, _ step: Int64, _ rows: [String]) -> String {
      "time,seconds_elapsed,\(header)\n"
        + rows.enumerated().map {
          "\(start + Int64($0) * step),\(Double($0) * Double(step) / 1e9),\($1)\n"
        }.joined()
    }
    let files = [
      (
        "Metadata.csv",
        "version,device name,recording epoch time,recording time,recording timezone,platform\n"
          + "3,Pixel 8,1698501144000,2023-10-28_13-52-24,Europe/London,android\n"
      ),
      (
        "WiFi.csv",
        table(
          "ssid,bssid,frequency,level,capabilities", 1_000_000_000,
          (1...21).map { "n,06:74:9c:2e:9e:0\($0 % 9),5180,-\(40 + $0),[ESS]" })
      ),
      (
        "Annotation.csv",
        table("text,millisecond_press_duration", 20_000_000_000, ["Hall,80", "\"shop,G\",80"])
      ),
      (
        "Gyroscope.csv",
        table("z,y,x", 20_000_000, Array(repeating: "0.01,0.02,0.03", count: 300))
      ),
      // What nobody reads is the recording's all the same.
      ("Orientation.csv", table("qz,qy,qx,qw", 20_000_000, ["0,0,0,1"])),
    ]
    for (file, text) in files { try scratch.write(text, to: "\(name)/\(file)") }
    return scratch.path(name)
  }

  @Test func `tables of a recording that is a folder are inputs`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let walk = try walk("walks/one", in: scratch)
      try IndoorCommand.run("survey", "import", venue, walk)
      try #require(try IndoorCommand.run("radiomap", "build", venue).status == 0)
      let names = ["WiFi.csv", "Gyroscope.csv", "Orientation.csv"]
      func contents() throws -> [Data] {
        try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(walk)/\($0)")) }
      }
      let before = try contents()
      for name in names {
        let table = "\(walk)/\(name)"
        for arguments in [
          ["locate", venue, walk, "--output", table],
          ["locate", venue, scratch.path("walks"), "--output", table],
          ["locate", venue, walk, "--output", scratch.path("p.csv"), "--report", table],
          ["motion", walk, "--output", table],
          ["motion", walk, "--output", scratch.path("a.csv"), "--steps", table],
          ["radiomap", "evaluate", venue, "--against", walk, "--report", table],
        ] {
          expectBadInput(
            try IndoorCommand.run(arguments), table, "is read and would be overwritten")
        }
      }
      #expect(try contents() == before)
    }
  }

  @Test func `what an earlier run wrote into a recording's folder is written again`() throws {
    try Scratch.with { scratch in
      let walk = try walk("one", in: scratch)
      for _ in 0..<2 {
        let result = try IndoorCommand.run("motion", walk, "--output", "\(walk)/attitude.csv")
        #expect(result.status == 0, "\(result)")
      }
    }
  }
}
