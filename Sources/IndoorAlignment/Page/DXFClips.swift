/// What clips a DXF's inserted blocks, as AutoCAD's XCLIP does: a filter in a dictionary called
/// ACAD_FILTER, in the insert's own dictionary (Autodesk's DXF reference, OBJECTS section).
struct DXFClips {
  /// What each dictionary belongs to, by their handles.
  var owners: [String: String] = [:]
  /// What each filter belongs to.
  var filters: [String] = []

  /// The handles of all inserts, be they shown or not.
  var inserts: Set<String> = []

  /// How many clip an insert that is drawn, or none that is known.
  func count(among drawn: Set<String>) -> Int {
    filters.count { filter in
      guard let insert = owners[filter].flatMap({ owners[$0] }), inserts.contains(insert)
      else { return true }
      return drawn.contains(insert)
    }
  }
}
