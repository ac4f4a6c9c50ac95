import Foundation
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// Damaged sources go all the way through import, check and exports; what this looks for is a trap.
struct VenueMutationTests {
  /// A museum of few features, and one in OpenStreetMap's tags.
  static func samples() throws -> [[UInt8]] {
    var museum = try MuseumArchive.venue()
    museum.units = Array(museum.units.prefix(6))
    museum.openings = Array(museum.openings.prefix(4))
    let osm = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"way/1","properties":{"building":"yes"},"geometry":\(square(10, 50))},
      {"type":"Feature","id":"way/2","properties":{"indoor":"room","level":"-1-2","repeat_on":"0.5;4"},\
      "geometry":\(square(10.0001, 50.0001, 0.0002))},
      {"type":"Feature","id":"node/3","properties":{"door":"yes","level":"0","width":"1.2"},\
      "geometry":{"type":"Point","coordinates":[10.0001,50.0001]}},
      {"type":"Feature","id":"way/4","properties":{"indoor":"level","level":"0","level:ref":"G"},\
      "geometry":\(square(10, 50))}]}
      """
    return [Array(GeoJSONVenueWriter.text(of: museum).utf8), Array(osm.utf8)]
  }

  func run(_ bytes: [UInt8]) {
    do {
      let collection = try GeoJSONFeatureCollection(
        JSONDocument(bytes: bytes, name: "x.geojson"))
      var sources = VenueImport(level: VenueImport.Level(ordinal: 0))
      try sources.add(collection)
      let venue = try sources.finish().venue
      #expect(venue.origin.isValid)
      _ = VenueCheck(venue, name: "x").findings
      _ = SVGVenueWriter.files(of: venue)
      _ = try GroundAreaWriter.text(of: venue, name: "x.geojson")
      _ = IMDFWriter(venue, details: MuseumArchive.details).files()
      // What was read can be written and read again.
      _ = try GeoJSONFeatureCollection(
        JSONDocument(bytes: Array(GeoJSONVenueWriter.text(of: venue).utf8), name: "x.geojson"))
    } catch {
      let message = (error as? any IndoorError)?.message
      #expect(message?.hasPrefix("x.geojson") == true, "\(error)")
    }
  }

  /// Numbers and words that damage more than random bytes do.
  static let words = [
    "0", "-1", "1e308", "-90", "180", "-180", "1e-300", "null", "\"\"", "[]", "{}", "0.5",
    "\"level-G\"", "\"\\u0000\"", "9007199254740993", "[[]]",
  ]

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `values replaced and pieces moved are imported or refused`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for sample in try Self.samples() {
      for _ in 0..<60 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let from = Int.random(in: 0..<bytes.count, using: &random)
          let isToken = { (byte: UInt8) in "0123456789.-+eE".utf8.contains(byte) }
          if isToken(bytes[from]), let word = Self.words.randomElement(using: &random) {
            var (start, end) = (from, from)
            while start > 0, isToken(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, isToken(bytes[end]) { end += 1 }
            bytes.replaceSubrange(start..<end, with: Array(word.utf8))
          } else {
            let piece = Array(bytes[from..<min(bytes.count, from + 30)])
            bytes.insert(contentsOf: piece, at: Int.random(in: 0..<bytes.count, using: &random))
          }
        }
        run(bytes)
      }
    }
  }
}
