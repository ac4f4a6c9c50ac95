import IndoorGeometry
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
    let location = members["location"].word ?? members["location"].text
    let isBeside = members["latitude"].word != nil && members["longitude"].word != nil
    if !isBeside || location.map(ContentBuilder.isUnknown) == false {
      place.coordinate = builder.coordinate(location, of: owner, line: line)
    }
    let nested = members["location"].members
    if let latitude = nested["lat"].word ?? nested["latitude"].word {
      place.coordinate = builder.coordinate(
        latitude, nested["lng"].word ?? nested["lon"].word ?? nested["longitude"].word, of: owner,
        line: line)
    }
    if place.coordinate == nil, members["latitude"].word != nil {
      place.coordinate = builder.coordinate(
        members["latitude"].word, members["longitude"].word, of: owner, line: line)
    }
    if place.coordinate == nil {
      tell(["location", "latitude", "longitude"], members, owner, line)
    }
    return place
  }

  mutating func play(_ medium: String?, as role: String, of owner: GuideOwner) {
    guard let medium else { return }
    builder.content.uses.append(GuideMediumUse(owner, medium: medium, role: role))
  }

  /// Tells properties that are more than one word or number where one is meant.
  mutating func tell(
    _ names: [String], _ members: Property.Members, _ owner: GuideOwner, _ line: Int?
  ) {
    _ = builder.used(
      words(names, in: members), in: members, of: owner, line: line,
      remedies: ["location": "write it as LATITUDE,LONGITUDE in one text"])
  }

  mutating func pictures(_ members: Property.Members, of owner: GuideOwner, line: Int?) {
    let names = ["image_url", "large_image_full_path", "image_full_path", "thumbnail_full_path"]
    for name in names { builder.show(members[name].word, as: name, by: owner) }
    tell(names, members, owner, line)
  }

  /// Properties that are used where they are one word or number.
  func words(
    _ names: [String], in members: Property.Members
  ) -> [(name: String, isUsed: Bool)] {
    names.map { ($0, members[$0].word != nil) }
  }

  /// The properties that say no other place than that which they came to.
  func located(_ members: Property.Members, at place: GuidePlace) -> Set<String> {
    func number(_ name: String) -> Double? { members[name].word.flatMap { Double(decimal: $0) } }
    var names = Set(
      ["location", "latitude", "longitude"].filter {
        members[$0].word != nil || !members[$0].saysAnything
      })
    if let coordinate = place.coordinate,
      number("latitude") != coordinate.latitude || number("longitude") != coordinate.longitude,
      members["latitude"].saysAnything || members["longitude"].saysAnything
    {
      names.subtract(["latitude", "longitude"])
    }
    return names
  }

  /// Keeps what can't be used as such as texts, and tells it.
  mutating func keep(
    _ value: Property, of owner: GuideOwner, as name: String, position: Int, line: Int?
  ) {
    guard value.saysAnything else { return }
    keep(value, of: owner, as: name, position: position)
    builder.find(
      .badValue, of: owner, line: line,
      "its \(name) can't be used as such and is kept as a text; write it as the format has it")
  }

  /// All texts, and those of the translations.
  ///
  /// - Parameters:
  ///   - names: the properties that say more than texts; a translation's of those names are texts
  ///     where they say something else.
  ///   - use: makes more than texts of a translation, and says of which properties.
  mutating func translate(
    _ members: Property.Members, of owner: GuideOwner, prefix: String = "",
    except names: Set<String>,
    using use: (inout AICReader, Property.Members, _ language: String) -> Set<String> = {
      _, _, _ in []
    }
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
      let same = names.filter {
        let value = translation[$0]
        return !value.saysAnything || value.written == members[$0].written
      }
      let used = use(&self, translation.members, language).union(same).union(["language"])
      builder.say(
        translation.members, of: owner, language: language, prefix: prefix, except: used)
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
