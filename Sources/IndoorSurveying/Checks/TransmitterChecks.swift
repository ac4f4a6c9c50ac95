import IndoorGeometry
import IndoorModel

/// The checks of who was heard where, when and by whom.
///
/// A transmitter is judged at the place where it was strongest: a walk that passed there must have
/// heard it, or else it was not there, or not for that phone.
struct TransmitterChecks {
  /// dBm from which a transmitter is heard by every phone that passes: some 20 dB above what phones
  /// still hear.
  static let sure: Int8 = -70
  /// dBm that need the transmitter within a room's or a hall's width.
  static let close: Int8 = -60
  /// Scans under which nothing is said of a transmitter.
  static let minimumScans = 3
  /// Metres from where it was strongest within which a walk passed.
  static let passing = 5.0
  /// Metres over which two places of strengths from `close` on can't have one transmitter between
  /// them: indoors -60 dBm is reached to some 20 m (40 dB in the first metre and 30 dB a decade of
  /// a sender of 20 dBm).
  static let apart = 50.0
  /// Metres from where a walk heard a transmitter best that a fixed one is clearly weaker at: at
  /// twice the distance indoors it loses 6 dB in the open and 9 dB and more behind shelves and
  /// walls.
  static let far = 30.0
  /// Decibels that a transmitter must fall by from there to here if it stays. Access points of two
  /// malls fall by 10 to 25.
  static let fall = 5.0
  /// Scans from far off that show it.
  static let minimumFar = 5
  /// Share of the scans between those that must have heard it.
  static let throughout = 0.7
  /// Walks that must have passed without hearing it.
  static let witnesses = 2
  /// Decibels below the strongest reading that are as good as nothing there.
  static let drop: Int8 = 20

  private let survey: Survey
  private let map: RadioMap
  private let places: PlaceIndex
  private let starts: [Int]
  private let rows: [UInt32]
  private let strengths: [Int8]
  private let kinds: HeardKinds

  init(_ survey: Survey, _ map: RadioMap, _ places: PlaceIndex) {
    self.survey = survey
    self.map = map
    self.places = places
    kinds = HeardKinds(map)
    var starts = [Int](repeating: 0, count: map.transmitters.count + 1)
    for transmitter in map.transmitterIndices { starts[Int(transmitter) + 1] += 1 }
    for index in 1..<max(1, starts.count) { starts[index] += starts[index - 1] }
    var rows = [UInt32](repeating: 0, count: map.rssi.count)
    var strengths = [Int8](repeating: 0, count: map.rssi.count)
    var next = starts
    for row in 0..<map.rowCount {
      for entry in map.entries(of: row) {
        let slot = next[Int(map.transmitterIndices[entry])]
        next[Int(map.transmitterIndices[entry])] += 1
        rows[slot] = UInt32(truncatingIfNeeded: row)
        strengths[slot] = map.rssi[entry]
      }
    }
    (self.starts, self.rows, self.strengths) = (starts, rows, strengths)
  }

  func findings() -> [SurveyFinding] {
    map.transmitters.indices.compactMap { finding(of: $0) }
  }

  /// What is most worth saying of a transmitter.
  private func finding(of transmitter: Int) -> SurveyFinding? {
    let slots = starts[transmitter]..<starts[transmitter + 1]
    guard slots.count >= Self.minimumScans,
      let peak = slots.max(by: { strengths[$0] < strengths[$1] }), strengths[peak] >= Self.sure
    else { return nil }
    let history = History(self, transmitter: transmitter, slots: slots, peak: peak)
    return history.hotspot() ?? history.moved() ?? history.changed()
  }

  /// Walks that passed a place: how many scans they took there, and the strongest reading of a
  /// transmitter among them.
  private func passes(
    _ place: LocalPoint, _ level: UInt16, of transmitter: Int
  ) -> [UInt32: (scans: Int, strongest: Int8?)] {
    var passes: [UInt32: (scans: Int, strongest: Int8?)] = [:]
    places.forEachRow(near: place, onLevel: level, radius: Self.passing) { row, _ in
      var pass = passes[map.walks[row]] ?? (0, nil)
      pass.scans += 1
      if let rssi = strength(of: transmitter, in: row) {
        pass.strongest = max(pass.strongest ?? rssi, rssi)
      }
      passes[map.walks[row]] = pass
    }
    return passes
  }

