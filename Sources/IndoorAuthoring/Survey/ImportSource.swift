import IndoorModel
import IndoorRecordings
import IndoorSurveying

/// A source of an import, looked at before anything is stored: a source that can't be imported
/// shall leave nothing of those before it behind.
struct ImportSource {
  let recordings: RecordingFiles
  /// What a competition site's folders have beside its walks.
  let site: SitePlans?
  /// What is to be said where walks are on the only level because they name none.
  var assumption: String?
  /// What the recordings tell of a venue that nobody has drawn.
  private let sketch: VenueSketch?

  /// Looks at sources, in the order in which they are imported.
  ///
  /// - Parameters:
  ///   - known: the venue there is.
  ///   - name: what a new venue is called.
  ///   - marks: what is said of the recordings.
  /// - Throws: what would keep a source from being imported, such as a level that means nothing.
  static func all(
    _ sources: [RecordingFiles], known: Venue?, named name: String, except: ExceptionList?,
    marks: ReadMarks
  ) throws -> [ImportSource] {
    var venue = known
    // Made anew where a source adds to the venue.
    var words: (levels: LevelNames, labels: RecordingLabels)?
    // Walks that a list leaves out tell nothing of a venue, and come once another source has.
    var left: [ImportSource] = []
    let looked = try sources.compactMap { source -> ImportSource? in
      let site = try source.isCompetitionSite ? SitePlans(CompetitionSite(source.path)) : nil
      if let site {
        if let venue { try site.site.checkLabels(in: venue) }
        venue = site.site.merged(into: venue, name: name)
        words = nil
      }
      let (levels, labels) = try words ?? (LevelNames(venue), marks.labels(in: venue))
      words = (levels, labels)
      guard venue?.isDrawn != true else {
        try source.checkLevels(levels, except: except)
        return ImportSource(recordings: source, site: site, sketch: nil)
      }
      var sketch = VenueSketch()
      var stream = RecordingStream(
        source, gathered: true, except: except, levels: levels, labels: labels)
      var tally = SurveyImportTally()
      var isAllExcepted = true
      // A mark that means no place here is why there may be none.
      var unresolved: [String] = []
      while let read = try stream.next() {
        isAllExcepted = false
        sketch.add(read.recording, labels: read.levelLabels)
        tally.leaveOut(read.skipped, of: read.path)
        unresolved += read.warnings.lazy.filter { $0.code == .unresolvedPlace }.map(\.message)
          .prefix(1)
      }
      tally.leaveOut(stream.remainders)
      guard venue != nil || !isAllExcepted || stream.excepted == 0 else {
        left.append(ImportSource(recordings: source, site: site, sketch: sketch))
        return nil
      }
      words = nil
      venue = try sketch.venue(
        adding: venue, name: name, path: source.path, leftOut: reasons(tally, unresolved))
      return ImportSource(
        recordings: source, site: site,
        assumption: assumption(of: sketch, in: venue, path: source.path), sketch: sketch)
    }
    if venue == nil, let first = left.first {
      throw AuthoringError.allExcepted(first.recordings.path)
    }
    return looked + left
  }

  /// Why there is no place to make a venue of: what was left out, and the first mark that means
  /// none.
  private static func reasons(_ tally: SurveyImportTally, _ unresolved: [String]) -> String? {
    let more =
      unresolved.count > 1
      ? [
        "and \(unresolved.count - 1) more \(unresolved.count == 2 ? "walk" : "walks") of such marks"
      ]
      : []
    let all = [tally.reasonsText].compactMap(\.self) + unresolved.prefix(1) + more
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// That walks are on the only level of a venue that nobody has drawn, where they name none; of
  /// several levels none would be theirs, and that is told otherwise.
  private static func assumption(
    of sketch: VenueSketch, in venue: Venue?, path: String
  ) -> String? {
    guard sketch.hasNameless, let only = venue?.levels.first, venue?.levels.count == 1 else {
      return nil
    }
    let (what, walks) =
      sketch.namesNoLevel
      ? ("names no level", "its walks")
      : ("doesn't name the level of all walks", "those without one")
    return
      "\(path): \(what), and nobody has drawn the venue: \(walks) are on level \(only.key.ordinal); "
      + "where that is wrong, read it again with the level named"
  }

  /// The venue with what the recordings tell of it, where nobody has drawn it.
  func venue(adding known: Venue?, named name: String) throws -> Venue {
    if let known, known.isDrawn { return known }
    return try (sketch ?? VenueSketch()).venue(adding: known, name: name, path: recordings.path)
  }
}

extension Venue {
  /// Whether somebody has drawn its levels.
  var isDrawn: Bool { levels.contains { !$0.outline.isEmpty } }
}
