import IndoorGeometry
import IndoorModel
import IndoorStorage

/// Walks that stay where their level's plan lay before it was placed elsewhere.
enum StayingWalks {
  /// Metres by which a plan lies elsewhere.
  private static let noticed = 0.1

  /// What is to be said of a level's walks where its plan lies elsewhere than before; `nil` where
  /// it doesn't, or there are none.
  static func sentence(
    _ path: String, _ file: VenueFile, _ placement: PlanPlacement, before: PlanPlacement
  ) -> String? {
    let distances = placement.page.corners.map {
      placement.local(from: $0).distance(to: before.local(from: $0))
    }
    guard let moved = distances.max(), moved > noticed else { return nil }
    let level = placement.level
    let count = ((try? file.walks()) ?? []).count { $0.path.contains { $0.level == level } }
    guard count > 0 else { return nil }
    let isSame = placement.page.box == before.page.box
    return "\(path): \(Counted.text(count, "walk")) of the survey on level \(level.ordinal) "
      + "\(count == 1 ? "stays" : "stay") where the plan lay before; "
      + (isSame
        ? "read those recordings again whose waypoints are points of its page"
        : "walk those again whose waypoints were points of its page")
  }
}
