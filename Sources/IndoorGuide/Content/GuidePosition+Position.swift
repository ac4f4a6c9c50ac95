import IndoorModel
public import IndoorPositioning

extension GuidePosition {
  /// Where a device is, as its positions say.
  public init(_ position: Position) {
    let building = position.level.building
    self.init(
      position.coordinate, ordinal: position.level.ordinal,
      building: building.isEmpty ? nil : building)
  }
}
