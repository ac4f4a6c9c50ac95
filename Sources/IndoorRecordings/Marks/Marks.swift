import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// What a surveyor marked on a walk, in the recording's own words, and the waypoints it comes to.
struct Marks {
  /// What a mark says.
  enum Word {
    /// A number, whose place a file of waypoints has.
    case number(Int)
    /// A number, or a place with or without its level behind a comma.
    case text(String)
    /// A place, and the word for its level.
    case place(Waypoint.Place, level: String, building: String)
  }

  private struct Mark {
    var word: Word
    var time: Timestamp
    var source: String
  }

  private var marks: [Mark] = []

  /// Marks of a recording at most; a walk has some dozens.
  private static let most = 100_000
  /// Where the first one beyond those stands, and how many they are.
  private var beyond: (source: String, count: Int)?

  /// Takes a mark; `source` is where it stands, as `file:line`.
  mutating func add(_ word: Word, at time: Timestamp, source: @autoclosure () -> String) {
    guard marks.count < Self.most else {
      beyond = (beyond?.source ?? source(), (beyond?.count ?? 0) + 1)
      return
    }
    marks.append(Mark(word: word, time: time, source: source()))
  }

  /// The waypoints in order of time. Where one mark can't be resolved, nobody knows where the walk
  /// went: there are none, and a warning.
  func waypoints(
    _ labels: RecordingLabels, _ levels: inout LevelNames
  ) -> (waypoints: [Waypoint], warnings: [RecordingWarning]) {
    var waypoints = TimeOrdered<Waypoint>()
    var fault: (source: String, sentence: String)?
    var count = 0
    var areCoordinates = false
    // A word that means no place, or several, is looked up once.
    var unknown: Set<String> = []
    for mark in marks {
      if case .text(let text) = mark.word, unknown.contains(text) {
        count += 1
        continue
      }
      do throws(PlaceFault) {
        let waypoint = try waypoint(of: mark, labels, &levels)
        if case .coordinate = waypoint.place { areCoordinates = true }
        waypoints.append(waypoint, at: waypoint.time.microseconds)
      } catch {
        fault = fault ?? (mark.source, error.sentence)
        count += 1
        if case .text(let text) = mark.word { unknown.insert(text) }
      }
    }
    var left = beyond.map { [RecordingWarning.tooManyMarks($0, most: Self.most)] } ?? []
    if fault == nil, labels.waypoints == nil, !areCoordinates, let warning = numbersAsNames {
      left.append(warning)
    }
    guard let fault else { return (waypoints.inOrder(), left) }
    let more = count > 1 ? " (and \(count - 1) more mark\(count > 2 ? "s" : ""))" : ""
    return (
      [],
      [
        RecordingWarning(
          .unresolvedPlace,
          "\(fault.source): \(fault.sentence)\(more); until then the walk's scans have no places")
      ] + left
    )
  }

  /// The highest number that marks begin to count with.
  private static let firstCount = 2

  /// What is to be said of marks that count up and were taken for places called so.
  private var numbersAsNames: RecordingWarning? {
    let numbers = marks.map { mark -> Int? in
      guard case .text(let text) = mark.word else { return nil }
      // PLACE or PLACE,LEVEL
      return Int(String(text.prefix { $0 != "," }).trimmed)
    }
    // A mark that is tapped twice has its number twice.
    guard let mark = marks.first, let first = numbers.first ?? nil,
      (0...Self.firstCount).contains(first), let last = numbers.last ?? nil, last > first,
      zip(numbers, numbers.dropFirst()).allSatisfy({ one, next in
        guard let one, let next else { return false }
        return next == one || next > one && next - 1 == one
      })
    else { return nil }
    return RecordingWarning(
      .numbersAsNames,
      "\(mark.source): the marks \(first) to \(last) were taken for the places that are called so; where they only "
        + "count, give a file of waypoints, which says where each was")
  }

