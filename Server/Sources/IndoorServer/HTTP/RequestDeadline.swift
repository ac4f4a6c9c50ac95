import HTTPTypes
import IndoorJSON
import NIOCore
import NIOHTTPTypes

/// Ends requests whose bodies come too slowly, or go on without an end: what a route no longer
/// reads, the server would read for ever.
///
/// A request that is too slow gets 408 where nothing was answered yet; the connection is closed.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let time: TimeAmount
  private let maximumBytes: Int
  private var timer: Scheduled<Void>?
  private var bytes = 0
  private var hasAnswered = false

  init(time: TimeAmount, maximumBytes: Int) {
    self.time = time
    self.maximumBytes = maximumBytes
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      (bytes, hasAnswered) = (0, false)
      invite(head, context)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      timer = context.eventLoop.scheduleTask(in: time) {
        let (handler, context) = bound.value
        handler.end(context)
      }
    case .body(let buffer):
      bytes += buffer.readableBytes
      if bytes > maximumBytes {
        timer?.cancel()
        return context.close(promise: nil)
      }
    case .end: timer?.cancel()
    }
    context.fireChannelRead(data)
  }

  /// Lets a client go on that asks whether its body is wanted (RFC 9110, 10.1.1); it would wait for
  /// a second otherwise. One whose body is too large is answered before it sends it.
  private func invite(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    guard head.headerFields[.expect]?.lowercased() == "100-continue",
      head.headerFields[.contentLength].flatMap({ Int($0) }) ?? 0 <= maximumBytes
    else { return }
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    hasAnswered = true
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  private func end(_ context: ChannelHandlerContext) {
    guard !hasAnswered else { return context.close(promise: nil) }
    hasAnswered = true
    let problem = Problem(
      Refusal(
        .requestTimeout, .tooSlow,
        "the body didn't come within \(time.nanoseconds / 1_000_000_000) s; send less at once"))
    let body = ByteBuffer(string: problem.json.text() + "\n")
    let head = HTTPResponse(
      status: problem.status,
      headerFields: [
        .contentType: "application/problem+json", .connection: "close",
        .contentLength: String(body.readableBytes),
      ])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }
}
