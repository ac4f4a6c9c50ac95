import IndoorGeometry
import IndoorModel
import IndoorSurveying
import TestWorlds
import Testing

/// What is predicted of a survey of spots, as tables have them: each is a walk of its own, and the
/// next is as far from all.
struct CoverageSpotsTests {
  /// A hall of spots in a square grid, one row each, with a transmitter in each of its corners.
  private static func map(spots: Int, apart: Double) throws -> RadioMap {
    let side = Double(spots - 1) * apart
    let places = (0..<spots * spots).map {
      LocalPoint(x: Double($0 % spots) * apart, y: Double($0 / spots) * apart)
    }
    let corners = [(0.0, 0.0), (side, 0), (0, side), (side, side)].map {
      LocalPoint(x: $0.0, y: $0.1)
    }
    var random = SplitMix64(seed: 5)
    var rssi: [Int8] = []
    for place in places {
      for corner in corners {
        let mean = -40 - 40 * place.distance(to: corner) / side
        rssi.append(Int8(mean + Double.random(in: -4...4, using: &random)))
      }
    }
    let count = UInt32(places.count)
    let starts: [UInt32] = (0...count).map { $0 * 4 }
    let heard: [UInt32] = places.flatMap { _ in [0, 1, 2, 3] }
    let transmitters: [Transmitter] = (1...4).map { .wifi($0) }
    return try #require(
      RadioMap(
        levels: [LevelKey(ordinal: 0)], transmitters: transmitters, places: places,
        levelIndices: places.map { _ in 0 }, walks: Array(0..<count), rowStarts: starts,
        transmitterIndices: heard, rssi: rssi))
  }

  @Test(arguments: [5.0, 12])
  func `nothing is predicted to be better than the nearest that was seen`(apart: Double) throws {
    let accuracy = try #require(CoverageAccuracy(map: Self.map(spots: 10, apart: apart)))
    // A spot within the grid has its neighbours at one and √2 grid steps.
    let neighbours = apart < CoverageAccuracy.near / 2.0.squareRoot() ? 8 : 0
    let seen = accuracy.radius(distance: apart, neighbours: neighbours)
    #expect(seen > 1)
    for distance in [0, 0.5, apart / 2] {
      #expect(accuracy.radius(distance: distance, neighbours: neighbours) == seen)
    }
  }

  /// A place that is farther off than any that was tried is wrong by no more than what is added,
  /// and by that where nothing says how errors grow.
  @Test(arguments: [5.0, 12])
  func `farther than was seen errors grow by a metre for each`(apart: Double) throws {
    let accuracy = try #require(CoverageAccuracy(map: Self.map(spots: 10, apart: apart)))
    let seen = accuracy.radius(distance: apart, neighbours: 0)
    for more in [1.0, 10, 30] {
      let radius = accuracy.radius(distance: apart + more, neighbours: 0)
      #expect(abs(radius - seen - more) < 1e-9, "\(radius)")
    }
  }
}
