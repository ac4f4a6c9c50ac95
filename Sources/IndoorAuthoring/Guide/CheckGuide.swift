import Foundation
import IndoorContent
import IndoorJSON
public import IndoorModel
import IndoorRecordings
import IndoorStorage

/// Checks the guide in a venue file by rules with stable codes.
public struct CheckGuide: Sendable {
  /// The venue file.
  public var venue: String
  /// A folder with the files of the media; `nil` where they aren't looked at.
  public var media: String?
  /// Whether it is for an app that costs.
  public var isPaid = false

  /// Makes a check.
  public init(venue: String) { self.venue = venue }

  /// What a check found.
  public struct Report: Sendable {
    /// Findings with the collection that each is of.
    public let findings: [(collection: String, finding: GuideFinding)]

    /// Whether anything shown would be wrong.
    public var hasErrors: Bool { findings.contains { $0.finding.severity == .error } }

    /// The findings as JSON.
    public var json: String {
      func text(_ value: String?) -> JSONOutput { value.map { .string($0) } ?? .null }
      let all = findings.map { entry in
        JSONOutput.object([
          ("rule", .string(entry.finding.rule.rawValue)),
          ("severity", .string(entry.finding.severity.rawValue)),
          ("collection", .string(entry.collection)), ("item", text(entry.finding.item)),
          ("source", text(entry.finding.source)), ("message", .string(entry.finding.message)),
        ])
      }
      return JSONOutput.object([("findings", .array(all))]).text(pretty: true)
    }

    /// A line a finding, the worst first, at most some of each rule.
    package func text(limit: Int) -> String {
      var counts: [ContentRule: Int] = [:]
      var lines: [String] = []
      let severities = [GuideFinding.Severity.error, .warning, .info]
      let inOrder = severities.flatMap { severity in
        findings.map(\.finding).filter { $0.severity == severity }
      }
      for finding in inOrder {
        counts[finding.rule, default: 0] += 1
        guard counts[finding.rule, default: 0] <= limit else { continue }
        let place = finding.source.map { "\($0): " } ?? ""
        // Files of before have sentences with line breaks.
        let line =
          "\(finding.severity.rawValue): \(place)\(finding.message) [\(finding.rule.rawValue)]"
        lines.append(line.onOneLine)
      }
      for rule in ContentRule.allCases {
        if let count = counts[rule], count > limit {
          lines.append("and \(count - limit) more [\(rule.rawValue)]")
        }
      }
      lines.append(findings.isEmpty ? "nothing found" : Counted.text(findings.count, "finding"))
      return lines.joined(separator: "\n")
    }
  }

  /// Checks it.
  ///
  /// - Throws: `AuthoringError` for a file without a guide and a folder of media that is none,
  ///   `StorageError`.
  public func run() throws -> Report {
    if let media {
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: media, isDirectory: &isFolder)
      guard isThere, isFolder.boolValue else {
        throw AuthoringError.noMediaFolder(media, isFile: isThere)
      }
    }
    let file = try VenueFile.open(venue, readOnly: true)
    let contents = try file.guides()
    guard !contents.isEmpty else { throw AuthoringError.noGuide(venue) }
    let model = try file.venue()
    let findings = try contents.flatMap { content in
      let found = ContentCheck.findings(of: content, venue: model, isPaid: isPaid, media: media)
      let labels = try file.guideLabels(of: content.collection.key)
      return (found + Self.otherLabels(labels, of: content)).map { (content.collection.key, $0) }
    }
    return Report(
      findings: findings + ContentCheck.sharedCodes(of: contents)
        + ContentCheck.sharedWorks(of: contents))
  }

  /// Labels that somebody wrote over the copy of a title, or that stayed where the title changed.
  private static func otherLabels(
    _ labels: [(owner: GuideOwner, text: String)], of content: GuideContent
  ) -> [GuideFinding] {
    let titles = content.titles
    return labels.compactMap { owner, label in
      guard let title = titles[owner], title != label else { return nil }
      let kind = owner.kind.rawValue
      return GuideFinding(
        .otherLabel, of: owner, source: nil,
        "\(kind) \(owner.key) is called \"\(label.onOneLine.prefix(40))\" in guide_\(kind)s and "
          + "\"\(title.onOneLine.prefix(40))\" in guide_texts, which counts; make both the same")
    }
  }
}
