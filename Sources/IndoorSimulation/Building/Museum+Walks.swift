import IndoorModel

extension WalkPlan {
  /// The museum's survey: each level in pieces, most of them once each way, and the ways between
  /// levels.
  public static let museumSurvey: [WalkPlan] = {
    let pieces: [(String, [String])] = [
      ("ground-entrance", ["G.01", "G.02", "G.03", "G.04", "G.12"]),
      ("ground-west", ["G.22", "G.14", "G.13", "G.12", "G.10"]),
      ("ground-north", ["G.22", "G.15", "G.16", "G.17"]),
      ("ground-east", ["G.18", "G.20", "G.21", "G.01"]),
      ("ground-cloister", ["G.01", "G.22", "G.23", "G.19", "G.08", "G.09"]),
      ("upper-south", ["1.21", "1.01", "1.03", "1.04", "1.20"]),
      ("upper-west", ["1.01", "1.05", "1.06", "1.12", "1.21"]),
      ("upper-north", ["1.21", "1.14", "1.15", "1.16"]),
      ("upper-east", ["1.16", "1.19", "1.17", "1.18", "1.21"]),
      ("basement-foyer", ["B.01", "B.03", "B.06", "B.04", "B.05"]),
      ("basement-auditorium", ["B.01", "B.02", "B.16", "B.17"]),
      ("basement-west", ["B.01", "B.13", "B.07", "B.15", "B.11", "B.12"]),
    ]
    var plans = pieces.map { ("survey-\($0.0)", $0.1, false) }
    // The large pieces again, backwards, by somebody else with another phone.
    for index in [0, 1, 6] {
      plans.append(("survey-\(pieces[index].0)-again", pieces[index].1.reversed(), false))
    }
    plans.append(("survey-stairs-a", ["B.13", "G.10", "1.12"], false))
    plans.append(("survey-lift", ["1.12", "B.13", "G.10"], true))
    return plans.enumerated().map { index, plan in
      WalkPlan(
        id: plan.0, stops: plan.1.map { .unit("room-\($0)") },
        start: Timestamp(milliseconds: surveyDay + Int64(index) * 600_000), phone: index % 2,
        surveyor: index % 2 == 0 ? "A" : "B", isSurvey: true, recordsMotion: index % 15 == 0,
        prefersLift: plan.2)
    }
  }()

  /// The museum's visitors, whose phones the survey has never seen.
  public static let museumVisits: [WalkPlan] = {
    let walks: [(String, [String], Bool)] = [
      ("visit-galleries", ["G.01", "G.15", "G.17", "G.20", "G.21", "G.01"], false),
      ("visit-stairs", ["G.01", "G.12", "1.12", "1.14", "1.15"], false),
      ("visit-lift", ["1.15", "1.14", "B.01", "B.03", "G.10", "G.01"], true),
      ("visit-upper", ["1.20", "1.04", "1.03", "1.01", "1.05", "1.06", "1.14"], false),
      ("visit-lecture", ["B.03", "B.02", "B.16", "G.18", "G.20"], false),
    ]
    return walks.enumerated().map { index, walk in
      WalkPlan(
        id: walk.0, stops: walk.1.map { .unit("room-\($0)") },
        start: Timestamp(milliseconds: visitDay + Int64(index) * 1_800_000), phone: 2 + index % 3,
        surveyor: "", isSurvey: false, prefersLift: walk.2)
    }
  }()

  /// 1 June 2026, 7:00 UTC, and 20 July 2026, 10:00 UTC, in milliseconds.
  private static let surveyDay: Int64 = 1_780_297_200_000
  private static let visitDay: Int64 = 1_784_541_600_000
}
