internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

/// An open PDF of one page, as `PDFPageFile` takes it out of a file. Wraps `qpdf_data`; not for use
/// from two threads at once.
final class PDFDocument {
  let name: String
  let handle: qpdf_data
  /// The page's dictionary; what it inherits stands in it.
  let page: qpdf_oh
  /// What qpdf reads in the stead of a reference to a reference; see `PDFReferenceChains`.
  var chainTargets: Set<Double> = []
  /// Whether forms lay too deep in others, or were too many, for their lines to be read.
  var leavesFormsOut = false
  /// Whether the page draws more than was read.
  var leavesLinesOut = false
  /// Whether content was packed in ways that aren't read.
  var leavesContentOut = false
  /// qpdf reads from these bytes for as long as it is open.
  private let bytes: UnsafeMutableBufferPointer<CChar>

  /// Opens it; see `qpdf_read_memory`.
  init(page source: [UInt8], name: String) throws(AlignmentError) {
    self.name = name
    guard let handle = qpdf_init() else {
      throw AlignmentError(.machine, "\(name): qpdf did not start, there may be no memory left")
    }
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: max(1, source.count))
    _ = bytes.initialize(from: source.lazy.map { CChar(bitPattern: $0) })
    qpdf_silence_errors(handle)
    qpdf_set_suppress_warnings(handle, 1)
    let result = qpdf_read_memory(handle, name, bytes.baseAddress, UInt64(source.count), "")
    self.handle = handle
    self.bytes = bytes
    let isRead = !Self.failed(result) && qpdf_get_num_pages(handle) == 1
    page = isRead ? qpdf_get_page_n(handle, 0) : qpdf_oh_new_null(handle)
    guard isRead, qpdf_oh_is_dictionary(handle, page) != 0 else {
      throw .damagedPDF(
        name, why: "its page is no dictionary, too large to be read, or has a number beyond 64 bits"
      )
    }
  }

  deinit {
    var closing: qpdf_data? = handle
    qpdf_cleanup(&closing)
    bytes.deallocate()
  }

  static func failed(_ result: QPDF_ERROR_CODE) -> Bool {
    Int32(result) & QPDF_ERRORS != 0
  }
}
