import Foundation
import IndoorAlignment
import IndoorFiles
import IndoorJSON

/// A venue file, or what is new of it, fetched by `curl`.
struct VenueFetch {
  /// Whether the server has another version than the one that is known.
  let isNew: Bool
  /// Whether what came are the pages that differ.
  let isPatch: Bool
  /// SHA-256 of the server's version, in hexadecimal digits.
  let version: String
  /// The path of what came.
  let body: String
  /// Bytes of it.
  let bytes: Int

  /// What fetching may take: a file of a gigabyte over a slow line.
  private static let limits = ProgramRun.Limits(
    downloading: 4 << 30, seconds: 3600)

  /// Fetches.
  ///
  /// - Parameter since: SHA-256 of the version that is known.
  init(_ url: String, since: String?, token: String?, in folder: String) throws {
    guard let curl = ProgramRun.find("curl") else {
      throw AlignmentError.programMissing("curl", package: "curl")
    }
    body = "\(folder)/body"
    // A file and not an argument: those can be read by everyone on the machine.
    var headers = "Accept: \(VenuePatch.mediaType), application/geopackage+sqlite3\n"
    if let token { headers += "Authorization: Bearer \(token.filter { !$0.isNewline })\n" }
    var address = url
    if let since {
      headers += "If-None-Match: \"\(since)\"\n"
      address += (url.contains("?") ? "&" : "?") + "since=\(since)"
    }
    try OutputFile.write(headers, to: "\(folder)/headers")
    let outcome = try ProgramRun.run(
      curl,
      [
        // First, or the user's own settings count.
        "--disable", "--silent", "--show-error", "--globoff", "--proto", "=http,https",
        "--connect-timeout",
        "30", "--speed-limit", "1", "--speed-time", "60", "--header", "@headers", "--dump-header",
        "head", "--output", "body", "--write-out",
        "%{http_code}", "--url", address,
      ], in: folder, limits: Self.limits)
    guard case .finished(let printed) = outcome else {
      throw AuthoringError.notFetched(url, why: Self.reason(outcome))
    }
    let status = Int(String(decoding: printed, as: UTF8.self)) ?? 0
    let head = (try? String(contentsOfFile: "\(folder)/head", encoding: .utf8)) ?? ""
    let tag = Self.tag(in: head)
    guard status == 200 || status == 304 && since != nil else {
      throw AuthoringError.notFetched(url, why: Self.refusal(status, body))
    }
    isNew = status == 200
    guard let version = tag ?? (isNew ? nil : since) else {
      throw AuthoringError.notFetched(
        url, why: "the answer doesn't say the file's hash as its ETag")
    }
    self.version = version
    let size = try? FileManager.default.attributesOfItem(atPath: body)[.size] as? Int
    bytes = size ?? 0
    isPatch =
      ReadOnlyFile(body)?.bytes(at: 0, VenuePatch.magic.count) == VenuePatch.magic && since != nil
  }

  /// The hash that stands in the `ETag`.
  private static func tag(in head: String) -> String? {
    for line in head.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "etag" else { continue }
      let tag = parts[1].filter { !$0.isWhitespace && $0 != "\"" }
      if tag.count == 64, tag.allSatisfy(\.isHexDigit) { return tag.lowercased() }
    }
    return nil
  }

  private static func reason(_ outcome: ProgramRun.Outcome) -> String {
    switch outcome {
    case .failed(_, let message):
      message.hasPrefix("curl: (")
        ? String(message.drop { $0 != ")" }.dropFirst(2)) : message
    case .timedOut, .starved: "it took over an hour"
    default: "curl broke off"
    }
  }

  /// The sentence of a refusal (RFC 9457), or its number.
  private static func refusal(_ status: Int, _ body: String) -> String {
    let said = try? JSONDocument(
      path: body, limits: JSONLimits(maximumBytes: 64 << 10, maximumDepth: 8)
    ).root["detail"]?.string
    return said.map { "\(status): \($0)" } ?? "the server answers \(status)"
  }
}
