extension Chart {
  /// Draws headings on an axis of 0° to 360°, broken where they pass north.
  mutating func addHeadings(
    _ samples: [MotionReport.HeadingSample], ink: Ink, isDashed: Bool = false
  ) {
    var points: [ChartPoint] = []
    points.reserveCapacity(samples.count)
    for sample in samples {
      if let last = points.last, last.y.isFinite, abs(last.y - sample.degrees) > 180 {
        points.append(ChartPoint(x: sample.time, y: .nan))
      }
      points.append(ChartPoint(x: sample.time, y: sample.degrees))
    }
    addLine(points, ink: ink, isDashed: isDashed)
  }

  /// Shades one standard deviation either side of headings, on both sides of north where it reaches
  /// over it.
  mutating func addHeadingBand(_ samples: [MotionReport.HeadingSample], ink: Ink) {
    var pieces: [[MotionReport.HeadingSample]] = [[]]
    for sample in samples {
      let isKnown = sample.degrees.isFinite && sample.accuracy?.isFinite == true
      if let last = pieces[pieces.count - 1].last,
        !isKnown || abs(last.degrees - sample.degrees) > 180
      {
        pieces.append([])
      }
      if isKnown { pieces[pieces.count - 1].append(sample) }
    }
    for piece in pieces where piece.count > 1 {
      let band = piece.map { sample in
        let half = min(sample.accuracy ?? 0, 180)
        return BandPoint(x: sample.time, low: sample.degrees - half, high: sample.degrees + half)
      }
      let (low, high) = (band.map(\.low).min() ?? 0, band.map(\.high).max() ?? 0)
      for turn in [0.0, -360, 360] where high + turn > 0 && low + turn < 360 {
        addBand(
          band.map { BandPoint(x: $0.x, low: $0.low + turn, high: $0.high + turn) }, ink: ink)
      }
    }
  }
}
