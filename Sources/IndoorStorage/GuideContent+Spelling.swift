import IndoorModel

extension GuideContent {
  /// The same with each key spelled one way, as a database compares bytes: what names a work, a
  /// group, a tour or a medium has its own spelling then, in whichever normal form of Unicode a
  /// table or a folder's listing wrote it.
  func spelledAlike() -> GuideContent {
    let keys = items.map(\.key) + groups.map(\.key) + tours.map(\.key) + media.map(\.key)
    guard keys.contains(where: { $0.utf8.contains { $0 >= 0x80 } }) else { return self }
    let (works, rooms) = (Spelling(items.map(\.key)), Spelling(groups.map(\.key)))
    let (ways, sounds) = (Spelling(tours.map(\.key)), Spelling(media.map(\.key)))
    func spell(_ owner: inout GuideOwner) {
      switch owner.kind {
      case .collection: break
      case .item: works.spell(&owner.key)
      case .group: rooms.spell(&owner.key)
      case .medium: sounds.spell(&owner.key)
      case .tour, .stop: ways.spell(&owner.key)
      }
    }
    var result = self
    for index in result.media.indices { sounds.spell(&result.media[index].key) }
    for index in result.texts.indices { spell(&result.texts[index].owner) }
    for index in result.rules.indices { spell(&result.rules[index].owner) }
    for index in result.codes.indices {
      spell(&result.codes[index].owner)
      sounds.spell(&result.codes[index].medium)
    }
    for index in result.uses.indices {
      spell(&result.uses[index].owner)
      sounds.spell(&result.uses[index].medium)
    }
    for tour in result.tours.indices {
      for stop in result.tours[tour].stops.indices {
        works.spell(&result.tours[tour].stops[stop].item)
        sounds.spell(&result.tours[tour].stops[stop].medium)
        sounds.spell(&result.tours[tour].stops[stop].bumper)
      }
    }
    return result
  }
}

/// Keys by how they are spelled first: equal texts may be of other bytes.
private struct Spelling {
  private var own: [String: String] = [:]

  init(_ keys: [String]) {
    for key in keys where own[key] == nil { own[key] = key }
  }

  func spell(_ key: inout String) { key = own[key] ?? key }

  func spell(_ key: inout String?) { key = key.map { own[$0] ?? $0 } }
}
