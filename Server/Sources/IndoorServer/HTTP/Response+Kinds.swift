import HTTPTypes
import Hummingbird
import IndoorJSON

extension Response {
  /// A text of a media type.
  static func text(
    _ text: String, type: String = "text/plain; charset=utf-8",
    status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Bytes of a media type.
  static func bytes(_ bytes: [UInt8], type: String, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// JSON that is written already.
  static func json(
    _ text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    .text(text, type: "application/json", status: status, headers: headers)
  }

  /// A JSON value.
  static func json(
    _ value: JSONOutput, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    json(value.text() + "\n", status: status, headers: headers)
  }

  /// GeoJSON that is written already.
  static func geoJSON(_ text: String, headers: HTTPFields = [:]) -> Response {
    .text(text, type: "application/geo+json", headers: headers)
  }

  /// The same head without its body, as HEAD asks for.
  var headOnly: Response {
    var response = self
    let length = headers[.contentLength]
    response.body = ResponseBody()
    response.headers[.contentLength] = length
    return response
  }
}
