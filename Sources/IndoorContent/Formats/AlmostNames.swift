/// Names that other programs give what our own tables and features call otherwise: a column called
/// so is a text, and what it would have said is lacking.
enum AlmostNames {
  /// What is meant, what says the same, and what else it is called.
  private static let all: [(meant: String, alike: [String], others: [String])] = [
    ("latitude", [], ["lat", "latitud", "y"]),
    ("longitude", [], ["lon", "lng", "long", "longitud", "x"]),
    ("latitude and longitude", ["latitude", "longitude"], ["wkt", "geom", "geometry"]),
    ("level", ["ordinal"], ["floor", "storey", "story", "etage", "stockwerk", "geschoss", "piso"]),
    ("groups", [], ["group"]), ("group", [], ["groups"]),
    ("codes", [], ["code", "number", "numbers"]), ("code", [], ["codes"]),
    ("image", [], ["images", "picture", "pictures", "photo", "photos"]),
    ("audio", [], ["audios", "sound", "sounds"]),
    ("opening_hours", [], ["hours", "opening hours", "openinghours"]),
    ("begins", [], ["begin", "start", "starts", "start_date"]),
    ("ends", [], ["end", "end_date"]),
    ("parent", [], ["group", "groups", "parent_group"]),
    ("sort", [], ["order", "position", "sequence"]),
    ("uri", [], ["url", "file", "filename", "path", "src"]),
    ("type", [], ["mime", "mimetype", "mime_type", "media_type"]),
    ("alt", [], ["alt_text", "alttext", "alternative"]),
    ("licence", [], ["license"]), ("credit", [], ["credits"]), ("language", [], ["lang"]),
    ("medium", ["item"], ["media"]), ("item", ["medium"], ["items"]),
  ]

  /// The names that stand for what nothing else says, and what that is called.
  ///
  /// - Parameters:
  ///   - names: those that are there, as they are written.
  ///   - known: those that mean something.
  static func found(
    in names: [String], known: Set<String>
  ) -> [(name: String, meant: String)] {
    let (all, there) = (Self.all, Set(names))
    return names.compactMap { name in
      let small = name.lowercased()
      guard !known.contains(small) else { return nil }
      let meant = all.first { meant, alike, others in
        let says = alike.isEmpty ? [meant] : alike
        return others.contains(small) && says.contains(where: known.contains)
          && !(says + [meant]).contains(where: there.contains)
      }
      return meant.map { (name, $0.meant) }
    }
  }

  /// What is to be said of them.
  ///
  /// - Parameter noun: what has such names: "column".
  static func sentence(
    _ found: [(name: String, meant: String)], _ noun: String
  ) -> String {
    func list(_ words: [String]) -> String {
      words.count < 2
        ? words.joined()
        : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
    }
    let (names, meant) = (found.map(\.name), found.map(\.meant))
    return found.count == 1
      ? "the \(noun) \(list(names)) is a text of that name and means nothing here; call it \(list(meant))"
        + " if that is what it says"
      : "the \(noun == "property" ? "properties" : noun + "s") \(list(names)) are texts of these names and"
        + " mean nothing here; call them \(list(meant)) if that is what they say"
  }
}
