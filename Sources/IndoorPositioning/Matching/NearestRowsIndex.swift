import IndoorGeometry
import IndoorLibc
package import IndoorModel

/// A radio map's rows in blocks of neighbouring places, and for each block and transmitter an upper
/// bound of what its rows hear, so that most of a map is passed over without looking at a row.
///
/// What a block's rows don't hear takes no space; what some of them hear is a lane for each of
/// them.
package struct NearestRowsIndex: Sendable {
  /// What all indices of the map know of its rows.
  package let rows: MapRows
  /// How scans are compared with rows.
  package let matching: Matching
  /// What each dBm from -128 to 127 becomes, 0 to 1.
  let values: ContiguousArray<Float>
  /// The row in each slot: rows in the order of their places, a block has as many as there are
  /// lanes. Shape: rows.
  let slotRows: ContiguousArray<UInt32>
  /// What the blocks' rows hear.
  let blocks: RowBlocks

  /// Indexes a map.
  ///
  /// - Parameters:
  ///   - rows: the map's, where they are known already.
  ///   - matching: another one than the map's own.
  package init(map: RadioMap, rows: MapRows? = nil, matching: Matching? = nil) {
    let matching = matching ?? map.matching
    let rows = rows ?? MapRows(map)
    self.matching = matching
    self.rows = rows
    values = Self.values(of: matching.representation, above: rows.floor)
    slotRows = PlaceOrder.rows(of: map)
    blocks = RowBlocks(slots: slotRows, of: map, values: values, distance: matching.distance)
  }

  var transmitterCount: Int { rows.transmitterCount }

  /// Bytes that the index takes, all but what names of columns have.
  package var byteCount: Int { rows.byteCount + slotRows.count * 4 + blocks.byteCount }

  private static func values(
    of representation: Matching.Representation, above floor: Double
  ) -> ContiguousArray<Float> {
    ContiguousArray(
      (-128...127).map { dBm in
        let above = max(0, Double(dBm) - floor)
        let range = max(1, -floor)
        switch representation {
        case .powed(let exponent): return Float(pow(min(1, above / range), exponent))
        case .exponential(let scale):
          return above > 0 ? Float(exp((min(above, range) - range) / scale)) : 0
        }
      })
  }
}
