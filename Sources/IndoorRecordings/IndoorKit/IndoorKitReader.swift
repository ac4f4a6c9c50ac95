import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Reads the project's own format: JSON Lines, a header line first. `docs/recording-format.md`
/// describes it.
///
/// A line that can't be read costs only itself, but for a level that means nothing, which is no
/// slip of the recorder. Lines may stand in any order; what is read is in order of time.
struct IndoorKitReader {
  private let path: String
  var observations = TimeOrdered<Observation>()
  private var waypoints = TimeOrdered<Waypoint>()
  var optedOut = OptedOut()
  var skipped = SkippedLines()
  private var known = KnownPlaces()
  private var clocks = LineClocks()
  /// How samples lie in their lines.
  var samples = (spacing: SampleSpacing(), order: SampleOrder())
  private var levels: LevelReader
  /// The first line whose waypoint has places of several kinds, and how many have.
  private var several = (line: 0, count: 0)
  private var localSpot = LocalSpot()
  /// The line that is being read.
  private(set) var line = 1

  private init(path: String, levels: LevelNames) {
    self.path = path
    self.levels = LevelReader(path: path, names: levels)
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: `RecordingError` where the first line is no header, or a newer version's, and for a
  ///   level that means nothing.
  static func read(
    _ bytes: [UInt8], path: String, levels: inout LevelNames
  ) throws(RecordingError) -> ReadRecording {
    var lines = try self.lines(of: bytes, path: path)
    let (header, number) = try header(of: &lines, in: bytes, path: path)
    var reader = IndoorKitReader(path: path, levels: levels)
    let level = try reader.levels.level(ofHeader: header, line: number)
    reader.levels.look(atHeader: header, line: number)
    try each(of: &lines, in: bytes, path: path) { line throws(RecordingError) in
      try reader.take(line)
      guard reader.observations.count <= mostObservations else { throw .tooManyMeasurements(path) }
    }
    try reader.levels.finish()
    levels = reader.levels.names
    return reader.finish(header, level: level, hash: ContentHash.hexadecimal(bytes))
  }

  /// Scans and samples of all sensors together that a file may have: a gigabyte on their way to a
  /// walk, eleven hours of one sensor at 100 Hz.
  private static let mostObservations = 4_000_000

  /// Reads lines of which none is a header: what was measured, in order of time, and what was left
  /// out.
  ///
  /// - Throws: `RecordingError` where memory runs out.
  static func observations(
    _ bytes: [UInt8], name: String
  ) throws(RecordingError) -> (observations: [Observation], skipped: SkippedLines) {
    var lines = try self.lines(of: bytes, path: name)
    var reader = IndoorKitReader(path: name, levels: LevelNames(isLenient: true))
    while let line = lines.next() { try reader.take(line) }
    return (reader.measured(), reader.skipped)
  }

  /// What was measured, in order of time, each once and nothing of those that opted out.
  private mutating func measured() -> [Observation] {
    var all = observations.inOrder()
    optedOut.leave(outOf: &all, keepsEmpty: true, &skipped)
    let (single, doubled) = TiedObservations.ordered(all)
    skipped.add(.doubledMeasurement, doubled)
    return single
  }

  private static func lines(
    of bytes: [UInt8], path: String
  ) throws(RecordingError) -> JSONLinesReader {
    do { return try JSONLinesReader(bytes: bytes, name: path) } catch { throw .malformed(error) }
  }

  /// Whether the file begins with the format's name, broken as the rest of its first line may be.
  private static func isNamed(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1000).firstRange(of: "\"indoorkit\"".utf8) != nil
  }

  private static func header(
    of lines: inout JSONLinesReader, in bytes: [UInt8], path: String
  ) throws(RecordingError) -> (JSONNode, line: Int) {
    let first = lines.next()
    if case .failure? = first?.result, bytes.hasReturnsAlone { throw .returnsAlone(path) }
    if isNamed(bytes), let first, case .failure(let error) = first.result {
      guard error.code == .cut, !first.isCut else { throw .malformed(error) }
      throw .malformed(
        path, line: 1,
        "doesn't hold the whole header, and each line is an object of its own; write an object a line, as "
          + "jq -c . does")
    }
    guard let first, case .success(let header) = first.result,
      header["format"]?.string == "indoorkit", let written = header["version"]
    else {
      throw .malformed(
        path, line: 1,
        "isn't the header of a recording, begin the file with {\"format\":\"indoorkit\",\"version\":1}"
      )
    }
    guard let version = written.integer else {
      throw .malformed(
        path, line: 1,
        "has a version that is no whole number, write \"version\":\(RecordingEncoder.version)")
    }
    guard version >= 1 else {
      throw .malformed(
        path, line: 1,
        "has version \(version) of the format, which there never was; write "
          + "\(RecordingEncoder.version)")
    }
    if let name = header.repeatedName {
      throw .malformed(path, line: 1, "has \"\(name)\" twice, write it once")
    }
    guard version <= RecordingEncoder.version else {
      throw .malformed(
        path, line: 1,
        "has version \(version) of the format where \(RecordingEncoder.version) is the newest known, "
          + "update this program")
    }
    return (header, first.number)
  }

