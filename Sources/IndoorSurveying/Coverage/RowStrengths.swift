import IndoorLibc
import IndoorModel

/// A map's rows as vectors.
struct RowStrengths {
  private let map: RadioMap
  /// By dBm from -128 on.
  private let powed: ContiguousArray<Float>
  /// Shape: rows.
  let norms: ContiguousArray<Float>

  init(_ map: RadioMap) {
    self.map = map
    let powed = ContiguousArray(
      (-128...127).map { Float(pow(max(0, Double($0) + 100) / 100, RowWitnesses.exponent)) })
    norms = ContiguousArray(
      (0..<map.rowCount).map { row in
        let entries = Int(map.rowStarts[row])..<Int(map.rowStarts[row + 1])
        return entries.reduce(Float(0)) { sum, entry in
          let value = powed[Int(map.rssi[entry]) + 128]
          return sum + value * value
        }.squareRoot()
      })
    self.powed = powed
  }

  @inline(__always)
  func forEach(of row: Int, _ body: (_ transmitter: Int, _ strength: Float) -> Void) {
    for entry in Int(map.rowStarts[row])..<Int(map.rowStarts[row + 1]) {
      body(Int(map.transmitterIndices[entry]), powed[Int(map.rssi[entry]) + 128])
    }
  }
}
