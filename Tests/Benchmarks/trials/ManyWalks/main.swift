import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage

/// `ManyWalks VENUE.gpkg COUNT`: appends so many simulated walks of 100 scans to a venue file,
/// which it makes where it is missing, and prints in how many seconds, after the seconds in which
/// the file was opened.

/// Walks of 100 fingerprints, a metre apart on one of 200 lines of one of seven levels; each hears
/// 40 of the hundred transmitters around it, of 5,000 in all. Three phones took them.
func walks(_ numbers: Range<Int>) -> [SurveyWalk] {
  numbers.map { number in
    let base = number * 37 % 4_900
    let level = LevelKey(ordinal: base / 700)
    let hash = String(number, radix: 16)
    let fingerprints = (0..<100).map { (scan: Int) -> Fingerprint in
      let readings = (0..<40).map { entry in
        Reading(
          transmitter: .wifi(0x0011_2200_0000 + UInt64(base + (entry * 61 + scan) % 100)),
          rssi: Int8(-40 - (entry * 7 + scan) % 55), age: UInt32((entry * 977) % 4_000))
      }
      let seconds = Int64(1_700_000_000 + number * 300 + scan * 2)
      return Fingerprint(
        recording: hash, level: level, place: LocalPoint(x: Double(scan), y: Double(number % 200)),
        scan: Scan(time: Timestamp(microseconds: seconds * 1_000_000), readings: readings))
    }
    return SurveyWalk(
      hash: hash, recording: "walk \(number)", device: "phone \(number % 3)", path: [],
      fingerprints: fingerprints)
  }
}

/// A venue of seven levels that reach beyond the walks.
func venue() -> Venue {
  let origin = Coordinate(latitude: 48.86, longitude: 2.33)
  let frame = LocalFrame(origin: origin)
  let corners = [(-20.0, -20.0), (120, -20), (120, 220), (-20, 220)]
  let outline = Polygon(
    exterior: corners.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
  return Venue(
    id: "v", name: "v", origin: origin,
    levels: (0..<7).map {
      Level(id: "\($0)", key: LevelKey(ordinal: $0), label: "\($0)", name: nil, outline: [outline])
    })
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let took = try ContinuousClock().measure(body)
  return Double(took.components.seconds) + Double(took.components.attoseconds) * 1e-18
}

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]), count > 0 else {
  FileHandle.standardError.write(Data("usage: ManyWalks VENUE.gpkg COUNT\n".utf8))
  exit(64)
}
let path = CommandLine.arguments[1]
if !FileManager.default.fileExists(atPath: path) { try VenueFile.create(path).save(venue()) }
let opening = try seconds { _ = try VenueFile.open(path, readOnly: true).walkCount() }
let file = try VenueFile.open(path)
let known = try file.walkCount()
let made = walks(known..<known + min(count, 100))
let appending = try seconds { try file.append(made) }
for first in stride(from: known + 100, to: known + count, by: 100) {
  try file.append(walks(first..<min(first + 100, known + count)))
}
print(opening, appending)
