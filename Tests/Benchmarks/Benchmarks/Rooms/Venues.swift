import Benchmark
import Foundation
import IndoorGeometry
import IndoorJSON
import IndoorVenues

/// Venues: a made mall of 900 units, whose GeoJSON is repeated up to a megabyte, so that iterations
/// a second are MB/s.
func venues() {
  let units = (0..<900).map { number -> Polygon<LocalPoint> in
    let (x, y) = (Double(number % 30) * 10, Double(number / 30) * 10)
    // Shops have some sixteen corners.
    return Polygon(
      exterior: (0..<16).map { corner in
        let angle = 2 * Double.pi * Double(corner) / 16
        let radius = corner % 2 == 0 ? 4.9 : 4.2
        return LocalPoint(x: x + radius * cos(angle), y: y + radius * sin(angle))
      })
  }
  let index = PolygonIndex(units.map { [$0] })
  var random = SystemRandomNumberGenerator()
  let points = (0..<1000).map { _ in
    LocalPoint(x: .random(in: -5...295, using: &random), y: .random(in: -5...295, using: &random))
  }
  Benchmark("unit at a point, 900 units, 1 point", configuration: .init(scalingFactor: .kilo)) {
    benchmark in
    for i in benchmark.scaledIterations { blackHole(index.smallestArea(containing: points[i])) }
  }

  let text = Array(mall(units).utf8)
  Benchmark("GeoJSON into features, 1 MB") { _ in
    guard let document = try? JSONDocument(bytes: text, name: "mall") else { return }
    blackHole(try? GeoJSONFeatureCollection(document))
  }
  Benchmark("GeoJSON into a venue with valid polygons, 1 MB") { _ in
    guard let document = try? JSONDocument(bytes: text, name: "mall"),
      let collection = try? GeoJSONFeatureCollection(document)
    else { return }
    var sources = VenueImport()
    guard (try? sources.add(collection)) != nil else { return }
    blackHole(try? sources.finish())
  }
}

/// A megabyte of GeoJSON: the units on level after level.
private func mall(_ units: [Polygon<LocalPoint>]) -> String {
  let frame = LocalFrame(origin: Coordinate(latitude: 30.29, longitude: 120.07))
  var text = #"{"type":"FeatureCollection","features":["#
  var level = 0
  while text.utf8.count < 1_000_000 {
    text += level == 0 ? "" : ","
    text +=
      #"{"type":"Feature","geometry":null,"properties":{"feature_type":"level","id":"L\#(level)","ordinal":\#(level)}}"#
    for (number, unit) in units.enumerated() where text.utf8.count < 1_000_000 {
      let ring = frame.coordinates(from: unit).exterior
      let positions = (ring + ring.prefix(1)).map { "[\($0.longitude),\($0.latitude)]" }
      text +=
        #",{"type":"Feature","properties":{"feature_type":"unit","id":"u\#(level)-\#(number)","level_id":"L\#(level)","category":"room","name":"Shop \#(number)"},"geometry":{"type":"Polygon","coordinates":[[\#(positions.joined(separator: ","))]]}}"#
    }
    level += 1
  }
  return text + "]}"
}
