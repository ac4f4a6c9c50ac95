import HTTPTypes
import Hummingbird
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

  /// Whether a list of tags, which may be weak, names one (RFC 9110, 13.1.2).
  private static func lists(_ header: String, _ tag: String) -> Bool {
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
