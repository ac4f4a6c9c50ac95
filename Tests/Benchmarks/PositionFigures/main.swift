// usage: PositionFigures RECORDINGS EXCEPT VENUE.gpkg SITE [VENUE.gpkg SITE]... [--radius]
//
// Prints how good positions are on survey walks that the radio map doesn't know, as Markdown: what
// each part is worth, tracks and delayed positions, known starts, by level, by distance from the
// surveyed paths, the curve of the errors, and with whole areas left out. VENUE.gpkg was surveyed
// with the recordings below RECORDINGS/SITE; what the list EXCEPT names stays in every map and is
// located for tracks alone, to compare. With --radius it fits the model of the radius instead, over
// all venues and over each, and prints how often each fit's radius holds.
import Foundation
@_spi(Measuring) import IndoorPositioning
import IndoorRecordings

/// What is printed, and of what.
enum Figures {
  /// What `locate` may be told to do without, by its options.
  static let variants:
    [(name: String, options: String, choose: @Sendable (inout Positioner.Parameters) -> Void)] = [
      ("everything", "", { _ in }),
      ("without walls and shops", "--without map", { $0.inputs.remove(.map) }),
      ("without beacons", "--without ble", { $0.inputs.remove(.ble) }),
      ("without a compass", "--without compass", { $0.usesCompass = false }),
      ("without motion sensors", "--without motion", { $0.inputs.remove(.motion) }),
      ("nothing learned of the phone", "--without offset", { $0.learnsRadioOffset = false }),
      ("every scan believed alike", "", { $0.doubtsScans = false }),
      ("one scan of eleven", "--keep-every-scan 11", { $0.scanStride = 11 }),
      ("each scan for itself", "--scan-alone", { $0.scanAlone = true }),
    ]
}

func trials(_ leaveOut: SurveyTrial.LeaveOut) throws -> [SurveyTrial] {
  let arguments = CommandLine.arguments.filter { $0 != "--radius" }
  return try stride(from: 3, to: arguments.count - 1, by: 2).map { index in
    try SurveyTrial(
      venueFile: arguments[index], recordings: "\(arguments[1])/\(arguments[index + 1])",
      except: ExceptionList(arguments[2]), leaveOut: leaveOut)
  }
}

func printFloorChanges(_ walks: [SurveyTrial]) {
  print(
    "Recordings stitched from two floors, the floor right to the end from within so many scans on, and found within two scans: "
      + "right for the ten seconds from then:\n\n"
      + "| the second recording follows | recordings | at once | 1 scan | 2 scans | 3 scans | 5 scans | median seconds | found |\n"
      + "|---|---|---|---|---|---|---|---|---|")
  for between in SurveyTrial.Between.allCases {
    let all = walks.flatMap { $0.floorChanges(between, Positioner.Parameters()) }
    for (place, changes) in [("in coverage", all.filter(\.isInCoverage)), ("everywhere", all)] {
      let shares = [0, 1, 2, 3, 5].map { limit in
        Tally.percent(
          Double(changes.count { $0.scans.map { $0 <= limit } ?? false })
            / Double(max(1, changes.count)))
      }
      let seconds = changes.map { $0.seconds ?? .infinity }.sorted()
      let median = seconds.isEmpty ? nil : seconds[seconds.count / 2]
      let cells = ["\(between.rawValue), \(place)", "\(changes.count)"] + shares
      let found = Tally.percent(
        Double(changes.count { $0.scansToFind.map { $0 <= 2 } ?? false })
          / Double(max(1, changes.count)))
      print("| " + (cells + [Tally.metres(median), found]).joined(separator: " | ") + " |")
    }
  }
  print("")
}

/// Tracks, delayed positions and known starts, on the folds and on the walks set apart.
func printTracks(_ folds: [SurveyTrial]) throws {
  let apart = try trials(.listed)
  print("\nTold later, in coverage:\n\n" + Tally.head)
  for (name, trials) in [("", folds), (", walks set apart", apart)] {
    let smoothed = trials.flatMap { $0.points(Positioner.Parameters(), isSmoothed: true) }
    print(Tally.row("tracks, `--smooth`\(name)", smoothed.filter { $0.fromPath <= 4 }))
    for lag in [5.0, 10] {
      var parameters = Positioner.Parameters()
      parameters.lag = lag
      let points = trials.flatMap { $0.points(parameters) }.filter { $0.fromPath <= 4 }
      print(Tally.row("`--lag \(Int(lag))`\(name)", points))
    }
    let live = trials.flatMap { $0.points(Positioner.Parameters()) }
    print(Tally.row("live\(name)", live.filter { $0.fromPath <= 4 }))
  }
  print(
    "\nIn the 30 s after a place that is known to so many metres, in coverage:\n\n" + Tally.head)
  for (name, trials) in [("", folds), (", walks set apart", apart)] {
    for radius in [nil, 2, 4, 6] as [Double?] {
      let points = trials.flatMap { $0.points(after: radius) }.filter { $0.fromPath <= 4 }
      print(Tally.row((radius.map { "to \(Int($0)) m" } ?? "not known") + name, points))
    }
  }
}

/// Floors of tracking beside those of single scans, on the folds and on the walks set apart.
func printFloors(_ folds: [SurveyTrial]) throws {
  print("Floors, by tracking and by single scans:\n\n" + Floors.head)
  print(Floors.row("in coverage", folds) { $0.fromPath <= 4 })
  print(Floors.row("everywhere", folds) { _ in true })
  print(Floors.row("everywhere, walks set apart", try trials(.listed)) { _ in true })
  print("")
}

