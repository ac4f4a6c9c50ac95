// usage: PositionSpeed VENUE.gpkg RECORDING...
//
// Measures what an app waits for and keeps, on one thread, and prints it as JSON: the memory once
// the venue file is ready, the time until it is, and how long a scan over all levels, a step of a
// thousand particles with walls, and a position between them take. Of nine openings the median; of
// scans, steps and positions, each at its quickest of five runs, the median over all of the
// recordings' and the 99th percentile.
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage

/// A positioner on a venue file's map; all else that was read is let go.
func ready(_ path: String) throws -> Positioner {
  let file = try VenueFile.open(path, readOnly: true)
  guard let venue = try file.venue(), let map = try file.radioMap() else {
    throw PositionSpeedError.noMap
  }
  return Positioner(map: PositioningMap(venue: venue, map: map))
}

enum PositionSpeedError: Error {
  case usage
  case noMap
}

func measure() throws {
  let arguments = CommandLine.arguments
  guard arguments.count > 2 else { throw PositionSpeedError.usage }
  let before = Memory.now
  var positioner = try ready(arguments[1])
  let after = Memory.now

  var opening: [Double] = []
  for _ in 0..<9 {
    let begin = ContinuousClock.now
    positioner = try ready(arguments[1])
    opening.append((ContinuousClock.now - begin).microseconds / 1000)
  }
  opening.sort()

  let recordings = try arguments.dropFirst(2).flatMap { try Recording.recordings(at: $0) }
  var times = WalkTimes()
  for _ in 0..<5 {
    times.restart()
    for recording in recordings { times.run(recording, from: positioner) }
  }
  print(
    """
    {
      "residentMegabytes": {"before": \(before.now), "ready": \(after.now), "most": \(after.most)},
      "openMilliseconds": {"median": \(opening[opening.count / 2]), "least": \(opening[0])},
      "scanMicroseconds": \(times.scans.json),
      "stepMicroseconds": \(times.steps.json),
      "positionMicroseconds": \(times.positions.json)
    }
    """)
}

try measure()