  private func waypoint(
    of mark: Mark, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(PlaceFault) -> Waypoint {
    switch mark.word {
    case .number(let number):
      return try waypoint(numbered: number, at: mark.time, labels, &levels)
    case .place(let place, let level, let building):
      let key = try Self.level(level, building: building.isEmpty ? nil : building, &levels)
      return try Self.checked(Waypoint(time: mark.time, place: place, level: key), labels)
    case .text(let text):
      let text = text.trimmed
      guard !text.isEmpty else { throw .noText() }
      // A room may be called 1.0, as 1.0 may be how a program writes the number 1.
      let written = labels.places.has(text) ? nil : WaypointFile.Columns.number(text)
      if let number = Int(text) ?? written {
        do throws(PlaceFault) {
          return try waypoint(numbered: number, at: mark.time, labels, &levels)
        } catch {
          // A room's number is a name, too, but where a file says what numbers mean.
          guard labels.waypoints == nil,
            let named = try? Self.waypoint(text, "", at: mark.time, labels, &levels)
          else {
            throw error
          }
          return named
        }
      }
      return try Self.waypoint(of: text, at: mark.time, labels, &levels)
    }
  }

  private func waypoint(
    numbered number: Int, at time: Timestamp, _ labels: RecordingLabels,
    _ levels: inout LevelNames
  ) throws(PlaceFault) -> Waypoint {
    guard let file = labels.waypoints else { throw .noPlace(number) }
    guard let entry = file[number] else { throw .notInFile(number, file.path) }
    do throws(PlaceFault) {
      if let called = entry.called, labels.places.has(called.name),
        (try? Self.level(called.level, building: nil, &levels)) != nil
      {
        return try Self.waypoint(called.name, called.level, at: time, labels, &levels)
      }
      return try Self.waypoint(
        entry.place, entry.level, of: entry.building, at: time, labels, &levels)
    } catch {
      throw PlaceFault(sentence: "mark \(number) (\(entry.source)): \(error.sentence)")
    }
  }

  /// `PLACE` or `PLACE,LEVEL`, of which a place may have a comma itself.
  private static func waypoint(
    of text: String, at time: Timestamp, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(PlaceFault) -> Waypoint {
    if let (name, level) = numbered(text, labels.places),
      (try? self.level(level, building: nil, &levels)) != nil
    {
      return try waypoint(name, level, at: time, labels, &levels)
    }
    do throws(PlaceFault) {
      return try waypoint(text, "", at: time, labels, &levels)
    } catch {
      guard let comma = text.lastIndex(of: ","), try PlaceNames.coordinate(text) == nil else {
        throw error
      }
      let level = String(text[text.index(after: comma)...]).trimmed
      guard (try? self.level(level, building: nil, &levels)) != nil else { throw error }
      return try waypoint(String(text[..<comma]).trimmed, level, at: time, labels, &levels)
    }
  }

  /// `53,1` or `45.10,0.0` where there is a place called so: a level is a whole number.
  private static func numbered(
    _ text: String, _ places: PlaceNames
  ) -> (name: String, level: String)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmed
    }
    guard parts.count == 2, Field.with(parts[0], { $0.number }) != nil,
      WaypointFile.Columns.number(parts[1]) != nil,
      places.has(parts[0])
    else { return nil }
    return (parts[0], parts[1])
  }

