import IndoorModel

/// Reads field guides of Museum Victoria's Genera: the property list of 2012 and the JSON of 2016,
/// which say the same in different words.
struct GeneraReader {
  let root: Property
  var builder: ContentBuilder
  /// Keys of groups by their labels and ids.
  private var groups: [String: String] = [:]
  /// The first medium without a file, and how many there are.
  private var nameless: (first: (role: String, owner: GuideOwner, line: Int?)?, count: Int) = (
    nil, 0
  )
  /// Labels that several groups have.
  private var alike: Set<String> = []
  private var hasSubgroups = false
  /// Whether it was told that items have no identifier.
  private var isKeylessTold = false
  /// Reads a template's file, `nil` where there is none.
  let template: (String) -> String?

  /// - Parameters:
  ///   - lines: the lines that items begin in, where known otherwise than by the items.
  ///   - template: reads a template's file beside the source.
  static func read(
    _ root: Property, lines: [Int], template: @escaping (String) -> String?,
    into builder: inout ContentBuilder
  ) {
    var reader = GeneraReader(root: root, builder: builder, template: template)
    reader.run(lines)
    builder = reader.builder
  }

  private init(root: Property, builder: ContentBuilder, template: @escaping (String) -> String?) {
    self.root = root
    self.builder = builder
    self.template = template
  }

  private mutating func run(_ lines: [Int]) {
    builder.content.collection.version = root["versionID"].word
    if builder.content.collection.version == nil {
      builder.flatten("versionID", root["versionID"], of: .collection)
    }
    each("supergroupList") { reader, value, _ in reader.supergroup(value.members) }
    each("groupList") { reader, value, _ in reader.group(value.members) }
    hasSubgroups = !root["subgroupList"].list.isEmpty
    each("subgroupList") { reader, value, _ in reader.subgroup(value.members) }
    for (index, value) in root["templateList"].list.enumerated() { template(value, at: index) }
    let before = root["objectData"].list.count
    for (name, first) in [("objectData", 0), ("data", before)] {
      each(name) { reader, value, index in
        let index = first + index
        let line = value.members.line ?? (lines.indices.contains(index) ? lines[index] : nil)
        reader.item(value.members, line: line, index: index)
        return true
      }
    }
    for picture in root["galleryImages"].list {
      medium(picture, as: "gallery", of: .collection)
    }
    tellNames()
    if let (role, owner, line) = nameless.first {
      let more = nameless.count > 1 ? ", and \(nameless.count - 1) more are so" : ""
      builder.find(
        .badValue, of: owner, line: line,
        "the \(role) of \(owner.named) has no filename and is kept as a text\(more); name its file"
      )
    }
    for (name, value) in root.members.pairs where !Self.known.contains(name) {
      builder.find(.unknownKey, "the guide has the unknown key \(name); check its spelling")
      builder.flatten(name, value, of: .collection)
    }
  }

  /// Takes the values of a list. Those that aren't taken, as where they are no dictionaries, are
  /// kept as texts of the guide, and told.
  private mutating func each(
    _ name: String, _ take: (inout GeneraReader, _ value: Property, _ index: Int) -> Bool
  ) {
    for (index, value) in root[name].list.enumerated() {
      if case .dictionary = value, take(&self, value, index) { continue }
      keep(value, of: name, at: index)
    }
  }

  /// Keeps a list's value that isn't taken as texts of the guide, and tells it.
  mutating func keep(_ value: Property, of name: String, at index: Int) {
    builder.flatten("\(name).\(index)", value, of: .collection)
    guard value.saysAnything else { return }
    let remedy =
      if case .dictionary = value {
        "give it a label, a template a templateName"
      } else {
        "write it as the format has it"
      }
    builder.find(
      .badValue, of: nil, line: value.members.line,
      "value \(index + 1) of \(name) can't be used as such and is kept as texts of the guide; \(remedy)"
    )
  }

  private static let known: Set = [
    "versionID", "groupList", "subgroupList", "supergroupList", "templateList", "objectData",
    "data", "galleryImages",
  ]

  // MARK: Groups

