public import IndoorModel

/// What an evaluation's points come to.
public struct EvaluationSummary: Hashable, Sendable {
  /// How many scans there were.
  public let rows: Int
  /// How many of them got an answer.
  public let answered: Int
  /// Share of the answers on the right level of the right building: floor detection in ISO/IEC
  /// 18305:2016.
  public let floor: Double?
  /// Share of the answers in the right building.
  public let building: Double?
  /// Horizontal errors in metres, those on a wrong level too. Their 95th percentile is ISO/IEC
  /// 18305's CE95.
  public let errors: ErrorStatistics
  /// EvAAL's figure: the third quartile of the errors with 15 m for each level of difference and 50
  /// m for a wrong building.
  public let thirdQuartile: Double?
  /// Share of the answers within their stated radius; 0.68 is wanted.
  public let withinRadius: Double?

  /// Sums points up.
  public init(_ points: [RadioMapEvaluation.Point]) {
    rows = points.count
    let answers = points.filter { $0.answer != nil }
    answered = answers.count
    func share(_ count: Int) -> Double? {
      answers.isEmpty ? nil : Double(count) / Double(answers.count)
    }
    floor = share(answers.count { $0.answer == $0.level })
    building = share(answers.count { $0.answer?.building == $0.level.building })
    withinRadius = share(answers.count { $0.isWithinRadius == true })
    errors = ErrorStatistics(answers.compactMap(\.error))
    thirdQuartile = ErrorStatistics(answers.compactMap(\.evaalError)).percentile(75)
  }
}

extension EvaluationSummary {
  /// How well scans from where nobody surveyed are told from the others by how unlike the most
  /// alike row is: the share of pairs, one of either, in which the one from off the survey is the
  /// more unlike (the area under the ROC curve, Hanley and McNeil 1982,
  /// doi:10.1148/radiology.143.1.7063747). `nil` where there are not both.
  public static func outsideAUC(_ points: [RadioMapEvaluation.Point]) -> Double? {
    let scored = points.compactMap { point in
      point.unlikeness.map { (unlikeness: $0, isOutside: !point.isSurveyed) }
    }.sorted { $0.unlikeness < $1.unlikeness }
    let outside = scored.count { $0.isOutside }
    let inside = scored.count - outside
    guard outside > 0, inside > 0 else { return nil }
    // Equal ones share their mean rank (Mann and Whitney).
    var ranks = 0.0
    var start = 0
    while start < scored.count {
      var end = start
      while end < scored.count, scored[end].unlikeness == scored[start].unlikeness { end += 1 }
      let rank = Double(start + end + 1) / 2
      ranks += rank * Double(scored[start..<end].count { $0.isOutside })
      start = end
    }
    let pairs = Double(outside) * Double(inside)
    return (ranks - Double(outside) * Double(outside + 1) / 2) / pairs
  }

  /// The share of the scans from where nobody surveyed that are more unlike their most alike row
  /// than all but a share of the others.
  ///
  /// - Parameters:
  ///   - points: what was located.
  ///   - falseAlarms: that share, 0 to 1. `nil` where there are not both.
  public static func outsideRecall(
    _ points: [RadioMapEvaluation.Point], falseAlarms: Double = 0.05
  ) -> Double? {
    func unlikeness(isSurveyed: Bool) -> [Double] {
      points.filter { $0.isSurveyed == isSurveyed }.compactMap(\.unlikeness)
    }
    let outside = unlikeness(isSurveyed: false)
    guard !outside.isEmpty,
      let bound = ErrorStatistics(unlikeness(isSurveyed: true)).percentile(100 * (1 - falseAlarms))
    else { return nil }
    return Double(outside.count { $0 > bound }) / Double(outside.count)
  }

  /// The share of scans that a match says come from where nobody surveyed; `nil` where the map
  /// can't tell.
  public static func calledOutside(_ points: [RadioMapEvaluation.Point]) -> Double? {
    let called = points.compactMap(\.isCalledOutside)
    return called.isEmpty ? nil : Double(called.count { $0 }) / Double(called.count)
  }
}
