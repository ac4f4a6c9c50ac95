/// Which groups are in which, for what is counted over all of them at once: as long as there are
/// groups, however deep they lie.
///
/// Groups of a circle are in one another, so that what is in one is in all: they are one node.
struct GroupForest {
  /// By group its node: itself, or the first of the circle that it is on.
  private let nodes: [Int]
  /// By node the one it is in.
  private let parents: [Int?]
  /// Nodes, each before the one it is in.
  private let order: [Int]
  /// By node how many are in it, with itself.
  private let sizes: [Int]
  /// By node the outermost of its path. A path goes on in the largest of the nodes within, so that
  /// few are met on the way out of any node: heavy paths, Sleator and Tarjan 1983.
  private let heads: [Int]

  /// Makes it of the group that each group is in.
  init(_ outer: [Int?]) {
    var inner = [Int](repeating: 0, count: outer.count)
    for case let parent? in outer { inner[parent] += 1 }
    var order = outer.indices.filter { inner[$0] == 0 }
    var next = 0
    while next < order.count {
      if let parent = outer[order[next]] {
        inner[parent] -= 1
        if inner[parent] == 0 { order.append(parent) }
      }
      next += 1
    }
    var (nodes, parents) = (Array(outer.indices), outer)
    // What is left lies on circles.
    for first in outer.indices where inner[first] > 0 {
      var member = first
      repeat {
        nodes[member] = first
        inner[member] = 0
        member = outer[member] ?? first
      } while member != first
      parents[first] = nil
      order.append(first)
    }
    for node in order { parents[node] = parents[node].map { nodes[$0] } }

    var sizes = [Int](repeating: 1, count: outer.count)
    var largest = [Int?](repeating: nil, count: outer.count)
    for node in order {
      guard let parent = parents[node] else { continue }
      sizes[parent] += sizes[node]
      if sizes[node] > largest[parent].map({ sizes[$0] }) ?? 0 { largest[parent] = node }
    }
    var heads = Array(outer.indices)
    for node in order.reversed() {
      if let parent = parents[node], largest[parent] == node { heads[node] = heads[parent] }
    }
    (self.nodes, self.parents, self.order) = (nodes, parents, order)
    (self.sizes, self.heads) = (sizes, heads)
  }

  /// By group how many things are in it and in the groups within it, each once.
  ///
  /// - Parameter things: by thing, the groups that it is in.
  func counts(of things: some Sequence<[Int]>) -> [Int] {
    var counts = [Int](repeating: 0, count: nodes.count)
    for groups in things {
      // By path how far in it goes: the node is counted, and what the path as a whole lies in is
      // counted by its own path.
      var innermost: [Int: Int] = [:]
      for group in groups {
        var next: Int? = nodes[group]
        while let node = next, sizes[node] < innermost[heads[node]].map({ sizes[$0] }) ?? .max {
          innermost[heads[node]] = node
          next = parents[heads[node]]
        }
      }
      for (head, node) in innermost {
        counts[node] += 1
        if let parent = parents[head] { counts[parent] -= 1 }
      }
    }
    for node in order {
      if let parent = parents[node] { counts[parent] += counts[node] }
    }
    return nodes.map { counts[$0] }
  }

  /// By group the first of its own values and of those of the groups within it.
  func first<Value>(
    of values: [Value?], by isBefore: (Value, Value) -> Bool
  ) -> [Value?] {
    var first = [Value?](repeating: nil, count: nodes.count)
    func offer(_ value: Value?, to node: Int) {
      guard let value else { return }
      if let known = first[node], !isBefore(value, known) { return }
      first[node] = value
    }
    for (group, value) in values.enumerated() { offer(value, to: nodes[group]) }
    for node in order {
      if let parent = parents[node] { offer(first[node], to: parent) }
    }
    return nodes.map { first[$0] }
  }
}
