import IndoorModel
import IndoorSurveying

extension LeaveOut {
  /// What is to be said of a survey all of which goes where this is left out.
  func sentence(ofNothing map: RadioMap, _ walks: [WalkLabel]) -> String {
    let isOneWalk = LeaveOut.walks.leavesNothing(of: map, walks: walks)
    let instead = isOneWalk ? "" : "leave out walks, or "
    return switch self {
    case .walks:
      "all that the map is made of is one walk, so leaving it out leaves no map; survey another "
        + "walk, or leave out scans, which flatters"
    case .devices:
      "all walks are of one device, or don't name theirs, so leaving it out leaves no map; "
        + "\(instead)survey with another device"
    case .days:
      "all walks are of one day, so leaving it out leaves no map; \(instead)survey on "
        + "another day"
    case .areas:
      "all that was surveyed lies in one square of \(Int(Self.areaSide)) m, so leaving it out leaves "
        + "no map; \(instead)survey more of the venue"
    case .scans: "the map has one scan alone, so leaving it out leaves no map; survey more"
    }
  }
}

extension LeaveOut {
  /// What is to be said where single scans are left out of a survey of one walk.
  static func sentence(ofOneWalkIn path: String) -> String {
    "\(path): all that the map is made of is one walk, so what flatters stands without what leaving "
      + "out walks comes to; survey another walk"
  }
}

extension AuthoringError {
  static func nothingLeft(
    _ path: String, without kind: LeaveOut, _ map: RadioMap, _ walks: [WalkLabel]
  ) -> AuthoringError {
    AuthoringError(.nothingLeft, "\(path): \(kind.sentence(ofNothing: map, walks))")
  }
}
