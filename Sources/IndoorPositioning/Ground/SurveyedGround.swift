import IndoorGeometry

/// How far each place is from the nearest row of the radio map on its level, on a grid.
struct SurveyedGround: Sendable {
  /// What is farther is as far, in metres.
  static let farthest: Float = 12

  private static let reach = 6

  private let raster: LevelRaster
  /// Twentieths of a metre from a cell's middle. Shape: the raster's.
  private var distances: ContiguousArray<UInt8>

  /// Measures around each row.
  init(_ mapRows: MapRows) {
    let farthest = Double(Self.farthest)
    var box = mapRows.box
    box.minimum = LocalPoint(x: box.minimum.x - farthest, y: box.minimum.y - farthest)
    box.maximum = LocalPoint(x: box.maximum.x + farthest, y: box.maximum.y + farthest)
    raster = LevelRaster(
      covering: box, side: farthest / Double(Self.reach), levels: mapRows.levels.count)
    distances = ContiguousArray(repeating: UInt8(20 * Self.farthest), count: raster.count)
    for (place, level) in zip(mapRows.places, mapRows.levelIndices) {
      raster.forEachCell(near: place, level: Int(level), reach: Self.reach) { cell, metres in
        distances[cell] = min(distances[cell], UInt8(20 * min(farthest, metres)))
      }
    }
  }

  /// Metres from four places, each on its level, to the nearest row, to a cell's half.
  @inline(__always)
  func distances(x: SIMD4<Float>, y: SIMD4<Float>, levels: SIMD4<Int32>) -> SIMD4<Float> {
    let (a, b, c, d) = raster.lookUp(x: x, y: y, levels: levels, outside: Self.farthest) {
      _, cell in Float(distances[cell]) * 0.05
    }
    return SIMD4(a, b, c, d)
  }
}
