public import IndoorModel

extension PositioningMap {
  /// Where a device is that reports one scan, of which nothing else is known: by the rows of the
  /// radio map that are most like it. `nil` where the map knows nothing of what was heard.
  public func position(of scan: Scan) -> Position? {
    var parameters = Positioner.Parameters()
    parameters.scanAlone = true
    var positioner = Positioner(map: self, parameters: parameters)
    return positioner.update(.scan(scan))
  }
}
