import IndoorJSON
import IndoorLibc
public import IndoorModel
import IndoorXML

/// Reads sources of content into one collection.
public enum ReadContent {
  /// Reads sources of one format. A folder stands for the tables in it. Of a feed of artworks, a
  /// later source updates the earlier ones.
  ///
  /// - Parameters:
  ///   - paths: the sources, files or folders.
  ///   - options: how they are read.
  ///   - old: what the collection has already, of which stays what tables have no column for, and
  ///     what was found of other files; `nil` where it is new or all of it is replaced.
  /// - Throws: `ContentError` for what can't be read, `.unknownLevel` where a level's label means
  ///   nothing.
  public static func read(
    _ paths: [String], options: ContentOptions, over old: GuideContent? = nil
  ) throws(ContentError) -> GuideContent {
    var use = OptionUse()
    return try read(paths, options: options, over: old, use: &use)
  }

  /// The same, with what of the options the sources came upon.
  package static func read(
    _ paths: [String], options: ContentOptions, over old: GuideContent?, use: inout OptionUse
  ) throws(ContentError) -> GuideContent {
    let (sources, passedOver) = try Self.sources(paths)
    guard let first = sources.first else { throw .unknownFormat(paths.first ?? "") }
    for path in sources { try ContentDetection.refuseForeign(path) }
    var content: GuideContent?
    var builder: ContentBuilder?
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let format: ContentFormat
    if let named = options.format {
      format = named
    } else {
      format = try ContentDetection.format(of: first)
    }
    let stored = StoredContent(
      old, keepsStops: !sources.contains { CSVContentReader.Kind(stem: stem($0)) == .stops },
      reading: sources)
    for path in sources {
      if options.format == nil, path != first {
        let other = try ContentDetection.format(of: path)
        guard other == format else {
          throw .malformed(
            path, "is \(other.rawValue), and the first source \(format.rawValue)",
            remedy: "import each format by itself")
        }
      }
      var current =
        builder
        ?? ContentBuilder(
          GuideCollection(
            key: Self.collection(of: paths, options), format: format.rawValue,
            language: options.language, zone: options.zone), options, over: stored)
      current.path = path
      let before = current.gathered
      if format != .collectiveAccessXML {
        let bytes = try SourceBytes.read(path)
        hash = SourceBytes.hash(bytes, from: hash)
        try read(bytes, path, as: format, into: &current)
      } else {
        hash = try SourceBytes.hash(of: path, from: hash, most: XMLLimits().maximumBytes)
        try read(xml: path, into: &current)
      }
      // Alone it would be refused.
      if format != .csv, sources.count > 1, current.gathered == before {
        current.find(
          .passedOver,
          "the source gives no items, tours, groups or media; check that it is whole, and what it is"
        )
      }
      guard !current.isTooLarge else {
        throw .tooLarge(
          path, "\(ContentBuilder.most) items, texts, media, codes and groups of items")
      }
      if let long = current.long { throw .longName(path, long) }
      if let first = current.use.unknownLevels.first {
        let labels = current.use.unknownLevels.map(\.label)
        let unknown = labels.filter { !current.hasSeveralLevels($0) }
        throw unknown.isEmpty
          ? .severalOrdinals(first.place ?? path, labels)
          : .unknownLevels(
            current.use.unknownLevels.first { $0.label == unknown.first }?.place ?? path, unknown,
            others: current.use.numbers(in: options.levels, among: unknown))
      }
      // Feeds are whole in themselves: one updates the other.
      if format == .artworks {
        use.add(current.use)
        content = updated(content, by: current.content, of: path)
      } else {
        builder = current
      }
    }
    let digits = String(hash, radix: 16)
    var result = content ?? builder?.content ?? GuideContent(GuideCollection(key: "", format: ""))
    result.findings += passedOver.map {
      GuideFinding(
        .passedOver, source: $0,
        SourceFolder.isOwn($0)
          ? "the table isn't read, as it is in a folder of its own; put it beside the others, or import it by"
            + " itself, behind them and into the same collection"
          : SourceFolder.isForeign($0)
            ? "the table isn't read, as its name doesn't end in .csv; save it as CSV, in UTF-8, and call"
              + " it \(SourceFolder.asCSV($0))"
            : "the table isn't read, as it is called like none of a guide's (items.csv, groups.csv, "
              + "tours.csv, stops.csv, media.csv); give it such a name")
    }
    if let builder { use.add(builder.use) }
    let answered = builder?.stored ?? stored
    result.findings += answered.findings.beside(result, isWhole: format != .csv)
    result.collection.hash = String(repeating: "0", count: 16 - digits.count) + digits
    return result
  }

  /// What earlier feeds came to, with what the feed of a path says.
  private static func updated(
    _ earlier: GuideContent?, by feed: GuideContent, of path: String
  ) -> GuideContent {
    guard let earlier else { return feed }
    var feed = feed
    let found = StoredFindings(earlier.findings, reading: [path])
    feed.findings += found.beside(feed, isWhole: true)
    return feed.merged(into: earlier, replaces: false)
  }

  /// The key of the collection that sources make: what somebody calls it, else the first one's
  /// name.
  public static func collection(of paths: [String], _ options: ContentOptions) -> String {
    options.collection ?? stem(named(paths.first ?? ""))
  }

