import IndoorAuthoring
import IndoorModel

/// How sentences of libraries, which know no command line, read at a terminal: with the flag or the
/// command that does what they advise. Which one that is goes by the code.
enum CommandWords {
  /// One phrase of a library's sentence, and how it reads here.
  fileprivate enum Word {
    /// A phrase that begins the sentence, and what stands for it.
    case beginning(String, as: String)
    /// A phrase, and what stands for it where it is said last: paths, which may be called anything,
    /// come before advice.
    case said(String, as: String)
    /// What is added behind a sentence that has the phrase.
    case after(String, add: String)
  }

  static func spelled(_ error: any IndoorError) -> String {
    spelled(error.message, of: "\(type(of: error))", "\(error.code)")
  }

  static func spelled(_ warning: AuthoringWarning) -> String {
    spelled(warning.message, of: "AuthoringWarning", "\(warning.code)")
  }

  /// A sentence of a type's code, as it reads here.
  static func spelled(_ sentence: String, of type: String, _ code: String) -> String {
    (words["\(type).\(code)"] ?? []).reduce(sentence) { $1.apply(to: $0) }
  }

  private static let words: [String: [Word]] = [
    "AuthoringError.no-venue": [.said("import one", as: "import one with \"indoor venue import\"")],
    "AuthoringError.no-levels": [
      .said("import some", as: "import some with \"indoor venue import\"")
    ],
    "AuthoringError.no-radio-map": [
      .said("build one", as: "build one with \"indoor radiomap build\"")
    ],
    "AuthoringError.no-guide": [
      .said("import one", as: "import one with \"indoor guide import\"")
    ],
    "GuideError.bad-time": [.beginning("the time ", as: "--open-at ")],
    "ContentError.unknown-format": [.said("name it (", as: "name it with --format (")],
    "ContentError.unknown-level": [
      .said(
        "say which ordinal each is",
        as: "say which ordinal each is, 0 the ground, with --floors LABEL=N,...")
    ],
    "AuthoringError.no-walks": [
      .said("import some", as: "import some with \"indoor survey import\""),
      .said("restore it", as: "restore it with \"indoor survey restore\""),
      .said("restore some of them", as: "restore some of them with \"indoor survey restore\""),
    ],
    "AuthoringError.nothing-heard": [
      .said("hear some again", as: "hear some again with \"indoor radiomap forget --undo\""),
      .said(
        "go back to a version before",
        as: "go back to a version before with \"indoor radiomap rollback\""),
    ],
    "AuthoringError.nothing-to-import": [
      .said("check the format", as: "check --format"),
      .said("or name one for all recordings", as: "or name one for all recordings with --level"),
      .said("what they are in the map of columns, as", as: "what they are with --columns"),
    ],
    "AuthoringError.same-works": [
      .said("import them into that collection", as: "import them into that one with --collection")
    ],
    "AuthoringError.no-recording": [.said("and the format", as: "and --format")],
    "AuthoringError.several-buildings": [
      .said("name the building", as: "name one with --building")
    ],
    "AuthoringError.plan-not-stored": [
      .said("store it all the same", as: "store it all the same with --force")
    ],
    "AuthoringError.no-plan": [.said("place one", as: "place one with indoor align --into")],
    "AuthoringError.too-few-plans": [
      .said("place more", as: "place more with indoor align --into")
    ],
    "AuthoringError.not-the-demos": [
      .said("name another folder", as: "name another folder with --output")
    ],
    "AuthoringWarning.guide-replaced": [
      .said(
        "import the first one again by itself, in its own language",
        as:
          "import the first one again with its --language and --replace, which takes out what it lacks"
      )
    ],
    "AuthoringWarning.floors-moved": [
      .said(
        "say which ordinal each is",
        as: "say which ordinal each is, 0 the ground, with --floors LABEL=N,...")
    ],
    "AuthoringWarning.floors-mixed": [
      .said(
        "say which ordinal each is",
        as: "say which ordinal each is, 0 the ground, with --floors LABEL=N,...")
    ],
    "AuthoringWarning.same-works": [
      .said("import them into that collection", as: "import them into that one with --collection")
    ],
    "AuthoringWarning.connectors-not-sought": [.said("name some", as: "name some with --tie")],
    "AuthoringWarning.features-vanished": [
      .said("replacing takes them out", as: "--replace takes them out")
    ],
    "AuthoringWarning.unresolved-place": [
      .said(
        "name the marks' places in a file of waypoints",
        as: "name the marks' places with --waypoints"),
      .said("or name one for all recordings", as: "or name one for all recordings with --level"),
    ],
    "AuthoringWarning.assumed-time-zone": [
      .said("name the zone", as: "name the zone with --time-zone")
    ],
    "AuthoringWarning.walk-removed": [
      .said("restore it", as: "restore it with \"indoor survey restore\"")
    ],
    "AuthoringWarning.level-assumed": [
      .said("read it again with the level named", as: "--again --level N reads it anew")
    ],
    "AuthoringWarning.walks-kept": [
      .said("read it again to place it anew", as: "--again reads it anew"),
      .said("read them again to place them anew", as: "--again reads them anew"),
    ],
    "AuthoringError.unknown-time-zone": [.beginning("time zone ", as: "--time-zone ")],
    "RecordingError.unknown-level": [
      .beginning("recordings: ", as: "--level: "),
      .said("or name one for all recordings", as: "or name one for all recordings with --level"),
    ],
    "AuthoringWarning.no-address": [
      .said("the street", as: "--address"), .said("the town", as: "--locality"),
      .said("the country", as: "--country"), .said("the category", as: "--category"),
    ],
    "AlignmentError.bad-anchor": [
      .beginning("the anchor ", as: "--anchor "),
      .said("MapKit's convention", as: "--convention mapkit"),
      .said("give the venue", as: "give the venue with --venue or --into"),
      .said("name its level", as: "give --level"),
    ],
    "AlignmentError.bad-reference-system": [
      .said("name their reference system", as: "name it with --anchor-crs EPSG:n")
    ],
    "AuthoringError.other-label": [.said("leave the label out", as: "leave --label out")],
    "AlignmentWarning.other-page-origin": [
      .said("or say from which corner", as: "or say so with --page-origin")
    ],
    "AlignmentWarning.other-page-unit": [
      .said(
        "say at which resolution the control points were set", as: "say so with --points-dpi")
    ],
    "AlignmentError.coordinate-out-of-range": [.beginning("the anchor ", as: "--anchor ")],
    "AlignmentError.no-such-page": [.after("choose one of 1 to ", add: " with --page")],
    "AlignmentError.unsure-fit": [
      .said("say which", as: "say which with --level"),
      .said("name the level", as: "name the level with --level"),
      .said(
        "name one of the buildings",
        as: "name the level with --level, and one of the buildings with --building"),
      .said("say that it isn't mirrored", as: "give --not-mirrored"),
      .said("tell which way its top lies", as: "give --up DEGREES"),
      .said("check which way its top lies", as: "check --up"),
      .said("place it by anchors, one of them", as: "place it by anchors and --refine, one"),
    ],
    "AlignmentError.no-placement": [
      .said("name a point of one on each", as: "name one with --tie NAME=LEVEL:X,Y on each"),
      .said("place and store it again", as: "store it again with indoor align --into"),
    ],
    "AlignmentWarning.anchor-off-page": [.said("or the choice of the page's box", as: "or --box")],
    "AlignmentWarning.outlier": [.said("or leave it out", as: "or leave it out with --robust")],
    "AlignmentWarning.connector-off": [
      .said("or leave it out", as: "or leave it out with --robust")
    ],
    "RecordingError.malformed": [
      .beginning("columns: ", as: "--columns: "),
      .said("which the map of columns names", as: "--columns names one"),
      .said("map one of them, as ", as: "name one with --columns "),
      .said("what it is in the map of columns", as: "what it is with --columns"),
    ],
    "RecordingError.unknown-format": [.said("name it (", as: "name it with --format (")],
    "StorageError.not-a-database": [
      .said("name a venue file", as: "name a file that `indoor venue import` made")
    ],
    "SurveyError.no-venue": [
      .said(
        "name the marks' places in a file of waypoints",
        as: "name the marks' places with --waypoints"),
      .said("or name one for all recordings", as: "or name one for all recordings with --level"),
      .said("import the venue first", as: "import the venue first (indoor venue import)"),
    ],
    "SurveyRule.unknown-level": [
      .said("import the level", as: "import the level (indoor venue import)")
    ],
    "SurveyRule.coverage-gap": [
      .said("the survey's coverage proposes", as: "indoor survey coverage proposes")
    ],
    "VenueError.empty": [.said("or name the level", as: "or give venue import --level")],
    "VenueRule.untyped-feature": [.said("or name the level", as: "or give venue import --level")],
    "VenueRule.level-without-building": [
      .said("name the building, as", as: "name it with --building, as")
    ],
    "VenueRule.missing-level": [.said("or name the level", as: "or give venue import --level")],
  ]
}

extension CommandWords.Word {
  fileprivate func apply(to sentence: String) -> String {
    switch self {
    case .beginning(let phrase, let spelling):
      return sentence.hasPrefix(phrase) ? spelling + sentence.dropFirst(phrase.count) : sentence
    case .said(let phrase, let spelling):
      guard let place = sentence.ranges(of: phrase).last else { return sentence }
      return sentence[..<place.lowerBound] + spelling + sentence[place.upperBound...]
    case .after(let phrase, let addition):
      return sentence.contains(phrase) ? sentence + addition : sentence
    }
  }
}
