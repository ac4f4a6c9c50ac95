internal import IndoorGeometry
public import IndoorJSON
public import IndoorModel

extension PlanAlignment {
  /// The alignment as JSON.
  ///
  /// - Parameter venue: the venue whose labels the level bears, where the plan lies on one's walls.
  public func json(in venue: Venue?) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      (
        "page",
        .object([
          ("number", .integer(Int64(page.number))),
          ("width", .number(page.box.width)), ("height", .number(page.box.height)),
          ("rotate", .integer(Int64(page.rotate))), ("userUnit", .number(page.userUnit)),
          (
            "box",
            .numbers([
              page.box.minimum.x, page.box.minimum.y, page.box.maximum.x, page.box.maximum.y,
            ])
          ),
        ])
      ),
      ("model", .string(model.rawValue)),
      ("convention", .string(convention.rawValue)),
      (
        "origin",
        .object([
          ("latitude", .number(frame.origin.latitude)),
          ("longitude", .number(frame.origin.longitude)),
        ])
      ),
      ("pageToLocal", .numbers(pageToLocal.coefficients)),
      ("pageToWebMercator", .numbers(pageToWebMercator.coefficients)),
      ("pageToMapPoint", .numbers(pageToMapPoint.coefficients)),
      ("metresPerUnit", .number(metresPerUnit)),
      ("rotationDegrees", .number(rotationDegrees)),
      ("mirrored", .bool(isMirrored)),
      ("anchors", .array(anchors.map { $0.json(hasResiduals: hasResiduals) })),
      ("rmseMetres", rmseMetres.map(JSONOutput.number) ?? .null),
      (
        "predictedErrorMetres",
        .object([
          ("centre", .number(predictedError(at: page.box.centre))),
          ("corners", .numbers(page.corners.map { predictedError(at: $0) })),
        ])
      ),
      (
        "errorEllipses",
        .object([
          ("centre", errorEllipse(at: page.box.centre).json),
          ("corners", .array(page.corners.map { errorEllipse(at: $0).json })),
        ])
      ),
      (
        "corners",
        .array(
          page.corners.map {
            let place = coordinate(of: $0)
            return .numbers([place.longitude, place.latitude])
          })
      ),
    ]
    if let match {
      members.append(
        (
          "fit",
          .object([
            ("level", .integer(Int64(match.level.ordinal))),
            ("building", .string(match.level.building)), ("lift", .number(match.lift)),
            ("margin", .number(match.margin)), ("rmsMetres", .number(match.rmsMetres)),
            ("wallShare", .number(match.wallShare)),
            ("stretches", .integer(Int64(match.stretches))),
            ("stretchesAcross", .integer(Int64(match.stretchesAcross))),
            (
              "decidedBy",
              .array(match.rivals.decidedBy.map(\.rawValue).sorted().map { .string($0) })
            ),
            ("label", venue?.level(match.level).map { .string($0.label) } ?? .null),
          ])
        ))
    }
    members.append(
      (
        "warnings",
        .array(
          warnings.map {
            .object([("code", .string($0.code.rawValue)), ("message", .string($0.message))])
          })
      ))
    return .object(members)
  }
}

extension PlanAlignment.FittedAnchor {
  fileprivate func json(hasResiduals: Bool) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    if let name = anchor.name { members.append(("name", .string(name))) }
    members += [
      ("page", .numbers([anchor.page.x, anchor.page.y])),
      ("latitude", .number(anchor.coordinate.latitude)),
      ("longitude", .number(anchor.coordinate.longitude)),
      ("residualMetres", hasResiduals ? .number(residualMetres) : .null),
      ("outlier", .bool(isOutlier)),
      ("leftOut", .bool(isLeftOut)),
      ("leverage", .number(leverage)),
      (
        "leaveOneOutMetres",
        hasResiduals ? leaveOneOutMetres.map(JSONOutput.number) ?? .null : .null
      ),
    ]
    return .object(members)
  }
}

extension ErrorEllipse {
  /// The semi-axes, in metres, of the ellipses that hold 68% and 95% of the errors, and where the
  /// longer points.
  fileprivate var json: JSONOutput {
    func axes(_ share: Double) -> JSONOutput {
      let factor = Self.factor(holding: share)
      return .numbers([semiMajor * factor, semiMinor * factor])
    }
    return .object([
      ("semiAxes68", axes(0.68)), ("semiAxes95", axes(0.95)),
      ("directionDegrees", .number(directionDegrees)),
    ])
  }
}

extension JSONOutput {
  /// An array of numbers.
  static func numbers(_ values: [Double]) -> JSONOutput { .array(values.map(JSONOutput.number)) }
}
