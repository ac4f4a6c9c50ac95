import IndoorGeometry
import IndoorModel

/// Makes the bytes of a recording in the project's own format, JSON Lines, while it is being made;
/// `docs/recording-format.md` describes it. `RecordingWriter` writes them to a file; an app that
/// wants them elsewhere sends on what it is given, in that order:
///
///     var encoder = RecordingEncoder()
///     send(encoder.header(of: Recording(id: "walk-07")))
///     send(encoder.encode(observation))  // for each, as the sensors deliver them
///     send(encoder.flush())
///
/// Every piece is whole lines. Motion and pressure come out a second at a time, scans, known places
/// and waypoints at once.
public struct RecordingEncoder: Sendable {
  /// The version of the format that is written, and the newest that is read.
  package static let version: Int64 = 1

  private let namesBuildings: Bool

  private var motion = MotionBatch()

  /// Makes an encoder that holds nothing back yet.
  ///
  /// - Parameter namesBuildings: whether the building without an id is named, too: where a venue
  ///   has others a level without one says nothing.
  public init(namesBuildings: Bool = false) { self.namesBuildings = namesBuildings }

  /// The first line. Of the recording only the header's fields are taken, not its observations or
  /// waypoints.
  public func header(of recording: Recording) -> [UInt8] {
    var members = [("format", JSONText.string("indoorkit")), ("version", String(Self.version))]
    for (key, value) in [
      ("id", recording.id), ("device", recording.device), ("surveyor", recording.surveyor),
      ("path", recording.path),
    ] {
      if let value, !value.isEmpty { members.append((key, JSONText.string(value))) }
    }
    if let level = recording.level { members += self.members(of: level) }
    return Self.line(members)
  }

  /// The lines that are due once this was measured; often none. Within each kind in order of time.
  public mutating func encode(_ observation: Observation) -> [UInt8] {
    if case .scan(let scan) = observation { return Self.line(Self.members(of: scan)) }
    if case .fix(let known) = observation { return Self.line(members(of: known)) }
    let lines = motion.isFull(before: observation) ? flush() : []
    motion.append(observation)
    return lines
  }

  /// The line of a place that the surveyor noted.
  public func encode(_ waypoint: Waypoint) -> [UInt8] {
    var members =
      switch waypoint.place {
      case .coordinate(let place):
        [
          ("latitude", JSONText.number(place.latitude)),
          ("longitude", JSONText.number(place.longitude)),
        ]
      case .local(let place): [("local", Self.pair(place.x, place.y))]
      case .page(let place): [("page", Self.pair(place.x, place.y))]
      case .named(let id): [("place", JSONText.string(id))]
      }
    if let level = waypoint.level { members += self.members(of: level) }
    return Self.line([("t", Self.text(waypoint.time)), ("waypoint", JSONText.object(members))])
  }

  /// The lines of what is still held back, up to a second of motion and pressure.
  public mutating func flush() -> [UInt8] {
    defer { motion = MotionBatch() }
    return motion.lines().flatMap(Self.line)
  }

  private static func line(_ members: [(String, String)]) -> [UInt8] {
    Array(JSONText.object(members).utf8) + [0x0A]
  }

  private static func members(of scan: Scan) -> [(String, String)] {
    var wifi: [String] = []
    var beacons: [String] = []
    var columns: [String] = []
    for reading in scan.readings {
      let age = reading.age > 0 ? [String(reading.age)] : []
      func entry(_ name: String, _ numbers: [String] = []) -> String {
        JSONText.array([JSONText.string(name)] + numbers + [String(reading.rssi)] + age)
      }
      switch reading.transmitter {
      case .wifi(let address): wifi.append(entry(Address.text(address)))
      case .bluetooth(let address): beacons.append(entry(Address.text(address)))
      case .beacon(let high, let low, let major, let minor):
        beacons.append(entry(Address.uuid(high: high, low: low), [String(major), String(minor)]))
      case .column(let name): columns.append(entry(name))
      }
    }
    var members = [("t", text(scan.time))]
    if !wifi.isEmpty || scan.readings.isEmpty { members.append(("wifi", JSONText.array(wifi))) }
    if !beacons.isEmpty { members.append(("ble", JSONText.array(beacons))) }
    if !columns.isEmpty { members.append(("columns", JSONText.array(columns))) }
    return members
  }

  private func members(of known: KnownPlace) -> [(String, String)] {
    var members = [
      ("latitude", JSONText.number(known.coordinate.latitude)),
      ("longitude", JSONText.number(known.coordinate.longitude)),
      ("radius", JSONText.number(known.radius)),
    ]
    if let level = known.level { members += self.members(of: level) }
    if known.source != .marker {
      members.append(("source", JSONText.string(known.source.rawValue)))
    }
    return [("t", Self.text(known.time)), ("fix", JSONText.object(members))]
  }

  private func members(of level: LevelKey) -> [(String, String)] {
    let ordinal = ("level", String(level.ordinal))
    return level.building.isEmpty && !namesBuildings
      ? [ordinal] : [("building", JSONText.string(level.building)), ordinal]
  }

  private static func pair(_ x: Double, _ y: Double) -> String {
    JSONText.array([JSONText.number(x), JSONText.number(y)])
  }

  /// Milliseconds, with a fraction only where there is one.
  private static func text(_ time: Timestamp) -> String {
    MotionBatch.milliseconds(time.microseconds)
  }
}