  private func strength(of transmitter: Int, in row: Int) -> Int8? {
    let entries = map.entries(of: row)
    let at = map.transmitterIndices[entries].partitioningIndex { Int($0) >= transmitter }
    guard at < entries.upperBound, Int(map.transmitterIndices[at]) == transmitter else {
      return nil
    }
    return map.rssi[at]
  }

  /// One transmitter's readings.
  private struct History {
    let checks: TransmitterChecks
    let transmitter: Int
    let slots: Range<Int>
    let peak: Int

    init(_ checks: TransmitterChecks, transmitter: Int, slots: Range<Int>, peak: Int) {
      (self.checks, self.transmitter, self.slots, self.peak) = (checks, transmitter, slots, peak)
    }

    private var map: RadioMap { checks.map }

    private func row(_ slot: Int) -> Int { Int(checks.rows[slot]) }
    private func walk(_ slot: Int) -> UInt32 { map.walks[row(slot)] }
    private func place(_ slot: Int) -> LocalPoint { map.places[row(slot)] }

    private func finding(
      _ rule: SurveyRule, _ message: String, at slot: Int, weight: Double,
      walk: Survey.Walk? = nil
    ) -> SurveyFinding {
      SurveyFinding(
        rule: rule, message: message, level: map.levels[Int(map.levelIndices[row(slot)])],
        place: place(slot), walk: walk?.recording, hash: walk?.hash,
        transmitters: [map.transmitters[transmitter]], weight: weight)
    }

    /// As strong far from where a walk heard it best as there: it came along. What stays falls off
    /// with the way.
    func hotspot() -> SurveyFinding? {
      var worst: (slot: Int, strength: Double, metres: Double)?
      for (_, slots) in Dictionary(grouping: slots, by: { walk($0) }).sorted(by: { $0.key < $1.key }
      )
      where slots.count >= 2 * TransmitterChecks.minimumFar {
        guard let best = slots.max(by: { checks.strengths[$0] < checks.strengths[$1] }),
          checks.strengths[best] >= TransmitterChecks.close
        else { continue }
        let far = slots.filter { distance($0, best) > TransmitterChecks.far }
        let near = slots.filter { distance($0, best) <= TransmitterChecks.far / 2 }
        let mean = mean(far)
        guard far.count >= TransmitterChecks.minimumFar, mean >= Double(TransmitterChecks.close),
          self.mean(near) - mean < TransmitterChecks.fall, isHeardThroughout(far)
        else { continue }
        let metres = far.map { distance($0, best) }.max() ?? 0
        if metres > worst?.metres ?? 0 { worst = (best, mean, metres) }
      }
      guard let worst else { return nil }
      return finding(
        .likelyHotspot,
        "still \(Int(worst.strength.rounded())) dBm on average \(Int(TransmitterChecks.far)) to \(Int(worst.metres)) m "
          + "from where this walk heard it best",
        at: worst.slot, weight: worst.metres,
        walk: checks.survey.walks[Int(walk(worst.slot))])
    }

    /// Whether most of the walk's scans between the first and the last of some have it: what is
    /// passed comes and goes.
    private func isHeardThroughout(_ far: [Int]) -> Bool {
      guard let first = far.map({ row($0) }).min(), let last = far.map({ row($0) }).max() else {
        return false
      }
      return Double(slots.count { (first...last).contains(row($0)) })
        >= TransmitterChecks.throughout * Double(last - first + 1)
    }

    private func distance(_ a: Int, _ b: Int) -> Double { place(a).distance(to: place(b)) }

    private func mean(_ slots: [Int]) -> Double {
      Double(slots.reduce(0) { $0 + Int(checks.strengths[$1]) }) / Double(max(1, slots.count))
    }

