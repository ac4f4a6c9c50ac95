import IndoorModel

/// The checks of one phone beside the others.
struct DeviceChecks {
  /// dBm over which nobody is in practice: an access point of 20 dBm gives some -20 dBm at a metre,
  /// and hangs higher than that.
  static let implausible: Int8 = -30
  /// Readings over it that are no accident.
  static let minimumImplausible = 20
  /// Share of them that one phone must have.
  static let share = 0.75
  /// Decibels by which a phone hears everything differently before it matters: as much as a body
  /// takes.
  static let offset = 6.0
  /// Places and transmitters that two phones must share for a comparison.
  static let minimumShared = 50

  private let survey: Survey
  private let map: RadioMap
  /// Each walk's device, as a number.
  private let devices: [Int]
  private let names: [String]

  init(_ survey: Survey, _ map: RadioMap) {
    self.survey = survey
    self.map = map
    names = Set(survey.walks.map { $0.device ?? Self.unnamed }).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    devices = survey.walks.map { numbers[$0.device ?? Self.unnamed] ?? 0 }
  }

  private static let unnamed = "without a name"

  func findings() -> [SurveyFinding] {
    guard names.count > 1 else { return [] }
    return strengths() + offsets()
  }

  private func strengths() -> [SurveyFinding] {
    var all = [Int](repeating: 0, count: names.count)
    var strong = all
    var strongest: [Int8] = Array(repeating: -128, count: names.count)
    for row in 0..<map.rowCount {
      let device = devices[Int(map.walks[row])]
      for entry in map.entries(of: row) {
        all[device] += 1
        if map.rssi[entry] > Self.implausible { strong[device] += 1 }
        strongest[device] = max(strongest[device], map.rssi[entry])
      }
    }
    let total = strong.reduce(0, +)
    let readings = all.reduce(0, +)
    return names.indices.compactMap { device in
      guard strong[device] >= Self.minimumImplausible,
        Double(strong[device]) >= Self.share * Double(total),
        2 * all[device] < readings
      else { return nil }
      return SurveyFinding(
        rule: .strengthOfOneDevice,
        message:
          "\(strong[device]) of the \(total) readings over \(Self.implausible) dBm are of the phone \(names[device]), "
          + "up to \(strongest[device]) dBm, of its \(all[device]) readings",
        weight: Double(strong[device]))
    }
  }

  /// Each transmitter's mean strength by each phone that hears it in some rows.
  private func means(of rows: [Int]) -> [[(device: Int, mean: Double)]] {
    var heard: [(transmitter: UInt32, device: Int, rssi: Int8)] = []
    for row in rows {
      let device = devices[Int(map.walks[row])]
      for entry in map.entries(of: row) {
        heard.append((map.transmitterIndices[entry], device, map.rssi[entry]))
      }
    }
    // There may be as many phones as rows.
    heard.sort { ($0.transmitter, $0.device) < ($1.transmitter, $1.device) }
    var means: [[(device: Int, mean: Double)]] = []
    var rest = heard[...]
    var last: UInt32?
    while let first = rest.first {
      let own = rest.prefix { ($0.transmitter, $0.device) == (first.transmitter, first.device) }
      rest = rest[own.endIndex...]
      if first.transmitter != last { means.append([]) }
      last = first.transmitter
      let sum = own.reduce(0) { $0 + Int($1.rssi) }
      means[means.count - 1].append((first.device, Double(sum) / Double(own.count)))
    }
    return means
  }

  /// Each phone's strengths less the other phones', of the same transmitter in the same cell.
  private func offsets() -> [SurveyFinding] {
    let cells = Dictionary(
      grouping: 0..<map.rowCount,
      by: {
        GroundCell(level: map.levels[Int(map.levelIndices[$0])], place: map.places[$0])
      })
    // Counted by hundredths of a decibel: there may be as many as readings.
    var differences = [[Int: Int]](repeating: [:], count: names.count)
    for cell in cells.keys.sorted() {
      // A cell at a time: a large survey has millions of cells' transmitters.
      for phones in means(of: cells[cell] ?? []) where phones.count > 1 {
        let all = phones.reduce(0) { $0 + $1.mean }
        for (device, mean) in phones {
          let difference = mean - (all - mean) / Double(phones.count - 1)
          differences[device][Int((100 * difference).rounded()), default: 0] += 1
        }
      }
    }
    return names.indices.compactMap { device in
      let compared = differences[device].values.reduce(0, +)
      guard compared >= Self.minimumShared else { return nil }
      var rest = compared / 2
      let middle = differences[device].keys.sorted().first {
        rest -= differences[device][$0] ?? 0
        return rest < 0
      }
      let median = Double(middle ?? 0) / 100
      guard abs(median) > Self.offset else { return nil }
      return SurveyFinding(
        rule: .deviceOffset,
        message: "the phone \(names[device]) hears \(Figures.fixed(abs(median))) dB "
          + "\(median > 0 ? "more" : "less") than the others at the same places (\(compared) compared)",
        weight: abs(median))
    }
  }
}
