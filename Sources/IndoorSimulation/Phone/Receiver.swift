import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// Wi-Fi scans every 2.2 to 4 s with what the system still remembers of earlier ones, and beacons
/// gathered two seconds at a time.
struct Receiver {
  private let world: SimulatedWorld
  private let plan: WalkPlan
  private let kind: PhoneKind
  private var generator: SimulationRandom
  private var stations: [RadioField.Station]

  /// How long, in seconds, Android goes on listing an access point that it no longer hears.
  private let memory = 14.0

  init(world: SimulatedWorld, plan: WalkPlan, kind: PhoneKind) {
    self.world = world
    self.plan = plan
    self.kind = kind
    generator = SimulationRandom(seed: world.seed, for: "receiver \(plan.id)")
    let absent: RadioField.Presence = plan.isSurvey ? .testOnly : .surveyOnly
    stations = world.radio.stations.filter { $0.presence != absent }
    addHotspots()
  }

  /// Two visitors' telephones that share their connection: there today, gone tomorrow.
  private mutating func addHotspots() {
    for _ in 0..<2 {
      let level = generator.index(below: world.grids.count)
      let grid = world.grids[level]
      let cells = grid.clearance.indices.filter { grid.isFree($0) }
      guard !cells.isEmpty else { continue }
      let place = grid.raster.middle(of: cells[generator.index(below: cells.count)])
      let address = (generator.next() & 0xfc_ff_ff_ff_ff_ff) | 0x02_00_00_00_00_00
      stations.append(
        RadioField.Station(
          level: level, place: place, height: 1,
          signals: [.init(transmitter: .wifi(address), megahertz: 2437, power: 10)],
          presence: .always, shadow: SmoothField(length: 5, generator: &generator)))
    }
  }

  /// All scans of a walk, Wi-Fi's first.
  mutating func scans(along track: Track) -> [Observation] {
    forgetFarStations(track)
    let duration = Double(track.samples.count) * Track.interval
    var result: [Observation] = []
    var remembered: [Remembered?] = []
    var time = generator.uniform(0.5, 2)
    while time < duration {
      let scan = wifi(at: time, track, &remembered)
      result.append(.scan(scan))
      time += generator.uniform(2.2, 4)
    }
    for second in stride(from: 2, to: Int(duration), by: 2) {
      let scan = beacons(until: Double(second), track)
      if !scan.readings.isEmpty { result.append(.scan(scan)) }
    }
    return result
  }

  /// Leaves out whom nobody on the track can hear, where there are very many stations: a thousand
  /// levels have a hundred thousand of them.
  private mutating func forgetFarStations(_ track: Track) {
    guard stations.count > Self.many, var box = BoundingBox(track.samples.lazy.map(\.place)),
      let low = track.samples.map(\.elevation).min(),
      let high = track.samples.map(\.elevation).max()
    else { return }
    box.minimum = LocalPoint(x: box.minimum.x - Self.range, y: box.minimum.y - Self.range)
    box.maximum = LocalPoint(x: box.maximum.x + Self.range, y: box.maximum.y + Self.range)
    let heights = (low - Self.range)...(high + Self.range)
    stations.removeAll { station in
      !box.contains(station.place)
        || !heights.contains(world.levels[station.level].elevation + station.height)
    }
  }

  /// What no phone hears, in dBm. What chance adds in `heard` is two numbers of one pair, (2.3,
  /// 1.5) · (a, b), and no pair of `normal` is longer than √(2 · 104 · ln 2): 33 dB over a
  /// threshold of -94 dBm.
  private static let unheard = -128.0
  /// Metres beyond which nothing is heard.
  private static let range = 150.0
  /// Stations up to which all are asked, heard or not.
  private static let many = 4000

  private struct Remembered {
    var rssi: Int8
    /// When it was heard, in seconds from the walk's beginning.
    var time: Double
  }

  private mutating func wifi(
    at time: Double, _ track: Track, _ remembered: inout [Remembered?]
  ) -> Scan {
    let sample = track.samples[index(time, track)]
    var entries: [Reading] = []
    var slot = 0
    for station in stations {
      guard case .wifi = station.signals[0].transmitter else { continue }
      let strengths = received(from: station, at: sample)
      for (signal, strength) in zip(station.signals, strengths) {
        defer { slot += 1 }
        if slot == remembered.count { remembered.append(nil) }
        if let rssi = heard(strength, threshold: -92, chance: 0.85) {
          remembered[slot] = Remembered(rssi: rssi, time: time - generator.uniform(0.05, 1.6))
        }
        guard let entry = remembered[slot], time - entry.time < memory else { continue }
        let age = UInt32(((time - entry.time) * 1000).rounded())
        entries.append(Reading(transmitter: signal.transmitter, rssi: entry.rssi, age: age))
      }
    }
    return Scan(time: stamp(time), readings: entries.sorted { $0.rssi > $1.rssi })
  }

  private mutating func beacons(until second: Double, _ track: Track) -> Scan {
    let sample = track.samples[index(second - 1, track)]
    var entries: [Reading] = []
    for station in stations {
      guard case .beacon = station.signals[0].transmitter else { continue }
      for (signal, strength) in zip(station.signals, received(from: station, at: sample)) {
        // A beacon calls a few times a second; the one that is reported came at some moment of it.
        guard let rssi = heard(strength, threshold: -94, chance: 0.95) else { continue }
        let age = UInt32((generator.uniform() * 1990).rounded())
        entries.append(Reading(transmitter: signal.transmitter, rssi: rssi, age: age))
      }
    }
    return Scan(time: stamp(second), readings: entries)
  }

  /// Strength of a station's signals at the phone: its offset, and the body that stands in the way
  /// of what is behind.
  private func received(
    from station: RadioField.Station, at sample: TrackSample
  ) -> [Double] {
    let elevation = sample.elevation + 1.3
    guard station.place.distance(to: sample.place) < Self.range else {
      return station.signals.map { _ in -200 }
    }
    let direction = atan2(
      station.place.x - sample.place.x, station.place.y - sample.place.y)
    let body = 2.5 * (1 - cos(direction - sample.course))
    let car = sample.isInLift ? 18.0 : 0
    let device = kind.radioOffset + plan.radioOffset - body - car
    let least = Self.unheard - device
    return world.radio.strengths(
      of: station, at: sample.place, elevation: elevation, least: least
    ).map {
      $0 + kind.radioOffset + plan.radioOffset - body - car
    }
  }

  /// A reading in whole dB, or `nil` where it stays unheard: too weak, or missed.
  private mutating func heard(_ strength: Double, threshold: Double, chance: Double) -> Int8? {
    // Fast fading averaged over a beacon's frame, as one normal deviation of the decibels.
    let value = strength + 2.3 * generator.normal()
    let limit = threshold + 1.5 * generator.normal()
    guard generator.uniform() < chance, value > limit else { return nil }
    return Int8(max(-120, min(-20, value.rounded())))
  }

  private func index(_ time: Double, _ track: Track) -> Int {
    max(0, min(track.samples.count - 1, Int(time / Track.interval)))
  }

  private func stamp(_ time: Double) -> Timestamp {
    Timestamp(milliseconds: plan.start.milliseconds + Int64((time * 1000).rounded()))
  }
}
