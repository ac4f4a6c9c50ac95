extension RandomAccessCollection {
  /// The first index whose element belongs to the second part, or the end, of a collection in two
  /// parts, by bisection.
  ///
  /// Precondition: no element of the first part, for which the predicate is false, follows one of
  /// the second.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, left) = (startIndex, count)
    while left > 0 {
      let half = left / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        left = half
      } else {
        low = index(after: middle)
        left -= half + 1
      }
    }
    return low
  }
}
