import IndoorModel
package import IndoorPositioning

extension MotionReport {
  /// The page of a replayed recording.
  package init(name: String, replay: MotionReplay, notice: String? = nil) {
    let samples = replay.samples
    let start = samples.first?.time
    func seconds(_ sample: MotionSample) -> Double {
      start.map { sample.time.seconds(since: $0) } ?? 0
    }
    func headings(_ degrees: (MotionSample) -> Double?) -> [HeadingSample] {
      samples.map { HeadingSample(time: seconds($0), degrees: degrees($0) ?? .nan) }
    }
    func points(_ value: (MotionSample) -> Double?) -> [ChartPoint] {
      samples.map { ChartPoint(x: seconds($0), y: value($0) ?? .nan) }
    }
    func spans(_ isSo: (MotionSample) -> Bool) -> [ClosedRange<Double>] {
      var spans: [ClosedRange<Double>] = []
      var begun: Double?
      for sample in samples {
        let now = seconds(sample)
        if isSo(sample) {
          begun = begun ?? now
        } else if let from = begun {
          spans.append(from...max(from, now))
          begun = nil
        }
      }
      if let begun, let last = samples.last { spans.append(begun...max(begun, seconds(last))) }
      return spans
    }
    self.init(
      name: name,
      heading: samples.map {
        HeadingSample(
          time: seconds($0), degrees: $0.heading?.degrees ?? .nan, accuracy: $0.heading?.accuracy)
      },
      compass: headings(\.compass), gyro: headings(\.gyroscope), field: points(\.fieldStrength),
      dip: points(\.fieldDip),
      steps: start.map { start in replay.steps.map { $0.time.seconds(since: start) } } ?? [],
      rests: spans(\.isAtRest), disturbances: spans(\.isDisturbed), notice: notice)
  }
}
