import Foundation
import Testing

/// What is to be done about a table of which nothing can be stored, by what is wrong with it.
struct NumberRemedyTests {
  @Test(arguments: [
    ("x,y,level,A\n1,2,0,-50 dBm\n", "; write numbers plainly, as -50"),
    (
      "x,y,level,A\n,,0,-50\n,,0,-60\n,,0,-50 dBm\n",
      "; write numbers plainly, as -50; give each scan a place"
    ),
    ("x,y,level,A\n\"1,5\",2,0,-50\n", "; write numbers with a point, as 52.5"),
    ("x,y,level,A\n1,b,0,-50\n", "; write a number in each field that must hold one"),
    ("x,y,level,A\n,,0,-50\n", "; a survey needs scans and waypoints, and check --format"),
  ])
  func `each number that can't be read has its own remedy`(text: String, remedy: String) throws {
    try Scratch.with { scratch in
      let walk = try scratch.write(text, to: "walk.csv")
      let result = try IndoorCommand.run(
        "survey", "import", SmallVenue.imported(in: scratch), walk)
      expectBadInput(result, walk, ")" + remedy)
      #expect(result.errors.hasSuffix(remedy + "\n"), "\(result)")
    }
  }
}
