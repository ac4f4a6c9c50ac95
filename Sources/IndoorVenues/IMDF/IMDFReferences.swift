import IndoorJSON
import IndoorModel

/// Under which ids an archive's features are written, and what references in kept features have to
/// say so that they find them.
struct IMDFReferences {
  /// Types of what the venue has whose features may name what isn't there; what units and openings
  /// name is.
  static let referring = ["venue", "building", "level"]

  private let venueID: String
  /// The ids under which the venue's things are written, by type and the venue's id.
  private var ids: [String: [String: String]] = [:]
  /// Ids that are written, by type, as they are compared.
  private var written: [String: Set<String>] = [:]
  /// By type, from an id that isn't written, as it is compared, to the one that stands for it.
  private var renamed: [String: [String: String]] = [:]
  /// The kept features of types that aren't written from the model, and footprints, as they are
  /// written.
  private(set) var others: [String: [JSONOutput]] = [:]
  /// Whether the venue's own address isn't there, so that the one given, or an unknown
  /// one, stands for it.
  private(set) var lacksAddress = false

  init(_ venue: Venue, levels: [Level], kept: KeptFeatures) {
    venueID = venue.id
    for type in kept.types where !IMDFWriter.modelled.contains(type) {
      written[type] = Set(kept.all(type).compactMap { $0["id"]?.string?.comparedID })
    }
    for type in ["address", "footprint"] {
      written[type, default: []].formUnion(
        kept.all(type).compactMap { $0["id"]?.string?.comparedID })
    }
    take("venue", [venue.id], kept)
    take("building", venue.buildings.map(\.id), kept)
    take("level", levels.map(\.id), kept)
    take("unit", venue.units.map(\.id), kept)
    take("opening", venue.openings.map(\.id), kept)
    takeAddress(of: venue, kept)
    // Levels that were merged with others before all of their features were kept, or that the venue
    // knew by another id.
    let ids = Dictionary(levels.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    for (type, id, key) in venue.units.map({ ("unit", $0.id, $0.level) })
      + venue.openings.map({ ("opening", $0.id, $0.level) })
    {
      guard
        let level = kept.features(type, id).first?["properties"]?["level_id"]?.string?.comparedID,
        written["level"]?.contains(level) != true, renamed["level"]?[level] == nil,
        let instead = ids[key]
      else { continue }
      renamed["level", default: [:]][level] = self.id("level", instead)
    }
  }

  /// IMDF asks for a venue's address: the one that is given, or an unknown one, stands for one that
  /// isn't there, also for the buildings at it, and where the venue names none.
  private mutating func takeAddress(of venue: Venue, _ kept: KeptFeatures) {
    let given = id("address", "")
    for feature in kept.features("venue", venue.id) {
      let own = Self.addresses(of: feature)
      let gone = own.filter { written["address"]?.contains($0) != true }
      for id in gone { renamed["address", default: [:]][id] = given }
      lacksAddress = lacksAddress || own.isEmpty || !gone.isEmpty
    }
    if lacksAddress { written["address", default: []].insert(given.comparedID) }
  }

  private mutating func take(_ type: String, _ ids: [String], _ kept: KeptFeatures) {
    var (own, written, renamed): ([String: String], Set<String>, [String: String]) = ([:], [], [:])
    for id in ids {
      let features = kept.features(type, id).compactMap { $0["id"]?.string }
      let first = features.first ?? IMDFIdentifier.uuid(id, type: type, venue: venueID)
      own[id] = first
      written.insert(first.comparedID)
      written.formUnion(features.dropFirst().map(\.comparedID))
    }
    for (id, first) in own {
      let key = id.comparedID
      if first.comparedID != key, !written.contains(key) { renamed[key] = first }
    }
    self.ids[type] = own
    self.written[type, default: []].formUnion(written)
    if !renamed.isEmpty { self.renamed[type] = renamed }
  }

  /// The id under which something is written: the archive's, or a UUID.
  func id(_ type: String, _ id: String) -> String {
    ids[type]?[id] ?? IMDFIdentifier.uuid(id, type: type, venue: venueID)
  }

  /// A kept feature with its references to what is written under other ids put right.
  func resolved(_ feature: JSONOutput, _ type: String) -> JSONOutput {
    if type == "venue", lacksAddress, Self.addresses(of: feature).isEmpty {
      return feature.setting([("address_id", .string(id("address", "")))])
    }
    guard !renamed.isEmpty else { return feature }
    return Self.map(feature, type) { type, id in renamed[type]?[id.comparedID] ?? id }
  }

  /// The ids that a feature has as its address, as they are compared: one, or none.
  private static func addresses(of feature: JSONOutput) -> [String] {
    values(feature["properties"]?["address_id"]).compactMap { $0.string?.comparedID }
  }

  /// References of a kept feature, put right already, each with the property's name.
  private func references(
    of feature: JSONOutput, _ type: String
  ) -> [(name: String, id: String, type: String)] {
    var found: [(String, String, String)] = []
    func find(_ name: String, _ id: String?, _ type: String?) {
      if let id, let type { found.append((name, id, type)) }
    }
    for (name, type) in (IMDFSchema.all[type]?.references ?? [:]).sorted(by: { $0.key < $1.key }) {
      for id in Self.values(feature["properties"]?[name]) { find(name, id.string, type) }
    }
    guard type == "relationship" else { return found }
    for name in IMDFSchema.ends {
      for end in Self.values(feature["properties"]?[name]) {
        find(name, end["id"]?.string, end["feature_type"]?.string)
      }
    }
    return found
  }

  /// A kept feature, put right already, without its references to what isn't written; `nil` where
  /// it can't be without one: all that its type asks for, and either end of a relationship.
  func whole(_ feature: JSONOutput, _ type: String) -> JSONOutput? {
    guard case .object(var members) = feature,
      let place = members.firstIndex(where: { $0.0 == "properties" }),
      case .object(var properties) = members[place].1
    else { return feature }
    let schema = IMDFSchema.all[type]
    for index in properties.indices {
      let (name, value) = properties[index]
      let isEnd = type == "relationship" && IMDFSchema.ends.contains(name)
      let all = Self.values(value)
      let left = all.filter { value in
        isEnd
          ? isThere(value["id"]?.string, value["feature_type"]?.string)
          : isThere(value.string, schema?.references[name])
      }
      guard left.count < all.count else { continue }
      let isNeeded = isEnd ? name != "intermediary" : schema?.required.contains(name) == true
      if left.isEmpty, isNeeded { return nil }
      properties[index].1 = left.isEmpty ? .null : .array(left)
    }
    members[place].1 = .object(properties)
    return .object(members)
  }

  /// Features as they came may name what the venue no longer has: they go out without that, or not
  /// at all, and then what names them too. Says which.
  mutating func leaveOutDangling(of kept: KeptFeatures) -> [VenueFinding] {
    let types = kept.types.filter { $0 == "footprint" || !IMDFWriter.modelled.contains($0) }
    var features = types.flatMap { type in
      kept.all(type).map { (type: type, feature: Optional(resolved($0, type))) }
    }
    // Who names an id: those are looked at again once it is left out.
    var naming: [String: [Int]] = [:]
    for (index, entry) in features.enumerated() {
      guard let feature = entry.feature else { continue }
      for reference in references(of: feature, entry.type) {
        naming[reference.type + " " + reference.id.comparedID, default: []].append(index)
      }
    }
    var findings: [VenueFinding] = []
    var waiting = Array(features.indices)
    while !waiting.isEmpty {
      var next: Set<Int> = []
      for index in waiting {
        let type = features[index].type
        guard let feature = features[index].feature else { continue }
        let dangling = references(of: feature, type).filter { !isThere($0.id, $0.type) }
        guard !dangling.isEmpty else { continue }
        let whole = self.whole(feature, type)
        features[index].feature = whole
        let isGone = whole == nil
        for (name, id, _) in isGone ? Array(dangling.prefix(1)) : dangling {
          findings.append(
            Self.finding(
              type, feature, name, id, "is left out\(isGone ? " with all of the \(type)" : "")"))
        }
        if isGone, let id = feature["id"]?.string?.comparedID {
          written[type]?.remove(id)
          next.formUnion(naming[type + " " + id] ?? [])
        }
      }
      waiting = next.sorted()
    }
    for type in types {
      others[type] = features.lazy.filter { $0.type == type }.compactMap(\.feature)
    }
    return findings
  }

  /// Says what the features of the venue, its buildings and its levels still name that isn't there,
  /// but for what was changed since and is written as it is now.
  func findings(of kept: KeptFeatures, _ edits: IMDFEdits) -> [VenueFinding] {
    var findings: [VenueFinding] = []
    for (type, ids) in Self.referring.map({ ($0, ids[$0] ?? [:]) }) {
      for id in ids.keys.sorted() {
        let edited = edits.names(type, id)
        for feature in kept.features(type, id) {
          for (name, id, other) in references(of: feature, type) where !edited.contains(name) {
            let instead = renamed[other]?[id.comparedID]
            let isGiven = other == "address" && instead != nil
            guard isGiven || !isThere(instead ?? id, other) else { continue }
            let what =
              isGiven ? "the address that is written for the venue stands for it" : "is left out"
            findings.append(Self.finding(type, feature, name, id, what))
          }
        }
      }
    }
    return findings
  }

  private static func finding(
    _ type: String, _ feature: JSONOutput, _ name: String, _ id: String, _ what: String
  ) -> VenueFinding {
    VenueFinding(
      .danglingReference,
      "\(type) \"\(feature["id"]?.string ?? "")\": \(name) names \"\(id)\", which isn't there, and"
        + " \(what)")
  }

  private func isThere(_ id: String?, _ type: String?) -> Bool {
    guard let id, let type else { return true }
    return written[type]?.contains(id.comparedID) == true
  }

  /// A list's values, or the one that there is.
  private static func values(_ value: JSONOutput?) -> [JSONOutput] {
    guard case .array(let values)? = value else { return value.map { [$0] } ?? [] }
    return values
  }
}
