import IndoorGeometry

/// Cells of places as particles have them, in the quick type.
extension LevelRaster {
  /// The cell of a place, or `nil` where there is none.
  @inline(__always)
  func cell(x: Float, y: Float, level: Int) -> Int? {
    let u = (x - Float(minimum.x)) / Float(side)
    let v = (y - Float(minimum.y)) / Float(side)
    guard u >= 0, v >= 0, u < Float(columns), v < Float(rows), level < levels else { return nil }
    return (level * rows + Int(v)) * columns + Int(u)
  }

  /// What four places have, each on its level, by their cells, or `outside` where there is none.
  @inline(__always)
  func lookUp<Value>(
    x: SIMD4<Float>, y: SIMD4<Float>, levels: SIMD4<Int32>, outside: Value,
    _ value: (_ lane: Int, _ cell: Int) -> Value
  ) -> (Value, Value, Value, Value) {
    let u = (x - Float(minimum.x)) / Float(side)
    let v = (y - Float(minimum.y)) / Float(side)
    let isInside =
      (u .>= 0) .& (v .>= 0) .& (u .< Float(columns)) .& (v .< Float(rows))
      .& (levels .< Int32(truncatingIfNeeded: self.levels))
    let (column, row) = (u.wholeParts, v.wholeParts)
    func look(_ lane: Int) -> Value {
      guard isInside[lane] else { return outside }
      let row = Int(levels[lane]) * rows + Int(row[lane])
      return value(lane, row * columns + Int(column[lane]))
    }
    // Lane by lane by name: a loop over them would go through memory.
    return (look(0), look(1), look(2), look(3))
  }
}