  private static func waypoint(
    _ place: String, _ level: String, of building: String = "", at time: Timestamp,
    _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(PlaceFault) -> Waypoint {
    let key = try self.level(level, of: building, labels, &levels)
    let found = try labels.places.place(place, level: key, usually: labels.level)
    return try checked(Waypoint(time: time, place: found, level: key), labels)
  }

  /// What names no building: that something is one, and what programs write for nothing.
  private static let nothing: Set = [
    "yes", "no", "true", "false", "-", "--", "?", "n/a", "na", "none", "null", "unknown",
  ]

  /// What OpenStreetMap tags buildings with (its wiki's Key:building).
  private static let kinds: Set = [
    "apartments", "barracks", "bungalow", "cabin", "castle", "cathedral", "chapel", "church",
    "civic", "college", "commercial", "construction", "detached", "dormitory", "fire_station",
    "garage", "garages", "government", "grandstand", "greenhouse", "hangar", "hospital", "hotel",
    "house", "industrial", "kindergarten", "kiosk", "library", "mall", "monastery", "mosque",
    "museum", "office", "palace", "parking", "pavilion", "public", "religious", "residential",
    "retail", "roof", "ruins", "school", "semidetached_house", "service", "shrine", "sports_centre",
    "sports_hall", "stadium", "supermarket", "synagogue", "temple", "terrace", "tower",
    "train_station", "transportation", "university", "villa", "warehouse",
  ]

  /// Whether a word names a building: one that counts them, or says their kind, does where the
  /// venue's own are called so.
  private static func isName(_ word: String, in levels: LevelNames) -> Bool {
    // What counts more than these is a database's id.
    func isNumber(_ word: String) -> Bool { Int(word.wholeNumber).map { $0 < 1000 } == true }
    func isKind(_ word: String) -> Bool { kinds.contains(word.lowercased()) }
    if nothing.contains(word.lowercased()) { return false }
    let names = levels.buildingNames
    if Int(word.wholeNumber) != nil { return isNumber(word) && names.contains { isNumber($0) } }
    return !isKind(word) || names.contains { isKind($0) }
  }

  /// The level of a line, which may name its building; else the one that is stated for all
  /// recordings tells which is meant where several have such a level. What is no building of the
  /// venue's, but a kind of buildings or a number, as apps count them, says nothing where the level
  /// alone does.
  private static func level(
    _ word: String, of building: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(PlaceFault) -> LevelKey? {
    let stated = labels.level
    guard !building.isEmpty, levels.means(building: building) else {
      if !building.isEmpty, levels.isDrawn, isName(building, in: levels) {
        do throws(LevelFault) { try levels.check(building: building) } catch {
          throw PlaceFault(sentence: error.sentence)
        }
      }
      return try level(
        word, building: building.isEmpty ? nil : building, stated: stated?.building, &levels)
    }
    do throws(LevelFault) {
      guard word.isEmpty else { return try levels.level(word: word, building: building) }
      // A building alone says which of the levels of the stated number is meant.
      guard let stated else { return nil }
      let key = try levels.level(
        Double(stated.ordinal), as: String(stated.ordinal), building: building)
      if !levels.isDrawn || levels.isKnown(key) { return key }
    } catch { throw PlaceFault(sentence: error.sentence) }
    throw .notIn(building, ordinal: labels.level?.ordinal ?? 0)
  }

  private static func level(
    _ word: String, building: String?, stated: String? = nil, _ levels: inout LevelNames
  ) throws(PlaceFault) -> LevelKey? {
    guard !word.isEmpty else { return nil }
    // Apps number buildings where the venue has one, too.
    let isKnown = building.map { levels.hasBuilding($0) } ?? false
    do throws(LevelFault) {
      do throws(LevelFault) {
        return try levels.level(word: word, building: isKnown ? building : nil)
      } catch {
        guard error.asksForBuilding, !isKnown, let named = building ?? stated, !named.isEmpty
        else { throw error }
        return try levels.level(word: word, building: named)
      }
    } catch {
      throw PlaceFault(sentence: error.sentence)
    }
  }

  /// A place in degrees alone doesn't tell its level.
  private static func checked(
    _ waypoint: Waypoint, _ labels: RecordingLabels
  ) throws(PlaceFault) -> Waypoint {
    guard case .coordinate = waypoint.place, waypoint.level == nil, labels.level == nil,
      labels.places.needsLevel
    else { return waypoint }
    throw .noLevel()
  }
}
