/// Findings as they are made: all are counted, and of each rule so many are kept.
struct FindingList {
  private(set) var findings: [VenueFinding] = []
  private(set) var counts: [VenueRule: Int] = [:]

  /// Findings of a rule that are kept; whoever looks through more wants the first ones mended
  /// first.
  static let most = 10_000

  /// Adds a finding; its message is made where it is kept.
  mutating func add(_ rule: VenueRule, _ message: @autoclosure () -> String) {
    counts[rule, default: 0] += 1
    if counts[rule, default: 0] <= Self.most { findings.append(VenueFinding(rule, message())) }
  }

  /// Adds findings that are there already.
  mutating func add(_ more: [VenueFinding]) {
    for finding in more { add(finding.rule, finding.message) }
  }

  mutating func removeAll(of rules: Set<VenueRule>) {
    findings.removeAll { rules.contains($0.rule) }
    for rule in rules { counts[rule] = nil }
  }
}
