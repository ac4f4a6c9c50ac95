import IndoorGeometry
import IndoorModel
import Testing

struct VenueGroundTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A venue of rooms of 0.002° each side around places.
  private func ground(_ middles: [Coordinate]) -> VenueGround {
    let units = middles.enumerated().map { index, middle in
      let corners = [(-0.001, -0.001), (-0.001, 0.001), (0.001, 0.001), (0.001, -0.001)].map {
        let longitude = middle.longitude + $0.1
        return place(middle.latitude + $0.0, longitude > 180 ? longitude - 360 : longitude)
      }
      return Unit(
        id: "\(index)", level: LevelKey(ordinal: 0), geometry: [Polygon(exterior: corners)])
    }
    return VenueGround(Venue(id: "v", name: "v", origin: place(0, 0), units: units))
  }

  @Test func `the nearest of what a venue holds is on the edge of its nearest room`() throws {
    let ground = ground([place(45, 10), place(45, 11)])
    let east = try #require(ground.nearest(to: place(45.0005, 12)))
    #expect(abs(east.latitude - 45.0005) < 1e-12 && abs(east.longitude - 11.001) < 1e-12)
    // Between the rooms the venue's own box holds a place that neither room does.
    let west = try #require(ground.nearest(to: place(45, 10.2)))
    #expect(abs(west.longitude - 10.001) < 1e-12)
    #expect(ground.metres(toOrigin: place(45, 10.5)) == 0)
    // A sphere's degree of a great circle: 6371.0088 km · π / 180.
    #expect(abs(ground.metres(toOrigin: place(46.001, 10)) - 111_195) < 1)
  }

  @Test func `a venue on the antimeridian is near on either side`() throws {
    let ground = ground([place(-16.5, 180)])
    for (longitude, edge) in [(179.9, 179.999), (-179.9, -179.999)] {
      let near = try #require(ground.nearest(to: place(-16.5, longitude)))
      #expect(abs(near.longitude - edge) < 1e-9, "\(near)")
      // 0.099° at 16.5° south.
      #expect(abs(ground.metres(toOrigin: place(-16.5, longitude)) - 10_555) < 10)
    }
  }

  @Test func `a venue of which nothing is drawn lies nowhere`() {
    let ground = ground([])
    #expect(ground.nearest(to: place(1, 1)) == nil && ground.metres(toOrigin: place(1, 1)) == 0)
  }
}
