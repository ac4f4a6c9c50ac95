/// The ids that are taken, and by what.
struct TakenIDs {
  private var indices: [String: Int] = [:]
  private var copies: [String: Int] = [:]
  /// The indices in their files of features whose sources give no id, by their places.
  var made: [Int: Int] = [:]

  /// The place of the feature that has the id.
  func index(of id: String) -> Int? { indices[id] }

  /// Takes the id, or `id~2`, `id~3` and so on where it is taken.
  mutating func take(_ id: String, index: Int) -> String {
    var fresh = id
    while indices[fresh] != nil {
      copies[id, default: 1] += 1
      fresh = "\(id)~\(copies[id, default: 1])"
    }
    indices[fresh] = index
    return fresh
  }
}
