import Foundation
import IndoorContent
import IndoorGeometry
package import IndoorGuide
import IndoorModel
import IndoorRecordings

/// Places and levels as people write them to a guide.
public enum GuideWords {
  /// The names of all formats.
  public static var formats: [String] { ContentFormat.allCases.map(\.rawValue) }

  /// A filter of what a list is narrowed by.
  ///
  /// - Throws: `GuideError` for a time that can't be read.
  package static func filter(
    group: String? = nil, level: Int? = nil, kind: String? = nil, openAt: String?,
    contained: [String] = []
  ) throws(GuideError) -> GuideFilter {
    if let openAt { try GuideFilter.check(time: openAt) }
    var filter = GuideFilter()
    filter.group = group
    filter.level = level
    filter.kind = kind
    filter.openAt = openAt
    if let field = contained.first, contained.count > 1 {
      filter.contained = GuideFilter.Contained(
        field: field, text: contained.dropFirst().joined(separator: " "))
    }
    return filter
  }

  /// `LAT,LON` or `LAT,LON,N`, N the level's ordinal; `nil` for anything else.
  package static func position(_ text: String) -> GuidePosition? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2 || parts.count == 3, let latitude = Double(decimal: parts[0]),
      let longitude = Double(decimal: parts[1])
    else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else { return nil }
    guard parts.count == 3 else { return GuidePosition(place) }
    return Int(parts[2]).map { GuidePosition(place, ordinal: $0) }
  }

  /// Ordinals by label of `LL=-1,1=0`; `nil` for anything else, for a label that comes twice and
  /// for an ordinal that no building has.
  package static func floors(_ text: String) -> [String: Int]? {
    var floors: [String: Int] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let sign = part.lastIndex(of: "="), let ordinal = Int(part[part.index(after: sign)...]),
        LevelNames.ordinals.contains(ordinal)
      else { return nil }
      let label = part[..<sign].trimmingCharacters(in: .whitespaces)
      guard !label.isEmpty, floors.updateValue(ordinal, forKey: label) == nil else { return nil }
    }
    return floors
  }

  /// Whether a text is a language's tag, as `es` or `zh-Hant`.
  package static func isLanguage(_ text: String) -> Bool { LanguageTag.isOne(text) }
}
