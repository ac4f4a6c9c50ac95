import Foundation
import Testing

/// What `indoor guide` calls levels, and what it makes of folders of media.
struct GuideLevelTests {
  @Test func `lists for people have the levels' labels, and those for machines ordinals`() throws {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("museum.gpkg"), "\(repository)/FloorPlans/museum")
      for command in [
        ["venue", "import", file, "\(museum)/venue.geojson"],
        ["guide", "import", file, "\(museum)/guide"],
      ] {
        try #require(try IndoorCommand.run(command).status == 0)
      }
      for question in [
        ["list", "items", file, "--level", "0"], ["search", file, "gudrun"],
        ["number", file, "101"], ["show", file, "OS-1001"], ["tour", file, "children"],
        ["list", "items", file, "--by", "building"],
      ] {
        let answer = try IndoorCommand.run(["guide"] + question)
        #expect(answer.output.contains("  level G (ordinal 0)"), "\(answer)")
        #expect(!answer.output.contains("level 0"), "\(answer)")
        let json = try IndoorCommand.run(["guide"] + question + ["--json"])
        #expect(
          json.output.contains("\"level\": 0") && !json.output.contains("(ordinal"), "\(json)")
      }
    }
  }

  @Test func `a label is that of the item's own building`() throws {
    try Scratch.with { scratch in
      func level(_ building: String, _ label: String) -> String {
        #"{"type":"Feature","geometry":null,"properties":{"feature_type":"level","id":"\#(building)0","#
          + #""building_id":"\#(building)","ordinal":0,"label":"\#(label)"}}"#
      }
      func building(_ id: String, _ name: String) -> String {
        #"{"type":"Feature","geometry":null,"properties":{"feature_type":"building","id":"\#(id)","name":"\#(name)"}}"#
      }
      let room =
        #"{"type":"Feature","properties":{"feature_type":"unit","id":"r","building_id":"a","level_id":"a0","category":"room"},"#
        + #""geometry":{"type":"Polygon","coordinates":[[[11,48],[11.001,48],[11.001,48.001],[11,48]]]}}"#
      let parts = [
        building("a", "Tower"), building("b", "Hall"), level("a", "G"), level("b", "E"), room,
      ]
      let venue = try scratch.write(
        #"{"type":"FeatureCollection","features":["# + parts.joined(separator: ",") + "]}",
        to: "v.geojson")
      let items = try scratch.write(
        "key,title,ordinal,building\n1,One,0,a\n2,Two,0,Hall\n3,Three,0,\n4,Four,,\n",
        to: "items.csv")
      let file = scratch.path("v.gpkg")
      for command in [["venue", "import", file, venue], ["guide", "import", file, items]] {
        let done = try IndoorCommand.run(command)
        try #require(done.status == 0, "\(done)")
      }
      let list = try IndoorCommand.run("guide", "list", "items", file)
      #expect(
        list.output == """
          1  One  level G (ordinal 0)
          2  Two  level E (ordinal 0)
          3  Three  level 0
          4  Four

          """, "\(list)")
    }
  }

  @Test func `a pipe or a folder in the place of a medium's file is told as none`() throws {
    try Scratch.with { scratch in
      let items = try scratch.write("key,title,image\n1,One,a.jpg\n2,Two,b.jpg\n", to: "items.csv")
      let (file, media) = (scratch.path("g.gpkg"), scratch.path("media"))
      try #require(try IndoorCommand.run("guide", "import", file, items).status == 0)
      try FileManager.default.createDirectory(
        atPath: "\(media)/b.jpg", withIntermediateDirectories: true)
      try #require(mkfifo("\(media)/a.jpg", 0o600) == 0)
      let check = try IndoorCommand.run("guide", "check", file, "--media", media)
      for name in ["a.jpg", "b.jpg"] {
        #expect(check.output.contains("\(media)/\(name) is no regular file"), "\(check)")
      }
      #expect(check.status == 1 && !check.output.contains("isn't in"), "\(check)")
    }
  }
}
