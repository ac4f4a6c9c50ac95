/// What routes work with.
struct Services: Sendable {
  let store: any VenueStore
  let sessions: LiveSessions
  let streams: StreamCounts
  let metrics: ServerMetrics
  let limits: ServerLimits
  let room: BodyRoom
  let writers: VenueWriters
  let jobs = Jobs()
  let uploads: Uploads
  let versions: VersionPages
  let devices: Devices
  let plans: PlanShelf
  let pages = PlanPages()
}
