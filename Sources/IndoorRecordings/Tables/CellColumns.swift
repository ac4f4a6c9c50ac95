/// Finds columns that are called as what phones say of the cell networks beside the Wi-Fi that they
/// hear: strengths of whatever cell serves, which is another one after a few steps, and its
/// numbers.
enum CellColumns {
  /// As Android's `CellSignalStrength` and `CellIdentity` call them, of GSM to NR, and loggers.
  private static let names: Set = [
    "rsrp", "rsrq", "rssnr", "sinr", "rscp", "ecno", "cqi", "cellid", "cid", "nci", "pci", "psc",
    "lac", "tac", "mcc", "mnc", "arfcn", "earfcn", "uarfcn", "nrarfcn",
  ]
  /// What stands beside these in a name: the network's kind, or the unit.
  private static let besides: Set = ["lte", "nr", "gsm", "umts", "ss", "csi", "dbm", "db"]

  /// The columns, and what they would be among the transmitters.
  static func find(_ layout: TableLayout) -> [(column: Int, transmitter: Int)] {
    layout.roles.enumerated().compactMap { column, role in
      guard case .transmitter(let index) = role, isOne(layout.transmitterNames[index]) else {
        return nil
      }
      return (column, index)
    }
  }

  /// Whether a name is one of them, as rsrp, LTE_RSRP, cell_id or "RSRP (dBm)".
  private static func isOne(_ name: String) -> Bool {
    guard name.utf8.count < 32 else { return false }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return names.contains(words.filter { !besides.contains($0) }.joined())
  }
}

extension RecordingWarning {
  static func columnOfCells(_ path: String, _ name: String) -> Self {
    RecordingWarning(
      .columnOfCells,
      "\(path):1: column \(name) is called as what phones say of cell networks, so it is taken for no "
        + "transmitter and passed over; take the column out, or call it otherwise where it is one")
  }
}
