import IndoorGeometry

/// Where a walker is at one moment, and what the body does to the phone.
struct TrackSample {
  /// Seconds from the walk's beginning.
  var time: Double
  var place: LocalPoint
  /// Metres above the ground floor.
  var elevation: Double
  /// Which level counts as the walker's.
  var level: Int
  /// Where the body faces, in radians clockwise from north.
  var course: Double
  /// Acceleration of the body, in m/s²: upwards and forwards.
  var up = 0.0
  var forward = 0.0
  /// Phase of the gait in radians, two steps a turn.
  var gait = 0.0
  /// Whether the steel of a lift's car is around.
  var isInLift = false
}

/// A walk at 50 Hz, and the moments when a surveyor would note where he is.
struct Track {
  var samples: [TrackSample] = []
  /// Indices into `samples`.
  var waypoints: [Int] = []
  static let interval = 0.02
}
