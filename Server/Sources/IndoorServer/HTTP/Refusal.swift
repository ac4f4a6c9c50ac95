import HTTPTypes
public import IndoorModel

/// Why a request gets no answer: it isn't allowed, asks for what isn't there, or can't be read.
public struct Refusal: IndoorError {
  /// Why, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such route.
    public static let noRoute = Code(rawValue: "no-route")
    /// The route has no such method.
    public static let noMethod = Code(rawValue: "no-method")
    /// There is no such venue.
    public static let noVenue = Code(rawValue: "no-venue")
    /// The venue has no such level.
    public static let noLevel = Code(rawValue: "no-level")
    /// There is no such walk.
    public static let noWalk = Code(rawValue: "no-walk")
    /// There is no such session.
    public static let noSession = Code(rawValue: "no-session")
    /// There is no such job.
    public static let noJob = Code(rawValue: "no-job")
    /// The job runs, and can't be taken back any more.
    public static let jobRuns = Code(rawValue: "job-runs")
    /// There is a venue of that id already.
    public static let venueExists = Code(rawValue: "venue-exists")
    /// There is no such plan.
    public static let noPlan = Code(rawValue: "no-plan")
    /// The plan lies in the venue file alone, without a file that was sent.
    public static let notSent = Code(rawValue: "not-sent")
    /// What is to be changed isn't what the client saw, or it doesn't say what it saw.
    public static let otherVersion = Code(rawValue: "other-version")
    /// Nothing is known of that device.
    public static let noDevice = Code(rawValue: "no-device")
    /// The request names a host that this server isn't.
    public static let foreignHost = Code(rawValue: "foreign-host")
    /// A page of another site sent the request.
    public static let foreignOrigin = Code(rawValue: "foreign-origin")
    /// No token came with the request, or none that counts.
    public static let noToken = Code(rawValue: "no-token")
    /// The token doesn't allow this.
    public static let notAllowed = Code(rawValue: "not-allowed")
    /// Too many requests came from one place.
    public static let tooManyRequests = Code(rawValue: "too-many-requests")
    /// Too many streams or sessions are open.
    public static let tooManyOpen = Code(rawValue: "too-many-open")
    /// So many bytes are being sent that there is no room for more.
    public static let crowded = Code(rawValue: "crowded")
    /// The body is too large.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The body ended before its end.
    public static let brokenOff = Code(rawValue: "broken-off")
    /// The body came too slowly.
    public static let tooSlow = Code(rawValue: "too-slow")
    /// The body's media type isn't one that the route takes.
    public static let mediaType = Code(rawValue: "media-type")
    /// A parameter of the path, the query or the body means nothing.
    public static let badParameter = Code(rawValue: "bad-parameter")
    /// The team's store is away, so that nothing can be kept.
    public static let storeAway = Code(rawValue: "store-away")
    /// The team's store has no room left.
    public static let storeFull = Code(rawValue: "store-full")
    /// The server itself failed.
    public static let failed = Code(rawValue: "failed")
  }

  /// Why.
  public let code: Code
  /// One sentence.
  public let message: String
  let status: HTTPResponse.Status
  var headers: HTTPFields = [:]

  init(_ status: HTTPResponse.Status, _ code: Code, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// A parameter that means nothing.
  static func parameter(_ message: String) -> Refusal {
    Refusal(.unprocessableContent, .badParameter, message)
  }

  /// The same, to be tried again after some seconds.
  func retried(after seconds: Int) -> Refusal {
    var refusal = self
    refusal.headers[.retryAfter] = String(max(1, seconds))
    return refusal
  }
}
