import HTTPTypes
import Hummingbird
import IndoorAuthoring
import NIOCore

/// A venue file as an answer: whole, a part of it, or that the client has it already. Its tag is
/// its content's hash, so that a download that was cut goes on in the same version or starts anew.
enum FileAnswer {
  static func response(to request: Request, copy: VenueCopy, name: String) throws -> Response {
    let tag = "\"\(copy.sha256)\""
    var headers: HTTPFields = [
      .eTag: tag, .acceptRanges: "bytes", .cacheControl: "no-cache",
      .contentType: "application/geopackage+sqlite3",
      .contentDisposition: "attachment; filename=\"\(name)\"",
    ]
    if let known = request.headers[.ifNoneMatch], lists(known, tag) {
      headers[.contentType] = nil
      return Response(status: .notModified, headers: headers)
    }
    let isSame = request.headers[.ifRange].map { $0.trimmingSpace == tag } ?? true
    switch ByteRange(isSame ? request.headers[.range] : nil, size: copy.size) {
    case .all:
      return Response(status: .ok, headers: headers, body: body(copy, 0..<copy.size))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(copy.size)"
      return Response(status: .partialContent, headers: headers, body: body(copy, range))
    case .none:
      var refusal = Refusal(
        .rangeNotSatisfiable, .badParameter, "Range: the file has \(copy.size) bytes")
      refusal.headers[.contentRange] = "bytes */\(copy.size)"
      throw refusal
    }
  }

  /// The pages that differ from a version that the client has; `nil` where the whole is as small.
  static func patch(
    from old: (sha256: String, pages: [PageHash]), to copy: VenueCopy
  ) -> Response? {
    guard let from = bytes(of: old.sha256), let to = bytes(of: copy.sha256),
      copy.size == Int64(copy.pages.count * VenuePatch.pageSize),
      let count = UInt32(exactly: copy.pages.count)
    else { return nil }
    let changed = (0..<count).filter { index in
      let place = Int(index)
      return !old.pages.indices.contains(place) || old.pages[place] != copy.pages[place]
    }
    let size = VenuePatch.headSize + changed.count * (4 + VenuePatch.pageSize)
    guard size < copy.size else { return nil }
    let head = VenuePatch.head(
      from: from, to: to, pages: count, changed: UInt32(truncatingIfNeeded: changed.count))
    return Response(
      status: .ok,
      headers: [
        .eTag: "\"\(copy.sha256)\"", .cacheControl: "no-cache", .contentType: VenuePatch.mediaType,
      ],
      body: ResponseBody(contentLength: size) { writer in
        try await writer.write(ByteBuffer(bytes: head))
        for index in changed {
          let offset = Int64(index) * Int64(VenuePatch.pageSize)
          var piece = ByteBuffer(bytes: VenuePatch.pageHead(index))
          var page = try await copy.piece(at: offset, upTo: offset + Int64(VenuePatch.pageSize))
          piece.writeBuffer(&page)
          try await writer.write(piece)
        }
        try await writer.finish(nil)
      })
  }

  private static func bytes(of digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count == 64 else { return nil }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return bytes.count == 32 ? bytes : nil
  }

  /// Whether a list of tags, which may be weak, names one (RFC 9110, 13.1.2).
  static func lists(_ header: String, _ tag: String) -> Bool {
    header.split(separator: ",").map { String($0).trimmingSpace }.contains {
      $0 == "*" || $0 == tag || $0 == "W/\(tag)"
    }
  }

  private static func body(_ copy: VenueCopy, _ range: Range<Int64>) -> ResponseBody {
    ResponseBody(contentLength: Int(range.count)) { writer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let piece = try await copy.piece(at: offset, upTo: range.upperBound)
        offset += Int64(piece.readableBytes)
        try await writer.write(piece)
      }
      try await writer.finish(nil)
    }
  }
}
