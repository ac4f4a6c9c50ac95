import ArgumentParser
import IndoorAuthoring

/// `indoor guide import VENUE.gpkg SOURCE...`
struct GuideImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Read works, groups, numbers and tours into a venue file, which is made where it is missing.",
    discussion: """
      Everything that a source says is kept under its own name; what is odd is kept too, and "indoor guide check" tells it. \
      Importing again updates what has the same key in the collection and keeps the rest; --replace takes out what the sources \
      no longer have. Where no collection is named, works that another one has already are refused.

      Levels are the venue's by their labels, or what --floors says: ordinals are never guessed from numbers.
      """)

  @Argument(help: "The venue file (a GeoPackage).")
  var venue: String

  @Argument(help: "Files of one format, or a folder of csv tables.")
  var source: [String]

  @Option(
    help: ArgumentHelp(
      "The format: \(GuideWords.formats.joined(separator: ", ")); without it the file decides.",
      valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "What names the collection; without it the first source's name.", valueName: "key"))
  var collection: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which ordinals the source's levels are; they come before the venue's labels.",
      valueName: "LL=-1,1=0,..."))
  var floors: String?

  @Option(
    help: ArgumentHelp(
      "How addresses of media begin instead; may be given several times. Equals signs of their own have both alike, unless the second begins with https://.",
      valueName: "from=to"))
  var url: [String] = []

  @Option(
    help:
      "The language of these texts where they say none. (default: that of the collection, or en)")
  var language: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of times that say none. (default: that of the collection)", valueName: "IANA"))
  var zone: String?

  @Flag(help: "Take out what the sources no longer have.")
  var replace = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if source.isEmpty { throw ValidationError("Name at least one source to import.") }
    if let format, !GuideWords.formats.contains(format) {
      throw ValidationError("There is no format \(format).")
    }
    if let floors, GuideWords.floors(floors) == nil {
      throw ValidationError(
        "--floors is written LABEL=ORDINAL,LABEL=ORDINAL, each label once, with ordinals of -99 to 200."
      )
    }
    var importing = importing
    if let odd = url.first(where: { !importing.change(url: $0) }) {
      throw ValidationError(
        "--url \(odd): it isn't clear what becomes what; write FROM=TO, and both with as many equals signs."
      )
    }
    try Usage.check(name: collection, of: "--collection")
    try Usage.check(language: language)
    if let zone, !importing.isZoneKnown {
      throw ValidationError("--zone \(zone): no one zone has that name; write it as Europe/Berlin.")
    }
  }

  private var importing: ImportGuide {
    var importing = ImportGuide(venue: venue, sources: source)
    importing.name(format: format)
    importing.collection = collection
    importing.floors = floors.flatMap(GuideWords.floors) ?? [:]
    for change in url { _ = importing.change(url: change) }
    importing.language = language
    importing.zone = zone
    importing.replaces = replace
    return importing
  }

  func run() throws {
    let imported = try importing.run(progress: ProgressDisplay.handler())
    let told = imported.findings.isEmpty ? "" : " (indoor guide check tells them)"
    try Console.result(json ? imported.json : "\(venue): \(imported.text)\(told)")
  }
}
