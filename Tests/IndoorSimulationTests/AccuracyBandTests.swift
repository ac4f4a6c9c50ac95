import Foundation
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorSimulation
import TestWorlds
import Testing

/// How good positions are in buildings that nothing was chosen on, without any public data.
///
/// Eight visits of a world are located. What differs between runs that change nothing is the dice
/// of the particles, so the bands are the mean of 40 seeds of them, and three standard deviations
/// to either side. `make bands` prints them anew, and shows that what would spoil positions leaves
/// them.
@Suite(.enabled(if: !isDebug, "run with -c release, as make test does"))
struct AccuracyBandTests {
  @Test(arguments: BandWorld.all)
  func `eight visits are located as well as when the bands were made`(world: BandWorld) throws {
    let accuracy = try Accuracy(of: world, seed: 41)
    for (figure, band) in zip(Accuracy.figures, world.bands) {
      let value = figure.of(accuracy)
      #expect(band.contains(value), "\(figure.name): \(value) instead of \(band)")
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["INDOORKIT_BANDS"] != nil,
      "make bands runs it"))
  func `bands are made anew, and spoilt positions leave them`() throws {
    for world in BandWorld.all {
      let bands = try Self.bands(of: world) { _ in }
      print("\(world.name):")
      for (figure, band) in zip(Accuracy.figures, bands) {
        print(String(format: "  %@ %.4f...%.4f", figure.name, band.lowerBound, band.upperBound))
      }
      for change in Self.changes {
        let accuracy = try Accuracy(of: world, seed: 41, change: change.apply)
        let left = zip(Accuracy.figures, bands).filter {
          !$1.contains($0.of(accuracy))
        }
        let told = left.map {
          String(format: "%@ %.4f", $0.0.name, $0.0.of(accuracy))
        }
        print("  \(change.name): leaves \(told.isEmpty ? "none" : told.joined(separator: ", "))")
        #expect(!left.isEmpty, "\(world.name), \(change.name)")
      }
    }
  }

  /// What would spoil positions.
  private static let changes:
    [(name: String, apply: @Sendable (inout Positioner.Parameters) -> Void)] = [
      ("scans twice as wide", { $0.scanSigma *= 2 }),
      ("steps 1.3 times as long", { $0.stepLengthScale *= 1.3 }),
      ("beacons not heard", { $0.inputs.remove(.ble) }),
    ]

  private static func bands(
    of world: BandWorld, change: (inout Positioner.Parameters) -> Void
  ) throws -> [ClosedRange<Double>] {
    let runs = try (1...40).map { try Accuracy(of: world, seed: $0, change: change) }
    return Accuracy.figures.map { figure in
      let values = runs.map(figure.of)
      let mean = values.reduce(0, +) / Double(values.count)
      let variance =
        values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
      let width = 3 * variance.squareRoot()
      return mean - width...mean + width
    }
  }
}

/// What is held to a band of one run over a world's visits.
private struct Accuracy {
  /// Mean and median of the errors, in metres.
  var mean = 0.0
  var median = 0.0
  /// Shares of the points, 0 to 1.
  var onLevel = 0.0
  var within = 0.0

  static let figures: [(name: String, of: @Sendable (Accuracy) -> Double)] = [
    ("mean", { $0.mean }), ("median", { $0.median }), ("on level", { $0.onLevel }),
    ("within radius", { $0.within }),
  ]

  init(
    of world: BandWorld, seed: UInt64, change: (inout Positioner.Parameters) -> Void = { _ in }
  ) throws {
    var parameters = Positioner.Parameters()
    parameters.seed = seed
    change(&parameters)
    let score = WalkScore(
      points: try world.trial.get().locate(parameters).flatMap(\.points))
    mean = try #require(score.errors.mean)
    median = try #require(score.errors.median)
    onLevel = try #require(score.onLevel)
    within = try #require(score.withinRadius)
  }
}

/// A building whose survey is known, visited eight times.
struct BandWorld: Sendable, CustomTestStringConvertible {
  let name: String
  let trial: Result<SimulatedTrial, any Error>
  /// Bands of `Accuracy.figures`, as `make bands` prints them.
  let bands: [ClosedRange<Double>]

  var testDescription: String { name }

  static let all = [
    BandWorld(
      name: "museum",
      trial: Result {
        try SimulatedTrial(venue: BuildingDescription.museum.venue(), seed: 2_000_003) {
          WalkPlan.museumSurvey + visits($0)
        }
      },
      bands: [3.3305...3.5575, 2.5199...2.7975, 0.9929...0.9944, 0.6900...0.7413]),
    BandWorld(
      name: "office",
      trial: Result {
        try SimulatedTrial(venue: OfficeBlock.venue, seed: 2_000_003) {
          OfficeBlock.plans($0).filter(\.isSurvey) + visits($0)
        }
      },
      bands: [2.5845...2.7705, 2.1523...2.3889, 0.9562...0.9605, 0.6327...0.6768]),
  ]

  private static func visits(_ world: SimulatedWorld) -> [WalkPlan] {
    world.plans(count: 24).filter { !$0.isSurvey }
  }
}
