import IndoorGuide
public import IndoorModel

/// Looks for what is odd in content: what refers to nothing, lies where it can't, or leaves people
/// out.
///
/// Nothing is changed by it. What hides (a closed gallery, a reference to nothing) hides and is
/// told.
public struct ContentCheck {
  /// How far a work may lie from the middle of its gallery, in metres.
  public static let galleryRadius = 15.0

  let content: GuideContent
  let venue: Venue?
  private let isPaid: Bool
  private(set) var findings: [GuideFinding]
  private let sources: [GuideOwner: String]

  /// All findings of a collection: its reader's, then those of each rule in turn.
  ///
  /// - Parameters:
  ///   - content: the collection.
  ///   - venue: the venue, where there is one.
  ///   - isPaid: whether it is for an app that costs.
  ///   - media: a folder with the media's files, where there is one.
  public static func findings(
    of content: GuideContent, venue: Venue? = nil, isPaid: Bool = false, media: String? = nil
  ) -> [GuideFinding] {
    var check = ContentCheck(content: content, venue: venue, isPaid: isPaid)
    check.references()
    check.codes()
    check.places()
    check.media(in: media)
    check.texts()
    check.languages()
    check.rules()
    return check.findings
  }

  /// Numbers that lead to something in several collections, told of the later one.
  public static func sharedCodes(
    of contents: [GuideContent]
  ) -> [(collection: String, finding: GuideFinding)] {
    var first: [[UInt8]: (collection: String, owner: String)] = [:]
    var findings: [(collection: String, finding: GuideFinding)] = []
    for content in contents {
      let collection = content.collection.key
      var told: Set<[UInt8]> = []
      for code in content.codes {
        let number = Tokens.normal(code.code)
        guard !number.isEmpty else { continue }
        let known = first[number] ?? (collection, code.owner.key)
        first[number] = known
        guard known.collection != collection, told.insert(number).inserted else { continue }
        let text = String(decoding: number, as: UTF8.self)
        findings.append(
          (
            collection,
            GuideFinding(
              .duplicateCode, of: code.owner, source: nil,
              Words.onOneLine(
                "the number \(text) leads to \(known.owner) of \(known.collection) and to "
                  + "\(code.owner.key) of \(collection); give each its own, or import a newer "
                  + "version into the same collection"))
          ))
      }
    }
    return findings
  }

  private init(content: GuideContent, venue: Venue?, isPaid: Bool) {
    self.content = content
    self.venue = venue
    self.isPaid = isPaid
    findings = content.findings
    var sources: [GuideOwner: String] = [:]
    for item in content.items { sources[GuideOwner(.item, item.key)] = item.source }
    for group in content.groups { sources[GuideOwner(.group, group.key)] = group.source }
    for tour in content.tours { sources[GuideOwner(.tour, tour.key)] = tour.source }
    self.sources = sources
  }

  /// - Parameter item: the key of an item.
  mutating func find(_ rule: ContentRule, _ item: String?, _ message: String) {
    let source = item.flatMap { sources[GuideOwner(.item, $0)] }
    findings.append(
      GuideFinding(rule, item: item, source: source, Words.onOneLine(message)))
  }

  /// - Parameter source: where it is, if not where its owner is.
  mutating func find(
    _ rule: ContentRule, of owner: GuideOwner, source: String? = nil, _ message: String
  ) {
    findings.append(
      GuideFinding(
        rule, of: owner.kind == .stop ? nil : owner, source: source ?? sources[owner],
        Words.onOneLine(message)))
  }

  // MARK: References

  private mutating func references() {
    let groups = Set(content.groups.map(\.key))
    let isMuseum =
      content.groups.contains { $0.kind == "gallery" } || content.collection.format == "aic"
    for item in content.items {
      for group in item.groups where !groups.contains(group) {
        find(
          isMuseum ? .danglingGallery : .danglingGroup, item.key,
          "item \(item.key) is in \(isMuseum ? "the gallery" : "the group") \(group), which isn't there; add it, or correct the name"
        )
      }
    }
    for group in content.groups {
      if let parent = group.parent, !groups.contains(parent) {
        find(
          .danglingGroup, nil,
          "group \(group.key) is in the group \(parent), which isn't there; add it, or correct the name"
        )
      }
      if group.isClosed {
        find(
          .closedGallery, nil,
          "group \(group.key), \(group.label), is closed, and hides what is in it; open it where that is over"
        )
      }
    }
    circles()
    let items = Set(content.items.map(\.key))
    let told = Set(content.findings.filter { $0.rule == .danglingStop }.map(\.message))
    for tour in content.tours {
      stopsAtNothing(of: tour, told)
      for stop in tour.stops {
        guard let item = stop.item, !items.contains(item) else { continue }
        find(
          .danglingStop, of: GuideOwner(.tour, tour.key), source: stop.source,
          "tour \(tour.key) stops at item \(item), which isn't there; add it, or take the stop out")
      }
    }
    played()
    let templates = Set(content.templates.map(\.name))
    for item in content.items {
      guard let template = item.template, !templates.contains(template) else { continue }
      find(
        .unknownTemplate, item.key,
        "item \(item.key) has the template \(template), which isn't there; add it, or name another")
    }
  }

