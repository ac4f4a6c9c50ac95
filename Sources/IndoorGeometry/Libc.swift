// The C library's mathematics, and nothing else from it. The other files of the run-time rooms write
// `sin`, `cos` and so on; this is the only place that names a platform.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#endif
