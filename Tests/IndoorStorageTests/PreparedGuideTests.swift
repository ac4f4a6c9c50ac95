import Foundation
import GRDB
import IndoorGeometry
import IndoorGuide
import IndoorModel
import IndoorStorage
import Testing

/// A guide as it was prepared beside the same guide made of whole collections.
struct PreparedGuideTests {
  private static func content(_ key: String, seed: UInt64) -> GuideContent {
    var random = SplitMix64(seed: seed)
    func any<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    var content = GuideContent(GuideCollection(key: key, format: "test", language: "en"))
    content.groups = [
      GuideGroup(key: "g", label: "Painting"), GuideGroup(key: "h", parent: "g", label: "Oil"),
      GuideGroup(key: "x", label: "Closed", isClosed: true),
    ]
    let words = ["Monsoon", "noon", "Harbour", "Café", "clock", "2003.238.1", "美術館", "of"]
    for index in 0..<200 {
      let owner = GuideOwner(.item, "\(key)\(index)")
      let place = Coordinate(
        latitude: 41 + Double.random(in: 0...0.01, using: &random),
        longitude: 87 + Double.random(in: 0...0.01, using: &random))
      content.items.append(
        GuideItem(
          key: owner.key, kind: any(["object", "event"]),
          place: GuidePlace(
            any([place, nil]), building: any(["A", nil]), ordinal: any([-1, 0, nil])),
          sort: any([nil, 1, 2.5]), groups: any([[], ["g"], ["h", "g"], ["x"]]),
          isHidden: index % 31 == 0, source: "a.csv:\(index)"))
      content.texts += [
        GuideText(owner, "title", language: "en", "\(any(words)) \(any(words))"),
        GuideText(owner, "title", language: "de", any(["", "Uhr \(any(words))"])),
        GuideText(owner, "text", language: "en", "<p>\(any(words)) \(any(words))", isHTML: true),
      ]
      content.codes.append(
        GuideCode("\(index % 90)", rank: index % 2, owner: owner, medium: any(["m", nil])))
      content.uses.append(GuideMediumUse(owner, medium: "m", role: "audio"))
    }
    var medium = GuideMedium(key: "m", uri: "m.mp3", type: "audio/mpeg", language: "en")
    medium.about.transcript = "words"
    content.media = [medium]
    content.texts.append(GuideText(GuideOwner(.medium, "m"), "title", language: "en", "Sound"))
    content.texts.append(GuideText(GuideOwner(.tour, "t"), "title", language: "en", "Tour"))
    content.rules = [
      GuideRule(
        GuideOwner(.item, "\(key)3"), .interval(begin: "2026-01-01", end: "2026-02-01")),
      GuideRule(GuideOwner(.item, "\(key)4"), .hours("Mo 10:00-12:00")),
    ]
    content.tours = [
      GuideTour(
        key: "t", sort: 1,
        stops: [
          GuideStop(sort: 2, item: "\(key)1", medium: "m"), GuideStop(sort: 1, item: "\(key)2"),
          GuideStop(sort: 3, medium: "m"),
        ])
    ]
    return content
  }

