public import IndoorGeometry

/// A venue's radio map: reference points, and what is heard at each, row after row.
///
/// Row r is heard at `places[r]` on `levels[levelIndices[r]]`; its entries are those at
/// `rowStarts[r]..<rowStarts[r + 1]` in `transmitterIndices` and `rssi`, in ascending order of
/// transmitter.
public struct RadioMap: Hashable, Sendable {
  /// The levels that rows refer to, ascending.
  public var levels: [LevelKey]
  /// The transmitters that entries refer to.
  public var transmitters: [Transmitter]
  /// Where each row was taken, in local metres. Shape: rows.
  public var places: [LocalPoint]
  /// Which of `levels` each row is on. Shape: rows.
  public var levelIndices: [UInt16]
  /// Which recording each row is of, counted from 0, so that whole walks can be left out. Shape:
  /// rows.
  public var walks: [UInt32]
  /// Where each row's entries begin, and after the last row where they end. Shape: rows + 1.
  public var rowStarts: [UInt32]
  /// Which of `transmitters` each entry is of. Shape: entries.
  public var transmitterIndices: [UInt32]
  /// Strength of each entry, in dBm. Shape: entries.
  public var rssi: [Int8]
  /// How scans are best compared with its rows.
  public var matching: Matching

  /// Metres from the origin that no place on Earth is beyond.
  private static let farthest = 1e8

  /// Makes a map of its columns, or `nil` where their shapes or indices contradict each other, or a
  /// place is not on Earth.
  public init?(
    levels: [LevelKey], transmitters: [Transmitter], places: [LocalPoint], levelIndices: [UInt16],
    walks: [UInt32], rowStarts: [UInt32], transmitterIndices: [UInt32], rssi: [Int8],
    matching: Matching = .literature
  ) {
    let rows = places.count
    guard levelIndices.count == rows, walks.count == rows, rowStarts.count == rows + 1,
      rowStarts.first == 0, rowStarts.last.map(Int.init) == transmitterIndices.count,
      rssi.count == transmitterIndices.count,
      zip(rowStarts, rowStarts.dropFirst()).allSatisfy({ $0 <= $1 }),
      levelIndices.allSatisfy({ Int($0) < levels.count }),
      transmitterIndices.allSatisfy({ Int($0) < transmitters.count }),
      places.allSatisfy({ abs($0.x) < Self.farthest && abs($0.y) < Self.farthest }),
      matching.isValid
    else { return nil }
    self.levels = levels
    self.transmitters = transmitters
    self.places = places
    self.levelIndices = levelIndices
    self.walks = walks
    self.rowStarts = rowStarts
    self.transmitterIndices = transmitterIndices
    self.rssi = rssi
    self.matching = matching
  }

  /// How many reference points there are.
  public var rowCount: Int { places.count }

  /// The entries of a row, as a range into `transmitterIndices` and `rssi`.
  public func entries(of row: Int) -> Range<Int> {
    Int(rowStarts[row])..<Int(rowStarts[row + 1])
  }
}
