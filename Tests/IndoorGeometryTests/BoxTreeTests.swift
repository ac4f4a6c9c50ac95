import IndoorGeometry
import Testing

struct BoxTreeTests {
  /// Boxes of all sizes, some of them points, some equal to others.
  static func boxes(_ count: Int, seed: UInt64) -> [BoundingBox<LocalPoint>] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let size = index % 3 == 0 ? 0 : Double.random(in: 0...20, using: &random)
      let west = Double.random(in: -100...100, using: &random).rounded()
      let south = Double.random(in: -50...50, using: &random).rounded()
      return BoundingBox(
        minimum: LocalPoint(x: west, y: south),
        maximum: LocalPoint(x: west + size, y: south + size / 3))
    }
  }

  static func meet(_ a: BoundingBox<LocalPoint>, _ b: BoundingBox<LocalPoint>) -> Bool {
    a.minimum.x <= b.maximum.x && b.minimum.x <= a.maximum.x && a.minimum.y <= b.maximum.y
      && b.minimum.y <= a.maximum.y
  }

  @Test(arguments: [0, 1, 15, 16, 17, 257, 3000])
  func `those that meet a box are those that one by one meet it`(count: Int) {
    let boxes = Self.boxes(count, seed: 5)
    let tree = BoxTree(boxes)
    for query in Self.boxes(200, seed: 6) {
      #expect(tree.items(meeting: query) == boxes.indices.filter { Self.meet(boxes[$0], query) })
    }
  }

  @Test(arguments: [0, 1, 16, 17, 257, 3000])
  func `the nearest is that of all, one by one`(count: Int) throws {
    let boxes = Self.boxes(count, seed: 5)
    let tree = BoxTree(boxes)
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let place = LocalPoint(
        x: .random(in: -400...400, using: &random), y: .random(in: -60...60, using: &random))
      // Of its middle.
      func distance(_ item: Int) -> Double { place.distance(to: boxes[item].centre) }
      let found = tree.nearest(to: place, distance)
      let expected = boxes.indices.min { (distance($0), $0) < (distance($1), $1) }
      #expect(found?.item == expected && found?.distance == expected.map(distance))
    }
  }

  @Test func `a line meets each box that one of its points is in, and few others`() {
    let boxes = Self.boxes(2000, seed: 8)
    let tree = BoxTree(boxes)
    var random = SplitMix64(seed: 9)
    func place() -> LocalPoint {
      LocalPoint(
        x: .random(in: -120...120, using: &random), y: .random(in: -60...60, using: &random))
    }
    for _ in 0..<100 {
      let (a, b) = (place(), place())
      var found: Set<Int> = []
      tree.forEach(along: a, to: b) {
        found.insert($0)
        return true
      }
      let on = boxes.indices.filter { index in
        (0...2000).contains { step in
          let t = Double(step) / 2000
          return boxes[index].contains(
            LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y)))
        }
      }
      #expect(found.isSuperset(of: on))
      // What the steps step over are corners.
      #expect(found.count <= on.count + 40, "\(found.count) of \(on.count)")
    }
  }

  @Test func `looking ends where the body says so`() {
    let box = BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 1, y: 1))
    let tree = BoxTree(Array(repeating: box, count: 1000))
    var seen = 0
    let isWhole = tree.forEach(meeting: box) { _ in
      seen += 1
      return seen < 10
    }
    #expect(!isWhole && seen == 10)
  }
}
