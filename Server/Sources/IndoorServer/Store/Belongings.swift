/// What is kept beside a venue's file, and goes with it: another venue may get its id.
struct Belongings: Sendable {
  let sessions: LiveSessions
  let plans: PlanShelf
  let uploads: Uploads
  let versions: VersionPages

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
