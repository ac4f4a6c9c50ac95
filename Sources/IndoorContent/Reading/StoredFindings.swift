import IndoorModel

/// What was found of a collection, of which stays what isn't read or said anew.
struct StoredFindings {
  private let all: [GuideFinding]
  private let byItem: [String?: [GuideFinding]]
  private var answered: Set<GuideFinding> = []

  /// - Parameters:
  ///   - findings: what was found.
  ///   - files: the paths of what is read; what was found of them is found anew.
  init(_ findings: [GuideFinding], reading files: [String]) {
    let files = Set(files)
    all = findings.filter { finding in
      guard let source = finding.source else { return finding.item != nil }
      let path = source.lastIndex(of: ":").map { String(source[..<$0]) }
      return !files.contains(source) && !(path.map(files.contains) ?? false)
    }
    byItem = Dictionary(grouping: all, by: \.item)
  }

  /// Takes it that an item says anew what some of it was found of.
  mutating func answer(_ item: String, where isAnswered: (GuideFinding) -> Bool) {
    guard let findings = byItem[item] else { return }
    answered.formUnion(findings.filter(isAnswered))
  }

  /// What is still so beside what is found now.
  ///
  /// - Parameters:
  ///   - content: what is read.
  ///   - isWhole: whether it says all of what it has, and not only what it has columns for.
  func beside(_ content: GuideContent, isWhole: Bool) -> [GuideFinding] {
    func bare(_ finding: GuideFinding) -> GuideFinding {
      var finding = finding
      finding.source = nil
      return finding
    }
    let said = isWhole ? Set(content.items.map(\.key) + content.tours.map(\.key)) : []
    let fresh = Set(content.findings.map(bare))
    return all.filter { finding in
      !answered.contains(finding) && !fresh.contains(bare(finding))
        && !(finding.item.map(said.contains) ?? false)
    }
  }
}
