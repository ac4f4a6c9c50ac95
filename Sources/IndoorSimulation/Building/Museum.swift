import IndoorGeometry

extension BuildingDescription {
  /// The sample museum: three levels around a court, one of them below ground.
  ///
  /// Building, name and place are invented: the coordinates lie in the open Atlantic.
  public static let museum = BuildingDescription(
    id: "museum", name: "Museum of the Open Sea",
    site: Site(
      origin: Coordinate(latitude: 45.32, longitude: -29.87), rotationDegrees: 27.5),
    levels: [.museumBasement, .museumGround, .museumUpper],
    gridX: [0, 14, 26, 40, 54, 66, 80], gridY: [0, 16, 28, 40, 50])

  /// The seed of the museum's anchors, transmitters and walks as they are committed.
  public static let museumSeed: UInt64 = 2026
}

/// What several levels of the museum share, so that it lines up between them.
enum MuseumShapes {
  static let outline = ring(
    (6, 0), (68, 0), (74, 6), (74, 14), (80, 20), (80, 30), (74, 36), (66, 36), (66, 50), (6, 50),
    (0, 44), (0, 6))
  static let stairA = rectangle(20, 14, 26, 22)
  static let stairB = rectangle(54, 28, 60, 36)
  static let lift = rectangle(23, 22, 26, 25)
  static let shaft = rectangle(20, 22, 23, 25)
  static let women = rectangle(20, 25, 26, 28)
  static let men = rectangle(20, 28, 26, 31)
  static let westPassage = rectangle(20, 31, 26, 34)
  static let eastPassage = rectangle(54, 22, 60, 28)
  static let ring4 = rectangle(26, 16, 54, 40)
  static let court = rectangle(30, 20, 50, 36)
  static let southWest = ring((6, 0), (26, 0), (26, 14), (0, 14), (0, 6))
  static let southEast = ring((54, 0), (68, 0), (74, 6), (74, 14), (54, 14))
  static let eastHall = ring((60, 14), (74, 14), (80, 20), (80, 30), (74, 36), (60, 36))

  /// Stairs, lift, shaft and washrooms, numbered from `first` on.
  static func core(_ label: String, from first: Int) -> [Room] {
    func number(_ offset: Int) -> String {
      let value = first + offset
      return "\(label).\(value < 10 ? "0" : "")\(value)"
    }
    return [
      Room(number(0), "Stair A", "stairs", stairA, label: BuildingPoint(23, 15)),
      Room(number(1), "Lift", "elevator", lift, label: BuildingPoint(24.5, 23.5)),
      Room(number(2), "Shaft", "nonpublic", shaft),
      Room(number(3), "WC women", "restroom.female", women, label: BuildingPoint(23.3, 26.5)),
      Room(number(4), "WC men", "restroom.male", men, label: BuildingPoint(23.3, 29.5)),
      Room(number(5), "West passage", "walkway", westPassage),
      Room(number(6), "Stair B", "stairs", stairB, label: BuildingPoint(57, 35)),
    ]
  }

  /// The doors of the core from the corridor around the court, for rooms numbered from `first` on.
  static func coreDoors(_ label: String, from first: Int, corridor: String) -> [Door] {
    let rooms = core(label, from: first).map(\.number)
    return [
      Door(corridor, rooms[0], 26, 20.9, 1.8, .double),
      Door(corridor, rooms[1], 26, 23.5, 1.2, .sliding),
      Door(rooms[3], corridor, 26, 26.5, 1, .single),
      Door(rooms[4], corridor, 26, 29.5, 1, .single),
      Door(rooms[5], corridor, 26, 32.5, 2.4),
      Door(corridor, rooms[6], 54, 29.1, 1.8, .double),
    ]
  }

  /// Cubicles.
  static let washrooms: [Furniture] = [25.15, 26.5, 28.15, 29.5].map { y in
    .box(BuildingPoint(20.1, y), BuildingPoint(21.5, y + 1.3))
  }

  /// Plinths in rows inside a box, `nx` by `ny` of them.
  static func plinths(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ nx: Int, _ ny: Int, size: Double = 0.9
  ) -> [Furniture] {
    (0..<nx).flatMap { i in
      (0..<ny).map { j in
        let x = nx == 1 ? (x0 + x1) / 2 : x0 + (x1 - x0) * Double(i) / Double(nx - 1)
        let y = ny == 1 ? (y0 + y1) / 2 : y0 + (y1 - y0) * Double(j) / Double(ny - 1)
        return .box(
          BuildingPoint(x - size / 2, y - size / 2), BuildingPoint(x + size / 2, y + size / 2))
      }
    }
  }

  /// Round tables with four chairs, in rows inside a box.
  static func tables(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ nx: Int, _ ny: Int
  ) -> [Furniture] {
    (0..<nx).flatMap { i in
      (0..<ny).flatMap { j -> [Furniture] in
        let x = x0 + (x1 - x0) * Double(i) / Double(max(1, nx - 1))
        let y = y0 + (y1 - y0) * Double(j) / Double(max(1, ny - 1))
        let chairs = [(0.75, 0.0), (-0.75, 0), (0, 0.75), (0, -0.75)]
        return [.circle(BuildingPoint(x, y), radius: 0.45)]
          + chairs.map { .circle(BuildingPoint(x + $0.0, y + $0.1), radius: 0.2) }
      }
    }
  }

  /// Columns along the court's edge.
  static let columns: [Furniture] =
    stride(from: 30.0, through: 50, by: 4).flatMap { x in
      [19.3, 36.7].map { y in column(x, y) }
    }
    + stride(from: 24.0, through: 32, by: 4).flatMap { y in
      [29.3, 50.7].map { x in column(x, y) }
    }

  private static func column(_ x: Double, _ y: Double) -> Furniture {
    .circle(BuildingPoint(x, y), radius: 0.2)
  }
}
