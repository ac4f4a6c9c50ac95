import Foundation
import IndoorModel
import IndoorReport
import Testing

@Suite struct EvaluationPageTests {
  private static func group(_ name: String, _ errors: [Double]) -> EvaluationPage.Group {
    EvaluationPage.Group(
      name: name, rows: errors.count, answered: errors.count, errors: ErrorStatistics(errors),
      floor: 0.9, within: 0.6)
  }

  private static func evaluation(_ title: String, _ names: [String]) -> EvaluationPage.Evaluation {
    EvaluationPage.Evaluation(
      title: title, all: group("all", [1, 2, 3, 4, 50]),
      levels: names.map { group($0, [1, 2, 3]) }, devices: [], facts: ["seed 1"])
  }

  @Test func `each level has its curve over that of all scans`() {
    let html = EvaluationPage(
      title: "T", evaluations: [Self.evaluation("leaving out walks", ["B", "G", "1"])]
    ).page.html
    #expect(html.contains("By level") && !html.contains("By device"))
    // One chart for all, and one a level.
    #expect(html.components(separatedBy: "<svg class=\"chart\"").count == 1 + 1 + 3)
    #expect(html.contains("median 3.0 m"))
  }

  @Test func `groups without a curve are counted`() {
    func html(_ count: Int) -> String {
      EvaluationPage(
        title: "T",
        evaluations: [Self.evaluation("leaving out walks", (1...count).map { "L\($0)" })]
      ).page.html
    }
    #expect(html(26).contains("The table below has 2 more.") && html(26).contains("L26"))
    #expect(!html(24).contains("table below"))
  }

  @Test func `what flatters stands behind what is to be believed`() {
    let html = EvaluationPage(
      title: "T",
      evaluations: [
        Self.evaluation("leaving out walks", []), Self.evaluation("leaving out scans", []),
      ]
    ).page.html
    #expect(html.contains("5 scans, leaving out walks."))
    #expect(html.contains("Leaving out scans"))
    #expect(!html.contains("By level"))
  }

  @Test func `why there are no maps stands where they would be`() {
    var page = EvaluationPage(title: "T", evaluations: [Self.evaluation("leaving out walks", [])])
    #expect(!page.page.html.contains("Where it is bad"))
    page.lackOfMaps = "V: units <a> and b cross; separate them"
    #expect(
      page.page.html.contains(
        "<h2>Where it is bad</h2><p class=\"lead\">There are no maps. "
          + "V: units &lt;a&gt; and b cross; separate them.</p>"))
  }

  @Test func `names can't become markup, and nothing to show is no trap`() {
    let hostile = "</script><script>alert(1)</script>"
    let html = EvaluationPage(
      title: hostile, evaluations: [Self.evaluation(hostile, [hostile, "\u{0}"])]
    ).page.html
    #expect(!html.contains("<script>alert"))
    let empty = EvaluationPage.Evaluation(
      title: "", all: Self.group("all", []), levels: [], devices: [], facts: [])
    #expect(EvaluationPage(title: "", evaluations: [empty]).page.html.contains("</html>"))
  }
}
