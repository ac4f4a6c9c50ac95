import IndoorPositioning
import Testing

struct ConditionWordsTests {
  @Test func `conditions print as words, none as nothing`() {
    let conditions: PositionUpdate.Conditions = [.noRadio, .stationary]
    #expect("\(conditions)" == "standing still, no known radio")
    #expect("\(PositionUpdate.Conditions.outsideCoverage)" == "off the surveyed paths")
    #expect("\(PositionUpdate.Conditions.noMotion)" == "no motion sensors")
    #expect("\(PositionUpdate.Conditions.outdoors)" == "outdoors")
    #expect("\(PositionUpdate.Conditions.unsureLevel)" == "level by too few transmitters")
    #expect("\(PositionUpdate.Conditions())".isEmpty)
  }
}
