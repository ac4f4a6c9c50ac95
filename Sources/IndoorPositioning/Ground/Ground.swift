import IndoorModel

/// What is known of the ground that a device moves over: where one can walk, which way, and where
/// it was surveyed.
struct Ground: Sendable {
  var walkable = GroundGrid()
  var corridors = CorridorField()
  let surveyed: SurveyedGround
  let levels: LevelStack
  /// What lies around the buildings.
  var surroundings = Surroundings()

  /// Whether walls and shops are known.
  var hasWalls: Bool { !walkable.isEmpty }

  /// The same as if nothing had been drawn.
  var withoutWalls: Ground {
    Ground(surveyed: surveyed, levels: levels, surroundings: surroundings)
  }
}
