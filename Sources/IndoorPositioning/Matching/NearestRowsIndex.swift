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
  /// The first row in each slot: rows in the order of their places, a block has as many as there
  /// are lanes. Shape: slots.
  let slotRows: ContiguousArray<UInt32>
  /// The rows that share a slot because they hear the same.
  let equals: EqualRows
  /// What the blocks' rows hear.
  let blocks: RowBlocks
  /// How near the blocks can be at most.
  let bundles: BlockBundles

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
    let equals = EqualRows(map)
    self.equals = equals
    let slots = ContiguousArray(PlaceOrder.rows(of: map).filter { equals.isFirst($0) })
    slotRows = slots
    var most = ContiguousArray<Float>()
    blocks = RowBlocks(
      slots: slots, of: map, values: values, distance: matching.distance, most: &most)
    bundles = BlockBundles(blocks, most: most, transmitters: map.transmitters.count)
  }

  var transmitterCount: Int { rows.transmitterCount }

  /// Bytes that the index takes, all but what names of columns have.
  package var byteCount: Int {
    rows.byteCount + slotRows.count * 4 + equals.byteCount + blocks.byteCount + bundles.byteCount
  }

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
