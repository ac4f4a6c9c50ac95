/// Media types by how addresses end.
enum MediaType {
  static func of(_ uri: String) -> String {
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
      return "application/octet-stream"
    }
    return types[path[path.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "heic": "image/heic", "tif": "image/tiff",
    "tiff": "image/tiff", "pdf": "application/pdf", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "aac": "audio/aac", "wav": "audio/wav", "ogg": "audio/ogg", "oga": "audio/ogg",
    "opus": "audio/ogg", "caf": "audio/x-caf", "mp4": "video/mp4", "m4v": "video/mp4",
    "mov": "video/quicktime", "webm": "video/webm", "html": "text/html", "json": "application/json",
  ]
}
