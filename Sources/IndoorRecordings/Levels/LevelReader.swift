import IndoorJSON
import IndoorLibc
import IndoorModel

/// Reads the levels of a recording in JSON Lines: a number is an ordinal, a string a label.
struct LevelReader {
  let path: String
  var names: LevelNames
  /// By which labels levels were named.
  private(set) var labels: [LevelKey: String] = [:]
  /// Why the first level means nothing that was left out for that.
  private(set) var fault: RecordingError?
  /// How many levels were left out so.
  private(set) var faults = 0

  /// The first level that was named by its ordinal where another is called so, and that one.
  private(set) var numbered: (level: LevelKey, other: LevelKey)?

  /// What the header says.
  private var header = Said()
  /// Why the header's level is none, perhaps as long as nobody names its building, which each place
  /// may do.
  private var headerFault: RecordingError?
  private var isBuildingNamed = false
  private var use = HeaderUse()

  /// The level that the header says, its line, and how many waypoints are on it and on others.
  private struct HeaderUse {
    var level: (key: LevelKey, line: Int)?
    var same = 0
    var others = 0
  }

  /// The members that say where something is; one that is null or an empty text says nothing, but
  /// for a building where there is one without an id.
  private struct Said {
    var level: JSONNode?
    var building: JSONNode?

    init() {}

    init(_ node: JSONNode, hasNameless: Bool = false) {
      func said(_ name: String, orEmpty: Bool = false) -> JSONNode? {
        guard let value = node[name], !value.isNull, orEmpty || value.string?.trimmed != ""
        else { return nil }
        return value
      }
      (level, building) = (said("level"), said("building", orEmpty: hasNameless))
    }
  }

  /// A level that isn't read: what it is called, the first line that has it, and how many have.
  typealias Stray = (name: String, line: Int, count: Int)
  /// The level that the header calls otherwise, or one or more places do.
  private var strays: (header: Stray?, places: Stray?)
  /// Whether some place is on the header's level, whatever that calls it.
  private var lacksLevel = false

  /// A level that is called otherwise where it would say where something is; `nil` where there is
  /// none.
  var stray: Stray? { strays.places ?? (lacksLevel ? strays.header : nil) }

  /// What others call a level.
  private static let words: Set<String> = [
    "level", "levelid", "levelnumber", "lvl", "floor", "floorid", "floornumber", "floorlevel",
    "storey", "story", "ordinal", "etage", "\u{E9}tage", "ebene", "stockwerk", "geschoss",
    "niveau", "piso", "planta",
  ]

  /// Notes the header's level where it is called otherwise.
  mutating func look(atHeader node: JSONNode, line: Int) {
    if header.level == nil { strays.header = stray(in: node).map { ($0, line, 1) } }
  }

  /// Notes the level of a place that says none, where it is called otherwise or stands in the line
  /// beside the place.
  ///
  /// - Parameter isNamed: whether the place is on its own level, whatever its line says.
  mutating func look(at place: JSONNode, in node: JSONNode, isNamed: Bool, line: Int) {
    guard Said(place).level == nil else { return }
    lacksLevel = lacksLevel || !isNamed
    let found = stray(in: place) ?? (isNamed ? nil : stray(in: node))
    // Where the level is known, an ordinal may count the places.
    guard let found, header.level == nil || found.lowercased() != "ordinal" else { return }
    strays.places = strays.places.map { ($0.name, $0.line, $0.count + 1) } ?? (found, line, 1)
  }

  /// What calls a level otherwise than `level`, or stands beside a place, and is another than the
  /// header's.
  private func stray(in node: JSONNode) -> String? {
    let known = header.level.flatMap(key(of:))
    return node.members.first { member in
      let word = member.key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
      return Self.words.contains(word) && !member.value.isNull
        && member.value.string?.trimmed.isEmpty != true
        && (known == nil || key(of: member.value) != known)
    }?.key.shown
  }

  /// The level that a number or a label means, where it means one.
  private func key(of level: JSONNode) -> LevelKey? {
    var reader = self
    let building = header.building?.string?.trimmed
    return try? reader.meaning(of: level, building: building)
  }

  /// Whether a place says its level itself.
  static func saysLevel(_ node: JSONNode) -> Bool { Said(node).level != nil }

  init(path: String, names: LevelNames) {
    self.path = path
    self.names = names
  }

  /// The header's level, `nil` where it has none, and where nothing but the building is missing
  /// from it. What it says of level and building holds for what comes behind it.
  mutating func level(ofHeader node: JSONNode, line: Int) throws(RecordingError) -> LevelKey? {
    header = Said(node, hasNameless: names.hasNameless)
    guard let level = header.level else { return nil }
    do throws(LevelFault) {
      let key = try meaning(of: level, building: try text(of: header.building))
      use.level = key.map { ($0, line) }
      return key
    } catch {
      let fault = error.error(path, line: line)
      guard error.asksForBuilding || names.isLenient else { throw fault }
      headerFault = fault
      return nil
    }
  }

