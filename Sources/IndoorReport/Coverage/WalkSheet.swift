import IndoorGeometry
import IndoorLibc
import IndoorModel

extension LocalMap {
  /// Draws a walk to take, its waypoints numbered in the order to walk.
  mutating func addWalk(_ walk: SurveyedLevel.Proposal) {
    addLine(walk.corners, ink: .plain, style: .bold)
    for (index, (corner, name)) in zip(walk.corners, walk.names).enumerated() {
      let place = name.isEmpty ? "" : ", \(name)"
      addMark(
        at: corner, shape: index == 0 ? .ring : .dot, ink: .plain,
        tip: "waypoint \(index + 1)\(place)")
      addText("\(index + 1)", at: corner)
    }
  }
}

extension CoverageReport {
  /// The walks to take as sheets to print and to take along: a map of each level with numbered
  /// waypoints, and a line for each with the way to it.
  public var sheet: ReportPage {
    let walks = levels.filter { $0.next != nil }.sorted { $0.promise > $1.promise }
    return ReportPage(
      title: venue.name.isEmpty ? "Walks to take" : "Walks to take in \(venue.name)",
      subtitle: walks.isEmpty
        ? "Nothing is left to walk."
        : "The walk that gains most for its length comes first. Start the recording, stand still at the first waypoint until a "
          + "scan has come in, and mark every waypoint as you pass it.",
      sections: walks.compactMap { section(of: $0) },
      footer: "<p>Straight lines between the waypoints are walkable.</p>")
  }

  private func section(of level: SurveyedLevel) -> ReportPage.Section? {
    guard let walk = level.next, let box = BoundingBox(walk.corners.filter(\.isFinite)) else {
      return nil
    }
    // As much around the walk as shows where in the building it is.
    let margin = 12.0
    let extent = BoundingBox(
      minimum: LocalPoint(x: box.minimum.x - margin, y: box.minimum.y - margin),
      maximum: LocalPoint(x: box.maximum.x + margin, y: box.maximum.y + margin))
    var map = LocalMap(extent: extent, label: "Walk to take on \(titles.title(of: level.key))")
    map.addLevel(level.key, of: venue, isNamed: true)
    map.addWalk(walk)
    let frame = venue.frame
    var previous: LocalPoint?
    let rows = zip(walk.corners, walk.names).enumerated().map { index, corner -> [Markup] in
      let (place, name) = corner
      let coordinate = frame.coordinate(from: place)
      defer { previous = place }
      return [
        "\(index + 1)", "\(name)",
        previous.map { "\(ShortNumber.text($0.distance(to: place), decimals: 0)) m" } ?? "",
        previous.map { "\(Self.direction(from: $0, to: place))" } ?? "",
        "\(ShortNumber.fixed(coordinate.latitude, decimals: 6)), \(ShortNumber.fixed(coordinate.longitude, decimals: 6))",
        "<span class=\"box\">☐</span>",
      ]
    }
    let table = Table(
      columns: [
        .words("No."), .words("Place"), .figures("From the last"), .words("Towards"),
        .words("Latitude, longitude"), .words("Done"),
      ], rows: rows)
    return ReportPage.Section(
      title: titles.fullTitle(of: level.key),
      lead:
        "\(ShortNumber.metres(walk.length)), \(walk.corners.count) waypoints, covers \(ShortNumber.text(walk.covers, decimals: 0)) m².",
      content: "<div class=\"card wide\">\(map.svg)</div>\(table.markup)")
  }

  /// Which way a place lies, as one of eight directions.
  private static func direction(from start: LocalPoint, to end: LocalPoint) -> String {
    let names = [
      "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
    ]
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite, dx != 0 || dy != 0 else { return "" }
    let eighth = Int((Angle.degrees(atan2(dy, dx)) / 45).rounded())
    return names[(eighth + 8) % 8]
  }
}
