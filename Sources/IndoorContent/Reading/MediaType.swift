/// Media types by how addresses end.
package enum MediaType {
  /// The type of what nothing is known of.
  static let unknown = "application/octet-stream"

  static func of(_ uri: String) -> String {
    // RFC 2397.
    if uri.hasPrefix("data:") {
      let said = uri.dropFirst(5).prefix { $0 != "," && $0 != ";" }.prefix(100).lowercased()
      return isOne(said) ? said : unknown
    }
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
      return unknown
    }
    return types[path[path.index(after: dot)...].lowercased()] ?? unknown
  }

  /// The type of what is used as a sound or a picture: any of these (`audio/*`) where the address
  /// tells none.
  static func of(_ uri: String, usedAs role: String) -> String {
    let type = of(uri)
    return type == unknown && kinds.contains(role) ? "\(role)/*" : type
  }

  /// Whether a text is a media type, as `audio/mpeg` (RFC 6838, section 4.2), or all of a kind,
  /// `audio/*`.
  static func isOne(_ text: String) -> Bool {
    let name = name(text)
    return isAll(name)
      || name.wholeMatch(of: #/[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*/#) != nil
  }

  private static func isAll(_ name: String) -> Bool {
    name.hasSuffix("/*") && kinds.contains(String(name.dropLast(2)))
  }

  /// The type that a word stands for: `audio` for all sounds, `JPEG` as files' names end.
  static func called(_ word: String) -> String? {
    let word = name(word)
    if kinds.contains(word) { return "\(word)/*" }
    return isAll(word)
      ? word : types[word.hasPrefix(".") ? String(word.dropFirst()) : word]
  }

  /// Whether a type is another one, or one of all that it stands for.
  static func isOf(_ type: String, _ other: String) -> Bool {
    type == other || other.hasSuffix("/*") && type.hasPrefix(other.dropLast())
  }

  /// A type by its usual name, without parameters: `image/jpg` is `image/jpeg`, and `audio`, as
  /// tables say, `audio/*`.
  package static func plain(_ type: String) -> String {
    let name = name(type)
    return kinds.contains(name) ? "\(name)/*" : aliases[name] ?? name
  }

  private static func name(_ type: String) -> String {
    Words.trimmed(String(type.prefix { $0 != ";" })).lowercased()
  }

  private static let kinds: Set<String> = ["audio", "image", "video"]

  private static let aliases = [
    "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png",
    "audio/mp3": "audio/mpeg", "audio/x-mp3": "audio/mpeg", "audio/mpeg3": "audio/mpeg",
    "audio/x-mpeg": "audio/mpeg", "audio/x-mpeg-3": "audio/mpeg", "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav", "audio/vnd.wave": "audio/wav", "audio/x-pn-wav": "audio/wav",
    "audio/aacp": "audio/aac", "audio/x-aac": "audio/aac", "audio/x-hx-aac-adts": "audio/aac",
    "audio/vnd.dlna.adts": "audio/aac",
    "audio/opus": "audio/ogg", "audio/x-ogg": "audio/ogg", "audio/vorbis": "audio/ogg",
  ]

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "heic": "image/heic", "tif": "image/tiff",
    "tiff": "image/tiff", "pdf": "application/pdf", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "aac": "audio/aac", "wav": "audio/wav", "ogg": "audio/ogg", "oga": "audio/ogg",
    "opus": "audio/ogg", "caf": "audio/x-caf", "mp4": "video/mp4", "m4v": "video/mp4",
    "flac": "audio/flac", "aif": "audio/aiff", "aiff": "audio/aiff", "amr": "audio/amr",
    "avif": "image/avif", "bmp": "image/bmp", "ogv": "video/ogg", "vtt": "text/vtt",
    "m3u8": "application/vnd.apple.mpegurl", "mov": "video/quicktime", "webm": "video/webm",
    "html": "text/html", "json": "application/json",
  ]
}
