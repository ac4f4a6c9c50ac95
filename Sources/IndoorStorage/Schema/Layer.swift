/// A table of the file that people see: what `gpkg_contents` says of it.
struct Layer {
  let table: String
  /// WKB geometry name, or `nil` for a table without geometry.
  let geometryType: String?
  let description: String

  static let venue = Layer("venue", nil, "The venue: its name, and the origin of local metres")
  static let buildings = Layer("buildings", nil, "Buildings of the venue")
  static let levels = Layer("levels", "MULTIPOLYGON", "Levels (floors) and their outlines")
  static let units = Layer("units", "MULTIPOLYGON", "Rooms, shops, corridors, stairs, lifts")
  static let openings = Layer("openings", "LINESTRING", "Doors and passages")
  static let sourceFeatures = Layer(
    "source_features", nil, "Features of an IMDF archive as they came, for exports")
  static let plans = Layer("plans", "POLYGON", "Placed plans: each page's box on the ground")
  static let planFiles = Layer("plan_files", nil, "The plans' original bytes and previews")
  static let planAnchors = Layer("plan_anchors", "POINT", "What the plans were placed by")
  static let planTyings = Layer(
    "plan_tyings", nil, "Where plans lay before the levels were tied to each other")
  static let planTies = Layer(
    "plan_ties", "POINT", "Lifts and stairs by which the levels' plans are tied")
  static let walks = Layer("walks", "LINESTRING", "Survey walks along their surveyed places")
  static let surveyPoints = Layer("survey_points", "POINT", "Surveyed places of the walks")
  static let fingerprints = Layer("fingerprints", "POINT", "Scans at their places")
  static let transmitters = Layer("transmitters", nil, "Who is heard: access points, beacons")
  static let radioMaps = Layer("radio_maps", nil, "Versions of the radio map")
  static let radioMapBlocks = Layer("radio_map_blocks", nil, "Rows that radio maps share")
  static let walkRows = Layer(
    "walk_rows", nil, "What radio maps take of each walk, kept from one build to the next")
  static let matchingChoices = Layer(
    "matching_choices", nil, "How scans are matched, as it was chosen last")
  static let walkJournal = Layer(
    "walk_journal", nil, "Who removed, restored or renamed which walk, and when")
  static let forgottenTransmitters = Layer(
    "forgotten_transmitters", nil, "Transmitters that versions of the radio map do without")
  static let guideCollections = Layer("guide_collections", nil, "Where a guide's content is from")
  static let guideItems = Layer("guide_items", "POINT", "Works and whatever else is shown")
  static let guideGroups = Layer("guide_groups", nil, "What items are sorted into")
  static let guideMemberships = Layer("guide_memberships", nil, "Which item is in which group")
  static let guideTexts = Layer("guide_texts", nil, "Everything that is said, in its language")
  static let guideCodes = Layer("guide_codes", nil, "Numbers to dial and texts of QR codes")
  static let guideMedia = Layer("guide_media", nil, "Sounds, pictures and films")
  static let guideMediaUses = Layer("guide_media_uses", nil, "What shows which medium")
  static let guideTours = Layer("guide_tours", nil, "Tours")
  static let guideStops = Layer("guide_stops", nil, "Stops of the tours")
  static let guideRules = Layer("guide_rules", nil, "When what is open or shown")
  static let guideTemplates = Layer("guide_templates", nil, "How pages of items are laid out")
  static let guideFindings = Layer("guide_findings", nil, "What imports of guides found odd")
  static let guidePrepared = Layer(
    "guide_prepared", nil, "What is made of guides so that they open fast")
  static let file = Layer("venue_file", nil, "The format of this file")

  /// Those of the first format; later ones are entered by their own steps.
  static let first = [
    venue, buildings, levels, units, openings, plans, planFiles, planAnchors, walks, surveyPoints,
    fingerprints, transmitters, radioMaps, radioMapBlocks, file,
  ]

  /// All of them, as a file of the newest format has them.
  static let all =
    first + [
      sourceFeatures, planTyings, planTies, walkRows, matchingChoices, walkJournal,
      forgottenTransmitters,
    ] + guide

  /// The guide's.
  static let guide = [
    guideCollections, guideItems, guideGroups, guideMemberships, guideTexts, guideCodes,
    guideMedia, guideMediaUses, guideTours, guideStops, guideRules, guideTemplates, guideFindings,
    guidePrepared,
  ]

  private init(_ table: String, _ geometryType: String?, _ description: String) {
    self.table = table
    self.geometryType = geometryType
    self.description = description
  }
}
