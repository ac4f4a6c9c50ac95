public import IndoorGeometry
public import IndoorModel

extension SurveyWalk {
  /// The walk in the local metres of another origin, by way of WGS 84.
  public func moved(from origin: Coordinate, to other: Coordinate) -> SurveyWalk {
    guard origin != other else { return self }
    let (from, to) = (LocalFrame(origin: origin), LocalFrame(origin: other))
    func moved(_ place: LocalPoint) -> LocalPoint { to.local(from: from.coordinate(from: place)) }
    var walk = self
    for index in walk.path.indices { walk.path[index].place = moved(walk.path[index].place) }
    for index in walk.fingerprints.indices {
      walk.fingerprints[index].place = moved(walk.fingerprints[index].place)
    }
    return walk
  }
}