  private mutating func supergroup(_ members: Property.Members) -> Bool {
    guard let label = members["label"].word ?? members["supergroupID"].word else { return false }
    let key = "supergroup/\(members["supergroupID"].word ?? label)"
    add(
      GuideGroup(key: key, kind: "supergroup", label: label, sort: order(members)), members,
      except: ["supergroupID"])
    return true
  }

  private mutating func group(_ members: Property.Members) -> Bool {
    guard let label = members["label"].word ?? members["groupID"].word else { return false }
    let key = members["groupID"].word ?? label
    if let other = groups[label], other != key { alike.insert(label) }
    groups[label] = groups[label] ?? key
    groups[key] = key
    add(
      GuideGroup(
        key: key, parent: members["supergroupID"].word.map { "supergroup/\($0)" }, label: label,
        sort: order(members)), members, except: ["groupID", "supergroupID"])
    return true
  }

  private mutating func subgroup(_ members: Property.Members) -> Bool {
    guard let label = members["label"].word ?? members["subgroupID"].word else { return false }
    let parent = members["groupID"].word.map { groups[$0] ?? $0 }
    let key = subgroupKey(parent, members["subgroupID"].word ?? label)
    groups[subgroupKey(parent, label)] = key
    groups[key] = key
    add(
      GuideGroup(key: key, parent: parent, kind: "subgroup", label: label, sort: order(members)),
      members, except: ["groupID", "subgroupID"])
    return true
  }

  private func subgroupKey(_ group: String?, _ name: String) -> String { "\(group ?? "")/\(name)" }

  private mutating func add(
    _ group: GuideGroup, _ members: Property.Members, except names: [String]
  ) {
    guard builder.add(group, line: members.line) else { return }
    let owner = GuideOwner(.group, group.key)
    builder.show(members["standardImage"].word, as: "standardImage", by: owner)
    builder.show(members["highlightedImage"].word, as: "highlightedImage", by: owner)
    let words = names.map { (name: $0, isUsed: members[$0].word != nil) }
    let used = builder.used(
      words + [("order", group.sort != nil)], in: members, of: owner, line: members.line,
      remedies: ["order": ContentBuilder.writeNumber])
    builder.say(members, of: owner, except: used)
  }

  private func order(_ members: Property.Members) -> Double? {
    members["order"].word.flatMap { Double(decimal: $0) }
  }

  // MARK: Items

  private mutating func item(_ members: Property.Members, line: Int?, index: Int) {
    let id = members["identifier"].word ?? key(of: members, at: index, line: line)
    var item = GuideItem(key: id, kind: "object", template: members["template"].word)
    if let name = members["group"].word ?? members["groupID"].word {
      let group = group(called: name, or: members["groupID"].word, of: id, line: line)
      item.groups.append(group)
      if let name = members["subgroupID"].word ?? members["subgroup"].word {
        item.groups.append(subgroup(name, members["subgroup"].word, in: group, line: line))
      }
    }
    let key = builder.add(item, line: line)
    let owner = GuideOwner(.item, key)
    for picture in members["images"].list { medium(picture, as: "image", of: owner) }
    for sound in members["audioFiles"].list + members["audio"].list {
      medium(sound, as: "audio", of: owner)
    }
    for thumbnail in members["squareThumbnail"].list {
      medium(thumbnail, as: "squareThumbnail", of: owner)
    }
    // They stay texts, which are searched.
    _ = builder.used(
      ["group", "groupID", "label"].map { ($0, members[$0].word != nil) }, in: members, of: owner,
      line: line,
      remedies: ["group": "name one group", "groupID": "name one group", "label": "write one text"])
    unknown(members, of: "item \(key)", item: key, besides: Self.itemKeys, line: line)
    let used = builder.used(
      [
        ("identifier", members["identifier"].word != nil), ("template", item.template != nil),
        ("subgroupID", item.groups.count > 1 && members["subgroupID"].word != nil),
      ], in: members, of: owner, line: line,
      remedies: item.groups.isEmpty ? ["subgroupID": "name its group, too"] : [:])
    builder.say(
      members, of: owner,
      except: used.union(["images", "audioFiles", "audio", "details", "squareThumbnail"]))
    var (named, others) = (Property.Members(), [Property]())
    for value in members["details"].list {
      if case .dictionary(let members) = value {
        named.all += members.all
      } else {
        others.append(value)
      }
    }
    details(named, of: owner, line: line)
    builder.say("details", others.isEmpty ? .nothing : .array(others), of: owner)
  }

