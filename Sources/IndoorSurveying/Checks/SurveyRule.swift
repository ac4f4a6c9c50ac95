/// What is looked for in a survey. The raw value is a stable code; worst rules first.
public enum SurveyRule: String, Hashable, Sendable, CaseIterable {
  // What puts scans where they were not taken.

  /// Two waypoints that nobody can walk between in their time.
  case impossibleSpeed = "impossible-speed"
  /// A waypoint outside of its level's outline.
  case waypointOutside = "waypoint-outside"
  /// A waypoint or scan on a level that the venue doesn't have.
  case unknownLevel = "unknown-level"
  /// A walk whose scans are like those of another level.
  case wrongLevel = "wrong-level"
  /// A recording whose clock was set back on the way.
  case clockJump = "clock-jump"

  // What makes positions worse.

  /// A recording with a pause that its scans were placed across.
  case silence = "silence"
  /// A waypoint where the venue says nobody can walk.
  case waypointNotWalkable = "waypoint-not-walkable"
  /// Scans that no waypoint says the place of.
  case unplacedScans = "unplaced-scans"
  /// A walk with scans that heard nothing.
  case emptyScans = "empty-scans"
  /// A walk with scans of another one, at the same times: a recording that is there twice.
  case duplicateWalk = "duplicate-walk"
  /// Scans that repeat another one reading by reading.
  case duplicateScans = "duplicate-scans"
  /// A walk most of whose readings are remembered, not heard.
  case staleEntries = "stale-entries"
  /// A recording whose first scans hear a few transmitters where later ones hear many.
  case coldStart = "cold-start"
  /// Ground where scans are more like the next level's than like their own's.
  case hearsNextLevel = "hears-next-level"
  /// A level that nobody surveyed.
  case levelNotSurveyed = "level-not-surveyed"
  /// Ground that people walk on and no scan was taken near.
  case coverageGap = "coverage-gap"
  /// Strengths that nothing but one phone gives.
  case strengthOfOneDevice = "one-device-strength"
  /// A phone that hears everything stronger or weaker than the others.
  case deviceOffset = "device-offset"
  /// An address that stands for none, under which several transmitters may hide.
  case placeholderAddress = "placeholder-address"
  /// A transmitter that comes along with a walk, as a phone's hotspot does.
  case likelyHotspot = "likely-hotspot"
  /// A transmitter that stood somewhere else before.
  case transmitterMoved = "transmitter-moved"
  /// A transmitter that later walks past its place don't hear any more.
  case transmitterGone = "transmitter-gone"

  // What is good to know.

  /// A transmitter that earlier walks past its place didn't hear.
  case transmitterNew = "transmitter-new"
  /// A transmitter that one walk heard and others on the same day, past the same place, didn't.
  case transmitterOfOneWalk = "transmitter-one-walk"
  /// A transmitter that one phone hears and others at the same places don't.
  case transmitterOfOneDevice = "one-device-transmitter"
  /// Surveyed cells with fewer scans than make a good mean.
  case fewScans = "few-scans"
  /// Surveyed cells that were walked in one direction only.
  case oneDirection = "one-direction"
  /// Transmitters that are several names of one radio.
  case virtualTransmitters = "virtual-transmitters"
  /// A level without an outline, where nobody can say what is not covered.
  case noGround = "no-ground"

  /// How much its findings matter.
  public var severity: SurveySeverity {
    switch self {
    case .impossibleSpeed, .waypointOutside, .unknownLevel, .wrongLevel, .clockJump: .error
    case .silence, .waypointNotWalkable, .unplacedScans, .emptyScans, .duplicateWalk,
      .duplicateScans, .staleEntries, .coldStart, .hearsNextLevel, .levelNotSurveyed, .coverageGap,
      .strengthOfOneDevice, .deviceOffset, .placeholderAddress,
      .likelyHotspot, .transmitterMoved, .transmitterGone:
      .warning
    case .transmitterNew, .transmitterOfOneWalk, .transmitterOfOneDevice, .fewScans, .oneDirection,
      .virtualTransmitters, .noGround:
      .info
    }
  }

