package import IndoorModel

/// Units and openings of a venue file whose geometry another program took or never drew.
package enum Shapeless {
  /// A finding for each.
  ///
  /// - Parameters:
  ///   - venue: the venue.
  ///   - place: what messages begin with, such as the file's name and a colon.
  ///   - what: what becomes of it, or is to be done: the rest of the sentence.
  package static func findings(
    in venue: Venue, place: String = "", _ what: String
  ) -> [VenueFinding] {
    venue.units.filter(\.geometry.isEmpty).map {
      VenueFinding(.noPolygon, "\(place)unit \"\($0.id)\" has no area\(what)")
    }
      + venue.openings.filter { $0.line.count < 2 }.map {
        VenueFinding(.noLine, "\(place)opening \"\($0.id)\" has no line\(what)")
      }
  }
}
