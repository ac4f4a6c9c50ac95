extension LevelDescription {
  /// The museum's ground floor: entrance, café, shop and the first galleries.
  static let museumGround = LevelDescription(
    ordinal: 0, label: "G", name: "Ground floor", outline: MuseumShapes.outline,
    rooms: [
      Room("G.01", "Entrance hall", "lobby", rectangle(26, 0, 54, 16)),
      Room("G.02", "Café", "foodservice", MuseumShapes.southWest, label: BuildingPoint(13, 11)),
      Room("G.03", "Kitchen", "kitchen", rectangle(0, 14, 10, 20)),
      Room("G.04", "Store", "storage", rectangle(10, 14, 20, 20)),
    ] + MuseumShapes.core("G", from: 5) + [
      Room("G.12", "Antiquity", "room", rectangle(0, 20, 20, 34)),
      Room("G.13", "Middle Ages", "room", ring((0, 34), (14, 34), (14, 50), (6, 50), (0, 44))),
      Room("G.14", "Renaissance", "room", rectangle(14, 34, 26, 50)),
      Room("G.15", "Sea charts", "room", rectangle(26, 40, 40, 50)),
      Room("G.16", "Instruments", "room", rectangle(40, 40, 54, 50)),
      Room("G.17", "Shipwrights", "room", rectangle(54, 36, 66, 50)),
      Room("G.18", "East passage", "walkway", MuseumShapes.eastPassage),
      Room("G.19", "Seminar", "classroom", rectangle(54, 14, 60, 22)),
      Room("G.20", "Sculpture hall", "room", MuseumShapes.eastHall),
      Room("G.21", "Museum shop", "room", MuseumShapes.southEast, label: BuildingPoint(63, 10.5)),
      Room(
        "G.22", "Cloister", "walkway", MuseumShapes.ring4, hole: MuseumShapes.court,
        label: BuildingPoint(40, 18)),
      Room(
        "G.23", "Garden court", "unenclosedarea", MuseumShapes.court, label: BuildingPoint(40, 26)),
    ],
    doors: MuseumShapes.coreDoors("G", from: 5, corridor: "G.22") + [
      Door("G.01", nil, 37, 0, 2.4, .double),
      Door("G.01", nil, 43, 0, 2.4, .double),
      Door("G.02", "G.01", 26, 7, 3),
      Door("G.21", "G.01", 54, 7, 2.4, .double),
      Door("G.01", "G.22", 40, 16, 6),
      Door("G.01", "G.22", 31, 16, 2.4),
      Door("G.01", "G.22", 49, 16, 2.4),
      Door("G.03", "G.02", 5, 14, 1, .single),
      Door("G.03", "G.04", 10, 17, 1, .single),
      Door("G.04", "G.12", 15, 20, 1.2, .single),
      Door("G.12", "G.07", 20, 23.5, 0.9, .single),
      Door("G.10", "G.12", 20, 32.5, 2.4),
      Door("G.12", "G.13", 7, 34, 2.4),
      Door("G.13", "G.14", 14, 42, 2.4),
      Door("G.14", "G.15", 26, 45, 2.4),
      Door("G.14", "G.22", 26, 37, 2.4),
      Door("G.15", "G.16", 40, 45, 2.4),
      Door("G.16", "G.17", 54, 45, 2.4),
      Door("G.15", "G.22", 33, 40, 2.4),
      Door("G.16", "G.22", 47, 40, 2.4),
      Door("G.17", "G.20", 63, 36, 2.4),
      Door("G.18", "G.20", 60, 25, 3),
      Door("G.18", "G.22", 54, 25, 3),
      Door("G.19", "G.22", 54, 18, 1.8, .double),
      Door("G.20", "G.21", 67, 14, 2, .double),
      Door("G.23", "G.22", 40, 20, 2, .double),
      Door("G.23", "G.22", 40, 36, 2, .double),
      Door("G.02", nil, 0, 10, 1.8, .double),
      Door("G.17", nil, 66, 43, 1, .emergency),
      Door("G.20", nil, 80, 25, 1.4, .emergency),
      Door("G.13", nil, 10, 50, 1, .emergency),
    ],
    furniture: MuseumShapes.washrooms + MuseumShapes.columns
      + MuseumShapes.tables(8, 3.5, 22, 6.8, 5, 2)
      + MuseumShapes.plinths(4, 24, 15, 30, 3, 2, size: 1.2)
      + MuseumShapes.plinths(4, 38, 10.5, 46, 2, 2) + MuseumShapes.plinths(18, 38, 22, 47, 1, 3)
      + MuseumShapes.plinths(30, 43, 36, 47, 2, 2, size: 1)
      + MuseumShapes.plinths(44, 43, 50, 47, 2, 2, size: 1)
      + MuseumShapes.plinths(58, 40, 62, 47, 1, 3)
      + [19.0, 31.0].flatMap { y in
        [65.0, 70.0, 75.0].map { Furniture.circle(BuildingPoint($0, y), radius: 0.9) }
      }
      + [
        .box(BuildingPoint(30, 5), BuildingPoint(31.2, 11)),
        .box(BuildingPoint(31.6, 6), BuildingPoint(32.2, 6.6)),
        .box(BuildingPoint(31.6, 9), BuildingPoint(32.2, 9.6)),
        .box(BuildingPoint(48, 4), BuildingPoint(49.2, 4.6)),
        .box(BuildingPoint(48, 11), BuildingPoint(49.2, 11.6)),
        .box(BuildingPoint(0.7, 18.4), BuildingPoint(9.4, 19.2)),
        .box(BuildingPoint(2, 15.6), BuildingPoint(6.5, 16.6)),
        .circle(BuildingPoint(40, 31), radius: 1.8), .circle(BuildingPoint(40, 31), radius: 2.2),
        .box(BuildingPoint(33, 22.5), BuildingPoint(37, 25)),
        .box(BuildingPoint(43, 22.5), BuildingPoint(47, 25)),
        .box(BuildingPoint(33, 31), BuildingPoint(36.5, 34)),
        .box(BuildingPoint(43.5, 31), BuildingPoint(47, 34)),
        .box(BuildingPoint(56, 15.5), BuildingPoint(57.2, 18)),
      ]
      + MuseumShapes.plinths(58, 4, 70, 7.5, 4, 2, size: 1.1))
}
