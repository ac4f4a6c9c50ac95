import Foundation
import Testing

/// Options that are given twice.
struct RepeatedOptionTests {
  /// Each option's name, and whether the parser takes it several times, of a command and those in
  /// it.
  private func options(of command: [String: Any]) -> [(name: String, repeats: Bool)] {
    let own = (command["arguments"] as? [[String: Any]] ?? []).flatMap { argument in
      (argument["names"] as? [[String: Any]] ?? []).compactMap { name -> (String, Bool)? in
        guard name["kind"] as? String == "long", let text = name["name"] as? String else {
          return nil
        }
        return ("--\(text)", argument["isRepeating"] as? Bool == true)
      }
    }
    return own + (command["subcommands"] as? [[String: Any]] ?? []).flatMap(options)
  }

  @Test func `what counts once is refused twice, and what the parser takes several times isn't`()
    throws
  {
    let dump = try IndoorCommand.run("--experimental-dump-help").output
    let json = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    let command = try #require(json?["command"] as? [String: Any])
    let options = Dictionary(options(of: command)) { $0 || $1 }
    #expect(options.count > 60 && options["--anchor"] == true && options["--anchors"] == false)
    for (name, repeats) in options {
      let result = try IndoorCommand.run("align", "\(name)=1", "\(name)=2")
      #expect(result.status == 64, "\(result)")
      #expect(result.errors.contains("\(name) is given twice") == !repeats, "\(result)")
    }
  }

  @Test func `two files of anchors are refused, and places behind two dashes aren't options`()
    throws
  {
    let result = try IndoorCommand.run(
      "align", "--plan", "p.pdf", "--anchors", "a.geojson", "--anchors", "b.geojson")
    #expect(result.status == 64 && result.errors.contains("--anchors is given twice"), "\(result)")
    let behind = try IndoorCommand.run("venue", "check", "--", "--a", "--a")
    #expect(!behind.errors.contains("twice"), "\(behind)")
  }
}
