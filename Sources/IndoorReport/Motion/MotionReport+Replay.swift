import IndoorModel
package import IndoorPositioning

extension MotionReport {
  /// Samples over which some are left out of the page's lines: three hours of 100 a second, a
  /// thousand to each of the picture's columns.
  private static let many = 1_000_000

  /// The page of a replayed recording.
  package init(name: String, replay: MotionReplay, notice: String? = nil) {
    let samples = replay.samples
    let start = samples.first?.time
    let drawn = stride(from: 0, to: samples.count, by: samples.count / Self.many + 1).lazy.map {
      samples[$0]
    }
    func seconds(_ sample: MotionSample) -> Double {
      start.map { sample.time.seconds(since: $0) } ?? 0
    }
    func headings(_ degrees: (MotionSample) -> Double?) -> [HeadingSample] {
      drawn.map { HeadingSample(time: seconds($0), degrees: degrees($0) ?? .nan) }
    }
    func points(_ value: (MotionSample) -> Double?) -> [ChartPoint] {
      drawn.map { ChartPoint(x: seconds($0), y: value($0) ?? .nan) }
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
      heading: drawn.map {
        HeadingSample(
          time: seconds($0), degrees: $0.heading?.degrees ?? .nan, accuracy: $0.heading?.accuracy)
      },
      compass: headings(\.compass), gyro: headings(\.gyroscope), field: points(\.fieldStrength),
      dip: points(\.fieldDip),
      steps: start.map { start in replay.steps.map { $0.time.seconds(since: start) } } ?? [],
      rests: spans(\.isAtRest), disturbances: spans(\.isDisturbed), notice: notice)
  }
}
