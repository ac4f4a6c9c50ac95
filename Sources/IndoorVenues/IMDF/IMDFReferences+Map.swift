import IndoorJSON

extension IMDFReferences {
  /// The feature with each id that it refers to by its type changed.
  static func map(
    _ feature: JSONOutput, _ type: String, _ change: (_ type: String, _ id: String) -> String
  ) -> JSONOutput {
    guard case .object(let members) = feature else { return feature }
    let references = IMDFSchema.all[type]?.references ?? [:]
    func changed(_ value: JSONOutput, _ type: String) -> JSONOutput {
      switch value {
      case .string(let id): .string(change(type, id))
      case .array(let values): .array(values.map { changed($0, type) })
      default: value
      }
    }
    func end(_ value: JSONOutput) -> JSONOutput {
      if case .array(let values) = value { return .array(values.map(end)) }
      guard case .object(let members) = value, let type = value["feature_type"]?.string else {
        return value
      }
      return .object(members.map { ($0, $0 == "id" ? changed($1, type) : $1) })
    }
    return .object(
      members.map { name, value in
        guard name == "properties", case .object(let properties) = value else {
          return (name, value)
        }
        return (
          name,
          .object(
            properties.map { name, value in
              if let type = references[name] { return (name, changed(value, type)) }
              let isEnd = type == "relationship" && IMDFSchema.ends.contains(name)
              return (name, isEnd ? end(value) : value)
            })
        )
      })
  }
}