func figures() throws {
  let walks = try trials(.walks)
  try printFloors(walks)
  printFloorChanges(walks)
  var (everything, believed): ([SurveyTrial.Point], [SurveyTrial.Point]) = ([], [])
  print("In coverage, at most 4 m from a surveyed path:\n\n" + Tally.head)
  for variant in Figures.variants {
    var parameters = Positioner.Parameters()
    variant.choose(&parameters)
    let points = walks.flatMap { $0.points(parameters) }
    if everything.isEmpty { everything = points }
    if !parameters.doubtsScans { believed = points }
    let name = variant.options.isEmpty ? variant.name : "\(variant.name), `\(variant.options)`"
    print(Tally.row(name, points.filter { $0.fromPath <= 4 }))
  }
  print("\nEverything, by level, in coverage:\n\n" + Tally.head)
  for level in Set(everything.map(\.score.truth.level)).sorted() {
    print(
      Tally.row(
        "\(level.building.isEmpty ? "" : level.building + " ")level \(level.ordinal)",
        everything.filter { $0.score.truth.level == level && $0.fromPath <= 4 }))
  }
  print("\nBy what `survey coverage` says of the place:\n\n" + Tally.head)
  let apart = try trials(.listed).flatMap { $0.points(Positioner.Parameters()) }
  for (name, points) in [("", everything), (", walks set apart", apart)] {
    print(Tally.row("covered\(name)", points.filter(\.isCovered)))
    print(Tally.row("not covered\(name)", points.filter { !$0.isCovered }))
  }
  print("\nBy distance from the nearest surveyed path, in metres:\n\n" + Tally.head)
  for (from, to) in [(0.0, 1.0), (1, 2), (2, 4), (4, 7), (7, 10), (10, 15), (15, 25), (25, 1e9)] {
    print(
      Tally.row(
        to < 1e9 ? "\(Int(from)) to \(Int(to))" : "over \(Int(from))",
        everything.filter { $0.fromPath >= from && $0.fromPath < to }))
  }
  try printTracks(walks)
  otherPhones(walks, itself: everything)
  var believing = Positioner.Parameters()
  believing.doubtsScans = false
  let areaTrials = try trials(.areas)
  let areas = areaTrials.flatMap { $0.points(Positioner.Parameters()) }
  let believedAreas = areaTrials.flatMap { $0.points(believing) }
  print("\nOutside coverage, over 4 m from every surveyed path:\n\n" + Tally.head)
  print(Tally.row("where nobody surveyed", everything.filter { $0.fromPath > 4 }))
  print(Tally.row("the same, every scan believed alike", believed.filter { $0.fromPath > 4 }))
  print(Tally.row("with squares of 40 m left out", areas))
  print(Tally.row("the same, every scan believed alike", believedAreas))
  print("\nErrors in metres that so many percent stay under:\n\n" + Tally.curveHead)
  print(Tally.curve("in coverage", everything.filter { $0.fromPath <= 4 }))
  print(Tally.curve("where nobody surveyed", everything.filter { $0.fromPath > 4 }))
  print(Tally.curve("with squares of 40 m left out", areas))
}

/// Fits the radius over all venues, and over each to see how it does in the others.
func radius() throws {
  let fits = try zip(trials(.walks), trials(.areas)).map { RadiusFit(walks: $0, areas: $1) }
  let all = RadiusFit(fits)
  print("The model that is used, everywhere:\n\n" + all.table(AccuracyModel()))
  let fitted = all.fitted()
  print("\nFitted everywhere:\n\n" + all.table(fitted) + "\n\n" + RadiusFit.description(fitted))
  guard fits.count > 1 else { return }
  for left in fits.indices {
    let others = RadiusFit(fits.indices.filter { $0 != left }.map { fits[$0] })
    print("\nVenue \(left + 1), fitted on the others:\n\n" + fits[left].table(others.fitted()))
  }
}

/// The same walks as phones would have recorded them that read all signals stronger or weaker.
func otherPhones(_ walks: [SurveyTrial], itself: [SurveyTrial.Point]) {
  print("\nWith other phones, in coverage:\n\n" + Tally.head)
  var learned = [Tally.offsets("the phone itself", itself.filter { $0.fromPath <= 4 })]
  for decibels in [-10, -6, 6, 10] {
    let phone = OtherPhone(decibels: decibels)
    for (name, knows, learns) in [
      ("not learned", false, false), ("learned", false, true), ("known", true, true),
    ] {
      var parameters = Positioner.Parameters()
      parameters.learnsRadioOffset = learns
      if knows {
        parameters.learned.radioOffset = RadioOffset(decibels: Double(decibels), accuracy: 1)
      }
      let points = walks.flatMap { $0.points(parameters, phone: phone) }.filter {
        $0.fromPath <= 4
      }
      print(Tally.row("\(phone.name), \(name)", points))
      guard learns, !knows else { continue }
      learned.append(Tally.offsets(phone.name, points))
    }
  }
  print("\nLearned by the walks' ends, in dB:\n\n" + Tally.offsetsHead)
  for row in learned { print(row) }
}

guard CommandLine.arguments.count >= 5 else {
  print("usage: PositionFigures RECORDINGS EXCEPT VENUE.gpkg SITE [VENUE.gpkg SITE]...")
  exit(64)
}
do {
  if CommandLine.arguments.contains("--radius") { try radius() } else { try figures() }
} catch {
  FileHandle.standardError.write(Data("PositionFigures: \(error)\n".utf8))
  exit(65)
}
