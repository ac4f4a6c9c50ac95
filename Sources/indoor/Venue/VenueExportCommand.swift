import ArgumentParser
import Foundation
import IndoorFiles
import IndoorModel
import IndoorStorage
import IndoorVenues

/// `indoor venue export VENUE.gpkg --as geojson|imdf|svg --output PATH`
struct VenueExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a venue's levels, units and openings as a file for other programs.",
    discussion: """
      geojson: one FeatureCollection, a feature a line, that "venue import" reads back as the same venue.
      imdf: an archive of IMDF 1.0.0, a zip where the output ends with .zip, else a folder. What came \
      from an archive comes out as it was, of every feature type; what IMDF asks for and a venue file doesn't know otherwise \
      (category, address) are options.
      svg: a drawing a level into a folder, north up, one unit a metre.
      walkable: GeoJSON of where people can walk on each level, a feature for each part that hangs together.
      """)

  /// What can be written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case geojson
    case imdf
    case svg
    case walkable
  }

  @Argument(help: "The venue file.")
  var venue: String

  @Option(name: .customLong("as"), help: "What to write.")
  var format: Format

  @Option(help: "Where to write it.")
  var output: String

  @Option(help: "imdf: the venue's category, such as museum or shoppingcenter.")
  var category = "businesscampus"

  @Option(help: "imdf: street and number.")
  var address = "unknown"

  @Option(help: "imdf: town.")
  var locality = "unknown"

  @Option(help: "imdf: country as two letters (ISO 3166-1).")
  var country = "ZZ"

  @Option(help: "imdf: language of the names, as a tag such as en or fr-CA.")
  var language = "en"

  func run() throws {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let content = try file.venue() else { throw CommandError.noVenue(venue) }
    if isFile { try OutputPlaces.check([output], sparing: [venue]) }
    switch format {
    case .geojson: try OutputFile.write(GeoJSONVenueWriter.text(of: content), to: output)
    case .imdf: try writeArchive(of: content, kept: try file.sourceFeatures())
    case .walkable: try OutputFile.write(WalkableAreaWriter.text(of: content), to: output)
    case .svg: try OutputFolder(output).write(SVGVenueWriter.files(of: content), sparing: [venue])
    }
    try Console.result("\(output): \(VenueSummary(content).text)")
  }

  /// Whether the output is one file, and no folder.
  private var isFile: Bool {
    switch format {
    case .geojson, .walkable: true
    case .imdf: output.hasSuffix(".zip")
    case .svg: false
    }
  }

  private func writeArchive(of content: Venue, kept: [SourceFeature]) throws {
    if !kept.contains(where: { $0.type == "address" }),
      address == "unknown" || locality == "unknown" || country == "ZZ"
    {
      Console.warning(
        "\(output): IMDF asks for an address; give --address, --locality and --country, and --category"
      )
    }
    let seconds = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
    let writer = IMDFWriter(
      content,
      details: IMDFWriter.Details(
        category: category, address: address, locality: locality, country: country,
        language: language,
        created: (seconds.map { Date(timeIntervalSince1970: $0) } ?? Date()).formatted(.iso8601)),
      kept: kept)
    VenueFindingsOutput.warn(writer.findings)
    if isFile {
      try ZipWriter.write(writer.files(), to: output)
    } else {
      try OutputFolder(output).write(writer.files(), sparing: [venue])
    }
  }
}
