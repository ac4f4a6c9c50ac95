import IndoorModel

/// What was found of a collection, of which stays what isn't read or said anew.
struct StoredFindings {
  private let all: [GuideFinding]
  private let byOwner: [GuideOwner?: [GuideFinding]]
  private var answered: Set<GuideFinding> = []

  /// - Parameters:
  ///   - findings: what was found.
  ///   - files: the paths of what is read; what was found of them is found anew.
  init(_ findings: [GuideFinding], reading files: [String]) {
    let (paths, names) = (Set(files), Set(files.map(Self.name)))
    all = findings.filter { finding in
      guard let source = finding.source else { return finding.owner != nil }
      // A table that isn't read is told whenever its folder is read.
      guard finding.rule != .passedOver else { return false }
      let path = source.lastIndex(of: ":").map { String(source[..<$0]) }
      let sources = [source, path].compactMap(\.self)
      // A file that was mended may come from elsewhere; what is of an item, or whatever else has a
      // key, goes with what that says.
      return sources.allSatisfy {
        !paths.contains($0) && (finding.owner != nil || !names.contains(Self.name($0)))
      }
    }
    byOwner = Dictionary(grouping: all, by: \.owner)
  }

  private static func name(_ path: String) -> String {
    String(path.split(separator: "/").last ?? path[...])
  }

  /// Takes it that something says anew what some of it was found of.
  mutating func answer(_ owner: GuideOwner, where isAnswered: (GuideFinding) -> Bool) {
    guard let findings = byOwner[owner] else { return }
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
    let said = isWhole ? content.owners : []
    let fresh = Set(content.findings.map(bare))
    return all.filter { finding in
      !answered.contains(finding) && !fresh.contains(bare(finding))
        && !(finding.owner.map(said.contains) ?? isWhole)
    }
  }
}

extension GuideContent {
  /// What it has, as findings name it.
  fileprivate var owners: Set<GuideOwner> {
    let nouns =
      items.map { GuideOwner(.item, $0.key) } + groups.map { GuideOwner(.group, $0.key) }
      + media.map { GuideOwner(.medium, $0.key) }
    return Set(nouns + tours.flatMap { [GuideOwner(.tour, $0.key), GuideOwner(.stop, $0.key)] })
  }
}
