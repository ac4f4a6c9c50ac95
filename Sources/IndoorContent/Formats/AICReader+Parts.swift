import IndoorModel

// What the nouns of the format have in common.
extension AICReader {
  func id(_ members: Property.Members, _ key: String?) -> String? {
    members["nid"].word ?? members["id"].word ?? key
  }

  func truth(_ value: Property) -> Bool {
    ["true", "1", "yes"].contains(value.word?.lowercased())
  }

  mutating func place(
    _ members: Property.Members, of owner: GuideOwner, line: Int?
  ) -> GuidePlace {
    let level = builder.level(members["floor"].word, line: line)
    var place = GuidePlace(building: level?.building, ordinal: level?.ordinal)
    let location = members["location"].text
    let isBeside = members["latitude"].word != nil && members["longitude"].word != nil
    if !isBeside || location.map(ContentBuilder.isUnknown) == false {
      place.coordinate = builder.coordinate(location, of: owner, line: line)
    }
    if place.coordinate == nil, members["latitude"].word != nil {
      place.coordinate = builder.coordinate(
        members["latitude"].word, members["longitude"].word, of: owner, line: line)
    }
    return place
  }

  mutating func play(_ medium: String?, as role: String, of owner: GuideOwner) {
    guard let medium else { return }
    builder.content.uses.append(GuideMediumUse(owner, medium: medium, role: role))
  }

  mutating func pictures(_ members: Property.Members, of owner: GuideOwner) {
    let names = ["image_url", "large_image_full_path", "image_full_path", "thumbnail_full_path"]
    for name in names { builder.show(members[name].word, as: name, by: owner) }
  }

  /// All texts, and those of the translations.
  mutating func translate(
    _ members: Property.Members, of owner: GuideOwner, prefix: String = "",
    except names: Set<String>
  ) {
    let kept = names.subtracting(ContentBuilder.unread(members))
    builder.say(members, of: owner, prefix: prefix, except: kept.union(["translations"]))
    for (index, translation) in members["translations"].list.enumerated()
    where translation.saysAnything {
      guard let language = translation["language"].word else {
        builder.find(
          .badValue, of: owner,
          "a translation of \(owner.kind.rawValue) \(owner.key) says no language, so that it is kept as "
            + "a text of the name translations; say its language")
        keep(translation, of: owner, as: prefix + "translations", position: index)
        continue
      }
      builder.say(
        translation.members, of: owner, language: language, prefix: prefix,
        except: names.union(["language"]))
    }
  }

  /// Keeps a value that has no language as texts that are nobody's title.
  private mutating func keep(
    _ value: Property, of owner: GuideOwner, as name: String, position: Int
  ) {
    guard case .dictionary(let members) = value else {
      return builder.say(name, value, of: owner, position: position)
    }
    builder.say(members, of: owner, prefix: name + ".", position: position)
  }
}
