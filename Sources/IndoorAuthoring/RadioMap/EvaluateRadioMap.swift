import IndoorJSON
import IndoorModel
import IndoorRecordings
public import IndoorReport
import IndoorStorage
public import IndoorSurveying

/// Says how far off scans are that a radio map has not seen: those of the venue's own walks, each
/// located without what belongs with it, or those of other recordings.
public struct EvaluateRadioMap: Sendable {
  /// The venue file.
  public var venue: String
  /// What is located: the survey's own scans, or others.
  public var scans = Scans.leavingOut(.walks)
  /// Seed of the resampling.
  public var seed: UInt64 = 1
  /// Share of the transmitters, 0 to 1, that what is located doesn't hear, as if they were gone;
  /// drawn by the seed.
  public var unheard = 0.0
  /// Where a page goes with the errors as curves, by level and by device.
  public var report: String?

  /// What is left out with each of the survey's own scans.
  public typealias LeaveOut = IndoorSurveying.LeaveOut

  /// What is located.
  public enum Scans: Sendable {
    /// Each scan of the venue's walks, by the map without it and what belongs with it.
    case leavingOut(LeaveOut)
    /// The scans of other recordings with waypoints, or of a table of fingerprints, by the whole
    /// map. With `asRead` it isn't learned what each device reads more or less than the map.
    case against(String, reading: RecordingReading = RecordingReading(), asRead: Bool = false)
  }

  /// Makes one for a venue file.
  public init(venue: String) { self.venue = venue }

  /// What the evaluation came to.
  public struct Result: Sendable {
    /// The evaluation asked for, and the honest one behind it where it flatters.
    public let evaluations: [EvaluationReport]
    /// The venue whose map it is, where the file has one.
    let venue: Venue?

    /// The page.
    public var page: ReportPage {
      // The honest one is the one to believe.
      var page = EvaluationPage(
        title: venue.map { "Radio map of \($0.name)" } ?? "Radio map",
        evaluations: evaluations.reversed().map(\.section))
      if let venue { evaluations.last?.addMaps(of: venue, to: &page) }
      return page.page
    }

    /// The evaluation asked for as JSON, with the honest one inside where it flatters.
    public var json: String {
      guard let first = evaluations.first else { return "" }
      return first.json(besides: evaluations.dropFirst().first).text(pretty: true)
    }

    /// The evaluations for people.
    package var text: String { evaluations.map(\.text).joined(separator: "\n\n") }
  }

  /// Locates the scans.
  ///
  /// - Throws: `AuthoringError` where there is nothing to locate or no map, `RecordingError`,
  ///   `SurveyError`, `StorageError`, `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let file = try VenueFile.open(venue, readOnly: true)
    var against: RecordingFiles?
    if case .against(let path, let reading, _) = scans {
      against = try reading.recordings(path, progress)
    }
    try OutputPlaces.check(
      [report], sparing: [venue] + (against?.files.flatMap(\.inputs) ?? []), progress)
    let known = try file.venue()
    var evaluations: [EvaluationReport]
    switch scans {
    case .leavingOut(let kind): evaluations = try reports(of: file, leavingOut: kind, progress)
    case .against(let path, let reading, let asRead):
      guard let known else { throw AuthoringError.noVenue(venue) }
      guard let map = try file.radioMap() else { throw AuthoringError.noRadioMap(venue) }
      let other = try against.map {
        try ComparedWalks($0, reading: reading, file: file, venue: known, map: map)
      }
      let report: EvaluationReport
      do throws(AuthoringError) {
        report = try evaluation(of: map, against: path, other, asRead: asRead)
      } catch {
        // The level says what to do.
        if let fault = other?.levelFault { throw fault }
        throw error
      }
      other?.said.tell(isUsed: report.summary.answered > 0, progress)
      evaluations = [report]
    }
    for index in evaluations.indices { evaluations[index].known = known }
    let result = Result(evaluations: evaluations, venue: known)
    if let report { try result.page.write(to: report) }
    return result
  }

  private func reports(
    of file: VenueFile, leavingOut asked: LeaveOut, _ progress: @escaping ProgressHandler
  ) throws -> [EvaluationReport] {
    var twins = MappedTwins()
    let (built, walks) = try SurveyedMap.build(of: file, progress) { twins.add($0, $1) }
    var map = built.map
    guard map.rowCount > 0 else {
      throw AuthoringError.nothingToMap(
        venue, walks: walks.count, removed: try file.removedWalkCount(),
        forgotten: try file.forgottenTransmitters().count)
    }
    if let stored = try file.radioMapMatching() { map.matching = stored }
    let gone = map.someTransmitters(share: unheard, seed: seed)
    if asked.leavesNothing(of: map, walks: walks) {
      throw AuthoringError.nothingLeft(venue, without: asked, map, walks)
    }
    var kinds = [asked]
    if asked == .scans {
      if LeaveOut.walks.leavesNothing(of: map, walks: walks) {
        progress(.warning(.noSecondWalk, LeaveOut.sentence(ofOneWalkIn: venue)))
      } else {
        kinds.append(.walks)
      }
    }
    if kinds.contains(.walks), let sentence = twins.sentence(of: venue) {
      progress(.warning(.walkTwice, sentence))
    }
    return kinds.map { kind in
      EvaluationReport(
        venue: venue,
        name: "leaving out \(kind.rawValue)"
          + (kind == .scans ? " (flatters: the walk's other scans stay)" : ""),
        evaluation: RadioMapEvaluation(of: map, walks: walks, leavingOut: kind, unheard: gone),
        matching: map.matching, seed: seed, dataHash: SurveyedMap.dataHash(walks))
    }
  }

  private func evaluation(
    of map: RadioMap, against path: String, _ other: ComparedWalks?, asRead: Bool
  ) throws(AuthoringError) -> EvaluationReport {
    let walks = other?.walks ?? []
    let gone = map.someTransmitters(share: unheard, seed: seed)
    let offsets = asRead ? nil : LearnedOffsets(of: walks, by: map, unheard: gone)
    let alone = RadioMapEvaluation(of: map, against: walks, unheard: gone, offsets: offsets)
    guard !alone.points.isEmpty else {
      throw .noTruth(path, LeftOut.text(other?.said.leftOut.reasons ?? []))
    }
    let evaluation = RadioMapEvaluation(
      of: map, watching: walks, only: alone.drawn, unheard: gone, offsets: offsets)
    var report = EvaluationReport(
      venue: venue, name: "against \(path)", evaluation: evaluation, matching: map.matching,
      seed: seed, dataHash: SurveyedMap.dataHash(walks.map { WalkLabel($0) }))
    report.said = other?.said ?? report.said
    if let offsets, !offsets.offsets.isEmpty {
      report.offsets = offsets
      report.asRead =
        walks.contains { offsets.correction(of: $0.device) != 0 }
        ? RadioMapEvaluation(of: map, watching: walks, only: alone.drawn, unheard: gone).summary
        : evaluation.summary
    }
    if let watch = evaluation.watch {
      report.watched = EvaluationReport.Watched(watch: watch, alone: alone.summary)
    }
    return report
  }
}
