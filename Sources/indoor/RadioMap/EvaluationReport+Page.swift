import IndoorModel
import IndoorPositioning
import IndoorReport
import IndoorSurveying

extension EvaluationReport {
  /// What the page shows of it.
  var section: EvaluationPage.Evaluation {
    var facts = ["matching: \(matching)", "seed \(seed), data \(dataHash)"]
    if let interval = intervals(points)?.mean {
      facts.append(
        "95% of resamples of whole groups have a mean from \(ShortNumber.metres(interval.low)) to "
          + ShortNumber.metres(interval.high))
    }
    return EvaluationPage.Evaluation(
      title: name, all: Self.group("all", points),
      levels: levels.count > 1 ? levels.map { Self.group($0.0, $0.1) } : [],
      devices: devices.map { Self.group($0.0, $0.1) }, facts: facts)
  }

  private static func group(
    _ name: String, _ points: [RadioMapEvaluation.Point]
  ) -> EvaluationPage.Group {
    let summary = EvaluationSummary(points)
    return EvaluationPage.Group(
      name: name, rows: summary.rows, answered: summary.answered, errors: summary.errors,
      floor: summary.floor, within: summary.withinRadius)
  }
}
