import IndoorModel

// Sounds, and the tours that play them.
extension AICReader {
  mutating func audio(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    let owner = GuideOwner(.medium, id)
    var used = builder.used(words(["nid"], in: members), in: members, of: owner, line: line)
    used.formUnion(sound(members, of: owner, language: builder.language, line: line))
    translate(members, of: owner, except: used) { reader, translation, language in
      reader.sound(translation, of: owner, language: language, line: line)
    }
  }

  /// Adds a sound in a language, and says which properties that took; another one stays as texts.
  private mutating func sound(
    _ members: Property.Members, of owner: GuideOwner, language: String, line: Int?
  ) -> Set<String> {
    let names = ["audio_file_url", "url", "audio_transcript"]
    let silent = Set(names.filter { !members[$0].saysAnything })
    let addresses = ["audio_file_url", "url"].filter { members[$0].word != nil }
    guard let address = addresses.first, let uri = members[address].word else {
      tell(["audio_file_url", "url"], members, owner, line)
      return silent
    }
    var medium = GuideMedium(
      key: owner.key, uri: uri, type: MediaType.of(uri), language: language)
    if medium.type == MediaType.unknown { medium.type = "audio/mpeg" }
    medium.about.transcript = members["audio_transcript"].word
    medium.about.credit = members["credits"].word
    // Other feeds and translations may repeat a sound.
    guard builder.add(medium) || builder.has(medium) else {
      builder.find(
        .duplicateKey, of: owner, line: line,
        "two sounds have the key \(owner.key) and the language \(language), and only the first is "
          + "played; give one another")
      return silent
    }
    let taken = addresses.filter { members[$0].word == uri }
    return silent.union(taken).union(medium.about.transcript == nil ? [] : ["audio_transcript"])
  }

  /// What is heard of an object, and the number that it is dialled by.
  mutating func commentary(
    _ commentary: Property, of owner: GuideOwner, position: Int, line: Int?
  ) {
    guard case .dictionary(let members) = commentary else {
      return keep(commentary, of: owner, as: "audio_commentary", position: position, line: line)
    }
    let used = builder.used(
      words(["audio", "object_selector_number"], in: members), in: members, of: owner, line: line)
    builder.say(
      members, of: owner, prefix: "audio_commentary.", position: position, except: used)
    let medium = members["audio"].word
    play(medium, as: "audio", of: owner)
    dial("object_selector_number", in: members, of: owner, medium: medium, line: line)
  }

  /// The numbers that something is dialled by, of which what looks wrong is told.
  mutating func dial(
    _ name: String, in members: Property.Members, of owner: GuideOwner, medium: String?,
    rank: Int = 0, line: Int?
  ) {
    guard let word = members[name].word else { return tell([name], members, owner, line) }
    let parts = ListText.parts(word)
    let codes = parts.isEmpty ? [word] : parts
    for code in codes {
      builder.content.codes.append(GuideCode(code, rank: rank, owner: owner, medium: medium))
    }
    for why in ListText.odd(codes: codes) {
      builder.find(.badValue, of: owner, line: line, "its \(name) \(why)")
    }
  }

  mutating func tour(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    var tour = GuideTour(key: id, sort: members["weight"].word.flatMap { Double(decimal: $0) })
    tour.place = place(members, of: GuideOwner(.tour, id), line: line)
    // Two dialects in one may say the same twice.
    let (first, second) = (members["tour_stops"].list, members["stops"].list)
    func isSaid(_ stop: Property) -> Bool {
      first.contains { $0["object"].word != nil && $0["object"].word == stop["object"].word }
    }
    let stops = first + second.filter { !isSaid($0) }
    tour.stops = stops.map { stop in
      GuideStop(
        sort: stop["sort"].word.flatMap { Double(decimal: $0) }, item: stop["object"].word,
        medium: stop["audio_id"].word ?? stop["audio"].word, bumper: stop["audio_bumper"].word)
    }
    let owner = GuideOwner(.tour, builder.add(tour, line: line))
    for (index, stop) in stops.enumerated() {
      say(
        stop, as: tour.stops[index], of: GuideOwner(.stop, owner.key, position: index), line: line)
    }
    play(members["tour_audio"].word, as: "audio", of: owner)
    dial(
      "selector_number", in: members, of: owner, medium: members["tour_audio"].word, line: line)
    pictures(members, of: owner, line: line)
    let used = builder.used(
      words(["nid", "floor", "tour_audio"], in: members) + [("weight", tour.sort != nil)],
      in: members, of: owner, line: line, remedies: ["weight": ContentBuilder.writeNumber])
    translate(
      members, of: owner,
      except: used.union(located(members, at: tour.place)).union(["tour_stops", "stops"]))
  }

  /// What a stop says beside where it is.
  private mutating func say(
    _ value: Property, as stop: GuideStop, of owner: GuideOwner, line: Int?
  ) {
    guard case .dictionary(let members) = value else {
      return keep(value, of: owner, as: "stop", position: 0, line: line)
    }
    var used = builder.used(
      words(["object", "audio_id", "audio_bumper"], in: members) + [("sort", stop.sort != nil)],
      in: members, of: owner, line: line, remedies: ["sort": ContentBuilder.writeNumber])
    let audio = members["audio"]
    if audio.word == stop.medium || !audio.saysAnything { used.insert("audio") }
    builder.say(members, of: owner, except: used)
  }
}
