import IndoorModel
import IndoorPositioning
import IndoorReport
import IndoorSurveying
import IndoorVenues

extension EvaluationReport {
  /// What the page shows of it.
  var section: EvaluationPage.Evaluation {
    var facts = ["matching: \(matching)", "seed \(seed), data \(dataHash)"]
    if let drawnText { facts.append(drawnText) }
    for (name, points) in coverage {
      // One share over both would blame the radius for what nobody surveyed.
      let group = Self.group(name, points)
      facts.append(
        (name == "surveyed" ? "with a row within 4 m: " : "elsewhere: ")
          + "\(group.rows) scans, mean \(ShortNumber.metres(group.errors.mean)), "
          + "\(ShortNumber.percent(group.within)) in radius")
    }
    if let interval = intervals(points)?.mean {
      facts.append(
        "95% of resamples of whole groups have a mean from \(ShortNumber.metres(interval.low)) to "
          + ShortNumber.metres(interval.high))
    }
    return EvaluationPage.Evaluation(
      title: name, all: Self.group("all", points),
      levels: levels.map { Self.group($0.0, $0.1) },
      devices: devices.map { Self.group($0.0, $0.1) }, facts: facts)
  }

  /// Adds the maps of where it is bad, with the walks that would mend it, or why there are none:
  /// nobody can tell where one can walk.
  func addMaps(of venue: Venue, to page: inout EvaluationPage) {
    do throws(VenueError) {
      page.maps = maps(of: venue, on: try StoredSurvey.ground(of: venue, in: venue.name))
    } catch {
      page.lackOfMaps = error.message
    }
  }

  private func maps(of venue: Venue, on ground: SurveyGround) -> ErrorMaps {
    let names = NearbyUnits(venue)
    return ErrorMaps(
      venue: venue,
      levels: ErrorGround(points, ground: ground).levels.map { level in
        ErrorMaps.Level(
          key: level.key,
          cells: level.cells.map {
            ErrorMaps.Cell(
              polygon: $0.cell.polygon, scans: $0.scans, error: $0.error,
              wrongLevels: $0.wrongLevels)
          }, next: level.next.map { SurveyedLevel.Proposal($0, names) })
      })
  }

  private static func group(
    _ name: String, _ points: [RadioMapEvaluation.Point]
  ) -> EvaluationPage.Group {
    let summary = EvaluationSummary(points)
    return EvaluationPage.Group(
      name: name, rows: summary.rows, answered: summary.answered, errors: summary.errors,
      floor: summary.floor, within: summary.withinRadius)
  }
}
