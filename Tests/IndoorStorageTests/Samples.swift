import IndoorGeometry
import IndoorModel

/// Values that a seed makes up: awkward names, levels below ground, several buildings.
struct Samples {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  static let origin = Coordinate(latitude: 48.1372, longitude: 11.5755)

  static let texts = [
    "", "A", "Küche", "厨房 🍳", "it's", "\"quoted\"", "Robert'); DROP TABLE units;--", "a\nb\tc",
    "%s %n", "NULL", "null", "0", "1e999", "עברית", "e\u{301}", "\u{FEFF}",
    "\u{1F468}\u{200D}\u{1F373}",
    String(repeating: "x", count: 3_000),
  ]

  mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  mutating func optionalText() -> String? { Bool.random(using: &random) ? text() : nil }

  mutating func coordinate() -> Coordinate {
    Coordinate(
      latitude: .random(in: 48.13...48.14, using: &random),
      longitude: .random(in: 11.57...11.58, using: &random))
  }

  mutating func place() -> LocalPoint {
    LocalPoint(
      x: .random(in: -900...900, using: &random), y: .random(in: -900...900, using: &random))
  }

  mutating func level() -> LevelKey {
    LevelKey(
      building: ["", "A", "B'", "Ü"].randomElement(using: &random) ?? "",
      ordinal: .random(in: -3...9, using: &random))
  }

  mutating func ring(_ count: Int) -> [Coordinate] { (0..<count).map { _ in coordinate() } }

