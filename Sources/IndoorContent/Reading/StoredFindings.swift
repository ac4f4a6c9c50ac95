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
    let (paths, names) = (Set(files), Set(files.map(Self.name)))
    all = findings.filter { finding in
      guard let source = finding.source else { return finding.item != nil }
      // A table that isn't read is told whenever its folder is read.
      guard finding.rule != .passedOver else { return false }
      let path = source.lastIndex(of: ":").map { String(source[..<$0]) }
      let sources = [source, path].compactMap(\.self)
      // A file that was mended may come from elsewhere; what is of an item goes with what that
      // says.
      return sources.allSatisfy {
        !paths.contains($0) && (finding.item != nil || !names.contains(Self.name($0)))
      }
    }
    byItem = Dictionary(grouping: all, by: \.item)
  }

  private static func name(_ path: String) -> String {
    String(path.split(separator: "/").last ?? path[...])
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
        && !(finding.item.map(said.contains) ?? isWhole)
    }
  }
}
