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
  let isPaid: Bool
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
    check.keys()
    check.twins()
    check.titles()
    check.unplaced()
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
}
