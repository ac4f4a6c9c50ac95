import Foundation
@_spi(Measuring) import IndoorPositioning

/// Fits the model of the radius over survey walks that the map doesn't know: so that it holds 68%
/// of the errors in each third of the radii, in coverage as outside.
struct RadiusFit {
  /// Positions that want the same share of their errors inside.
  struct Group {
    var name: String
    var weight: Double
    var samples: [SurveyTrial.Sample]
  }

  var groups: [Group] = []

  /// The parameters that are fitted, as a row of numbers.
  private static let paths: [WritableKeyPath<AccuracyModel, Double> & Sendable] = [
    \.outside.base, \.outside.perDissimilarity, \.outside.perExcess, \.outside.perSurprise,
    \.outside.perDistance, \.base, \.perSpread, \.perDissimilarity, \.whenOutside,
    \.perDistanceOutside,
  ]
  private static let names = [
    "outside.base", "outside.perDissimilarity", "outside.perExcess", "outside.perSurprise",
    "outside.perDistance", "base", "perSpread", "perDissimilarity", "whenOutside",
    "perDistanceOutside",
  ]
  private static let steps = [1.0, 4, 1, 0.5, 1, 0.2, 0.1, 0.4, 0.4, 0.1]
  /// None of them but these may be negative: no feature makes a device surer.
  private static let signed: Set<Int> = [0, 5, 9]

  /// What devices have and lack in the groups, with how much each counts in coverage and outside.
  static let variants:
    [(
      name: String, inside: Double, outside: Double,
      choose: @Sendable (inout Positioner.Parameters) -> Void
    )] = [
      ("everything", 2, 1.2, { _ in }),
      ("without walls and shops", 0.3, 0.2, { $0.inputs.remove(.map) }),
      ("without a compass", 0.2, 0.2, { $0.usesCompass = false }),
      ("without motion sensors", 0.1, 0.1, { $0.inputs.remove(.motion) }),
      ("one scan of eleven", 0.2, 0.2, { $0.scanStride = 11 }),
    ]

  init(walks: SurveyTrial, areas: SurveyTrial) {
    for variant in Self.variants {
      var parameters = Positioner.Parameters()
      variant.choose(&parameters)
      let samples = walks.samples(parameters)
      groups.append(
        Group(
          name: "\(variant.name), in coverage", weight: variant.inside,
          samples: samples.filter { $0.fromPath <= 4 }))
      groups.append(
        Group(
          name: "\(variant.name), outside", weight: variant.outside,
          samples: samples.filter { $0.fromPath > 4 }))
    }
    groups.append(
      Group(
        name: "with squares of 40 m left out", weight: 1.4,
        samples: areas.samples(Positioner.Parameters())))
  }

  /// The groups of two venues as one each.
  init(_ fits: [RadiusFit]) {
    groups = fits[0].groups
    for fit in fits.dropFirst() {
      for index in groups.indices { groups[index].samples += fit.groups[index].samples }
    }
  }

  /// The model that serves the groups best, from the one that is used and others around it.
  func fitted() -> AccuracyModel {
    var best = (model: AccuracyModel(), cost: Double.infinity)
    for turn in 0..<4 {
      let start = Self.paths.indices.map {
        // The first start is the model in use; the others lie to either side of it.
        AccuracyModel()[keyPath: Self.paths[$0]]
          + (turn == 0 ? 0 : Self.steps[$0] * (($0 + turn) % 3 == 0 ? -0.7 : 0.7))
      }
      let found = NelderMead.minimum(from: start, steps: Self.steps, iterations: 250) {
        cost(of: Self.model($0))
      }
      if found.cost < best.cost { best = (Self.model(found.place), found.cost) }
    }
    return best.model
  }

  private static func model(_ values: [Double]) -> AccuracyModel {
    var model = AccuracyModel()
    for (index, value) in values.enumerated() {
      model[keyPath: paths[index]] = signed.contains(index) ? value : max(0, value)
    }
    return model
  }

  /// How far the groups' thirds are from 68%, squared, above all beyond 61 to 75%; and how far the
  /// median radius in coverage is above 4.85 m.
  private func cost(of model: AccuracyModel) -> Double {
    var cost = 0.0
    for (number, group) in groups.enumerated() where group.samples.count >= 30 {
      let told = group.samples.map { (radius: model.radius($0.features), error: $0.error) }.sorted {
        $0.radius < $1.radius
      }
      // A step would have no slope: who is nearly inside counts in part.
      let inside = told.map { 1 / (1 + exp(-log($0.radius / max(0.1, $0.error)) / 0.08)) }
      let shares = (0..<3).map { third in
        let part = inside[(inside.count * third / 3)..<(inside.count * (third + 1) / 3)]
        return part.reduce(0, +) / Double(part.count)
      }
      let all = shares.reduce(0, +) / 3
      for share in shares {
        let beyond = max(0, share - 0.75, 0.61 - share)
        cost += group.weight * ((share - 0.68) * (share - 0.68) + 4 * beyond * beyond)
      }
      cost += group.weight * 3 * (all - 0.68) * (all - 0.68)
      guard number == 0 else { continue }
      let wide = max(0, told[told.count / 2].radius - 4.85)
      cost += wide * wide + 4 * max(0, all - 0.72) * max(0, all - 0.72)
    }
    return cost
  }

  /// How often a model's radius holds, group by group.
  func table(_ model: AccuracyModel) -> String {
    "| | points | within | radius | smallest third | middle | largest |\n|---|---|---|---|---|---|---|\n"
      + groups.map { group in
        let told = group.samples.map { (radius: model.radius($0.features), error: $0.error) }.sorted
        {
          $0.radius < $1.radius
        }
        func within(_ part: ArraySlice<(radius: Double, error: Double)>) -> String {
          Tally.percent(Double(part.count { $0.error <= $0.radius }) / Double(max(1, part.count)))
        }
        let n = told.count
        let cells =
          [
            group.name, "\(n)", within(told[...]), Tally.metres(n > 0 ? told[n / 2].radius : nil),
          ] + (0..<3).map { within(told[(n * $0 / 3)..<(n * ($0 + 1) / 3)]) }
        return "| " + cells.joined(separator: " | ") + " |"
      }.joined(separator: "\n")
  }

  static func description(_ model: AccuracyModel) -> String {
    zip(names, paths).map { "\($0) = \(String(format: "%.3f", model[keyPath: $1]))" }.joined(
      separator: "\n")
  }
}