  /// Checks that a file's header can be read and that its levels mean something, without reading
  /// what was measured.
  ///
  /// - Throws: `RecordingError` for the header, or for the first level that doesn't.
  static func checkLevels(
    _ bytes: [UInt8], path: String, levels: inout LevelNames
  ) throws(RecordingError) {
    let kept = LevelReader.linesWithLevels(bytes)
    var lines = try self.lines(of: kept, path: path)
    var reader = LevelReader(path: path, names: levels)
    let (header, number) = try header(of: &lines, in: kept, path: path)
    _ = try reader.level(ofHeader: header, line: number)
    try each(of: &lines, in: kept, path: path) { line throws(RecordingError) in
      guard case .success(let node) = line.result else { return }
      if let place = node["waypoint"], !Self.isOnOwnLevel(place) {
        _ = try reader.level(ofWaypoint: place, line: line.number)
      }
      if let place = node["fix"] { _ = try reader.level(of: place, line: line.number) }
    }
    try reader.finish()
    levels = reader.names
  }

  private mutating func finish(
    _ header: JSONNode, level: LevelKey?, hash: String
  ) -> ReadRecording {
    // Names are for people, who don't read a thousand characters of one.
    func name(_ key: String) -> String? {
      let text = header[key].flatMap { $0.string ?? $0.digits }
      return text.map { String($0.prefix(1000)).onOneLine }
    }
    let (fresh, repeats) = RepeatedScans.dropped(from: measured())
    skipped.add(.repeatedScan, repeats)
    let (observed, fewer) = DenseScans.joined(fresh)
    skipped.add(.joinedScan, fewer)
    var recording = Recording(
      id: name("id") ?? FileBytes.stem(of: path).onOneLine, observations: observed,
      waypoints: waypoints.inOrder(), level: level, device: name("device"),
      surveyor: name("surveyor"), path: name("path"))
    recording.clockStepBack = clocks.stepBack
    var read = ReadRecording(recording: recording, hash: hash, path: path, skipped: skipped)
    if several.count > 0 {
      read.warnings.append(.severalPlaces(path, line: several.line, several.count))
    }
    if let stray = levels.stray { read.warnings.append(.strayLevel(path, stray)) }
    if let warning = localSpot.warning(path) { read.warnings.append(warning) }
    if let warning = samples.spacing.warning(path) { read.warnings.append(warning) }
    if let warning = samples.order.warning(path) { read.warnings.append(warning) }
    if let warning = levels.otherHeader(path) { read.warnings.append(warning) }
    if let warning = RecordingWarning.repeatedScans(path, repeats) { read.warnings.append(warning) }
    if let (level, other) = levels.numbered {
      read.warnings.append(.numberIsLabel(path, level.ordinal, of: other))
    }
    read.building = levels.buildingAlone
    (read.levelLabels, read.levelFault) = (levels.labels, levels.fault)
    read.levelFaults = levels.faults
    return read
  }

  private mutating func take(_ line: JSONLinesReader.Line) throws(RecordingError) {
    self.line = line.number
    switch line.result {
    case .success(let node): try read(node)
    case .failure(let error) where error.code == .tooLarge:
      skipped.add(.longLine, line: line.number)
    case .failure: skipped.add(unread: line)
    }
  }

  private mutating func read(_ node: JSONNode) throws(RecordingError) {
    guard let written = node["t"] else { return skipped.add(.malformed, line: line) }
    guard let milliseconds = written.number, abs(milliseconds) < 1e14 else {
      return skipped.add(.noMilliseconds, line: line)
    }
    guard node.repeatedName == nil, node["waypoint"]?.repeatedName == nil,
      node["fix"]?.repeatedName == nil
    else { return skipped.add(.keyTwice, line: line) }
    let time = Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
    clocks.take(node, at: time.microseconds)
    var isKnown = false
    for place in [node["waypoint"], node["fix"]].compactMap(\.self) where place.kind == .object {
      levels.look(at: place, in: node, isNamed: Self.isOnOwnLevel(place), line: line)
    }
    if let place = node["waypoint"] {
      isKnown = true
      try readWaypoint(place, time)
    }
    if let place = node["fix"] {
      isKnown = true
      try readFix(place, time)
    }
    if node["wifi"] != nil || node["ble"] != nil || node["columns"] != nil {
      isKnown = true
      readScan(node, time)
    }
    if node["acc"] != nil || node["gyr"] != nil || node["mag"] != nil || node["hpa"] != nil {
      isKnown = true
      readMotion(node, time)
    }
    if !isKnown { skipped.add(.unknownType, line: line) }
  }

