/// A decoded image in 8-bit grey, row after row from the top; 0 is black.
struct GreyImage {
  let width: Int
  let height: Int
  let pixels: [UInt8]
}