    /// Close at two places for different walks, while at each of them somebody else hears next to
    /// nothing.
    func moved() -> SurveyFinding? {
      guard checks.strengths[peak] >= TransmitterChecks.close,
        checks.strengths[peak] <= DeviceChecks.implausible
      else { return nil }
      var other: Int?
      for slot in slots
      where checks.strengths[slot] >= TransmitterChecks.close
        && checks.strengths[slot] <= DeviceChecks.implausible
      {
        let isElsewhere = place(slot).distance(to: place(peak)) > TransmitterChecks.apart
        guard isElsewhere, walk(slot) != walk(peak) else { continue }
        if checks.strengths[slot] > other.map({ checks.strengths[$0] }) ?? -128 { other = slot }
      }
      guard let other, isDisputed(peak), isDisputed(other) else { return nil }
      let metres = place(other).distance(to: place(peak))
      return finding(
        .transmitterMoved,
        "\(checks.strengths[peak]) dBm here and \(checks.strengths[other]) dBm \(Int(metres)) m away, on different walks",
        at: peak, weight: metres)
    }

    /// Whether a walk that passed a reading's place heard next to nothing of it.
    private func isDisputed(_ slot: Int) -> Bool {
      let passes = checks.passes(place(slot), map.levelIndices[row(slot)], of: transmitter)
      return passes.values.contains { pass in
        pass.scans >= 2
          && Int(pass.strongest ?? -128) < Int(checks.strengths[slot]) - Int(TransmitterChecks.drop)
      }
    }

    /// New, gone, of one walk or of one phone, by who passed without hearing it.
    func changed() -> SurveyFinding? {
      let walks = checks.survey.walks
      let hearing = Set(slots.map { Int(walk($0)) })
      let passes = checks.passes(place(peak), map.levelIndices[row(peak)], of: transmitter)
      // One scan may miss a beacon that a channel change hid; two in five metres don't.
      let kind = HeardKinds.Kind(map.transmitters[transmitter])
      let deaf = passes.filter { $0.value.strongest == nil && $0.value.scans >= 2 }
        .map { Int($0.key) }
        .filter { !hearing.contains($0) && checks.kinds.hears($0, kind) }
      guard deaf.count >= TransmitterChecks.witnesses else { return nil }
      let days = hearing.map { walks[$0].day }
      guard let first = days.min(), let last = days.max() else { return nil }
      let weight = Double(checks.strengths[peak])
      let heard =
        "up to \(checks.strengths[peak]) dBm in \(hearing.count == 1 ? "one walk" : "\(hearing.count) walks")"
      let after = deaf.count { walks[$0].isDated && walks[$0].day > last }
      let before = deaf.count { walks[$0].isDated && walks[$0].day < first }
      if after >= TransmitterChecks.witnesses, before == 0 {
        // What was heard without a date may have been heard at any time.
        let isDated = hearing.contains { walks[$0].isDated }
        return finding(
          .transmitterGone,
          "\(heard)\(isDated ? "" : " without a date"); \(after) walks past it \(isDated ? "on later days" : "that have one") heard nothing",
          at: peak, weight: weight)
      }
      if before >= TransmitterChecks.witnesses, after == 0 {
        return finding(
          .transmitterNew, "\(heard); \(before) walks past it on earlier days heard nothing",
          at: peak, weight: weight)
      }
      let strength = "up to \(checks.strengths[peak]) dBm"
      let devices = Set(hearing.map { walks[$0].device })
      let others = deaf.count { !devices.contains(walks[$0].device) }
      if hearing.count > 1, devices.count == 1, let device = devices.first ?? nil,
        others >= TransmitterChecks.witnesses
      {
        return finding(
          .transmitterOfOneDevice,
          "\(strength) in \(hearing.count) walks of \(device); \(others) walks of other phones past it heard nothing",
          at: peak, weight: weight)
      }
      guard hearing.count == 1, let only = hearing.first else { return nil }
      return finding(
        .transmitterOfOneWalk, "\(strength); \(deaf.count) other walks past it heard nothing",
        at: peak, weight: weight, walk: walks[only])
    }
  }
}
