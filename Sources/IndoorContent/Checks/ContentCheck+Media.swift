import IndoorModel

extension ContentCheck {
  mutating func media(in folder: String?) {
    let byKey = Dictionary(grouping: content.media, by: \.key)
    // What an address tells no type of is what it is used as.
    func used(as role: String) -> Set<String> {
      Set(content.uses.filter { $0.role == role }.map(\.medium))
    }
    let (heard, shown) = (used(as: "audio"), used(as: "image"))
    func isOf(_ kind: String, _ medium: GuideMedium) -> Bool {
      guard medium.type == MediaType.unknown else {
        return MediaType.plain(medium.type).hasPrefix(kind)
      }
      let isHeard = heard.contains(medium.key)
      return kind == "audio/" ? isHeard : shown.contains(medium.key) && !isHeard
    }
    var seen: Set<String> = []
    for medium in content.media {
      let owner = GuideOwner(.medium, medium.key)
      let isFirst = seen.insert(medium.key).inserted
      let language = medium.language.isEmpty ? "" : " in \(medium.language)"
      if isOf("audio/", medium), medium.about.transcript == nil {
        find(
          .noTranscript, of: owner,
          "the sound \(medium.key) has no transcript\(language); write one")
      }
      guard isFirst else { continue }
      let all = byKey[medium.key] ?? []
      if let languages = Self.languages(
        of: all, where: { isOf("image/", $0) && $0.about.alternative == nil })
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
}
