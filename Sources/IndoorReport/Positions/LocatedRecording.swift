package import IndoorModel
@_spi(Measuring) package import IndoorPositioning

/// One recording with what was located of it and, where there is any, the truth.
package struct LocatedRecording: Sendable {
  /// The recording's name: that of its file without the extension, or the number of a table's row.
  package var name: String
  /// What was located, in order of time.
  package var positions: [Position]
  /// Where it went by what came later, too; empty where that wasn't asked for.
  package var track: [Position] = []
  /// Where the device truly was, in order of time; empty where nobody knows.
  package var truth: [SurveyWalk.PathPoint]
  /// How far off the positions were; without points where there is no truth.
  package var score: WalkScore
  /// What its phone was found to read more than the radio map; `nil` where nothing was learned of
  /// it.
  package var radioOffset: RadioOffset?

  /// Makes a located recording and scores it; see `WalkScore` for `start`.
  package init(
    name: String, positions: [Position], truth: [SurveyWalk.PathPoint] = [],
    from start: Timestamp? = nil, radioOffset: RadioOffset? = nil
  ) {
    self.name = name
    self.positions = positions
    self.truth = truth
    self.radioOffset = radioOffset
    score = WalkScore(positions: positions, truth: truth, from: start)
  }

  /// The first moment that is known of, from which pages count their seconds.
  var begin: Timestamp {
    let first = [positions.first?.time, truth.first?.time].compactMap { $0 }
    return first.min() ?? Timestamp(microseconds: 0)
  }

  /// Seconds from the first to the last known moment.
  var duration: Double {
    let last = [positions.last?.time, truth.last?.time].compactMap { $0 }.max() ?? begin
    return last.seconds(since: begin)
  }
}
