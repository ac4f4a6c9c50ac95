// The C library under one name: the only place that says which one a platform has. Files that need
// `sin`, `open` and so on import this themselves, so that no module of the kit hands the C
// library's thousands of names on to those who import it.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#endif
