import Foundation
public import IndoorContent
import IndoorGuide
import IndoorJSON
public import IndoorModel
import IndoorStorage

/// Reads works, groups, tours and what else is shown of a venue into its file, which is made where
/// it is missing.
///
/// Importing again updates what has the same key in the collection, and keeps the rest.
public struct ImportGuide: Sendable {
  /// The venue file.
  public var venue: String
  /// Files of one format, or a folder of tables.
  public var sources: [String]
  /// The format; `nil` where the file decides.
  public var format: ContentFormat?
  /// The collection's key; `nil` for the first source's name.
  public var collection: String?
  /// Ordinals by what the sources call levels; they come before the venue's labels.
  public var floors: [String: Int] = [:]
  /// How addresses of media change.
  public var urls: [ContentOptions.URLChange] = []
  /// The language of texts that say none, BCP 47; `nil` for the collection's, which is `en` where
  /// nothing was ever said.
  public var language: String?
  /// The IANA name of the zone of times that say none; `nil` for the collection's.
  public var zone: String?
  /// Whether what the sources no longer have goes.
  public var replaces = false

  /// Makes an import.
  public init(venue: String, sources: [String]) {
    self.venue = venue
    self.sources = sources
  }

  /// Whether the zone is one that the system knows.
  package var isZoneKnown: Bool { zone.map { TimeZone(named: $0) != nil } ?? true }

  /// Takes a format by its name.
  package mutating func name(format: String?) {
    self.format = format.flatMap(ContentFormat.init(rawValue:))
  }

  /// Takes a change of addresses as people write it, `FROM=TO`. Where addresses have equals signs
  /// themselves, the one that counts is before another address, or has as many before it as after.
  ///
  /// - Returns: whether it is clear what becomes what.
  package mutating func change(url text: String) -> Bool {
    let signs = text.indices.filter { text[$0] == "=" }
    let before = signs.filter { sign in
      ["http://", "https://", "file://"].contains { text[sign...].dropFirst().hasPrefix($0) }
    }
    let middle = signs.count % 2 == 1 ? signs[signs.count / 2] : nil
    let address = before.count == 1 ? before[0] : nil
    guard let sign = address ?? middle, sign == middle ?? sign, sign > text.startIndex else {
      return false
    }
    urls.append(
      ContentOptions.URLChange(
        from: String(text[..<sign]), to: String(text[text.index(after: sign)...])))
    return true
  }

  /// What an import came to.
  public struct Result: Sendable {
    /// What was read.
    public let content: GuideContent
    /// What is odd about the collection as it is stored now.
    public let findings: [GuideFinding]
    /// How much the collection no longer has of what it had.
    let vanished: [(String, Int)]

    /// Counts of what was read and found, as JSON.
    public var json: String {
      var counts: [(String, Int)] = []
      for finding in findings {
        let rule = finding.rule.rawValue
        if let index = counts.firstIndex(where: { $0.0 == rule }) {
          counts[index].1 += 1
        } else {
          counts.append((rule, 1))
        }
      }
      let numbers = numbers.map { ($0.0, JSONOutput.integer(Int64($0.1))) }
      return JSONOutput.object(
        [
          ("collection", .string(content.collection.key)),
          ("format", .string(content.collection.format)),
        ] + numbers + [
          ("vanished", .object(vanished.map { ($0.0, .integer(Int64($0.1))) })),
          ("findings", .object(counts.map { ($0.0, .integer(Int64($0.1))) })),
        ]
      ).text(pretty: true)
    }

    private var numbers: [(String, Int)] { Self.numbers(of: content) }

    private static func numbers(of content: GuideContent) -> [(String, Int)] {
      [
        ("items", content.items.count), ("groups", content.groups.count),
        ("texts", content.texts.count), ("media", Set(content.media.map(\.key)).count),
        ("codes", content.codes.count), ("tours", content.tours.count),
        ("stops", content.tours.reduce(0) { $0 + $1.stops.count }), ("triggers", 0),
      ]
    }

    /// How much went of content that became other.
    static func vanished(of old: GuideContent, in new: GuideContent) -> [(String, Int)] {
      let stops = numbers(of: old).last { $0.0 == "stops" }?.1 ?? 0
      let gone = numbers(of: old.without(new)).map { name, count in
        (name, name == "stops" ? stops - new.tours.reduce(0) { $0 + $1.stops.count } : count)
      }
      return (gone + old.emptied(in: new)).filter { $0.1 > 0 }
    }

    private static func counted(_ numbers: [(String, Int)]) -> String {
      numbers.filter { $0.1 > 0 }.map { name, count in
        if name == "stop_media" { return Counted.text(count, "stop") + " with a medium" }
        let name = name == "rules" ? "opening times" : name
        if name == "uses" { return "\(count) × media" }
        if ["hidden", "closed", "free_only"].contains(name) { return "\(count) × \(name)" }
        return count > 1
          ? "\(count) \(name)" : name == "media" ? "1 medium" : "1 \(name.dropLast())"
      }.joined(separator: ", ")
    }