  private func expectSame(_ made: Guide, _ whole: Guide) throws {
    let here = GuidePosition(Coordinate(latitude: 41.005, longitude: 87.005), ordinal: 0)
    for position in [nil, here] {
      #expect(
        try made.items(near: position, limit: .max) == whole.items(near: position, limit: .max))
      #expect(made.groups(near: position) == whole.groups(near: position))
    }
    for query in ["m", "mon", "noon cl", "2003.2", "美術", "1", "uhr", "of the"] {
      #expect(made.search(query) == whole.search(query), "\(query)")
      #expect(made.search(query, limit: 600) == whole.search(query, limit: 600), "\(query)")
    }
    #expect(made.nearest(to: here) == whole.nearest(to: here))
    #expect(made.number("7") == whole.number("7") && made.codes() == whole.codes())
    #expect(try made.tours() == whole.tours() && made.fields() == whole.fields())
    #expect(try made.tour("a/t", from: here) == whole.tour("a/t", from: here))
    for row in try whole.items(limit: .max).rows {
      #expect(try made.details(row.id.key) == whole.details(row.id.key))
    }
    var filter = GuideFilter()
    filter.contained = GuideFilter.Contained(field: "text", text: "SOON h")
    #expect(try made.items(filter) == whole.items(filter))
    filter = GuideFilter()
    filter.openAt = "2026-01-15T12:00:00Z"
    #expect(try made.items(filter, limit: .max) == whole.items(filter, limit: .max))
  }

  @Test(arguments: [nil, "de"]) func `it answers as one that is made of whole collections`(
    language: String?
  ) throws {
    try withFile { file in
      let contents = [Self.content("a", seed: 1), Self.content("b", seed: 2)]
      for content in contents { try file.save(content, preparing: Guide.prepared) }
      #expect(try file.preparedGuide(.lists) != nil && file.preparedGuide(.search) != nil)
      try expectSame(
        Guide(VenueFile.open(file.path, readOnly: true), language: language),
        Guide(contents, language: language))
    }
  }

  @Test func `who changes a row of the guide in another program is seen`() throws {
    try withFile { file in
      for change in [
        "UPDATE guide_texts SET value = 'Changed' WHERE owner_key = 'a1' AND name = 'title'",
        "DELETE FROM guide_items WHERE item = 'a2'",
        "INSERT INTO guide_memberships (item_id, group_key) SELECT id, 'g' FROM guide_items",
      ] {
        try file.save(Self.content("a", seed: 1), preparing: Guide.prepared)
        #expect(try file.preparedGuide(.lists) != nil)
        try DatabaseQueue(path: file.path).write { db in try db.execute(sql: change) }
        #expect(try file.preparedGuide(.lists) == nil && file.preparedGuide(.search) == nil)
        try expectSame(Guide(file), Guide(file.guides()))
      }
    }
  }

  /// `ogr2ogr` copies tables without their triggers.
  @Test(arguments: [true, false]) func `a change is seen in a copy without triggers, too`(
    readOnly: Bool
  ) throws {
    try withFile { file in
      try file.save(Self.content("a", seed: 1), preparing: Guide.prepared)
      try DatabaseQueue(path: file.path).write { db in
        for event in ["insert", "update", "delete"] {
          try db.execute(sql: "DROP TRIGGER guide_texts_\(event)")
        }
        try db.execute(sql: "UPDATE guide_texts SET value = 'Changed' WHERE owner_key = 'a1'")
      }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
      let copy = try VenueFile.open(file.path, readOnly: readOnly)
      #expect(try Guide(copy).search("changed").isEmpty == false)
      try expectSame(Guide(copy), Guide(copy.guides()))
      #expect(try (Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes) == readOnly)
      guard !readOnly else { return }
      try copy.save(Self.content("a", seed: 1), preparing: Guide.prepared)
      #expect(try copy.preparedGuide(.search) != nil)
    }
  }

  /// SQLite opens no blob of a column that is in an index, to be written.
  @Test func `an index of another program on what is prepared stops no import`() throws {
    try withFile { file in
      try DatabaseQueue(path: file.path).write { db in
        try db.execute(sql: "CREATE INDEX own ON guide_prepared (data)")
      }
      try file.save(Self.content("a", seed: 1), preparing: Guide.prepared)
      let made = Guide.prepared(try file.guides())
      for part in PreparedGuidePart.allCases {
        #expect(try file.preparedGuide(part) == made[part])
      }
    }
  }

  @Test func `what was prepared and is damaged is made anew`() throws {
    try withFile { file in
      try file.save(Self.content("a", seed: 1), preparing: Guide.prepared)
      let whole = Guide(try file.guides())
      for part in PreparedGuidePart.allCases {
        let sound = try #require(try file.preparedGuide(part))
        var random = SplitMix64(seed: 9)
        for step in 0..<60 {
          var bytes = sound
          if step % 2 == 0 {
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
          } else {
            // Beginnings of lists and their sizes, which the stamp of the other part tells.
            bytes[Int.random(in: 0..<min(bytes.count, 4000), using: &random)] ^= 0x5A
          }
          try DatabaseQueue(path: file.path).write { db in
            try db.execute(
              sql: "UPDATE guide_prepared SET data = ? WHERE part = ?",
              arguments: [Data(bytes), part.rawValue])
          }
          let guide = try Guide(file)
          // Whatever is in it, nothing traps, and what is cut off is never taken.
          let found = guide.search("mon")
          if step % 2 == 0 { #expect(found == whole.search("mon")) }
        }
        try DatabaseQueue(path: file.path).write { db in
          try db.execute(
            sql: "UPDATE guide_prepared SET data = ? WHERE part = ?",
            arguments: [Data(sound), part.rawValue])
        }
      }
    }
  }

  private func withFile(_ body: (VenueFile) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(VenueFile.create(folder.file()))
  }
}
