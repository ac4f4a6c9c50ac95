import IndoorGeometry
package import IndoorModel

/// How alike a scan and the rows of a radio map are: the cosine of the angle between their powed
/// strengths, 0 to 1. Holds the index, and the room to score one scan after another without
/// allocating.
package struct CosineScores: Sendable {
  /// The index of the map.
  package let index: CosineIndex

  /// Cosine similarity of each row to the last scan, 0 to 1. Shape: rows, or none before the first
  /// scan.
  package private(set) var scores: ContiguousArray<Float> = []

  /// Share of the last scan's strength, powed and faded, that is above the strongest that anybody
  /// heard of the same transmitters, 0 to 1.
  package private(set) var excess: Float = 0

  /// The known transmitters of the last scan and their weighted strengths.
  private var queryTransmitters: ContiguousArray<UInt32> = []
  private var queryValues: ContiguousArray<Float>

  /// Makes room for scores.
  package init(index: CosineIndex) {
    self.index = index
    queryValues = ContiguousArray(repeating: 0, count: index.postingStarts.count)
    queryTransmitters.reserveCapacity(512)
  }

  /// Scores every row against a scan's readings and says how many of their transmitters the map
  /// knows.
  ///
  /// With 0 no score means anything.
  package mutating func match(_ readings: [Reading]) -> Int {
    prepare(readings)
    defer { clear() }
    guard !queryTransmitters.isEmpty else { return 0 }
    var (squares, sum, above) = (Float(0), Float(0), Float(0))
    for transmitter in queryTransmitters {
      let value = queryValues[Int(transmitter)]
      squares += value * value
      sum += value
      above += max(0, value - index.strongest[Int(transmitter)])
    }
    excess = above / sum
    if scores.isEmpty { scores = ContiguousArray(repeating: 0, count: index.rows.count) }
    accumulateProducts()
    let inverseNorm = 1 / max(squares.squareRoot(), .leastNormalMagnitude)
    scores.withUnsafeMutableBufferPointer { scores in
      index.inverseRowNorms.withUnsafeBufferPointer { norms in
        for row in scores.indices { scores[row] *= inverseNorm * norms[row] }
      }
    }
    return queryTransmitters.count
  }

  /// Calls the body with the rows that score at least so much, in their order.
  @inline(__always)
  func forEach(from minimum: Float, _ body: (_ row: Int, _ score: Float) -> Void) {
    scores.withUnsafeBufferPointer { scores in
      let bytes = UnsafeRawBufferPointer(scores)
      for start in stride(from: 0, to: scores.count, by: 4) {
        let end = min(scores.count, start + 4)
        // Few of a large map's rows do, so that four at a time are passed over.
        if end == start + 4 {
          let four = bytes.loadUnaligned(
            fromByteOffset: start * MemoryLayout<Float>.stride, as: SIMD4<Float>.self)
          guard (four .>= minimum).isSetSomewhere else { continue }
        }
        for row in start..<end where scores[row] >= minimum { body(row, scores[row]) }
      }
    }
  }

  /// How many transmitters of a scan the map knows.
  mutating func knownCount(of readings: [Reading]) -> Int {
    prepare(readings)
    defer { clear() }
    return queryTransmitters.count
  }

  /// Looks the readings up; the same transmitter twice counts once, at its strongest.
  private mutating func prepare(_ readings: [Reading]) {
    queryTransmitters.removeAll(keepingCapacity: true)
    for reading in readings {
      guard let transmitter = index.number(of: reading.transmitter) else { continue }
      let fresh = Float(Hearing.share(age: reading.age, of: Hearing.freshness))
      let value = index.powed[Int(reading.rssi) + 128] * fresh
      guard value > 0 else { continue }
      if queryValues[Int(transmitter)] == 0 { queryTransmitters.append(transmitter) }
      queryValues[Int(transmitter)] = max(queryValues[Int(transmitter)], value)
    }
  }

  private mutating func clear() {
    for transmitter in queryTransmitters { queryValues[Int(transmitter)] = 0 }
  }

  private mutating func accumulateProducts() {
    let index = index
    scores.withUnsafeMutableBufferPointer { scores in
      scores.update(repeating: 0)
      index.postingRows.withUnsafeBufferPointer { rows in
        index.postingValues.withUnsafeBufferPointer { values in
          for transmitter in queryTransmitters {
            let strength = queryValues[Int(transmitter)] * (1 / 255)
            let start = Int(index.postingStarts[Int(transmitter)])
            let end = Int(index.postingStarts[Int(transmitter) + 1])
            for entry in start..<end {
              scores[Int(rows[entry])] += strength * Float(values[entry])
            }
          }
        }
      }
    }
  }
}