  /// A tour's stops at nothing, where the reader didn't tell them by their lines.
  /// CollectiveAccess's stops may be places of their own, with a description alone.
  private mutating func stopsAtNothing(of tour: GuideTour, _ told: Set<String>) {
    let isNothing = Words.onOneLine(
      "a stop of the tour \(tour.key) has neither an item nor a medium")
    guard !content.collection.format.hasPrefix("collectiveaccess"),
      tour.stops.contains(where: { $0.item == nil && $0.medium == nil && $0.bumper == nil }),
      !told.contains("\(isNothing); write one of them, or take the line out")
    else { return }
    find(
      .danglingStop, of: GuideOwner(.tour, tour.key),
      "\(isNothing); write one of them, or take the stop out")
  }

  /// Groups that are in themselves, by way of others or not: each circle is told once, at the first
  /// of its groups.
  private mutating func circles() {
    let parents = Dictionary(content.groups.map { ($0.key, $0.parent) }) { first, _ in first }
    var seen: Set<String> = []
    for group in content.groups {
      var way: [String] = []
      var next: String? = group.key
      while let key = next, seen.insert(key).inserted {
        way.append(key)
        next = parents[key] ?? nil
      }
      // What was seen on this very way closes a circle.
      guard let next, let first = way.firstIndex(of: next) else { continue }
      let circle = way[first...].prefix(5) + [way.count - first > 5 ? "…" : next]
      find(
        .circularGroup, nil,
        "group \(next) is in itself (\(circle.joined(separator: " in "))); take one of them out")
    }
  }

  private mutating func played() {
    let media = Set(content.media.map(\.key))
    var told: Set<GuideMediumUse> = []
    var used: Set<String> = []
    for (use, source) in played(by: content) {
      used.insert(use.medium)
      let plain = GuideMediumUse(use.owner, medium: use.medium, role: "")
      guard !media.contains(use.medium), told.insert(plain).inserted else { continue }
      let isKnown = use.owner.kind == .item || use.owner.kind == .tour
      find(
        .danglingAudio, of: isKnown ? use.owner : .collection, source: source,
        "\(use.owner.kind.rawValue) \(use.owner.key) plays \(use.medium), which isn't there; add it, or correct the key"
      )
    }
    var seen: Set<String> = []
    for medium in content.media where !used.contains(medium.key) && seen.insert(medium.key).inserted
    {
      find(
        .unusedMedia, of: GuideOwner(.medium, medium.key),
        "nothing shows the medium \(medium.key); use it, or take it out")
    }
  }

  /// Everything that shows or plays a medium, with its place where that isn't its owner's.
  private func played(by content: GuideContent) -> [(use: GuideMediumUse, source: String?)] {
    var uses = content.uses.map { (use: $0, source: String?.none) }
    for code in content.codes {
      if let medium = code.medium {
        uses.append((GuideMediumUse(code.owner, medium: medium, role: "code"), nil))
      }
    }
    for tour in content.tours {
      for stop in tour.stops {
        for medium in [stop.medium, stop.bumper].compactMap(\.self) {
          let use = GuideMediumUse(GuideOwner(.tour, tour.key), medium: medium, role: "stop")
          uses.append((use, stop.source))
        }
      }
    }
    return uses
  }

  // MARK: Codes

  private mutating func codes() {
    struct Use: Hashable {
      let number: [UInt8]
      let owner: GuideOwner
    }
    var owners: [[UInt8]: [GuideOwner]] = [:]
    var order: [[UInt8]] = []
    var seen: Set<Use> = []
    var byItem: [GuideOwner: [GuideCode]] = [:]
    for code in content.codes {
      let number = Tokens.normal(code.code)
      guard !number.isEmpty else {
        find(
          .badValue, of: code.owner,
          "the code \(code.code.prefix(24)) of \(code.owner.kind.rawValue) \(code.owner.key) has neither "
            + "letters nor digits, so that it leads to nothing; give it some")
        continue
      }
      if owners[number] == nil { order.append(number) }
      if seen.insert(Use(number: number, owner: code.owner)).inserted {
        owners[number, default: []].append(code.owner)
      }
      byItem[code.owner, default: []].append(code)
    }
    for number in order {
      guard let several = owners[number], several.count > 1 else { continue }
      let text = String(decoding: number, as: UTF8.self)
      let named = several.prefix(5).map(\.key).joined(separator: " and ")
      let more = several.count > 5 ? " and \(several.count - 5) more" : ""
      find(
        .duplicateCode, of: several[0],
        "the number \(text) leads to \(named)\(more); give each its own")
    }
    for item in content.items {
      let codes = byItem[GuideOwner(.item, item.key)] ?? []
      let dialled = Set(codes.filter { $0.rank == 0 }.map { Tokens.normal($0.code) })
      guard !dialled.isEmpty else { continue }
      for code in codes where code.rank > 0 && !dialled.contains(Tokens.normal(code.code)) {
        find(
          .codeConflict, item.key,
          "item \(item.key) bears the number \(code.code), which isn't one that it is dialled by; correct one of them"
        )
      }
    }
  }

