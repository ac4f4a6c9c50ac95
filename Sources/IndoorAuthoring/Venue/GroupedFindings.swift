import Foundation
import IndoorJSON
import IndoorVenues

/// Findings of an import or an export, each cause once.
struct GroupedFindings: Sendable {
  /// The rules with the sentences of findings that ask for the same.
  let groups: [(rule: VenueRule, messages: [String])]

  /// Causes of a rule that are told by themselves.
  private static let mostCauses = 4

  init(_ findings: [VenueFinding]) {
    let byRule = Dictionary(grouping: findings, by: \.rule)
    groups = VenueRule.allCases.flatMap { rule in
      var groups: [(remedy: Substring, messages: [String])] = []
      for message in byRule[rule, default: []].map(\.message) {
        let remedy = Self.remedy(of: message)
        if let index = groups.firstIndex(where: { $0.remedy == remedy }) {
          groups[index].messages.append(message)
        } else if groups.count < Self.mostCauses {
          groups.append((remedy, [message]))
        } else {
          groups[Self.mostCauses - 1].messages.append(message)
        }
      }
      return groups.map { (rule, $0.messages) }
    }
  }

  /// How a sentence says what to do, up to what it names: by that causes are told apart.
  private static func remedy(of message: String) -> Substring {
    let remedy = message.range(of: "; ", options: .backwards).map { message[$0.upperBound...] }
    return (remedy ?? "").prefix { $0 != "\"" && !$0.isNumber }
  }

  /// The first finding of each cause, and how many more there are.
  var warnings: [(code: String, message: String)] {
    groups.map { rule, messages in
      let more = messages.count > 1 ? " (and \(messages.count - 1) more like it)" : ""
      return (rule.rawValue, "\(messages[0])\(more)")
    }
  }

  /// An object a cause: `code`, `message` of the first, `count`.
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
