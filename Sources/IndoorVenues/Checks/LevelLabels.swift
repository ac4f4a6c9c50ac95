import IndoorModel

/// What levels are called, beside where they are: recordings and people name levels by their
/// labels.
enum LevelLabels {
  /// Levels of a building that are called the same, and labels that speak for another ordinal.
  ///
  /// Whether a building counts its floors from 0 or from 1, or leaves out the 13th, nobody can tell
  /// by one label. Basements are below the ground wherever they are numbered, and of two numbers
  /// the higher one is above.
  static func findings(of levels: [Level], name: String) -> [VenueFinding] {
    Dictionary(grouping: levels, by: \.key.building).sorted { $0.key < $1.key }.flatMap {
      let levels = $0.value.filter { !$0.label.isEmpty }.sorted { $0.key < $1.key }
      return same(levels, name) + offOrdinal(levels, name) + basementsAbove(levels, name)
    }
  }

  private static func same(_ levels: [Level], _ name: String) -> [VenueFinding] {
    let groups = Dictionary(grouping: levels) { $0.label.lowercased() }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0].key < $1[0].key }.map { group in
      VenueFinding(
        .sameLabel,
        "\(name): the levels of ordinals \(group.map { "\($0.key.ordinal)" }.joined(separator: ", "))"
          + " have one label, \"\(group[0].label)\"; give each its own, so that recordings can name it"
      )
    }
  }

  /// What the level at the ground is called, in English, German, French, Italian and Spanish, and
  /// what a basement is.
  private static let (ground, basements): (Set<String>, Set<String>) = (
    [
      "G", "GF", "EG", "RDC", "PT", "PB", "GROUND FLOOR", "ERDGESCHOSS", "REZ-DE-CHAUSSÉE",
      "PIANO TERRA", "PLANTA BAJA",
    ],
    [
      "B", "LG", "KG", "BASEMENT", "LOWER GROUND", "UNTERGESCHOSS", "KELLER", "SOUS-SOL",
      "SEMINTERRATO", "SÓTANO",
    ]
  )

  /// What German calls levels and English doesn't: beside these UG is the Untergeschoss, else it
  /// may be the upper ground floor, as in malls that have LG, G and UG.
  private static let german: Set<String> = [
    "EG", "OG", "KG", "DG", "ERDGESCHOSS", "OBERGESCHOSS", "UNTERGESCHOSS", "KELLER",
    "KELLERGESCHOSS", "DACHGESCHOSS",
  ]

  private static func isGerman(_ label: String) -> Bool {
    label.uppercased().split { !$0.isLetter }.contains { german.contains(String($0)) }
  }

  /// Basements by a word that lie above the ground's level.
  private static func basementsAbove(_ levels: [Level], _ name: String) -> [VenueFinding] {
    guard let ground = levels.first(where: { Self.ground.contains($0.label.uppercased()) }) else {
      return []
    }
    let basements = levels.contains { isGerman($0.label) } ? basements.union(["UG"]) : basements
    return levels.filter {
      basements.contains($0.label.uppercased()) && $0.key.ordinal > ground.key.ordinal
    }.map {
      VenueFinding(
        .labelOffOrdinal,
        "\(name): level \"\($0.id)\" of ordinal \($0.key.ordinal) is called \"\($0.label)\", and level"
          + " \"\(ground.id)\" below it \"\(ground.label)\"; correct an ordinal or a label")
    }
  }

  private static func offOrdinal(_ levels: [Level], _ name: String) -> [VenueFinding] {
    var findings: [VenueFinding] = []
    var below: (level: Level, number: Int)?
    // Beside a level 0 G is a gallery or a garage.
    let hasZero = levels.contains {
      number($0.label)?.number == 0 && !ground.contains($0.label.uppercased())
    }
    for level in levels {
      guard let (number, isOfGround) = number(level.label),
        !hasZero || !ground.contains(level.label.uppercased())
      else { continue }
      let place = "\(name): level \"\(level.id)\" of ordinal \(level.key.ordinal) is called"
      let isOff = number < 0 ? level.key.ordinal >= 0 : number > 0 && level.key.ordinal < 0
      if isOff, isOfGround {
        findings.append(
          VenueFinding(
            .labelOffOrdinal,
            "\(place) \"\(level.label)\", which is \(number < 0 ? "below" : "above") the ground;"
              + " correct its ordinal or its label"))
        continue
      }
      if let below, below.number > number {
        findings.append(
          VenueFinding(
            .labelOffOrdinal,
            "\(place) \"\(level.label)\", and level \"\(below.level.id)\" below it"
              + " \"\(below.level.label)\"; correct an ordinal or a label"))
      }
      if below.map({ $0.number < number }) ?? true { below = (level, number) }
    }
    return findings
  }

  /// How high a label puts its level: under 0 for basements (B1, -1), else the number in it (1, 2F,
  /// L3), 0 for the ground; `nil` for another word. With it, whether it counts from the ground:
  /// buildings on slopes have their lowest level as Level 1.
  private static func number(_ label: String) -> (number: Int, isOfGround: Bool)? {
    let text = label.uppercased()
    if ground.contains(text) { return (0, true) }
    let runs = text.split { !($0.isASCII && $0.isNumber) }
    guard runs.count == 1, let digits = runs.first, digits.count <= 3, let number = Int(digits)
    else { return nil }
    switch text {
    case "B\(digits)", "-\(digits)": return (-number, true)
    case String(digits), "F\(digits)", "\(digits)F", "L\(digits)": return (number, true)
    default:
      let word = text.filter { !($0.isASCII && $0.isNumber) && !" .ºª°".contains($0) }
      if ["OG", "OBERGESCHOSS"].contains(word) { return (number, true) }
      if word == "UNTERGESCHOSS" || text == "\(digits). UG" || text == "\(digits).UG" {
        return (-number, true)
      }
      return storeys.contains(word) ? (number, false) : nil
    }
  }

  /// What stands beside a storey's number, without blanks and stops.
  private static let storeys: Set<String> = [
    "STOCK", "ETAGE", "LEVEL", "FLOOR", "ST", "ND", "RD", "TH", "STFLOOR", "NDFLOOR", "RDFLOOR",
    "THFLOOR", "ÉTAGE", "ERÉTAGE", "EÉTAGE", "ÈMEÉTAGE", "VERDIEPING", "EVERDIEPING", "PIANO",
    "PISO", "PLANTA", "ANDAR", "楼", "樓", "层", "層", "階", "층",
  ]
}
