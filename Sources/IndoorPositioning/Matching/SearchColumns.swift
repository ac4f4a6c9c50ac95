import IndoorModel

/// The columns of an index that a search reads, lent for its time: to ask for each anew would cost
/// more than a row does.
struct SearchColumns {
  let rowSizes, values: UnsafeBufferPointer<RowBlocks.Lanes>
  let blockSizes: UnsafeBufferPointer<BlockBundles.Lanes>
  let bundleSizes: UnsafeBufferPointer<Float>
  let starts, transmitters: UnsafeBufferPointer<UInt32>
  let bundleStarts, bundleTransmitters: UnsafeBufferPointer<UInt32>
  let bounds: UnsafeBufferPointer<BlockBundles.Lanes>
  let mostStarts, mostBundles: UnsafeBufferPointer<UInt32>
  let most: UnsafeBufferPointer<UInt16>

  /// Lends an index's columns, with the rows' sizes without what is left out.
  @inline(__always)
  static func lend(
    _ blocks: RowBlocks, _ bundles: BlockBundles, _ sizes: RowSizes, _ body: (Self) -> Void
  ) {
    sizes.ofRows.withUnsafeBufferPointer { rowSizes in
      sizes.ofBlocks.withUnsafeBufferPointer { blockSizes in
        sizes.ofBundles.withUnsafeBufferPointer { bundleSizes in
          blocks.values.withUnsafeBufferPointer { values in
            blocks.starts.withUnsafeBufferPointer { starts in
              blocks.transmitters.withUnsafeBufferPointer { transmitters in
                lend(bundles) { bundleStarts, bundleTransmitters, bounds, mosts in
                  body(
                    Self(
                      rowSizes: rowSizes, values: values, blockSizes: blockSizes,
                      bundleSizes: bundleSizes, starts: starts, transmitters: transmitters,
                      bundleStarts: bundleStarts, bundleTransmitters: bundleTransmitters,
                      bounds: bounds, mostStarts: mosts.starts, mostBundles: mosts.bundles,
                      most: mosts.values))
                }
              }
            }
          }
        }
      }
    }
  }

  private typealias Mosts = (
    starts: UnsafeBufferPointer<UInt32>, bundles: UnsafeBufferPointer<UInt32>,
    values: UnsafeBufferPointer<UInt16>
  )

  @inline(__always)
  private static func lend(
    _ bundles: BlockBundles,
    _ body: (
      UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>,
      UnsafeBufferPointer<BlockBundles.Lanes>, Mosts
    ) -> Void
  ) {
    bundles.starts.withUnsafeBufferPointer { starts in
      bundles.transmitters.withUnsafeBufferPointer { transmitters in
        bundles.bounds.withUnsafeBufferPointer { bounds in
          bundles.mostStarts.withUnsafeBufferPointer { mostStarts in
            bundles.mostBundles.withUnsafeBufferPointer { mostBundles in
              bundles.most.withUnsafeBufferPointer { most in
                body(starts, transmitters, bounds, (mostStarts, mostBundles, most))
              }
            }
          }
        }
      }
    }
  }
}
