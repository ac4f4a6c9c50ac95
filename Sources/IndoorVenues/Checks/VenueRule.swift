/// What is looked for in a source. The raw value is a stable code.
///
/// The rules of IMDF follow the validations that the standard publishes beside itself (OGC 20-094,
/// Validations 1.0.3).
public enum VenueRule: String, Hashable, Sendable, CaseIterable {
  // What reading finds; an import mends it or leaves it out.

  /// The obsolete member `crs`: ignored.
  case obsoleteReferenceSystem = "obsolete-crs"
  /// A ring that doesn't end where it begins: closed.
  case ringNotClosed = "ring-not-closed"
  /// A ring of fewer than three different vertices: left out.
  case ringTooShort = "ring-too-short"
  /// A feature, its properties or its tags that have a key twice: the last counts.
  case keyTwice = "key-twice"
  /// A polygon that crosses or touches itself: repaired.
  case invalidPolygon = "invalid-polygon"
  /// A unit or opening that names no level: left out.
  case missingLevel = "missing-level"
  /// A unit or opening that names a level that isn't there: left out.
  case danglingLevel = "dangling-level"
  /// A feature whose id another one has: renamed, or left out where it is the same again. Of a node
  /// of OpenStreetMap the last place counts, and of ways and relations without versions the last.
  case duplicateID = "duplicate-id"
  /// A level with the ordinal of another one in its building: merged with it; one of such that was
  /// drawn anew since is written as one.
  case sameOrdinal = "same-ordinal"
  /// A level that names none of several buildings: of one without a name.
  case levelWithoutBuilding = "level-without-building"
  /// A level whose ordinal is missing or no whole number: an import refuses it.
  case noOrdinal = "no-ordinal"
  /// A unit without a polygon: left out.
  case noPolygon = "no-polygon"
  /// An opening without a line: left out.
  case noLine = "no-line"
  /// An opening of several lines: the first is kept.
  case severalLines = "several-lines"
  /// Points and lines beside an area, or points and areas beside an opening's line, in one
  /// geometry: left out.
  case partsLeftOut = "parts-left-out"
  /// A unit or opening that the venue had in another building: it is in this one now.
  case otherBuilding = "other-building"
  /// A unit or opening that the venue had on another level: it is on this one now.
  case unitMoved = "unit-moved"
  /// A level that the venue had under another ordinal: what is on it goes along.
  case levelMoved = "level-moved"
  /// What the venue has of the sources' ids, or its units of ids made for those without, lies
  /// elsewhere in them, all of it or two and more: it is where they say now.
  case venueMoved = "venue-moved"
  /// A level's outline that leaves out units which lay in the one before and that the sources don't
  /// have: they stay outside of it.
  case outlineReplaced = "outline-replaced"
  /// Two or more units or openings, and half of those that had one, whose sources say no name or
  /// category any more: they have none now.
  case namesLost = "names-lost"
  /// A level whose units are, most of them, in holes of its outline, as where that is of the walls.
  case roomsInHoles = "rooms-in-holes"
  /// A level that has plans, walks or a guide and moved as a whole: those stay where they were.
  case levelShifted = "level-shifted"
  /// A feature without a level whose property `level`, be it in capitals, isn't the one that was
  /// given, or features of a file that name several in words, or rooms that lie over each other:
  /// they are on the one given. Or one whose ordinal or building isn't that of the level whose id
  /// it names.
  case otherLevel = "other-level"
  /// A feature of a type that a venue doesn't keep: left out.
  case otherFeature = "other-feature"
  /// A feature without a type where no level was given, or whose type is called otherwise: left
  /// out.
  case untypedFeature = "untyped-feature"
  /// A file of an archive that can't be read: left out.
  case unreadableFile = "unreadable-file"
  /// A file or folder in a folder or zip of a venue's GeoJSON files that seems to be of it, too,
  /// and isn't called as one: not read.
  case passedOver = "passed-over"
  /// An IMDF archive without a file that every archive has.
  case missingFile = "missing-file"
  /// A level of OpenStreetMap whose number isn't its ordinal, as there are levels between whole
  /// ones; and the venue's levels that get another ordinal for it.
  case fractionalLevel = "fractional-level"
  /// A level or repeat_on of OpenStreetMap that can't be read: the feature is on its other levels
  /// alone.
  case unreadLevel = "unread-level"
  /// A property that is neither text nor number, or a door's width in OpenStreetMap that is no
  /// length: passed over. Control characters in a text: spaces for line breaks and tabs, else
  /// passed over.
  case unreadProperty = "unread-property"
  /// A level of several buildings: it is in the first of them. Rooms of OpenStreetMap in several
  /// buildings of one file: these are taken for one.
  case severalBuildings = "several-buildings"
  /// A level that lies over one that the venue has in another building and by another id: both
  /// stay, and plans and walks are on the old one.
  case levelDoubled = "level-doubled"
  /// A venue wider than any building: a coordinate may be wrong.
  case wideVenue = "wide-venue"
  /// A corner of a level or a unit that lies over 500 m (of three 5 km) from all others, and twice
  /// as far as these lie apart: it may be wrong.
  case farCorner = "far-corner"
  /// A level that lies over 50 m from the other levels of its building.
  case levelApart = "level-apart"
  /// A stored plan that lies over 100 m from all that is drawn of its building.
  case planOffBuilding = "plan-off-building"
  /// A venue whose origin lies over 20 km from all that it holds, as after a source with a wrong
  /// coordinate: it stays where walks, plans or a radio map are in local metres.
  case farOrigin = "far-origin"

