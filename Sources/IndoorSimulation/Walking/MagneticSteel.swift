import IndoorGeometry

/// How a level's steel bends the Earth's field: some 5 µT a component, over a few metres.
///
/// A smooth random field in place of real beams: what matters to a compass is how far and over
/// which distance it is led astray.
struct MagneticSteel: Sendable {
  private let components: [SmoothField]

  init(level: Int, seed: UInt64) {
    var generator = SimulationRandom(seed: seed, for: "steel \(level)")
    components = (0..<3).map { _ in SmoothField(length: 3, generator: &generator) }
  }

  /// East, north and up, in µT.
  func field(at place: LocalPoint, isInLift: Bool) -> (Double, Double, Double) {
    let scale = isInLift ? 14.0 : 5
    return (
      scale * components[0].value(at: place), scale * components[1].value(at: place),
      scale * components[2].value(at: place)
    )
  }
}
