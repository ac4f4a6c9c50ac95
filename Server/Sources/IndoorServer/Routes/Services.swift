/// What routes work with.
struct Services: Sendable {
  let store: any VenueStore
  let streams: OpenStreams
  let metrics: ServerMetrics
  let limits: ServerLimits
  let room: BodyRoom
  let writers: VenueWriters
  let jobs = Jobs()
  let belongings: Belongings
  let devices: Devices
  let pages = PlanPages()

  var sessions: LiveSessions { belongings.sessions }
  var plans: PlanShelf { belongings.plans }
  var uploads: Uploads { belongings.uploads }
  var versions: VersionPages { belongings.versions }
}
