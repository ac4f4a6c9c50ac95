/// The ids that are taken, and by what.
struct TakenIDs {
  private var indices: [String: Int] = [:]
  private var places: [VenuePlace] = []
  private var copies: [String: Int] = [:]
  /// The indices in their files of features whose sources give no id, by their places.
  var made: [Int: Int] = [:]
  /// Those of them that moved as all did whose ids the sources give.
  var followed: Set<Int> = []

  /// The place of the feature that has the id.
  func index(of id: String) -> Int? { indices[id] }

  /// Where the feature that has the id stands.
  func place(of id: String) -> VenuePlace? { indices[id].map { places[$0] } }

  /// Takes the id, or `id~2`, `id~3` and so on where it is taken.
  ///
  /// - Parameter index: how many there were before.
  mutating func take(_ id: String, index: Int, at place: VenuePlace) -> String {
    var fresh = id
    while indices[fresh] != nil {
      copies[id, default: 1] += 1
      fresh = "\(id)~\(copies[id, default: 1])"
    }
    indices[fresh] = index
    places.append(place)
    return fresh
  }
}
