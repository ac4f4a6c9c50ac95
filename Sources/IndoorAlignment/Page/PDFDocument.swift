internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

/// An open PDF. Wraps `qpdf_data`; not for use from two threads at once.
final class PDFDocument {
  let name: String
  let pageCount: Int
  let handle: qpdf_data
  /// qpdf reads from these bytes for as long as it is open.
  private let bytes: UnsafeMutableBufferPointer<CChar>

  /// Opens a PDF, mending it where qpdf can; see `qpdf_read_memory`.
  init(bytes source: [UInt8], name: String) throws(AlignmentError) {
    self.name = name
    guard let handle = qpdf_init() else {
      throw AlignmentError(.machine, "\(name): qpdf did not start, there may be no memory left")
    }
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: max(1, source.count))
    _ = bytes.initialize(from: source.lazy.map { CChar(bitPattern: $0) })
    qpdf_silence_errors(handle)
    qpdf_set_suppress_warnings(handle, 1)
    let result = qpdf_read_memory(handle, name, bytes.baseAddress, UInt64(source.count), "")
    var failure: AlignmentError?
    var count = 0
    if Self.failed(result) {
      failure = Self.error(of: handle, name: name)
    } else {
      count = Int(qpdf_get_num_pages(handle))
      if count < 0 {
        failure = Self.error(of: handle, name: name)
      } else if count == 0 {
        failure = .noPages(name)
      }
    }
    if let failure {
      var closing: qpdf_data? = handle
      qpdf_cleanup(&closing)
      bytes.deallocate()
      throw failure
    }
    self.handle = handle
    self.bytes = bytes
    pageCount = count
  }

  deinit {
    var closing: qpdf_data? = handle
    qpdf_cleanup(&closing)
    bytes.deallocate()
  }

  /// The page's dictionary, counted from 1.
  func object(ofPage number: Int) throws(AlignmentError) -> qpdf_oh {
    guard number >= 1, number <= pageCount else {
      throw .noSuchPage(name, page: number, count: pageCount)
    }
    let page = qpdf_get_page_n(handle, number - 1)
    guard qpdf_oh_is_dictionary(handle, page) != 0 else {
      throw .damagedPDF(name, why: "page \(number) is no dictionary")
    }
    return page
  }

  static func failed(_ result: QPDF_ERROR_CODE) -> Bool {
    Int32(result) & QPDF_ERRORS != 0
  }

  private static func error(of handle: qpdf_data, name: String) -> AlignmentError {
    guard qpdf_has_error(handle) != 0, let error = qpdf_get_error(handle) else {
      return .damagedPDF(name, why: "its pages are not found")
    }
    if qpdf_get_error_code(handle, error) == qpdf_e_password { return .passwordNeeded(name) }
    let detail = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) } ?? ""
    return .damagedPDF(name, why: detail.isEmpty ? "no reason given" : String(detail.prefix(120)))
  }
}
