import IndoorGeometry

/// What positions, plans and people know better than a compass. Each corrects the offset between
/// gyroscope and north, so that its worth outlasts it.
extension HeadingFilter {
  /// Somebody says where the device faces: a tap on the map, a waypoint with a view. Works without
  /// a compass, too.
  package mutating func update(heading: MagneticHeading) {
    guard tilt.hasTilt else { return }
    // Heading is clockwise and offset isn't: facing = facing in the tilt frame − offset.
    aid(tilt.attitude.facing - Angle.radians(heading.degrees), .heading, heading.accuracy)
  }

  /// Where the device moves over ground, from positions; teaches how it is carried, too.
  package mutating func update(course: MagneticHeading) {
    guard tilt.hasTilt else { return }
    aid(tilt.attitude.facing - Angle.radians(course.degrees), .course, course.accuracy)
  }

  /// Along which axis the device moves, a corridor's, either way: the way nearer to its course.
  /// Left out where that is no clear answer.
  ///
  /// - Returns: Whether it was of use.
  @discardableResult
  package mutating func update(corridor axis: MagneticHeading) -> Bool {
    guard let course, course.accuracy < 40 else { return false }
    var stray = Angle.degrees(Angle.wrapped(Angle.radians(axis.degrees - course.degrees)))
    if stray > 90 { stray -= 180 }
    if stray < -90 { stray += 180 }
    guard abs(stray) < 45 else { return false }
    update(course: MagneticHeading(degrees: course.degrees + stray, accuracy: axis.accuracy))
    return true
  }

  private mutating func aid(
    _ offset: Double, _ sight: NorthEstimate.Sight, _ accuracy: Double
  ) {
    let deviation = Angle.radians(accuracy)
    guard offset.isFinite, deviation.isFinite, deviation > 0 else { return }
    compass.aid(Angle.wrapped(offset), sight, variance: deviation * deviation)
    refresh()
  }
}
