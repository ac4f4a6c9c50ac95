import ArgumentParser
import IndoorAuthoring

/// `indoor guide list items|groups|tours|fields|codes VENUE.gpkg`
struct GuideListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "List a guide's items, groups, tours, fields or codes, nearest first where somebody is somewhere.",
    discussion: """
      Near a place, rows come by their cost in metres: straight ones along the ground, 33⅓ for each level of difference, 200 \
      for another building. What has no place comes last. Without a place rows come in the source's order.
      """)

  /// What can be listed.
  enum Noun: String, ExpressibleByArgument, CaseIterable {
    case items, groups, tours, fields, codes
  }

  /// What items can be put under.
  enum Heading: String, ExpressibleByArgument, CaseIterable {
    case building
  }

  @Argument(help: "items, groups, tours, fields or codes.")
  var noun: Noun

  @OptionGroup var question: GuideQuestionOptions

  @Option(
    help: ArgumentHelp(
      "Items in a group and in those within it, by its key or label.", valueName: "key"))
  var group: String?

  @Option(
    parsing: .unconditional, help: "Items on the level of this ordinal, and those on all levels.")
  var level: Int?

  @Option(help: "Items of one kind: object, exhibition.")
  var kind: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Nearest first from here; N is the level's ordinal.", valueName: "lat,lon[,n]"))
  var near: String?

  @Option(help: ArgumentHelp("Items that are open or shown then, ISO 8601.", valueName: "time"))
  var openAt: String?

  @Option(help: "Put items under their buildings.")
  var by: Heading?

  @Option(
    name: .customLong("in"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Items whose field has the text anywhere in it: FIELD TEXT.", valueName: "field text"))
  var contained: [String] = []

  @OptionGroup var page: GuidePageOptions

  func validate() throws {
    if let near, GuideWords.position(near) == nil {
      throw ValidationError(
        "--near is written LAT,LON or LAT,LON,N, with decimal points: 48.86,2.33.")
    }
    _ = try Usage.reading { try GuideWords.filter(openAt: openAt) }
    if contained.count == 1 { throw ValidationError("--in takes a field and a text.") }
    if noun != .items,
      by != nil || !contained.isEmpty || openAt != nil || group != nil || level != nil
        || kind != nil
    {
      throw ValidationError("Only items are listed by group, level, kind, time, building or text.")
    }
    try Usage.check(idle: [
      ("--near", near != nil && ![.items, .groups].contains(noun), "items and groups"),
      ("--after", page.after != nil && by != nil, "lists without --by"),
    ])
  }

  func run() throws { try question.ask(answer) }

  private func answer(_ asking: AskGuide) throws -> GuideAnswer {
    let (limit, after) = (page.count, page.after)
    switch noun {
    case .items:
      let filter = try GuideWords.filter(
        group: group, level: level, kind: kind, openAt: openAt, contained: contained)
      return by == nil
        ? try asking.items(filter, near: near, limit: limit, after: after)
        : try asking.buildings(filter, near: near, limit: limit)
    case .groups: return try asking.groups(near: near, limit: limit, after: after)
    case .tours: return try asking.tours(limit: limit, after: after)
    case .fields: return try asking.fields(limit: limit, after: after)
    case .codes: return try asking.codes(limit: limit, after: after)
    }
  }
}
