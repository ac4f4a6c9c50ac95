import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// A walk's scan as it is heard, with what it is compared by.
struct HeardScan {
  /// The walk's number.
  let walk: UInt32
  /// The device model, where known.
  let device: String?
  /// Where it was taken.
  let place: LocalPoint
  let level: LevelKey
  /// What it heard.
  let readings: [Reading]
  /// Whole decibels that the device reads more than the map.
  let offset: Int

  /// Those of walks, in their order, without what they are to hear nothing of.
  static func all(
    of walks: [SurveyWalk], unheard: Set<Transmitter>, offsets: LearnedOffsets?
  ) -> [Self] {
    var scans: [Self] = []
    for (number, walk) in walks.enumerated() {
      let offset = offsets?.correction(of: walk.device) ?? 0
      walk.forEachHeard { fingerprint, heard in
        scans.append(
          Self(
            walk: UInt32(truncatingIfNeeded: number), device: walk.device,
            place: fingerprint.place, level: fingerprint.level,
            readings: heard.filter { !unheard.contains($0.transmitter) }, offset: offset))
      }
    }
    return scans
  }
}
