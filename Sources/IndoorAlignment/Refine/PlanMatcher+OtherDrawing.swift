internal import IndoorGeometry
import IndoorLibc

/// Sheets that hold several drawings: two storeys side by side, or a level that is cut at a match
/// line. Each lies on the level's walls by itself, and where one is laid the others lie elsewhere.
extension PlanMatcher {
  /// Metres of a cell of the page, and the share of its lines on walls under which it shows
  /// something else: what chance gives is a tenth, what is drawn of a furnished level a half.
  private static let drawingCell = 10.0
  private static let drawnShare: Float = 0.3
  /// Least share of the page's lines that makes a drawing.
  private static let otherShare: Float = 0.15
  /// Metres that the page has to move for it, at least: walls that are drawn as two lines lie on
  /// walls twice.
  private static let otherMetres = 8.0

  /// How far the page has to move, in metres, for what lies on no walls under a match to lie on
  /// them as surely as a plan has to; `nil` where it doesn't.
  func otherDrawing(beside match: Match, _ walls: WallMap) -> Double? {
    let pose = pose(of: match.pageToLocal, in: walls)
    guard let rest = rest(beside: pose, walls) else { return nil }
    var matcher = self
    matcher.linework = rest
    let scale = abs(match.pageToLocal.determinant).squareRoot()
    let poses = matcher.search(walls, around: scale).filter {
      distance($0.pose, pose) >= Self.otherMetres
    }
    guard let other = matcher.best(of: poses, walls: walls, level: match.level),
      other.isOnWalls
    else { return nil }
    return distance(matcher.pose(of: other.pageToLocal, in: walls), pose)
  }

  /// The lines of the page's cells in which hardly any lie on walls.
  private func rest(beside pose: Pose, _ walls: WallMap) -> Linework? {
    struct Cell: Hashable {
      let x: Int
      let y: Int
    }
    let icp = LineICP(walls: walls, linework: linework.thinned(to: 6000))
    let map = LineICP.Coefficients(pose, 0, 0)
    var cells: [Cell: (on: Float, all: Float)] = [:]
    func cell(_ point: Linework.Point) -> Cell? {
      let x = Double(map.a * point.x + map.c * point.y) / Self.drawingCell
      let y = Double(map.b * point.x + map.d * point.y) / Self.drawingCell
      guard abs(x) < 1e9, abs(y) < 1e9 else { return nil }
      return Cell(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
    }
    for point in icp.linework.points {
      guard let cell = cell(point) else { continue }
      cells[cell, default: (0, 0)].all += point.weight
      if let r = icp.residual(point, map), abs(r.value) < LineICP.inlierDistance, r.along < 0.75 {
        cells[cell, default: (0, 0)].on += point.weight
      }
    }
    var rest = linework
    rest.points = linework.points.filter { point in
      guard let cell = cell(point), let lines = cells[cell] else { return false }
      return lines.on < Self.drawnShare * lines.all
    }
    let (part, all) = (
      rest.points.reduce(Float(0)) { $0 + $1.weight },
      linework.points.reduce(Float(0)) { $0 + $1.weight }
    )
    return part >= Self.otherShare * all ? rest : nil
  }
}
