import IndoorGeometry

extension ParticleFilter {
  /// A particle from the scan's likelihood: at one of its rows, as often as the row's weight, under the kernel.
  mutating func draw(
    _ likelihood: ScanLikelihood, index: RadioIndex, weight: Float, inherits: Bool
  ) -> Particle {
    let row = likelihood.row(at: random.uniform())
    let sigma = Float(likelihood.kernel)
    let place = index.places[row]
    let level = Int(index.levelIndices[row])
    var (x, y) = (Float(place.x), Float(place.y))
    for _ in 0..<4 {
      let (a, b) = random.normals()
      (x, y) = (Float(place.x) + sigma * a, Float(place.y) + sigma * b)
      if walkable.kind(x: x, y: y, level: level) != WalkableGrid.Cell.blocked.rawValue { break }
    }
    var particle = Particle(
      x: x, y: y, offset: 0, scale: 0, weight: weight, level: Int32(level))
    if inherits, random.uniform() < Float(parameters.inherit) {
      // How the device is held and how its walker steps has nothing to do with where they are.
      let other = particles[Int(random.uniform() * Float(particles.count))]
      (particle.offset, particle.scale) = (other.offset, other.scale)
    } else {
      particle.offset = newOffset()
      particle.scale = 1 + Float(parameters.scaleSigma) * random.normal()
    }
    return particle
  }

  mutating func normalise() {
    var sum: Float = 0
    for particle in particles { sum += particle.weight }
    // Where every weight has vanished nothing is known of which is better.
    let factor = sum > 0 && sum.isFinite ? 1 / sum : 0
    for i in particles.indices {
      particles[i].weight = factor > 0 ? particles[i].weight * factor : 1 / Float(particles.count)
    }
  }

  /// Systematic resampling (Kitagawa 1996, doi:10.1080/10618600.1996.10474692) of particles whose weights sum to 1.
  mutating func resample(to count: Int) {
    spare.removeAll(keepingCapacity: true)
    let step = 1 / Float(count)
    var target = random.uniform() * step
    var next = 0
    var cumulative = particles[0].weight
    for _ in 0..<count {
      while target > cumulative, next < particles.count - 1 {
        next += 1
        cumulative += particles[next].weight
      }
      var particle = particles[next]
      particle.weight = 1 / Float(parameters.count)
      spare.append(particle)
      target += step
    }
    swap(&particles, &spare)
  }
}
