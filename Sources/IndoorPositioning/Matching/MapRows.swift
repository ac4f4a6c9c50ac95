package import IndoorGeometry
package import IndoorModel

/// A radio map's rows and transmitters as every index of them sees them: numbered and looked up
/// once, however many indices there are.
package struct MapRows: Sendable {
  /// Where each row was taken, in local metres. Shape: rows.
  package let places: ContiguousArray<LocalPoint>
  /// Which of `levels` each row is on. Shape: rows.
  package let levelIndices: ContiguousArray<UInt16>
  /// The levels that rows refer to, ascending.
  package let levels: [LevelKey]
  /// The box around all places; a point where there are none.
  let box: BoundingBox<LocalPoint>
  /// How many transmitters the map numbers.
  let transmitterCount: Int
  /// One below the weakest reading of the map, in dBm: what strengths are counted from.
  let floor: Double
  private let numbers: [Transmitter: UInt32]

  /// Looks through a map.
  package init(_ map: RadioMap) {
    places = ContiguousArray(map.places)
    levelIndices = ContiguousArray(map.levelIndices)
    levels = map.levels
    box =
      BoundingBox(places)
      ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 0, y: 0))
    transmitterCount = map.transmitters.count
    floor = Double(map.rssi.min() ?? -100) - 1
    var numbers: [Transmitter: UInt32] = [:]
    numbers.reserveCapacity(map.transmitters.count)
    for (number, transmitter) in map.transmitters.enumerated() {
      numbers[transmitter] = UInt32(truncatingIfNeeded: number)
    }
    self.numbers = numbers
  }

  /// How many rows there are.
  package var count: Int { places.count }

  /// A transmitter's number in the map; `nil` for one that it doesn't have.
  @inline(__always)
  func number(of transmitter: Transmitter) -> UInt32? { numbers[transmitter] }

  /// Bytes that it takes, all but what names of columns have.
  var byteCount: Int {
    places.count * MemoryLayout<LocalPoint>.stride + levelIndices.count * 2
      + numbers.capacity * MemoryLayout<(Transmitter, UInt32)>.stride
  }
}
