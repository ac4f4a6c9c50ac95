import IndoorLibc
import IndoorModel

extension ContentCheck {
  /// Bytes beyond which a medium's file is a burden on a phone.
  static let mostBytes = 20 << 20

  /// Looks at the files of a medium in all its languages, at one that several have once.
  mutating func files(of media: [GuideMedium], in folder: String) {
    struct File: Hashable {
      let uri: String
      let type: String
    }
    let byFile = Dictionary(grouping: media) { File(uri: $0.uri, type: $0.type) }
    var seen: Set<File> = []
    var names = MediaNames(folder)
    for medium in media {
      let file = File(uri: medium.uri, type: medium.type)
      guard seen.insert(file).inserted else { continue }
      let languages = Self.languages(byFile[file] ?? [], of: media.count)
      self.file(
        of: medium, called: "the medium \(medium.key)\(languages ?? "")", in: folder, &names)
    }
  }

  /// Looks at a medium's file: whether it is there, what it says of itself, how large it is.
  private mutating func file(
    of medium: GuideMedium, called what: String, in folder: String, _ names: inout MediaNames
  ) {
    let owner = GuideOwner(.medium, medium.key)
    let places = MediaPlaces.places(of: medium.uri)
    guard let first = places.first else { return }
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    var status = stat()
    let there = places.first { stat(root + $0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG }
    let path = root + (there ?? places.first { stat(root + $0, &status) == 0 } ?? first)
    let name = (there ?? first).split(separator: "/").last.map(String.init) ?? first
    let isThere = stat(path, &status) == 0
    guard isThere, status.st_mode & S_IFMT == S_IFREG else {
      var link = stat()
      if !isThere, lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK {
        return find(
          .missingMedia, of: owner,
          "the file \(name) of \(what) is a link to nothing in \(folder); put the file itself there"
        )
      }
      if !isThere, let other = names.name(like: places) {
        return find(
          .missingMedia, of: owner,
          "the file \(name) of \(what) isn't in \(folder), and \(other) is, which is written otherwise,"
            + " in capitals or in the parts of its letters; name both alike")
      }
      return find(
        .missingMedia, of: owner,
        isThere
          ? "\(path) is no regular file, as \(what) needs; put the file itself there"
          : "the file \(name) of \(what) isn't in \(folder); put it there")
    }
    if status.st_size > Self.mostBytes {
      find(
        .tooLarge, of: owner,
        "the file \(name) has \(status.st_size >> 20) MiB; make it smaller than \(Self.mostBytes >> 20)"
      )
    }
    let type = MediaType.plain(medium.type)
    guard let head = try? Self.head(of: path) else { return }
    guard let found = Self.type(of: head) else {
      if let why = MediaHead.lack(of: head, as: type) {
        find(.wrongType, of: owner, "the file \(name) \(why)")
      }
      return
    }
    guard !MediaType.isOf(found, type), type.hasPrefix("image/") || type.hasPrefix("audio/") else {
      return
    }
    let remedy = MediaType.of(name) == found ? "correct its type" : "name it as what it is"
    find(
      .wrongType, of: owner,
      "the file \(name) is \(found), and is called \(medium.type); \(remedy)")
  }

  private static func head(of path: String) throws(ContentError) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw .unreadable(path, reason: "it can't be opened")
    }
    defer { fclose(file) }
    func read() -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: MediaHead.length)
      let count = fread(&bytes, 1, bytes.count, file)
      return Array(bytes.prefix(count))
    }
    let head = read()
    // Tags may stand before sounds of any kind, as in the segments of HTTP Live Streaming.
    var (next, place) = (head, 0)
    for _ in 0..<4 {
      guard let length = tagLength(next) else { break }
      place += length
      guard fseek(file, place, SEEK_SET) == 0 else { return head }
      next = read()
    }
    return type(of: next) == nil ? head : next
  }

  /// How long the tag that begins so is with its head and foot, 256 MiB at most (ID3v2.4.0,
  /// section 3.1); `nil` where none does.
  private static func tagLength(_ head: [UInt8]) -> Int? {
    guard head.starts(with: "ID3".utf8), head.count >= 10 else { return nil }
    let sizes = head[6..<10]
    guard sizes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let hasFoot = head[5] & 0x10 != 0
    return sizes.reduce(0) { $0 << 7 | Int($1) } + (hasFoot ? 20 : 10)
  }

  /// What the first bytes of a picture or a sound say that it is; `nil` where they say nothing.
  static func type(of head: [UInt8]) -> String? {
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if head.starts(with: "GIF8".utf8) { return "image/gif" }
    if head.starts(with: "%PDF".utf8) { return "application/pdf" }
    if head.starts(with: "OggS".utf8) { return "audio/ogg" }
    if head.starts(with: "ID3".utf8) { return "audio/mpeg" }
    if head.count > 1, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 { return "audio/mpeg" }
    // AAC's transport has the same twelve bits first, and 0 for the layer (ISO/IEC 13818-7, 6.2).
    if head.count > 1, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return "audio/aac" }
    if head.starts(with: "RIFF".utf8), head.count >= 12 {
      if head[8...].starts(with: "WAVE".utf8) { return "audio/wav" }
      if head[8...].starts(with: "WEBP".utf8) { return "image/webp" }
    }
    return MediaHead.isSVG(head) ? "image/svg+xml" : nil
  }
}

/// The names of files in folders of media as they are compared where their bytes differ: without
/// capitals, and in whatever normal form of Unicode they are.
private struct MediaNames {
  private let root: String
  private var folders: [String: [String: String]] = [:]

  init(_ root: String) { self.root = root }

  /// The name of the first file that has one of some paths but for capitals and normal forms.
  mutating func name(like paths: [String]) -> String? {
    for path in paths {
      if let name = name(like: path) { return name }
    }
    return nil
  }

  private mutating func name(like path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = String(path.dropLast(name.count))
    if folders[folder] == nil {
      let there = (try? SourceFolder.names(in: "\(root)/\(folder)")) ?? []
      folders[folder] = Dictionary(there.map { ($0.lowercased(), $0) }) { first, _ in first }
    }
    return folders[folder]?[name.lowercased()]
  }
}

/// The names of time zones that the system has.
enum ZoneNames {
  private static let folder = "/usr/share/zoneinfo"

  /// Whether the system knows a zone; `nil` where it knows none at all.
  static func has(_ name: String) -> Bool? {
    guard access(folder, R_OK) == 0 else { return nil }
    guard !name.hasPrefix("/"), !name.contains(".."), !name.isEmpty else { return false }
    var status = stat()
    return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
