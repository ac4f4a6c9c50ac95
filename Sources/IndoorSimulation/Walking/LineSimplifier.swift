import IndoorGeometry

/// Fewer points for a line.
enum LineSimplifier {
  /// The points that are needed to stay within `tolerance` metres of the line, its ends among them.
  ///
  /// Douglas and Peucker (1973), doi:10.3138/FM57-6770-U75U-7727.
  static func simplified(_ line: [LocalPoint], tolerance: Double) -> [LocalPoint] {
    guard line.count > 2 else { return line }
    var keep = [Bool](repeating: false, count: line.count)
    keep[0] = true
    keep[line.count - 1] = true
    var spans = [(0, line.count - 1)]
    while let (first, last) = spans.popLast() {
      guard last > first + 1 else { continue }
      var (worst, index) = (tolerance, -1)
      for i in (first + 1)..<last {
        let d = WalkGrid.distance(line[i], line[first], line[last])
        if d > worst { (worst, index) = (d, i) }
      }
      guard index >= 0 else { continue }
      keep[index] = true
      spans += [(first, index), (index, last)]
    }
    return zip(line, keep).filter(\.1).map(\.0)
  }
}
