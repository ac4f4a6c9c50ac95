import IndoorJSON
import IndoorVenues

/// Findings of an import or an export, each rule once.
struct GroupedFindings: Sendable {
  /// The rules with their findings' sentences.
  let groups: [(rule: VenueRule, messages: [String])]

  init(_ findings: [VenueFinding]) {
    let groups = Dictionary(grouping: findings, by: \.rule)
    self.groups = VenueRule.allCases.compactMap { rule in
      groups[rule].map { (rule, $0.map(\.message)) }
    }
  }

  /// The first finding of each rule, and how many more there are.
  var warnings: [(code: String, message: String)] {
    groups.map { rule, messages in
      let more = messages.count > 1 ? " (and \(messages.count - 1) more like it)" : ""
      return (rule.rawValue, "\(messages[0])\(more)")
    }
  }

  /// An object a rule: `code`, `message` of the first, `count`.
  var json: JSONOutput {
    .array(
      groups.map { rule, messages in
        .object([
          ("code", .string(rule.rawValue)), ("message", .string(messages[0])),
          ("count", .integer(Int64(messages.count))),
        ])
      })
  }
}
