import IndoorJSON
public import IndoorModel
import IndoorPositioning
import IndoorRecordings
public import IndoorSurveying

/// What a build came to, for people and for machines.
public struct BuiltRadioMap: Sendable {
  /// The map.
  public let map: RadioMap
  /// How many walks it is made of.
  public let walks: Int
  /// How many of them no build had seen.
  public let new: Int
  /// Its version.
  public let version: Int
  /// Transmitters that it does without, as the last two walks past them didn't hear them.
  public let swapped: [Transmitter]
  /// Others that it does without, as walks of a month later past them didn't hear them.
  public let retired: [Transmitter]
  /// How many transmitters it does without because they were forgotten.
  public let forgotten: Int
  let chosen: ChosenMatching?
  /// What the survey's phones read, where there are several.
  public let phones: [SurveyPhones.Phone]

  /// The figures for people.
  package var text: String {
    var text =
      "\(Counted.text(map.rowCount, "reference point")) on \(Counted.text(map.levels.count, "level")) from "
      + "\(Counted.text(walks, "walk")) (\(new) of them new), \(Counted.text(map.transmitters.count, "transmitter")), "
      + "\(Counted.text(map.rssi.count, "reading")) (version \(version))\n"
      + "  matching: \(map.matching)"
    if let chosen {
      let choice = chosen.choice
      text +=
        "\n  chosen over \(choice.rows) rows of the first \(chosen.walks) walks, located without their own walk, where another came within 4 m: "
        + "EvAAL error \(Self.metres(choice.chosen.evaalError)), with 15 m a level and 50 m for a wrong building; "
        + "the default (\(choice.standard.matching)) would have \(Self.metres(choice.standard.evaalError))"
    }
    if !swapped.isEmpty {
      text +=
        "\n  left out, as the last two walks past didn't hear them: "
        + Self.listed(swapped.map(TransmitterName.text), most: 10)
    }
    if !retired.isEmpty {
      text +=
        "\n  left out, as walks of a month later past them didn't hear them: "
        + Self.listed(retired.map(TransmitterName.text), most: 10)
    }
    if forgotten > 0 { text += "\n  forgotten: \(Counted.text(forgotten, "transmitter"))" }
    let compared = phones.compactMap { phone in
      phone.offset.map { "\(phone.name) \(Self.signed($0.decibels)) dB" }
    }
    if !compared.isEmpty {
      text += "\n  phones, beside the survey as a whole: " + Self.listed(compared, most: 20)
      let alone = phones.filter { $0.offset == nil }.map(\.name)
      if !alone.isEmpty {
        text += "; \(Self.listed(alone, most: 20)) shared no place with another"
      }
    }
    return text
  }

  private static func listed(_ names: [String], most: Int) -> String {
    names.prefix(most).joined(separator: ", ")
      + (names.count > most ? " and \(names.count - most) more" : "")
  }

  private static func signed(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths < 0 ? "\(tenths)" : "+\(tenths)"
  }

  /// The figures as JSON.
  public var json: String { output.text(pretty: true) }

  private var output: JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    func candidate(_ candidate: MatchingChoice.Candidate) -> JSONOutput {
      .object([
        ("matching", .string(candidate.matching.description)),
        ("penalisedMean", .number(candidate.evaalError)),
      ])
    }
    var members: [(String, JSONOutput)] = [
      ("version", count(version)), ("rows", count(map.rowCount)),
      ("levels", count(map.levels.count)), ("walks", count(walks)), ("newWalks", count(new)),
      ("transmitters", count(map.transmitters.count)), ("readings", count(map.rssi.count)),
      ("matching", .string(map.matching.description)),
    ]
    members += [
      ("swapped", .array(swapped.map { .string($0.description) })),
      ("retired", .array(retired.map { .string($0.description) })), ("forgotten", count(forgotten)),
    ]
    if let chosen {
      members += [
        ("chosen", candidate(chosen.choice.chosen)), ("default", candidate(chosen.choice.standard)),
        ("locatedRows", count(chosen.choice.rows)), ("choiceWalks", count(chosen.walks)),
      ]
    }
    if !phones.isEmpty {
      members.append(
        (
          "phones",
          .object(phones.map { ($0.name, $0.offset.map { .number($0.decibels) } ?? .null) })
        ))
    }
    return .object(members)
  }

  private static func metres(_ value: Double) -> String { "\((value * 100).rounded() / 100) m" }
}
