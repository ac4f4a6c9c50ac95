import Foundation
import IndoorArchive
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import Testing

/// What the pages show is what runs here.
struct WalkthroughTests {
  private static let gdal = FileManager.default.isExecutableFile(atPath: "/usr/bin/gdalinfo")

  /// The shell's blocks of a part of a page, from one heading to the next.
  private static func blocks(of heading: String) throws -> [String] {
    let page = try String(contentsOfFile: "\(repository)/docs/walkthroughs.md", encoding: .utf8)
    let part = try #require(page.split(separator: "\n## ").first { $0.hasPrefix(heading) })
    return part.matches(of: /```sh\n([^`]*)```/).map { String($0.1) }
  }

  /// Runs blocks one after the other in a folder that looks like the project's.
  private func run(_ blocks: [String], in scratch: Scratch) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("FloorPlans"), withDestinationPath: "\(repository)/FloorPlans")
    let bin = URL(fileURLWithPath: try IndoorCommand.path()).deletingLastPathComponent().path
    for block in blocks {
      let result = try IndoorCommand.run(
        ["-e", "-c", block], in: scratch.folder, program: "/bin/sh",
        environment: ["PATH": "\(bin):/usr/bin:/bin"])
      #expect(result.status == 0, "\(block)\(result)")
    }
  }

  @Test func `four floors by two anchors each are four overlays of one style and of one file`()
    throws
  {
    try Scratch.with { scratch in
      let blocks = try Self.blocks(of: "An engineer")
      #expect(blocks.joined().components(separatedBy: "indoor align ").count == 5)
      try run(blocks, in: scratch)

      // A corner that was no anchor lies where it was surveyed.
      let file = try VenueFile.open(scratch.path("hq.gpkg"), readOnly: true)
      let venue = try #require(try file.venue())
      let placements = try file.placements()
      #expect(placements.map(\.level.ordinal) == [-1, 0, 1, 2])
      let ground = try #require(placements.first { $0.level.ordinal == 0 })
      let corner = venue.frame.coordinate(
        from: ground.local(from: PagePoint(x: 1627.39, y: 535.64)))
      #expect(abs(corner.latitude - 45.320355334) < 3e-6)
      #expect(abs(corner.longitude + 29.869198172) < 4e-6)

      let style = try #require(
        JSONSerialization.jsonObject(
          with: Data(contentsOf: URL(fileURLWithPath: scratch.path("hq.json")))) as? [String: Any])
      let sources = try #require(style["sources"] as? [String: [String: Any]])
      let images = sources.values.filter { $0["type"] as? String == "image" }
      #expect(images.count == 4)
      for image in images {
        let picture = try #require(image["url"] as? String)
        #expect(FileManager.default.fileExists(atPath: scratch.path(picture)), "\(picture)")
      }
      guard Self.gdal else { return }
      for level in -1...2 {
        let info = try IndoorCommand.run(
          ["GPKG:\(scratch.path("hq.gpkg")):plan_level_\(level)"], program: "/usr/bin/gdalinfo")
        #expect(info.status == 0 && info.output.contains("EPSG\",3857"), "\(info)")
      }
    }
  }

  @Test func `two kinds of phone come to a checked map, less a walk, with a colleague's`() throws {
    try Scratch.with { scratch in
      var marks = Marks()
      for (name, walk) in [("entrance", "ground-entrance"), ("north", "ground-north")] {
        try marks.writeAndroid(walk, to: "walks/\(name).zip", in: scratch)
      }
      for (name, walk) in [("west", "ground-west"), ("east", "ground-east")] {
        try Marks.writeIPhone(walk, to: "walks/\(name).zip", in: scratch)
      }
      try scratch.write(marks.file, to: "walks/marks.csv")
      for (name, walk) in [("again", "ground-west-again"), ("cloister", "ground-cloister")] {
        try Marks.writeIPhone(walk, to: "theirs/\(name).zip", in: scratch)
      }
      try run(try Self.blocks(of: "A survey team"), in: scratch)

      let file = try VenueFile.open(scratch.path("museum.gpkg"), readOnly: true)
      #expect(
        try Set(file.walks().map(\.recording)) == [
          "entrance", "north", "east", "again", "cloister",
        ])
      #expect(try file.walkChanges().map(\.by) == ["ana"])
      let map = try #require(try file.radioMap())
      // Wi-Fi from the one kind of phone, beacons from the other.
      #expect(map.transmitters.contains { if case .wifi = $0 { true } else { false } })
      #expect(map.transmitters.contains { if case .beacon = $0 { true } else { false } })
      #expect(Set(map.walks).count == 5)
      for page in ["check.html", "coverage/next-walks.html", "evaluation.html"] {
        #expect(FileManager.default.fileExists(atPath: scratch.path(page)), "\(page)")
      }
    }
  }

  /// Commands as pages show them, with the pages.
  private static func shown() throws -> [(page: String, command: String)] {
    let docs = try FileManager.default.contentsOfDirectory(atPath: "\(repository)/docs")
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    let pages = docs + ["README.md", "FloorPlans/museum/README.md", "Surveys/museum/README.md"]
    return try pages.flatMap { page in
      let text = try String(contentsOfFile: "\(repository)/\(page)", encoding: .utf8)
        .replacing(/\\\n */, with: "")
      let lines = text.matches(of: /(?m)^ *(?:\$ )?indoor ([^\n]+)$/).map { String($0.1) }
      let inline = text.matches(of: /`indoor ([^`\n]+)`/).map { String($0.1) }
      return (lines + inline).map { (page, $0) }
    }
  }

  @Test func `every command and option that a page shows is one`() throws {
    var printed: [[String]: String] = [:]
    func help(of command: [String]) throws -> String {
      if let known = printed[command] { return known }
      let text = try IndoorCommand.run(command + ["--help"]).output
      printed[command] = text
      return text
    }
    var checked = 0
    for (page, line) in try Self.shown() {
      let words = line.prefix { !"#;|".contains($0) }.split(separator: " ").map(String.init)
      var command: [String] = []
      for word in words.prefix(2) where word.wholeMatch(of: /[a-z][a-z-]*/) != nil {
        guard try help(of: command).contains(try Regex("\n  \(word)( |\n)")) else { break }
        command.append(word)
      }
      let isSaid = words.first?.wholeMatch(of: /[a-z]+/) != nil
      #expect(!isSaid || !command.isEmpty, "\(page): indoor \(line)")
      guard !command.isEmpty else { continue }
      let text = try help(of: command)
      for option in words.flatMap({ $0.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } }) {
        checked += 1
        #expect(text.contains(option), "\(page): indoor \(line) has \(option)")
      }
    }
    #expect(checked > 60, "\(checked)")
  }
}

/// The sample museum's recordings as Sensor Logger writes them, and the marks on its floor.
private struct Marks {
  private var places: [String] = []

  /// The file of waypoints that says where the numbered marks are.
  var file: String {
    "n,place,level\n" + places.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
  }

  private static let buttons = [-1: "B", 0: "G", 1: "1"]

  private static func recording(_ walk: String) throws -> Recording {
    var stream = try RecordingStream("\(repository)/Surveys/museum/survey-\(walk).jsonl")
    return try #require(try stream.next()).recording
  }

  private static func nanoseconds(_ time: Timestamp) -> String { "\(time.microseconds)000" }

  private static func place(_ waypoint: Waypoint) -> (place: String, level: String)? {
    guard case .coordinate(let place) = waypoint.place, let level = waypoint.level else {
      return nil
    }
    return ("\(place.latitude),\(place.longitude)", buttons[level.ordinal] ?? "")
  }

  private static func metadata(_ platform: String, _ name: String) -> String {
    "version,device name,recording time,platform,standardisation\n"
      + "3,\(name),2026-06-01_09-40-01,\(platform),false\n"
  }

  /// Numbers are tapped, and Wi-Fi and beacons heard.
  mutating func writeAndroid(_ walk: String, to path: String, in scratch: Scratch) throws {
    let recording = try Self.recording(walk)
    var annotations = "time,seconds_elapsed,text,millisecond_press_duration\n"
    for waypoint in recording.waypoints {
      guard let (place, level) = Self.place(waypoint) else { continue }
      places.append("\"\(place)\",\(level)")
      annotations += "\(Self.nanoseconds(waypoint.time)),0,\(places.count),80\n"
    }
    var wifi = "time,seconds_elapsed,ssid,bssid,frequency,level,capabilities\n"
    for case .scan(let scan) in recording.observations {
      for reading in scan.readings {
        guard case .wifi = reading.transmitter else { continue }
        let bssid = "\(reading.transmitter)".dropFirst("wifi:".count)
        wifi += "\(Self.nanoseconds(scan.time)),0,net,\(bssid),5180,\(reading.rssi),[ESS]\n"
      }
    }
    try Self.write(
      [
        ("Metadata.csv", Self.metadata("android", "Pixel 8")), ("WiFi.csv", wifi),
        ("Barometer.csv", Self.barometer(recording)), ("Annotation.csv", annotations),
      ], to: path, in: scratch)
  }

  /// Places are written down, and beacons alone heard.
  static func writeIPhone(_ walk: String, to path: String, in scratch: Scratch) throws {
    let recording = try recording(walk)
    var annotations = "time,seconds_elapsed,text,millisecond_press_duration\n"
    for waypoint in recording.waypoints {
      guard let (place, level) = Self.place(waypoint) else { continue }
      annotations += "\(nanoseconds(waypoint.time)),0,\"\(place),\(level)\",80\n"
    }
    var beacons: [Transmitter: String] = [:]
    for case .scan(let scan) in recording.observations {
      for reading in scan.readings {
        guard case .beacon(let high, let low, let major, let minor) = reading.transmitter else {
          continue
        }
        let uuid = hexadecimal(high) + hexadecimal(low)
        let advertised =
          "4c000215" + uuid + hexadecimal(major) + hexadecimal(minor) + "c5"
        beacons[reading.transmitter, default: "time,seconds_elapsed,id,rssi,manufacturerData\n"] +=
          "\(nanoseconds(scan.time)),0,\(UUID()),\(reading.rssi),\(advertised)\n"
      }
    }
    let files = beacons.values.sorted().enumerated().map { ("bluetooth-\($0).csv", $1) }
    try write(
      [
        ("Metadata.csv", metadata("ios", "iPhone 15")), ("Barometer.csv", barometer(recording)),
        ("Annotation.csv", annotations),
      ] + files, to: path, in: scratch)
  }

  private static func barometer(_ recording: Recording) -> String {
    var text = "time,seconds_elapsed,relativeAltitude,pressure\n"
    for case .pressure(let time, let hectopascals) in recording.observations {
      text += "\(nanoseconds(time)),0,0,\(hectopascals)\n"
    }
    return text
  }

  private static func hexadecimal<Value: FixedWidthInteger>(_ value: Value) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: Value.bitWidth / 4 - digits.count) + digits
  }

  private static func write(
    _ files: [(String, String)], to path: String, in scratch: Scratch
  ) throws {
    try scratch.write("", to: path)
    try FileManager.default.removeItem(atPath: scratch.path(path))
    try ZipWriter.write(files, to: scratch.path(path))
  }
}
