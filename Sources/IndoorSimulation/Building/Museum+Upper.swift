extension LevelDescription {
  /// The museum's first floor: galleries, library and roof terrace around two voids.
  static let museumUpper = LevelDescription(
    ordinal: 1, label: "1", name: "First floor", outline: MuseumShapes.outline,
    rooms: [
      Room("1.01", "Library", "library", rectangle(26, 0, 34, 16), label: BuildingPoint(30, 8)),
      Room("1.02", "Void", "opentobelow", rectangle(34, 0, 46, 12)),
      Room("1.03", "Balcony", "walkway", rectangle(34, 12, 46, 16)),
      Room("1.04", "Reading room", "room", rectangle(46, 0, 54, 16)),
      Room(
        "1.05", "Impressions", "room", MuseumShapes.southWest, label: BuildingPoint(13, 7)),
      Room("1.06", "Landscapes", "room", rectangle(0, 14, 20, 34)),
    ] + MuseumShapes.core("1", from: 7) + [
      Room(
        "1.14", "Modern hall", "room", ring((0, 34), (26, 34), (26, 50), (6, 50), (0, 44)),
        label: BuildingPoint(13, 42)),
      Room("1.15", "Photography", "room", rectangle(26, 40, 54, 50)),
      Room("1.16", "Design", "room", rectangle(54, 36, 66, 50)),
      Room("1.17", "East passage", "walkway", MuseumShapes.eastPassage),
      Room("1.18", "Office", "office", rectangle(54, 14, 60, 22)),
      Room("1.19", "Contemporary art", "room", MuseumShapes.eastHall),
      Room(
        "1.20", "Roof terrace", "terrace", MuseumShapes.southEast, label: BuildingPoint(63, 7)),
      Room(
        "1.21", "Upper cloister", "walkway", MuseumShapes.ring4, hole: MuseumShapes.court,
        label: BuildingPoint(40, 38)),
      Room("1.22", "Void", "opentobelow", MuseumShapes.court),
    ],
    doors: MuseumShapes.coreDoors("1", from: 7, corridor: "1.21") + [
      Door("1.01", "1.21", 30, 16, 1.8, .double),
      Door("1.03", "1.21", 40, 16, 8),
      Door("1.04", "1.21", 50, 16, 1.8, .double),
      Door("1.01", "1.03", 34, 14, 1, .single),
      Door("1.04", "1.03", 46, 14, 1, .single),
      Door("1.20", "1.04", 54, 7, 1.8, .double),
      Door("1.05", "1.01", 26, 7, 2),
      Door("1.05", "1.06", 10, 14, 2.4),
      Door("1.06", "1.09", 20, 23.5, 0.9, .single),
      Door("1.12", "1.06", 20, 32.5, 2.4),
      Door("1.06", "1.14", 7, 34, 2.4),
      Door("1.14", "1.21", 26, 37, 2.4),
      Door("1.14", "1.15", 26, 45, 2.4),
      Door("1.15", "1.21", 33, 40, 2.4),
      Door("1.15", "1.21", 47, 40, 2.4),
      Door("1.15", "1.16", 54, 45, 2.4),
      Door("1.16", "1.19", 63, 36, 2.4),
      Door("1.17", "1.19", 60, 25, 3),
      Door("1.17", "1.21", 54, 25, 3),
      Door("1.18", "1.21", 54, 18, 1, .single),
      Door("1.20", "1.19", 67, 14, 1.8, .double),
    ],
    furniture: MuseumShapes.washrooms + MuseumShapes.columns
      + [2.0, 4.5, 11.0, 13.5].map { y in
        Furniture.box(BuildingPoint(27.2, y), BuildingPoint(32, y + 0.6))
      }
      + MuseumShapes.plinths(49, 4, 51.5, 12.5, 1, 2, size: 1.8)
      + MuseumShapes.plinths(7, 18.5, 14, 29.5, 1, 2, size: 1.6)
      + [
        .box(BuildingPoint(9.5, 3.2), BuildingPoint(16.5, 3.4)),
        .box(BuildingPoint(9.5, 10.6), BuildingPoint(16.5, 10.8)),
        .box(BuildingPoint(6, 38), BuildingPoint(6.2, 46)),
        .box(BuildingPoint(19.8, 38), BuildingPoint(20, 46)),
        .box(BuildingPoint(31, 45.2), BuildingPoint(37, 45.4)),
        .box(BuildingPoint(43, 45.2), BuildingPoint(49, 45.4)),
        .circle(BuildingPoint(66, 20), radius: 1.3), .circle(BuildingPoint(73, 29), radius: 1.8),
        .box(BuildingPoint(55.8, 15.4), BuildingPoint(57.4, 16.2)),
        .box(BuildingPoint(55.8, 19.8), BuildingPoint(57.4, 20.6)),
      ]
      + MuseumShapes.plinths(58, 40, 62, 47, 1, 3)
      + MuseumShapes.tables(58, 3, 69, 3, 4, 1))
}
