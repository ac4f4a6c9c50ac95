import HTTPTypes
import Hummingbird
import IndoorAlignment
import IndoorAuthoring
import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorStorage

/// An error as `application/problem+json` (RFC 9457): the sentence that the command prints, and its
/// code.
struct Problem {
  var status: HTTPResponse.Status
  var code: String
  var detail: String
  var headers: HTTPFields = [:]

  init(_ error: any IndoorError) {
    status = Self.status(of: error)
    code = error.code.rawValue
    detail = error.message
    if let refusal = error as? Refusal { headers = refusal.headers }
    if status == .serviceUnavailable, headers[.retryAfter] == nil { headers[.retryAfter] = "1" }
  }

  /// The same with what people call a file in the place of its path: where files are is nobody's
  /// business.
  func naming(_ path: String, _ name: String) -> Problem {
    var problem = self
    problem.detail = detail.replacing(path, with: name)
    return problem
  }

  var json: JSONOutput {
    .object([
      ("title", .string(status.reasonPhrase)), ("status", .integer(Int64(status.code))),
      ("code", .string(code)), ("detail", .string(detail)),
    ])
  }

  var response: Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: json.text() + "\n")))
  }

  private static func status(of error: any IndoorError) -> HTTPResponse.Status {
    switch error {
    case let error as Refusal: error.status
    case let error as JSONError: error.code == .tooLarge ? .contentTooLarge : .badRequest
    case let error as StorageError: status(of: error)
    case let error as AuthoringError: status(of: error)
    case let error as AlignmentError where error.code == .busy: .serviceUnavailable
    default: error.isMachineFault ? .internalServerError : .unprocessableContent
    }
  }

  private static func status(of error: StorageError) -> HTTPResponse.Status {
    switch error.code {
    case .busy, .changed: .serviceUnavailable
    case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
    case .missing, .noSuchVersion: .notFound
    case .noVenue, .noRadioMap: .conflict
    // The venue's file isn't one that can be served as it is; who asks can't mend that by asking
    // otherwise, and the server hasn't failed.
    case .newerFormat, .notADatabase, .notAVenueFile, .unfinished: .conflict
    case .unstorable: .unprocessableContent
    default: .internalServerError
    }
  }

  private static func status(of error: AuthoringError) -> HTTPResponse.Status {
    switch error.code {
    case .noVenue, .noRadioMap, .noWalks, .nothingHeard, .severalWalks, .noLevels, .tooFewPlans:
      .conflict
    case .noWalk, .noLevel, .noPlan: .notFound
    default: .unprocessableContent
    }
  }
}