  mutating func polygons() -> [Polygon<Coordinate>] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Polygon(
        exterior: ring(.random(in: 3...9, using: &random)),
        holes: (0..<Int.random(in: 0...2, using: &random)).map { _ in
          ring(.random(in: 3...5, using: &random))
        })
    }
  }

  mutating func venue(units: Int = 12) -> Venue {
    // A file has one level of a building and ordinal.
    var keys: Set<LevelKey> = []
    while keys.count < 6 { keys.insert(level()) }
    let sorted = keys.sorted()
    return Venue(
      id: text(), name: text(), origin: Self.origin,
      buildings: ["", "A", "B'", "Ü"].sorted().map { Building(id: $0, name: optionalText()) },
      levels: sorted.indices.map { index in
        Level(
          id: "level \(index) \(text())", key: sorted[index], label: text(), name: optionalText(),
          outline: polygons())
      }.sorted { ($0.key, $0.id) < ($1.key, $1.id) },
      units: (0..<units).map { index in
        Unit(
          id: "\(text())\(index)", level: level(), category: optionalText(), name: optionalText(),
          geometry: polygons())
      },
      openings: (0..<5).map { index in
        Opening(
          id: "\(index)\(text())", level: level(), category: optionalText(), name: optionalText(),
          line: ring(.random(in: 2...4, using: &random)))
      })
  }

  mutating func plan(level: LevelKey) -> Plan {
    let isImage = Bool.random(using: &random)
    return Plan(
      placement: PlanPlacement(
        level: level,
        page: PlanPage(
          number: .random(in: 1...20, using: &random),
          box: BoundingBox(
            minimum: PagePoint(x: .random(in: -10...10, using: &random), y: 0),
            maximum: PagePoint(x: 2400, y: .random(in: 100...2400, using: &random))),
          rotate: [0, 90, 180, 270].randomElement(using: &random) ?? 0,
          userUnit: .random(in: 0.5...2, using: &random), isImage: isImage),
        pageToLocal: AffineTransform(
          a: .random(in: -1...1, using: &random), b: .random(in: -1...1, using: &random),
          c: .random(in: -1...1, using: &random), d: .random(in: -1...1, using: &random),
          tx: .random(in: -100...100, using: &random), ty: .random(in: -100...100, using: &random)),
        anchors: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Anchor(
            page: PagePoint(x: .random(in: 0...2400, using: &random), y: 7.25),
            coordinate: coordinate(), name: optionalText(),
            sigmaMetres: Bool.random(using: &random) ? 0.3 : nil,
            sigmaPage: Bool.random(using: &random) ? 1.5 : nil)
        }, tying: Bool.random(using: &random) ? tying() : nil),
      fileName: "\(text()).pdf", mediaType: isImage ? "image/png" : "application/pdf",
      original: (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) },
      preview: (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      })
  }

  mutating func tying() -> LevelTying {
    LevelTying(
      untied: AffineTransform(
        a: .random(in: -1...1, using: &random), b: 0.5, c: -0.5, d: 1.5, tx: 7,
        ty: .random(in: -100...100, using: &random)),
      ties: (0..<Int.random(in: 1...4, using: &random)).map { _ in
        LevelTying.Tied(
          tie: LevelTie(
            connector: text(), page: PagePoint(x: .random(in: 0...2400, using: &random), y: 9.5),
            sigmaMetres: 0.25, isFound: Bool.random(using: &random)),
          before: LocalPoint(x: .random(in: -3...3, using: &random), y: 0.125),
          after: LocalPoint(x: 0.0625, y: .random(in: -1...1, using: &random)))
      })
  }

  mutating func transmitter() -> Transmitter {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .bluetooth(.random(in: 0..<8, using: &random) << 40)
    case 1:
      .beacon(
        uuidHigh: 0xf782_6da6_4fa2_4e98, uuidLow: .random(in: 0...3, using: &random),
        major: .random(in: 0...2, using: &random), minor: .max)
    case 2: .column(text())
    default: .wifi(0xffff_ffff_ff00 | .random(in: 0..<64, using: &random))
    }
  }

  mutating func walk(_ name: String, fingerprints: Int = 8) -> SurveyWalk {
    let level = level()
    return SurveyWalk(
      hash: "hash of \(name)", recording: name, device: optionalText(), surveyor: optionalText(),
      plannedPath: optionalText(),
      remarks: name == "b"
        ? nil
        : SurveyWalk.Remarks(
          unplacedScans: 3, unplacedWaypoints: .random(in: 0...5, using: &random),
          clockStepBack: 0.25, longestSilence: 12.5),
      path: (0..<Int64.random(in: 0...5, using: &random)).map {
        SurveyWalk.PathPoint(
          time: Timestamp(microseconds: 1_573_713_000_123_456 + $0), level: level, place: place())
      },
      fingerprints: (0..<Int64(fingerprints)).map {
        Fingerprint(
          recording: "hash of \(name)", level: level, place: place(),
          scan: Scan(
            time: Timestamp(microseconds: -5 + $0),
            readings: (0..<Int.random(in: 0...30, using: &random)).map { _ in
              Reading(
                transmitter: transmitter(), rssi: .random(in: -128...127, using: &random),
                age: [0, 1, 700, 3_000_000, .max].randomElement(using: &random) ?? 0)
            }))
      })
  }

  /// A radio map of so many walks of so many rows each.
  mutating func radioMap(walks: Int, rowsEach: Int) -> RadioMap? {
    let heard = (0..<90).map { Transmitter.wifi(0x02_00_00_00_00_00 + $0 * 17) }
    let levels = [LevelKey(building: "A", ordinal: -1), LevelKey(building: "Ü", ordinal: 0)]
    var places: [LocalPoint] = []
    var levelIndices: [UInt16] = []
    var walkNumbers: [UInt32] = []
    var starts: [UInt32] = [0]
    var indices: [UInt32] = []
    for walk in 0..<walks {
      for _ in 0..<rowsEach {
        places.append(place())
        levelIndices.append(.random(in: 0...1, using: &random))
        walkNumbers.append(UInt32(walk))
        let count = Int.random(in: 0...40, using: &random)
        indices += (0..<UInt32(heard.count)).shuffled(using: &random).prefix(count).sorted()
        starts.append(UInt32(indices.count))
      }
    }
    return RadioMap(
      levels: levels, transmitters: heard, places: places, levelIndices: levelIndices,
      walks: walkNumbers, rowStarts: starts, transmitterIndices: indices,
      rssi: indices.map { _ in .random(in: -128...127, using: &random) })
  }
}
