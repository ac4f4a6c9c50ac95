/// A decoded image in 8-bit grey, row after row from the top; 0 is black.
package struct GreyImage {
  package let width: Int
  package let height: Int
  package let pixels: [UInt8]
}