  // What only a check looks for, in any venue.

  /// A unit that reaches out of its level's outline by over 10 cm.
  case unitOutsideLevel = "unit-outside-level"
  /// Two units of a level that share over a tenth of a square metre.
  case unitsOverlap = "units-overlap"
  /// Units that lie over each other so often that not all were compared.
  case unitsNotCompared = "units-not-compared"
  /// An opening over 30 cm from every edge of its level's units.
  case openingOffEdge = "opening-off-edge"
  /// A level without an outline, or whose geometry has no area.
  case levelWithoutOutline = "level-without-outline"
  /// A level without units.
  case levelWithoutUnits = "level-without-units"
  /// Two levels of a building and ordinal in a venue file: plans, walks and units are on both.
  case levelTwice = "level-twice"
  /// An ordinal between a building's lowest and highest that no level has.
  case ordinalGap = "ordinal-gap"
  /// A category that IMDF doesn't know.
  case unknownCategory = "unknown-category"
  /// A name changed since its archive was imported: an export leaves out what the archive called it
  /// in other languages. Or no name of the archive is in the language that an export was told.
  case otherLanguages = "other-languages"

  /// Two levels of a building that are called the same.
  case sameLabel = "same-label"
  /// What is on one level of OpenStreetMap says several labels of it: the one that most say counts.
  case otherLabels = "other-labels"
  /// A level with plans, walks or a guide on it is called otherwise since an import, and another
  /// one as it was.
  case labelMoved = "label-moved"
  /// A level whose label speaks for another ordinal: a basement above the ground, a ground
  /// floor above a numbered level, or a higher number below a lower one.
  case labelOffOrdinal = "label-off-ordinal"
  /// A plan of a venue file whose picture for other programs is gone.
  case pictureLost = "picture-lost"
  /// What another program added to a venue file and for which nothing can be stored in it: a
  /// trigger, a foreign key or an expression that would do more than its own part.
  case foreignAddition = "foreign-addition"
  /// A reference to a feature that isn't there, or is of another type; of a level its
  /// building.
  case danglingReference = "dangling-reference"

  // What only a check of an IMDF archive looks for.

  /// An archive without a manifest, or one that isn't a JSON object.
  case manifestMissing = "manifest-missing"
  /// A manifest of another version than 1.0.0.
  case manifestVersion = "manifest-version"
  /// A manifest without the date and time it was created.
  case manifestCreated = "manifest-created"
  /// A manifest without the language of its labels.
  case manifestLanguage = "manifest-language"
  /// An archive with no venue, or more than one.
  case venueCount = "venue-count"
  /// A feature without an id that is a string.
  case missingID = "missing-id"
  /// An id that is no UUID.
  case idNotUUID = "id-not-uuid"
  /// A feature of another type than its file's.
  case wrongFeatureType = "wrong-feature-type"
  /// A feature type that IMDF doesn't know.
  case unknownFeatureType = "unknown-feature-type"
  /// A property that its type must have.
  case missingProperty = "missing-property"
  /// A name that is no object with a text for each language.
  case wrongLabels = "wrong-labels"
  /// A geometry of a type that the feature's type can't have.
  case wrongGeometry = "wrong-geometry"
  /// A display point outside of its feature.
  case displayPointOutside = "display-point-outside"
  /// A restriction other than employeesonly and restricted.
  case unknownRestriction = "unknown-restriction"
  /// An address whose country is no code of two capital letters of ISO 3166-1.
  case unknownCountry = "unknown-country"

  /// How much its findings matter.
  public var severity: VenueSeverity {
    switch self {
    case .obsoleteReferenceSystem, .ringTooShort, .sameOrdinal, .untypedFeature, .wideVenue,
      .farCorner, .levelApart, .planOffBuilding, .farOrigin, .unitsOverlap, .unitsNotCompared,
      .levelWithoutOutline, .idNotUUID,
      .severalLines,
      .otherBuilding, .missingFile, .sameLabel, .otherLabels, .labelMoved, .labelOffOrdinal,
      .unreadLevel,
      .severalBuildings,
      .levelDoubled, .keyTwice, .unreadProperty, .otherLanguages,
      .foreignAddition, .unitMoved, .venueMoved, .outlineReplaced, .namesLost, .roomsInHoles,
      .passedOver,
      .levelShifted, .levelMoved,
      .otherLevel,
      .partsLeftOut, .levelWithoutBuilding:
      .warning
    case .otherFeature, .fractionalLevel, .levelWithoutUnits, .ordinalGap: .info
    default: .error
    }
  }
}