    /// The same for people.
    package var text: String {
      let counted = Self.counted(numbers)
      let gone = vanished.isEmpty ? "" : "; took out \(Self.counted(vanished))"
      let odd = findings.isEmpty ? "" : "; \(Counted.text(findings.count, "finding"))"
      return "\(content.collection.key) (\(content.collection.format)): "
        + (counted.isEmpty ? "nothing" : counted) + gone + odd
    }
  }

  /// Imports the sources, all or nothing.
  ///
  /// - Throws: `ContentError` for sources that can't be read and levels that mean nothing,
  ///   `AuthoringError` for a zone that isn't known and sources that hold nothing, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    if let zone, !isZoneKnown { throw AuthoringError.unknownTimeZone(zone) }
    let total = sources.count
    return try VenueTarget.storing(into: venue) { target in
      var options = options(for: target.venue)
      let old = try target.file?.guide(ReadContent.collection(of: sources, options))
      options.language = language ?? old?.collection.language ?? options.language
      options.isLanguageSaid = language != nil
      options.zone = zone ?? old?.collection.zone
      let part = AuthoringProgress.Part(.reading, total: total, progress)
      var use = OptionUse()
      var content = try ReadContent.read(
        sources, options: options, over: replaces ? nil : old, use: &use)
      // A translation's language is that of its own texts.
      if !replaces, let old { content.collection.language = old.collection.language }
      part.finish()
      try refuseNothing(content, over: old)
      if old == nil, collection == nil, let file = target.file {
        try refuseTwins(of: content, in: file)
        try refuseTwinTables(of: content, in: file)
        if let sentence = try shared(content, in: file) { progress(.warning(.sameWorks, sentence)) }
      }
      let stored = old.map { content.merged(into: $0, replaces: replaces) } ?? content
      try target.store {
        try $0.save(stored, insteadOf: .some(old?.collection), preparing: Guide.prepared)
      }
      if let old, let sentence = others(content, than: old) {
        progress(.warning(.guideReplaced, sentence))
      } else if let old {
        if let sentence = moved(content, from: old) {
          progress(.warning(.worksMoved, sentence))
        }
        if let sentence = lifted(content, from: old, use) {
          progress(.warning(.floorsMoved, sentence))
        }
      }
      if let sentence = mixed(use, options.levels) { progress(.warning(.floorsMixed, sentence)) }
      for sentence in unused(use) { progress(.note(.noEffect, sentence)) }
      return Result(
        content: content, findings: ContentCheck.findings(of: stored, venue: target.venue),
        vanished: old.map { Result.vanished(of: $0, in: stored) } ?? [])
    }
  }

  /// What was said of levels and addresses that the sources don't have, where they have others.
  private func unused(_ use: OptionUse) -> [String] {
    let path = sources.joined(separator: ", ")
    func quoted(_ words: [String]) -> String {
      words.prefix(5).map { "\"\($0.prefix(60))\"" }.joined(separator: ", ")
        + (words.count > 5 ? " and \(words.count - 5) more" : "")
    }
    var sentences: [String] = []
    if let (said, others) = use.strangers(among: floors) {
      sentences.append(
        "\(path): names no level \(quoted(said)), of which an ordinal was given; "
          + "\(quoted(others)) \(others.count == 1 ? "is" : "are") what the venue calls so; "
          + "correct the labels")
    }
    let changes = use.unused(of: urls)
    if !changes.isEmpty {
      sentences.append(
        "\(path): no medium's address begins with \(quoted(changes)), which was to become another; "
          + "correct the beginning")
    }
    let late = use.late(among: urls)
    if !late.isEmpty {
      sentences.append(
        "\(path): addresses that begin with \(quoted(late)) begin with another one that was to change, "
          + "which came first; give the longer beginning first")
    }
    return sentences
  }

  /// Sources that hold nothing are of another format, or were cut: replacing by them would take
  /// out the whole guide. Media may come by themselves, to tell more of those that are there.
  private func refuseNothing(
    _ content: GuideContent, over old: GuideContent?
  ) throws(AuthoringError) {
    guard content.items.isEmpty, content.groups.isEmpty, content.tours.isEmpty,
      replaces || content.media.isEmpty
    else { return }
    let known = Set(old?.findings ?? [])
    throw .emptyGuide(
      sources.joined(separator: ", "), replaces: replaces,
      why: content.findings.first { !known.contains($0) })
  }

  private func options(for venue: Venue?) -> ContentOptions {
    var options = ContentOptions(levels: ContentLevels(venue, said: floors))
    options.format = format
    options.collection = collection
    options.urls = urls
    return options
  }
}
