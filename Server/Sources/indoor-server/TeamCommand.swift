import ArgumentParser
import Foundation
import IndoorGeometry
import IndoorTeamStore

/// Where a team's store is.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: postgresql://USER@HOST/DATABASE; without it INDOOR_SERVER_STORE of the environment.",
      discussion: "The password comes from the file that PGPASSFILE names, ~/.pgpass without it."))
  var store: String?

  func address() throws -> StoreAddress {
    let set = ProcessInfo.processInfo.environment["INDOOR_SERVER_STORE"] ?? ""
    guard let text = store ?? (set.isEmpty ? nil : set) else {
      throw ValidationError("--store: is missing; name it as postgresql://USER@HOST/DATABASE")
    }
    return try StoreAddress(text)
  }

  func open() throws -> TeamStore { try TeamStore(address()) }
}

/// Which side counts where both changed the same.
struct PreferenceOptions: ParsableArguments {
  @Flag(help: "Where file and store both changed the same part, take the file's.")
  var ours = false

  @Flag(help: "Where file and store both changed the same part, take the store's.")
  var theirs = false

  func validate() throws {
    guard !(ours && theirs) else { throw ValidationError("--ours, --theirs: say one of the two") }
  }

  var preference: Preference? { ours ? .ours : theirs ? .theirs : nil }
}

/// A venue file, and what it is in the store.
struct VenueFileOptions: ParsableArguments {
  @Argument(help: "The venue file.")
  var file: String

  @Option(help: "The venue's id in the store; without it the file's name without .gpkg.")
  var venue: String?

  var id: String {
    if let venue { return venue }
    let name = URL(fileURLWithPath: file).lastPathComponent
    return name.hasSuffix(".gpkg") ? String(name.dropLast(".gpkg".count)) : name
  }
}

/// Venues that a team shares in a PostgreSQL database.
struct TeamCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team", abstract: "Keeps the venues that a team shares, in a PostgreSQL database.",
    discussion: """
      "init" makes the store's tables in a database; "push" brings a venue file's changes there, "pull" everyone's here. Walks of \
      both sides are united; what else both changed takes a choice, --ours or --theirs.
      """,
    subcommands: [
      Initialize.self, Migrate.self, Push.self, Pull.self, Status.self, Retry.self,
      Venues.self,
    ])

  struct Initialize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Makes a store in a database that is there.")

    @OptionGroup var store: StoreOptions

    func run() throws {
      let versions = try TeamStore.migrate(try store.address(), making: true)
      ServerLog.result(
        versions.before == versions.now
          ? "there is a store of version \(versions.now) already\n"
          : "made a store of version \(versions.now)\n")
    }
  }

  struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Brings a store that an older version made up to date.")

    @OptionGroup var store: StoreOptions

    func run() throws {
      let versions = try TeamStore.migrate(try store.address(), making: false)
      ServerLog.result("version \(versions.before) before, version \(versions.now) now\n")
    }
  }

  struct Push: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Brings a venue file's changes into the store; the file stays as it is.")

    @OptionGroup var file: VenueFileOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var sides: PreferenceOptions

    @Option(help: "Who does it; without it the user's name.")
    var by: String?

    func run() throws {
      let push = try store.open().push(
        file.file, as: file.id, preferring: sides.preference, by: by ?? NSUserName())
      guard !push.hadAll else {
        ServerLog.result("\(file.id): nothing new; the store has version \(push.version)\n")
        return
      }
      let united = push.isUnited ? ", of the file's and the store's changes; pull to get both" : ""
      ServerLog.result(
        "\(file.id): version \(push.version)\(united); \(push.walks) new walks, \(push.pages) pages sent\n"
      )
      if push.leftRadioMap { ServerLog.write("\(TeamCommand.radioMapNote(file.id))\n") }
    }
  }

  struct Pull: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Brings the store's version of a venue into a file, which is made where it is missing.")

    @OptionGroup var file: VenueFileOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var sides: PreferenceOptions

    func run() throws {
      let pull = try store.open().pull(file.id, to: file.file, preferring: sides.preference)
      guard !pull.hadAll else {
        ServerLog.result("\(file.file): nothing new; the store has version \(pull.version)\n")
        return
      }
      let united = pull.isUnited ? " and the file's own changes" : ""
      ServerLog.result(
        "\(file.file): version \(pull.version)\(united); \(pull.pages) pages fetched\n")
      if pull.leftRadioMap { ServerLog.write("\(TeamCommand.radioMapNote(file.id))\n") }
    }
  }

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Says what the store holds.")

    @OptionGroup var store: StoreOptions

    func run() throws {
      let store = try store.open()
      let status = try store.status()
      let geometry = status.hasGeometry ? "with geometry by PostGIS" : "without PostGIS"
      let removed = status.removed > 0 ? ", and \(status.removed) removed" : ""
      ServerLog.result(
        """
        store of version \(status.version), PostgreSQL \(status.server), \(geometry)
        \(status.venues) venues, \(status.walks) walks\(removed), \(status.fingerprints) fingerprints
        \(String(format: "%.1f", Double(status.bytes) / 1e6)) MB

        """)
      for (venue, standing) in try store.standings() {
        if standing.waiting > 0 {
          ServerLog.result("\(venue): \(standing.waiting) walks wait for the next version\n")
        }
        for problem in standing.problems { ServerLog.result("\(venue): \(problem)\n") }
        if !standing.problems.isEmpty {
          ServerLog.result("\(venue): \"indoor-server team retry \(venue)\" tries again\n")
        }
      }
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Has servers try again what they gave up, and walks that were set aside.")

    @Argument(help: "The venue's id; without it all venues.")
    var venue: String?

    @OptionGroup var store: StoreOptions

    func run() throws {
      try store.open().retryJobs(of: venue)
      ServerLog.result("\(venue ?? "all venues"): will be tried again by the next server\n")
    }
  }

  struct Venues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the store's venues.")

    @OptionGroup var store: StoreOptions

    @Option(
      help: "A place as LATITUDE,LONGITUDE in degrees: the venues nearest to it come first.",
      transform: TeamCommand.place)
    var near: Coordinate?

    func run() throws {
      let lines = try store.open().venues(near: near).map { venue in
        let distance = venue.distance.map { ", \(String(format: "%.0f", $0)) m away" } ?? ""
        return
          "\(venue.id)  \(venue.title): version \(venue.version) by \(venue.by) at \(venue.time), \(venue.walks) walks\(distance)\n"
      }
      ServerLog.result(lines.joined())
    }
  }

  private static func radioMapNote(_ venue: String) -> String {
    "note: \(venue): both sides had built a radio map; one was left behind: build it anew"
  }

  private static func place(_ text: String) throws -> Coordinate {
    let parts = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
      throw ValidationError(
        "--near \(text): is no place; write it as LATITUDE,LONGITUDE with decimal points")
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else {
      throw ValidationError("--near \(text): lies beyond ±90° of latitude or ±180° of longitude")
    }
    return place
  }
}
