import IndoorFiles
import IndoorGeometry
public import IndoorModel

/// Draws levels as SVG, north up, a user unit a metre of the venue's local frame.
///
/// Every level of a building has the same view box, so that they lie on each other. Units are
/// coloured by category and carry their id and category as attributes; what they are called is a
/// `title`, which browsers show at the pointer.
public enum SVGVenueWriter {
  /// What stands at the beginning of each drawing, and of no other program's.
  package static let mark =
    "<style>text{font:0.9px sans-serif;text-anchor:middle;fill:#333}</style>"

  /// A drawing for each level: a file name such as `level-1.svg` or `BUILDING-level-1.svg`, and the
  /// text.
  public static func files(of venue: Venue) -> [(name: String, text: String)] {
    let frame = venue.frame
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    var drawings: [Drawing] = venue.allLevels.map { level in
      Drawing(
        level: level, outline: level.outline.map { frame.local(from: $0) },
        units: (units[level.key] ?? []).map { ($0, $0.geometry.map { frame.local(from: $0) }) },
        openings: (openings[level.key] ?? []).map { opening in
          (opening, opening.line.map { frame.local(from: $0) })
        })
    }
    let buildings = Dictionary(grouping: drawings.indices) { drawings[$0].level.key.building }
    for mine in buildings.values {
      let box = BoundingBox(mine.flatMap { drawings[$0].points })
      for index in mine { drawings[index].box = box }
    }
    let names = FileNames.distinct(drawings.map(\.name))
    return zip(names, drawings).map { ("\($0).svg", $1.text(title: venue.name)) }
  }

  /// Whether a file is called as a drawing is, whatever the level.
  package static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: #/([A-Za-z0-9_-]+-)?level-?[0-9]+(-[0-9]+)?\.svg/#) != nil
  }

  private struct Drawing {
    let level: Level
    let outline: [Polygon<LocalPoint>]
    let units: [(unit: Unit, area: [Polygon<LocalPoint>])]
    let openings: [(opening: Opening, line: [LocalPoint])]
    var box: BoundingBox<LocalPoint>?

    var points: [LocalPoint] {
      (outline + units.flatMap(\.area)).flatMap(\.exterior) + openings.flatMap(\.line)
    }

    /// What its file is called, without the ending.
    var name: String {
      let building = FileNames.plain(level.key.building)
      return (building.isEmpty ? "" : "\(building)-") + "level\(level.key.ordinal)"
    }

    func text(title: String) -> String {
      let margin = 2.0
      let box =
        self.box
        ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 1, y: 1))
      let width = box.width + 2 * margin
      let height = box.height + 2 * margin
      let scale = 1200 / max(width, height, 1)
      var lines = [
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(SVG.number(width * scale))" \
        height="\(SVG.number(height * scale))" viewBox="\(SVG.number(box.minimum.x - margin)) \
        \(SVG.number(-box.maximum.y - margin)) \(SVG.number(width)) \(SVG.number(height))">
        """,
        "<title>\(XMLText.escaped("\(title), \(level.name ?? level.label)"))</title>",
        SVGVenueWriter.mark,
        ##"<g fill="#f4f1ea" stroke="#333" stroke-width="0.25" fill-rule="evenodd">"##,
      ]
      lines += outline.map { "<path d=\"\(SVG.path([$0]))\"/>" }
      lines += ["</g>", ##"<g stroke="#555" stroke-width="0.1" fill-rule="evenodd">"##]
      lines += units.map { unit, area in
        let category = unit.category ?? "unspecified"
        let title = unit.name ?? unit.category ?? unit.id
        return "<path id=\"\(XMLText.escaped(unit.id))\" class=\"\(XMLText.escaped(category))\""
          + " fill=\"\(SVG.colour(of: unit.kind))\" d=\"\(SVG.path(area))\">"
          + "<title>\(XMLText.escaped(title))</title></path>"
      }
      lines += [
        "</g>", ##"<g stroke="#fff" stroke-width="0.35" stroke-linecap="butt" fill="none">"##,
      ]
      lines += openings.map { opening, line in
        "<path id=\"\(XMLText.escaped(opening.id))\" d=\"\(SVG.path(line))\"/>"
      }
      lines.append("</g>")
      lines += units.compactMap { unit, area -> String? in
        guard let name = unit.name, let place = Surfaces.pointInside(area) else { return nil }
        return "<text x=\"\(SVG.number(place.x))\" y=\"\(SVG.number(-place.y))\">"
          + "\(XMLText.escaped(name))</text>"
      }
      return lines.joined(separator: "\n") + "\n</svg>\n"
    }
  }
}
