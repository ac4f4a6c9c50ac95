extension LevelDescription {
  /// The museum's basement: auditorium below the court, cloakroom, workshops and stores.
  static let museumBasement = LevelDescription(
    ordinal: -1, label: "B", name: "Basement",
    outline: ring(
      (14, 4), (60, 4), (60, 36), (56, 40), (20, 40), (14, 34)),
    rooms: [
      Room(
        "B.01", "Lower foyer", "lobby", MuseumShapes.ring4, hole: MuseumShapes.court,
        label: BuildingPoint(40, 18)),
      Room(
        "B.02", "Auditorium", "auditorium", MuseumShapes.court, label: BuildingPoint(40, 33)),
      Room("B.03", "Cloakroom", "room", rectangle(26, 4, 40, 16), label: BuildingPoint(33, 12.6)),
      Room("B.04", "Workshop 1", "classroom", rectangle(40, 4, 50, 16)),
      Room("B.05", "Workshop 2", "classroom", rectangle(50, 4, 60, 16)),
      Room(
        "B.06", "Plant room", "nonpublic", rectangle(14, 4, 26, 14), label: BuildingPoint(20, 12)),
      Room("B.07", "Conservation", "laboratory", rectangle(14, 14, 20, 34)),
    ] + MuseumShapes.core("B", from: 8) + [
      Room("B.15", "Art store", "storage", ring((14, 34), (26, 34), (26, 40), (20, 40))),
      Room("B.16", "Studio", "classroom", rectangle(54, 16, 60, 28)),
      Room(
        "B.17", "Electrical", "nonpublic", ring((54, 36), (60, 36), (56, 40), (54, 40)),
        label: BuildingPoint(56.2, 37.4)),
    ],
    doors: MuseumShapes.coreDoors("B", from: 8, corridor: "B.01") + [
      Door("B.03", "B.01", 33, 16, 5),
      Door("B.04", "B.01", 45, 16, 1.8, .double),
      Door("B.05", "B.01", 52, 16, 1.8, .double),
      Door("B.04", "B.05", 50, 10, 1.8, .double),
      Door("B.01", "B.02", 34, 20, 1.8, .double),
      Door("B.01", "B.02", 46, 20, 1.8, .double),
      Door("B.01", "B.02", 40, 36, 1.8, .double),
      Door("B.06", "B.03", 26, 9, 1.2, .single),
      Door("B.07", "B.10", 20, 23.5, 0.9, .single),
      Door("B.07", "B.13", 20, 32.5, 1.8, .double),
      Door("B.15", "B.01", 26, 37, 1.8, .double),
      Door("B.16", "B.01", 54, 22, 1.8, .double),
      Door("B.17", "B.01", 54, 38, 1, .single),
    ],
    furniture: MuseumShapes.washrooms + MuseumShapes.columns
      + seats
      + [5.2, 7.0, 8.8].map { y in
        Furniture.box(BuildingPoint(28.5, y), BuildingPoint(38.5, y + 0.7))
      }
      + MuseumShapes.plinths(43, 7, 47, 12, 2, 2, size: 1.4)
      + MuseumShapes.plinths(53, 7, 57, 12, 2, 2, size: 1.4)
      + MuseumShapes.plinths(17, 17, 17, 29, 1, 4, size: 1.6)
      + [
        .box(BuildingPoint(35, 34.3), BuildingPoint(45, 35.5)),
        .box(BuildingPoint(15.5, 5.5), BuildingPoint(19, 10)),
        .circle(BuildingPoint(21.5, 7), radius: 1), .circle(BuildingPoint(24, 7), radius: 1),
        .box(BuildingPoint(19.5, 38.2), BuildingPoint(24.5, 39)),
        .box(BuildingPoint(18.5, 35), BuildingPoint(24.5, 35.8)),
        .box(BuildingPoint(56.4, 19), BuildingPoint(58, 25)),
      ])

  /// The auditorium's rows.
  private static let seats: [Furniture] = stride(from: 22.6, through: 31, by: 1.05).flatMap { y in
    [32.2, 41.0].flatMap { x in
      (0..<13).map { i in
        let left = x + Double(i) * 0.58
        return Furniture.box(BuildingPoint(left, y), BuildingPoint(left + 0.5, y + 0.5))
      }
    }
  }
}