  // MARK: Media

  private mutating func media(in folder: String?) {
    let byKey = Dictionary(grouping: content.media, by: \.key)
    var seen: Set<String> = []
    for medium in content.media {
      let owner = GuideOwner(.medium, medium.key)
      let isFirst = seen.insert(medium.key).inserted
      let language = medium.language.isEmpty ? "" : " in \(medium.language)"
      if Self.isOf("audio/", medium), medium.about.transcript == nil {
        find(
          .noTranscript, of: owner,
          "the sound \(medium.key) has no transcript\(language); write one")
      }
      guard isFirst else { continue }
      let all = byKey[medium.key] ?? []
      if let languages = Self.languages(
        of: all, where: { Self.isOf("image/", $0) && $0.about.alternative == nil })
      {
        find(
          .noAlternative, of: owner,
          "the picture \(medium.key) has no words for it\(languages); write some")
      }
      if content.collection.licence == nil,
        let languages = Self.languages(of: all, where: { $0.about.licence == nil })
      {
        find(
          .noLicence, of: owner,
          "nobody says under what licence \(medium.key) may be shown\(languages); say so"
        )
      }
      if isPaid, let languages = Self.languages(of: all, where: { $0.about.isFreeOnly }) {
        find(
          .freeOnlyInPaid, of: owner,
          "the medium \(medium.key) is for free apps alone\(languages); take it out, or ask for it")
      }
      if let folder { files(of: all, in: folder) }
    }
  }

  /// ` in de` of a medium's languages where something is so; nothing where it is so in all of them,
  /// and `nil` where in none.
  static func languages(
    of media: [GuideMedium], where isSo: (GuideMedium) -> Bool
  ) -> String? {
    languages(media.filter(isSo), of: media.count)
  }

  /// As `languages(of:where:)`, of those of a medium's languages where it is so.
  static func languages(_ found: [GuideMedium], of count: Int) -> String? {
    guard !found.isEmpty else { return nil }
    guard found.count < count else { return "" }
    return " in "
      + found.map { $0.language.isEmpty ? "no language" : $0.language }.joined(separator: " and ")
  }

  private static func isOf(_ kind: String, _ medium: GuideMedium) -> Bool {
    MediaType.plain(medium.type).hasPrefix(kind)
  }

  // MARK: Rules

  private mutating func hours(_ text: String, of what: String, _ owner: GuideOwner) {
    let subject = "the opening hours \(text.prefix(60)) of \(what)"
    let count = text.utf8.count
    guard count <= OpeningHours.mostBytes else {
      return find(
        .unknownHours, of: owner,
        "\(subject) have \(count) bytes where \(OpeningHours.mostBytes) are read at most, so that it is "
          + "never open; write days of the same hours as one rule, Mo-We,Fr 10:30-17:00")
    }
    guard let hours = OpeningHours(text) else {
      return find(
        .unknownHours, of: owner,
        "\(subject) can't be read, so that it is never open; write them as Mo-We,Fr 10:30-17:00; Dec 25 off"
      )
    }
    if hours.openNever {
      find(
        .neverOpen, of: owner,
        "\(subject) say only when it is closed, so that it is never open; write before that when it is "
          + "open, as Mo-Fr 10:30-17:00, or 24/7 for always")
    }
  }

  private mutating func rules() {
    for rule in content.rules {
      let what = "\(rule.owner.kind.rawValue) \(rule.owner.key)"
      if case .interval(let begin, let end) = rule.when {
        for (verb, text) in [("begins", begin), ("ends", end)] {
          guard let text, !Guide.isTime(text) else { continue }
          find(
            .unknownDate, of: rule.owner,
            "\(what) \(verb) at \(text.prefix(40)), which is no date; write it as 2026-05-01")
        }
      }
      switch rule.when {
      case .interval(let begin?, let end?) where Guide.ends(end, beforeItBegins: begin):
        find(
          .endsBeforeBegins, of: rule.owner,
          "\(what) ends at \(end), before it begins; correct the dates")
      case .interval: continue
      case .hours(let text): hours(text, of: what, rule.owner)
      }
    }
    if let zone = content.collection.zone, ZoneNames.has(zone) == false {
      find(.unknownZone, nil, "the time zone \(zone) isn't known; write it as Europe/Berlin")
    }
  }
}