  private mutating func readWaypoint(
    _ node: JSONNode, _ time: Timestamp
  ) throws(RecordingError) {
    let kinds = [node["latitude"], node["local"], node["page"], node["place"]]
    if kinds.count(where: { $0?.isNull == false }) > 1 {
      several = (several.count == 0 ? line : several.line, several.count + 1)
    }
    let place: Waypoint.Place
    if let latitude = node["latitude"]?.number, let longitude = node["longitude"]?.number {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid else { return skipped.add(.outOfRange, line: line) }
      place = .coordinate(coordinate)
    } else if let point = Self.pair(node["local"]) {
      place = .local(LocalPoint(x: point.0, y: point.1))
      localSpot.take(LocalPoint(x: point.0, y: point.1), line: line)
    } else if let point = Self.pair(node["page"]) {
      place = .page(PagePoint(x: point.0, y: point.1))
    } else if let id = Self.name(of: node) {
      place = .named(id)
    } else {
      return skipped.add(.malformed, line: line)
    }
    var level: LevelKey?
    if !Self.isOnOwnLevel(node) {
      let faults = levels.faults
      level = try levels.level(ofWaypoint: node, line: line)
      // Nor is it on the only level of a venue.
      guard levels.faults == faults else { return }
    }
    waypoints.append(
      Waypoint(time: time, place: place, level: level), at: time.microseconds)
  }

  /// Whether a waypoint is a named place without a level, which is on its own and not on the
  /// header's.
  private static func isOnOwnLevel(_ node: JSONNode) -> Bool {
    let hasDegrees = node["latitude"]?.number != nil && node["longitude"]?.number != nil
    return !hasDegrees && pair(node["local"]) == nil && pair(node["page"]) == nil
      && name(of: node) != nil && !LevelReader.saysLevel(node)
  }

  /// What a named place is called: a text, or a number as GeoJSON's ids may be.
  private static func name(of node: JSONNode) -> String? {
    node["place"].flatMap { $0.string ?? $0.digits }
  }

  private mutating func readFix(_ node: JSONNode, _ time: Timestamp) throws(RecordingError) {
    guard let latitude = node["latitude"]?.number, let longitude = node["longitude"]?.number,
      let radius = node["radius"]?.number,
      let source = node["source"].map({ $0.string.flatMap(KnownPlace.Source.init) }) ?? .marker
    else { return skipped.add(.malformed, line: line) }
    let before = levels
    let level = try levels.level(of: node, line: line)
    guard levels.faults == before.faults else {
      levels = before
      return skipped.add(.uselessFix, line: line)
    }
    let place = KnownPlace(
      Coordinate(latitude: latitude, longitude: longitude), radius: radius, level: level,
      time: time, by: source)
    guard place.coordinate.isValid, radius >= 0, radius <= 10_000 else {
      return skipped.add(.outOfRange, line: line)
    }
    if known.contradict(place) { return skipped.add(.contradictingFix, line: line) }
    observations.append(.fix(place), at: time.microseconds)
  }

  private static func pair(_ node: JSONNode?) -> (Double, Double)? {
    guard let node, node.kind == .array else { return nil }
    let values = node.elements.compactMap(\.number)
    guard values.count == 2, abs(values[0]) < 1e7, abs(values[1]) < 1e7 else { return nil }
    return (values[0], values[1])
  }
}

extension RecordingWarning {
  static func strayLevel(_ path: String, _ stray: LevelReader.Stray) -> RecordingWarning {
    let more = stray.count > 1 ? " (and \(stray.count - 1) more like it)" : ""
    return RecordingWarning(
      .strayLevel,
      "\(path):\(stray.line): has \(stray.name)\(more) where no level is read; write it as level in the header,"
        + " or within the waypoint or the fix")
  }

  /// - Parameter count: how many waypoints there are, at least one.
  static func severalPlaces(_ path: String, line: Int, _ count: Int) -> RecordingWarning {
    let which =
      count == 1
      ? "its waypoint has a place of several kinds"
      : "\(count) waypoints, this the first, have places of several kinds"
    return RecordingWarning(
      .twoPlaces,
      "\(path):\(line): \(which), of which only the first of degrees, local, page and place counts; leave "
        + "the others out")
  }
}

extension RecordingError {
  fileprivate static func tooManyMeasurements(_ path: String) -> RecordingError {
    RecordingError(
      .tooLarge,
      "\(path): has over 4000000 scans and samples, the most that is read; record shorter walks, or"
        + " sample motion less often")
  }
}