  /// What it finds, as a heading.
  public var title: String {
    switch self {
    case .impossibleSpeed: "waypoints that nobody can walk between in their time"
    case .waypointOutside: "waypoints outside of the level"
    case .unknownLevel: "levels that the venue doesn't have"
    case .wrongLevel: "walks that heard another level"
    case .clockJump: "clocks that were set back"
    case .silence: "pauses in a recording"
    case .waypointNotWalkable: "waypoints where nobody can walk"
    case .unplacedScans: "scans without a place"
    case .emptyScans: "scans that heard nothing"
    case .duplicateWalk: "walks that are there twice"
    case .duplicateScans: "scans that repeat another"
    case .staleEntries: "readings remembered, not heard"
    case .coldStart: "recordings that began too soon"
    case .hearsNextLevel: "ground that hears the next level"
    case .levelNotSurveyed: "levels without a survey"
    case .coverageGap: "ground without a scan"
    case .strengthOfOneDevice: "strengths that one phone alone gives"
    case .deviceOffset: "phones that hear differently"
    case .placeholderAddress: "addresses that are none"
    case .likelyHotspot: "transmitters that came along"
    case .transmitterMoved: "transmitters that moved"
    case .transmitterGone: "transmitters that are gone"
    case .transmitterNew: "new transmitters"
    case .transmitterOfOneWalk: "transmitters of one walk only"
    case .transmitterOfOneDevice: "transmitters of one phone only"
    case .fewScans: "cells with few scans"
    case .oneDirection: "cells walked in one direction only"
    case .virtualTransmitters: "radios of many names"
    case .noGround: "levels whose ground isn't known"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .impossibleSpeed:
      "one of the waypoints has a wrong place, level or time: mend the recording, or leave the walk out and walk it again"
    case .waypointOutside:
      "check the waypoint, the plan's placement if it was set on a plan, and the level's outline"
    case .unknownLevel: "import the level, or mend the recording's level"
    case .wrongLevel:
      "the recording's header or waypoints name the wrong level: mend it and import it again"
    case .clockJump: "set the phone's clock before the walk, not on it; walk it again"
    case .silence:
      "keep the recorder in front and the screen on, and set a waypoint before and after each pause"
    case .waypointNotWalkable:
      "check the waypoint; where it is right, give the venue the door or the unit's category that lets people in"
    case .unplacedScans: "set a waypoint at the start and the end of the walk, and at every turn"
    case .emptyScans: "check that Wi-Fi, Bluetooth and the location permission were on"
    case .duplicateWalk:
      "one may be a copy of the other, as of a recording that was interrupted or of two phones: look at both, and remove the one that is too many, named by its hash"
    case .duplicateScans:
      "the system handed out an old scan again, or a row was exported twice: scan less often, or drop the copies"
    case .staleEntries:
      "they fade in the radio map and leave it thin; turn off the system's scan throttling while surveying"
    case .coldStart:
      "start the recorder, stand for ten seconds until it has scanned twice, and only then set the first waypoint and walk"
    case .hearsNextLevel:
      "an open hall or gallery: walk it again on both levels, as positions there may be put on the wrong one"
    case .levelNotSurveyed: "walk it, or positions there will be put on another level"
    case .coverageGap:
      "walk there: the survey's coverage proposes the path; a scan is usable unless other walks passed within 5 m of it and heard nothing like it"
    case .strengthOfOneDevice:
      "that phone's driver reports what can't be: survey with another one, or leave its walks out"
    case .deviceOffset: "survey a piece with both phones, and prefer the kind that users carry"
    case .placeholderAddress:
      "forget them in the radio map, and give the recorder the permission to read addresses"
    case .likelyHotspot: "turn off tethering on the survey's phones; what moves can't tell a place"
    case .transmitterMoved:
      "survey again around both places, and leave the walks before the move out"
    case .transmitterGone:
      "survey again where several are gone: the next radio map leaves out, and names, those that the last two walks within 10 m missed, or walks of a month later; those that were heard without a date alone it has until they are forgotten in it"
    case .transmitterNew: "nothing, if the older walks are renewed in time"
    case .transmitterOfOneWalk: "nothing: a visitor's device, most likely; a second walk would tell"
    case .transmitterOfOneDevice: "nothing, if users carry both kinds of phone"
    case .fewScans: "walk slower, or the same way again"
    case .oneDirection: "walk the way back too"
    case .virtualTransmitters: "nothing: their readings say one thing together, not many"
    case .noGround:
      "import the venue's drawing to see what is not covered; where its outline is an airfield's, one of what "
        + "is built"
    }
  }
}