  /// The building that the header names without a level.
  var buildingAlone: String? {
    guard header.level == nil, let name = header.building?.string?.trimmed, !name.isEmpty else {
      return nil
    }
    return name
  }

  /// The level of a waypoint, which is on the header's where it says nothing of it.
  mutating func level(ofWaypoint node: JSONNode, line: Int) throws(RecordingError) -> LevelKey? {
    let faults = faults
    let own = try level(of: node, line: line)
    if own == nil || own == use.level?.key {
      use.same += 1
    } else {
      use.others += 1
    }
    if own == nil, self.faults == faults, let headerFault { return try leaveOut(headerFault) }
    return own
  }

  /// That the header's level is none of the waypoints', which all say their own.
  func otherHeader(_ path: String) -> RecordingWarning? {
    guard let level = use.level, use.same == 0, use.others > 1 else { return nil }
    return RecordingWarning(
      .strayLevel,
      "\(path):\(level.line): the header's level is \(labels[level.key] ?? String(level.key.ordinal)), and all \(use.others) waypoints say another, which "
        + "counts; correct the header's, or leave it out")
  }

  /// The level of a fix or a waypoint, of which the header may say the building or the ordinal;
  /// `nil` where the place says nothing of it by itself.
  mutating func level(of node: JSONNode, line: Int) throws(RecordingError) -> LevelKey? {
    let own = Said(node, hasNameless: names.hasNameless)
    guard own.level != nil || own.building != nil, let level = own.level ?? header.level else {
      return nil
    }
    if own.building != nil { isBuildingNamed = true }
    do throws(LevelFault) {
      return try meaning(of: level, building: try text(of: own.building ?? header.building))
    } catch {
      return try leaveOut(error.error(path, line: line))
    }
  }

  /// Says that all has been read.
  ///
  /// - Throws: `RecordingError` where the header's level lacks its building and no place named one.
  mutating func finish() throws(RecordingError) {
    if let headerFault, !isBuildingNamed, fault == nil { _ = try leaveOut(headerFault) }
  }

  /// `nil` where what means nothing is left out with a remark.
  private mutating func leaveOut(_ error: RecordingError) throws(RecordingError) -> LevelKey? {
    guard names.isLenient else { throw error }
    fault = fault ?? error
    faults += 1
    return nil
  }

  private func text(of building: JSONNode?) throws(LevelFault) -> String? {
    guard let building else { return nil }
    guard let text = building.string else { throw .buildingOfNoText() }
    return text.trimmed
  }

  private mutating func meaning(
    of level: JSONNode, building: String?
  ) throws(LevelFault) -> LevelKey? {
    if let number = level.number {
      let text = level.integer.map { String($0) } ?? String(number)
      let key = try names.level(number, as: text, building: building)
      if numbered == nil, let other = names.levelNewlyTold(calledAs: key) {
        numbered = (key, other)
      }
      return key
    }
    guard let label = level.string?.trimmed else { throw .neitherKind() }
    guard !label.isEmpty else { return nil }
    let key = try names.level(labelled: label, building: building)
    if labels[key] == nil { labels[key] = label }
    return key
  }

  /// The first line that isn't empty and those that may be a header, name a level or lie on the
  /// header's, each where it stood; the others are empty.
  static func linesWithLevels(_ bytes: [UInt8]) -> [UInt8] {
    let words = ["\"level\"", "\"building\"", "\"waypoint\"", "\"format\""].map { Array($0.utf8) }
    var kept: [UInt8] = []
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var start = 0
      var isHeaderFound = false
      while start < buffer.count {
        let found = memchr(base + start, 0x0A, buffer.count - start)
        let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? buffer.count
        let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
        // A word may be written with escapes.
        let isHeader = !isHeaderFound && !line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        isHeaderFound = isHeaderFound || isHeader
        if isHeader || words.contains(where: { Self.has($0, in: line) })
          || memchr(base + start, Int32(UInt8(ascii: "\\")), end - start) != nil
        {
          kept.append(contentsOf: line)
        }
        kept.append(0x0A)
        start = end + 1
      }
    }
    return kept
  }

  private static func has(_ word: [UInt8], in line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = line.baseAddress else { return false }
    var at = 0
    while at + word.count <= line.count,
      let quote = memchr(base + at, Int32(word[0]), line.count - word.count + 1 - at)
    {
      at = UnsafeRawPointer(quote) - UnsafeRawPointer(base)
      if memcmp(base + at, word, word.count) == 0 { return true }
      at += 1
    }
    return false
  }
}
