/// What is kept beside a venue's file, and goes with it: another venue may get its id.
struct Belongings: Sendable {
  let sessions: LiveSessions
  let plans: PlanShelf
  let uploads: Uploads
  let versions: VersionPages

  /// The venues that something is kept of.
  func venues() async -> Set<String> {
    let kept = try? await Blocking.run { plans.venues + uploads.venues + versions.venues }
    return Set(kept ?? []).filter(VenueFolder.isID).union(sessions.venues)
  }

  /// Forgets what belongs to a venue that is gone.
  func forget(_ venue: String) async {
    await sessions.endAll(in: venue)
    try? await Blocking.run {
      plans.removeAll(of: venue)
      uploads.removeAll(of: venue)
      versions.removeAll(of: venue)
    }
  }
}