  /// The key of a group by its label; of several that are called so the one that is meant by its
  /// id, or else the first, which is told.
  private mutating func group(
    called name: String, or other: String?, of item: String, line: Int?
  ) -> String {
    let isOther = other.map { $0 != name && groups[$0] == $0 } == true
    if let other, isOther, alike.contains(name) || groups[name] == nil { return other }
    guard alike.contains(name) else { return groups[name] ?? name }
    builder.find(
      .badValue, item: item, line: line,
      "its group is called \(name), as others are, and the first is taken; name its groupID")
    return groups[name] ?? name
  }

  /// What an item without an identifier is called, the first of which is told.
  private mutating func key(of members: Property.Members, at index: Int, line: Int?) -> String {
    let place = "item \(index + 1)"
    let key = builder.key(
      at: place, former: place, titles: [members["label"].text].compactMap(\.self))
    if !isKeylessTold {
      builder.find(
        .missingKey, item: key, line: line,
        "items have no identifier, so that this one is called \(key), which changes with the file; "
          + "give each an identifier")
    }
    isKeylessTold = true
    return key
  }

  private static let itemKeys: Set = [
    "identifier", "label", "labelStyle", "sublabel", "sublabelStyle", "tertiaryLabel",
    "tertiaryLabelStyle", "searchText", "group", "groupID", "subgroup", "subgroupID", "template",
    "squareThumbnail", "images", "audioFiles", "audio", "details",
  ]

  /// The key of a subgroup. Guides of 2012 list none: items make them.
  private mutating func subgroup(
    _ name: String, _ label: String?, in group: String, line: Int?
  ) -> String {
    let key = subgroupKey(group, name)
    if let known = groups[key] { return known }
    if let label, let known = groups[subgroupKey(group, label)] { return known }
    guard !hasSubgroups, builder.hasGroup(group) else { return key }
    builder.add(
      GuideGroup(key: key, parent: group, kind: "subgroup", label: label ?? name), line: line)
    groups[key] = key
    return key
  }

  /// What an item says of itself beside what every item does. A property that is called as one of
  /// those is kept under another name.
  private mutating func details(_ details: Property.Members, of owner: GuideOwner, line: Int?) {
    var counts: [String: Int] = [:]
    for (name, value) in details.pairs {
      let position = counts[name, default: 0]
      counts[name] = position + max(1, value.list.count)
      let isReserved = Self.itemKeys.contains(name)
      if isReserved {
        builder.find(
          .reservedKey, item: owner.key, line: line,
          "the details have the key \(name), which every item has a meaning for; call it otherwise")
      }
      if name.contains("_file") { builder.show(value.word, as: name, by: owner) }
      let isTitle = GuideText.titles.contains(name)
      builder.say(
        isReserved || isTitle ? "details.\(name)" : name, value, of: owner, position: position)
    }
  }

  /// A picture or a sound: a file's name alone, or with what is said of it.
  private mutating func medium(_ value: Property, as role: String, of owner: GuideOwner) {
    let members = value.members
    guard let file = value.word ?? members["filename"].word else {
      guard value.saysAnything else { return }
      nameless = (nameless.first ?? (role, owner, members.line), nameless.count + 1)
      return builder.say(role, value, of: owner)
    }
    let description = members["imageDescription"].word ?? members["audioDescription"].word
    var about = GuideMedium.About()
    about.credit = members["credit"].word
    about.licence = members["licenseType"].word
    about.alternative = members["alternateText"].word ?? description
    builder.show(file, as: role, by: owner) { $0 = about }
    let isOwn = builder.describe(file, about)
    var words = members
    words.all.removeAll { $0.key == "filename" }
    // What others say of a file beside the first stays as texts.
    guard let position = builder.position(of: .dictionary(words), saidOf: file) else { return }
    builder.say(
      words, of: GuideOwner(.medium, file), position: position,
      except: isOwn
        ? Set(
          ["credit", "licenseType", "alternateText"].filter {
            words[$0].word != nil || !words[$0].saysAnything
          }) : [])
  }
}
