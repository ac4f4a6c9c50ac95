import HTTPTypes
import Hummingbird
import NIOCore

/// What body a route takes.
///
/// Pages of other sites can send a form or plain text without asking first, and a body of no type;
/// these are refused (Fetch standard, CORS-safelisted request-header). PUT always asks first.
enum BodyRule: Sendable {
  /// None; what comes is passed over.
  case none
  /// JSON of so many bytes.
  case json(maximum: Int)
  /// JSON Lines of so many bytes.
  case lines(maximum: Int)
  /// A file of any type of so many bytes.
  case file(maximum: Int)
  /// The same for a method that pages can use without asking: of any type but those that they can
  /// send so.
  case source(maximum: Int)

  private static let simpleTypes: Set = [
    "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
  ]

  private static let lineTypes: Set = [
    "application/x-ndjson", "application/jsonl", "application/x-jsonlines",
    "application/json-lines", "application/json", "application/octet-stream",
  ]

  /// What the description of the server calls it; `nil` where there is none.
  var mediaType: String? {
    switch self {
    case .none: nil
    case .json: "application/json"
    case .lines: "application/x-ndjson"
    case .file, .source: "application/octet-stream"
    }
  }

  private var maximum: Int {
    switch self {
    case .none: 0
    case .json(let maximum), .lines(let maximum), .file(let maximum), .source(let maximum):
      maximum
    }
  }

  /// Reads a request's body into its part of the room.
  ///
  /// - Throws: 415 for another type, 413 for more bytes, 503 where there is no room, 400 where it
  ///   ends too early.
  func read(_ request: Request, into part: BodyRoom.Part) async throws -> [UInt8] {
    if case .none = self { return [] }
    let maximum = maximum
    // What is packed would have to be unpacked to know its size.
    if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
      throw Refusal(
        .unsupportedMediaType, .mediaType, "the body is packed as \"\(coding)\"; send it as it is")
    }
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= maximum else { throw Self.tooLarge(maximum) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, length))
    do {
      for try await buffer in request.body {
        guard bytes.count + buffer.readableBytes <= maximum else { throw Self.tooLarge(maximum) }
        try part.grow(by: buffer.readableBytes)
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    } catch let error where !(error is Refusal || error is CancellationError) {
      // The client went, or sends what is no body: its own fault, and no failure of the server.
      throw Self.brokenOff
    }
    guard bytes.count >= length else { throw Self.brokenOff }
    if !bytes.isEmpty { try check(request.headers[.contentType]) }
    return bytes
  }

  private static let brokenOff = Refusal(
    .badRequest, .brokenOff, "the body broke off before its end; send it again")

  private static func tooLarge(_ maximum: Int) -> Refusal {
    Refusal(
      .contentTooLarge, .tooLarge,
      "the body has over \(maximum) bytes, the most that this takes; send less at once")
  }

  private func check(_ header: String?) throws(Refusal) {
    let type = (header ?? "").prefix { $0 != ";" }.lowercased().trimmingSpace
    let isTaken =
      switch self {
      case .none, .file: true
      case .json: type == "application/json" || type.hasSuffix("+json")
      case .lines: Self.lineTypes.contains(type)
      case .source: !Self.simpleTypes.contains(type)
      }
    guard isTaken else {
      throw Refusal(
        .unsupportedMediaType, .mediaType,
        "the body's type is \(type.isEmpty ? "not said" : "\"\(type)\""); send it as "
          + "Content-Type: \(mediaType ?? "")")
    }
  }
}

extension String {
  var trimmingSpace: String {
    let text = drop { $0 == " " || $0 == "\t" }
    return String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
