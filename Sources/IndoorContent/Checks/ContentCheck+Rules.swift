import IndoorGuide
import IndoorModel

extension ContentCheck {
  private mutating func hours(_ text: String, of what: String, _ owner: GuideOwner) {
    let subject = "the opening hours \(text.prefix(60)) of \(what)"
    let count = text.utf8.count
    guard count <= OpeningHours.mostBytes else {
      return find(
        .unknownHours, of: owner,
        "\(subject) have \(count) bytes where \(OpeningHours.mostBytes) are read at most, so that it is "
          + "never open; write days of the same hours as one rule, Mo-We,Fr 10:30-17:00")
    }
    guard let hours = OpeningHours(text) else {
      return find(
        .unknownHours, of: owner,
        "\(subject) can't be read, so that it is never open; write them as Mo-We,Fr 10:30-17:00; Dec 25 off"
      )
    }
    if hours.openNever {
      find(
        .neverOpen, of: owner,
        "\(subject) say only when it is closed, so that it is never open; write before that when it is "
          + "open, as Mo-Fr 10:30-17:00, or 24/7 for always")
    }
    if hours.takenBack {
      find(
        .neverOpen, of: owner,
        "\(subject) are closed by later rules on all days that they open on, so that it is never open; "
          + "name the days that it is closed on alone, as Dec 25 off")
    }
  }

  mutating func rules() {
    for rule in content.rules {
      let what = "\(rule.owner.kind.rawValue) \(rule.owner.key)"
      if case .interval(let begin, let end) = rule.when {
        for (verb, text) in [("begins", begin), ("ends", end)] {
          guard let text, !Guide.isTime(text) else { continue }
          find(
            .unknownDate, of: rule.owner,
            "\(what) \(verb) at \(text.prefix(40)), which is no date; write it as 2026-05-01")
        }
        if let end, DateWords.isMidnight(end), Guide.isTime(end) {
          find(
            .badValue, of: rule.owner,
            "\(what) ends at \(end), as spreadsheets' programs write the day \(end.prefix(10)), and so before "
              + "that day; write \(end.prefix(10)) if it is to be shown on it")
        }
      }
      switch rule.when {
      case .interval(let begin?, let end?) where Guide.ends(end, beforeItBegins: begin):
        find(
          .endsBeforeBegins, of: rule.owner,
          "\(what) ends at \(end), before it begins; correct the dates")
      case .interval: continue
      case .hours(let text): hours(text, of: what, rule.owner)
      }
    }
    if let zone = content.collection.zone, ZoneNames.has(zone) == false {
      find(.unknownZone, nil, "the time zone \(zone) isn't known; write it as Europe/Berlin")
    }
  }
}