  /// The path of a folder that `.` or `..` stands for, by its name.
  private static func named(_ path: String) -> String {
    guard [".", ".."].contains(path.split(separator: "/").last), let real = realpath(path, nil)
    else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func read(
    _ bytes: [UInt8], _ path: String, as format: ContentFormat, into builder: inout ContentBuilder
  ) throws(ContentError) {
    switch format {
    case .csv:
      if let near = CSVContentReader.Kind.near(stem: stem(path)) {
        throw .malformed(
          path, "is called nearly as a table of \(near.rawValue)",
          remedy:
            "call it \(near.rawValue).csv, in a folder of its own if there is one already, or begin"
            + " its name with items if it has works")
      }
      let kind = CSVContentReader.Kind(stem: stem(path))
      CSVContentReader.read(try CSVTable(bytes, path: path, as: kind), as: kind, into: &builder)
    case .generaPlist:
      // Converting one in place leaves JSON under its name.
      if (try? json(bytes, path)) != nil {
        return try read(bytes, path, as: .generaJSON, into: &builder)
      }
      let root = try PropertyListParser.parse(bytes, name: path)
      guard case .dictionary = root else {
        throw .syntax("\(path):1", "is a property list without a guide in it")
      }
      GeneraReader.read(root, lines: [], template: { template($0, beside: path) }, into: &builder)
    case .generaJSON:
      let document = try json(bytes, path, into: &builder)
      GeneraReader.read(
        Property(document.root), lines: document.lines(ofElementsIn: "data"),
        template: { template($0, beside: path) }, into: &builder)
    case .aic: AICReader.read(try json(bytes, path, into: &builder), into: &builder)
    case .collectiveAccessJSON:
      CollectiveAccessReader.read(try json(bytes, path, into: &builder), into: &builder)
    case .artworks: ArtworksReader.read(try json(bytes, path, into: &builder), into: &builder)
    case .geojson:
      let document = try json(bytes, path, into: &builder)
      try GeoJSONContentReader.checkSystem(document, path)
      GeoJSONContentReader.read(document, into: &builder)
    case .collectiveAccessXML: try read(xml: path, into: &builder)
    }
  }

  private static func read(
    xml path: String, into builder: inout ContentBuilder
  ) throws(ContentError) {
    let stream: XMLStream
    do throws(XMLError) { stream = try XMLStream(path: path) } catch { throw ContentError(error) }
    try CollectiveAccessReader.read(stream, into: &builder)
  }

  /// JSON of which no object has two objects or lists of one key: of those one would be lost. What
  /// else has a key twice is told.
  private static func json(
    _ bytes: [UInt8], _ path: String, into builder: inout ContentBuilder
  ) throws(ContentError) -> JSONDocument {
    let document = try json(bytes, path)
    var (lost, told): (String?, String?) = (nil, nil)
    var count = 0
    document.root.forEachRepeatedName { object, name in
      let whole = Dictionary(grouping: object.members, by: \.key).filter { isLost($1.map(\.value)) }
        .keys.min()
      let sentence = "has \"\((whole ?? name).prefix(60))\" twice\(owner(object))"
      count += 1
      if whole != nil { lost = lost ?? sentence } else { told = told ?? sentence }
    }
    if let lost {
      throw .malformed(path, lost, remedy: "write it once, with all that is in both")
    }
    if let told {
      builder.find(
        .keyTwice,
        "\(told), and the last counts\(count > 1 ? ", as in \(count - 1) more" : ""); write each once"
      )
    }
    return document
  }

  /// Whether of values of one key an object or a list is lost with something in it that the last
  /// doesn't have.
  private static func isLost(_ values: [JSONNode]) -> Bool {
    guard let last = values.last else { return false }
    return values.dropLast().contains { value in
      (value.kind == .object && value.members.contains { _ in true }
        || value.kind == .array && value.elements.contains { _ in true })
        && JSONOutput(value).text() != JSONOutput(last).text()
    }
  }

  /// Which object it is, by what it says of itself.
  private static func owner(_ object: JSONNode) -> String {
    let keys = ["id", "key", "nid", "object_id", "code", "title", "name"]
    let said = keys.lazy.compactMap { key in
      object[key].flatMap { $0.string ?? $0.digits }.map { (key, $0) }
    }.first
    return said.map { " where \"\($0)\" is \"\($1.prefix(60))\"" } ?? ""
  }

  static func json(_ bytes: [UInt8], _ path: String) throws(ContentError) -> JSONDocument {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(bytes: bytes, name: path)
    } catch { throw ContentError(error) }
    guard document.root.kind == .object else {
      throw .syntax("\(path):1", "its value is no object")
    }
    return document
  }

  /// A template's file, beside the guide or in its folder of templates.
  private static func template(_ name: String, beside path: String) -> String? {
    guard !name.contains("/"), name != ".." else { return nil }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for place in ["", "templates/"] {
      if let bytes = try? SourceBytes.read(folder + place + name, most: 4 << 20) {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return nil
  }

  /// The files of sources: of a folder the tables, in the order in which they need each other.
  private static func sources(
    _ paths: [String]
  ) throws(ContentError) -> (read: [String], passedOver: [String]) {
    var (files, passedOver): ([String], [String]) = ([], [])
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        files.append(path)
        continue
      }
      let tables = try SourceFolder.tables(in: path)
      files += tables.read
      passedOver += tables.passedOver
    }
    passedOver.removeAll(where: files.contains)
    let ranks = CSVContentReader.Kind.allCases
    // Stops come behind their tours, whatever order the files were named in.
    guard files.allSatisfy({ $0.lowercased().hasSuffix(".csv") }) else {
      return (files, passedOver)
    }
    files = files.enumerated().sorted { a, b in
      let first = ranks.firstIndex(of: CSVContentReader.Kind(stem: stem(a.element))) ?? 0
      let second = ranks.firstIndex(of: CSVContentReader.Kind(stem: stem(b.element))) ?? 0
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
    return (files, passedOver)
  }

  /// A file's name without folder and ending.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
