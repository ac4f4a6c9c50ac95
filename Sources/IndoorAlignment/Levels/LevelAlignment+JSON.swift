internal import IndoorGeometry
public import IndoorJSON
import IndoorLibc
public import IndoorModel

extension LevelAlignment {
  /// The alignment as JSON.
  ///
  /// - Parameters:
  ///   - venue: the venue whose labels levels bear.
  ///   - connectors: the venue's own lifts and stairs.
  public func json(in venue: Venue, _ connectors: [VenueConnector]) -> JSONOutput {
    func label(_ level: LevelKey) -> (String, JSONOutput) {
      ("label", venue.level(level).map { .string($0.label) } ?? .null)
    }
    return .object([
      ("rmsBeforeMetres", .number(rmsBefore)), ("rmsAfterMetres", .number(rmsAfter)),
      ("levels", .array(levels.map { $0.json(label($0.placement.level)) })),
      (
        "connectors",
        .array(
          names.map { name in
            .object([
              ("name", .string(name)),
              (
                "levels",
                .array(
                  ties.filter { $0.tied.tie.connector == name }.map { level, tied in
                    .object([
                      ("level", .integer(Int64(level.ordinal))),
                      ("page", .numbers([tied.tie.page.x, tied.tie.page.y])),
                      ("found", .bool(tied.tie.isFound)),
                      ("sigmaMetres", .number(tied.tie.sigmaMetres)),
                      ("beforeMetres", .number(hypot(tied.before.x, tied.before.y))),
                      ("afterMetres", .number(hypot(tied.after.x, tied.after.y))),
                      ("after", .numbers([tied.after.x, tied.after.y])), label(level),
                    ])
                  })
              ),
            ])
          })
      ),
      (
        "leftOut",
        .array(
          leftOut.map {
            .object([
              ("name", .string($0.tie.connector)), ("level", .integer(Int64($0.level.ordinal))),
              label($0.level),
            ])
          })
      ),
      (
        "venue",
        .array(
          connectors.map { connector in
            .object([
              ("name", .string(connector.name)), ("category", .string(connector.category)),
              (
                "levels",
                .array(
                  connector.parts.map {
                    .object([
                      ("level", .integer(Int64($0.level.ordinal))), ("unit", .string($0.unit)),
                      ("offsetMetres", .number(hypot($0.offset.x, $0.offset.y))),
                      label($0.level),
                    ])
                  })
              ),
            ])
          })
      ),
      (
        "warnings",
        .array(
          warnings.map {
            .object([("code", .string($0.code.rawValue)), ("message", .string($0.message))])
          })
      ),
    ])
  }

  /// The ties of all levels, from the lowest up.
  public var ties: [(level: LevelKey, tied: LevelTying.Tied)] {
    levels.flatMap { level in
      (level.placement.tying?.ties ?? []).map { (level.placement.level, $0) }
    }
  }

  /// The tied connectors, by name.
  public var names: [String] { Set(ties.map(\.tied.tie.connector)).sorted() }
}

extension LevelAlignment.PlacedLevel {
  fileprivate func json(_ label: (String, JSONOutput)) -> JSONOutput {
    .object([
      ("level", .integer(Int64(placement.level.ordinal))),
      ("building", .string(placement.level.building)),
      ("heldBy", .string(isByAnchors ? "anchors" : "placement")),
      ("pageToLocal", .numbers(placement.pageToLocal.coefficients)),
      ("shiftMetres", .number(shiftMetres)), ("turnDegrees", .number(turnDegrees)),
      (
        "predictedErrorMetres",
        .object([("before", .number(predictedBefore)), ("after", .number(predictedAfter))])
      ),
      label,
    ])
  }
}
