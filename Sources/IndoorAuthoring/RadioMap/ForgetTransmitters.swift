import IndoorJSON
import IndoorLibc
public import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Takes transmitters out of a venue's radio map at once, without building it, and keeps them out
/// of every later one until they are remembered, or the map is rolled back to a version before.
public struct ForgetTransmitters: Sendable {
  /// Which transmitters.
  public enum Choice: Sendable {
    /// Those of these names: addresses, `wifi:…`, `beacon:UUID:MAJOR:MINOR`, columns.
    case named([String])
    /// Those whose last reading in any walk that counts is older; what is without a date, as a
    /// table's rows are, doesn't count.
    case before(Timestamp)
    /// Those that were forgotten are heard again by the next build.
    case remembered([String])
  }

  /// The venue file.
  public var venue: String
  /// Which transmitters.
  public var choice: Choice

  /// Makes one for a venue file.
  public init(venue: String, choice: Choice) {
    self.venue = venue
    self.choice = choice
  }

  /// What came of it.
  public struct Result: Sendable {
    /// The transmitters that were forgotten or remembered now.
    public let transmitters: [Transmitter]
    /// The newest version of the radio map.
    public let version: Int
    /// How many are forgotten altogether.
    public let forgotten: Int
    let venue: String
    let isUndone: Bool

    /// The same for people.
    package var text: String {
      let count = Counted.text(transmitters.count, "transmitter")
      let first =
        isUndone
        ? "\(venue): \(count) remembered; the next build hears them again"
        : "\(venue): \(count) forgotten (version \(version)), \(forgotten) in all"
      let names = transmitters.prefix(20).map { "  \(TransmitterName.text($0))" }
      let more = transmitters.count > 20 ? ["  … \(transmitters.count - 20) more"] : []
      return ([first] + names + more).joined(separator: "\n")
    }

    /// The same as JSON.
    public var json: String {
      JSONOutput.object([
        ("version", .integer(Int64(version))),
        (
          isUndone ? "remembered" : "forgotten",
          .array(transmitters.map { .string($0.description) })
        ),
        ("forgottenInAll", .integer(Int64(forgotten))),
      ]).text(pretty: true)
    }
  }

  /// A day as `YYYY-MM-DD`, at its beginning in UTC; `nil` for anything else.
  package static func day(_ text: String) -> Timestamp? {
    guard text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil else { return nil }
    return CivilTime.milliseconds("\(text) 00:00:00").map { Timestamp(milliseconds: $0) }
  }

  /// Whether a day has begun nowhere on Earth, where it is up to 14 hours ahead of UTC.
  package static func isToCome(_ day: Timestamp) -> Bool {
    day.seconds(since: Timestamp(milliseconds: 0)) > Double(time(nil)) + 14 * 3600
  }

  /// Forgets or remembers.
  ///
  /// - Throws: `AuthoringError` where there is no radio map, or for a name that was never heard;
  ///   `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let file = try VenueFile.open(venue)
    guard let version = try file.radioMapVersions().last?.number else {
      throw AuthoringError.noRadioMap(venue)
    }
    let before = try file.forgottenTransmitters()
    let chosen: [Transmitter]
    switch choice {
    case .named(let names):
      chosen = try Self.transmitters(
        names, among: try file.heardTransmitters(), venue, orThrow: { .unknownTransmitter($0, $1) })
    case .before(let moment):
      let heard = try SurveyedMap.lastHeard(in: file, progress)
      chosen = heard.dated.filter { $0.value < moment }.map(\.key)
      let undated = heard.undated.subtracting(before)
      if !undated.isEmpty { progress(.warning(.undated(venue, undated.count))) }
    case .remembered(let names):
      let some = try Self.transmitters(
        names, among: Set(before), venue, orThrow: { .notForgotten($0, $1) })
      try file.remember(some)
      return result(
        some, version: version, forgotten: before.count - some.count, isUndone: true)
    }
    let new = Set(chosen).subtracting(before)
    guard let map = try file.radioMap() else { throw AuthoringError.noRadioMap(venue) }
    let order = new.inOrder
    let made = try file.save(map.without(new), forgetting: before + order)
    return result(order, version: made, forgotten: before.count + new.count, isUndone: false)
  }

  private func result(
    _ transmitters: [Transmitter], version: Int, forgotten: Int, isUndone: Bool
  ) -> Result {
    Result(
      transmitters: transmitters, version: version, forgotten: forgotten, venue: venue,
      isUndone: isUndone)
  }

  /// The transmitters of some names; an address alone may be a network's and a device's.
  private static func transmitters(
    _ names: [String], among known: Set<Transmitter>, _ path: String,
    orThrow error: (String, String) -> AuthoringError
  ) throws(AuthoringError) -> [Transmitter] {
    var found: [Transmitter] = []
    for name in names {
      let candidates = [
        Transmitter(name), Transmitter(wifi: name), Transmitter(bluetooth: name),
        Transmitter(column: name),
      ].compactMap { $0 }.filter { known.contains($0) }
      guard !candidates.isEmpty else { throw error(path, name) }
      for candidate in candidates where !found.contains(candidate) { found.append(candidate) }
    }
    return found
  }
}

extension AuthoringError {
  fileprivate static func unknownTransmitter(_ path: String, _ name: String) -> AuthoringError {
    AuthoringError(
      .unknownTransmitter,
      "\(path): no transmitter \"\(name)\" is there; write its address, wifi:ADDRESS, "
        + "bluetooth:ADDRESS, beacon:UUID:MAJOR:MINOR or the column's name")
  }

  fileprivate static func notForgotten(_ path: String, _ name: String) -> AuthoringError {
    AuthoringError(
      .unknownTransmitter,
      "\(path): no transmitter \"\(name)\" is forgotten, so there is nothing to undo; one that is may be"
        + " written as its address, wifi:ADDRESS, bluetooth:ADDRESS, beacon:UUID:MAJOR:MINOR or the"
        + " column's name")
  }
}

extension AuthoringWarning {
  fileprivate static func undated(_ path: String, _ count: Int) -> AuthoringWarning {
    AuthoringWarning(
      .unknownDate,
      "\(path): \(Counted.text(count, "transmitter")) \(count == 1 ? "was" : "were") heard in scans "
        + "without a date alone, and \(count == 1 ? "stays" : "stay"); name \(count == 1 ? "it" : "them") to "
        + "forget \(count == 1 ? "it" : "them")")
  }
}
