/// Which of a PDF page's boxes is the plan (ISO 32000-1, 14.11.2.1). An image has one.
public enum PageBox: String, CaseIterable, Hashable, Sendable {
  /// The sheet as it goes into the printer.
  case media
  /// What viewers show: the default.
  case crop
  /// What is left when the sheet is trimmed; Apple's Footprint sample and the apps built on it show
  /// this one.
  case trim
}
