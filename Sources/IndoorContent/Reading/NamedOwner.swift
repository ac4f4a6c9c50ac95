import IndoorModel

extension GuideOwner {
  /// How sentences of findings call it, on one line: `group g`.
  var named: String {
    switch kind {
    case .collection: "the guide"
    case .stop: Words.onOneLine("a stop of tour \(key)")
    case .item, .group, .medium, .tour: Words.onOneLine("\(kind.rawValue) \(key)")
    }
  }
}

extension GuideFinding {
  /// Whether its sentence begins so, be it behind the group that it is of.
  func begins(with words: String) -> Bool {
    message.hasPrefix(words)
      || owner.map { message.hasPrefix("in \($0.named) \(words)") } == true
  }
}
