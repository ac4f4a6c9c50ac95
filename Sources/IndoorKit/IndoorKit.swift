// One import for apps. Those that want no database name IndoorPositioning alone, which is Swift and
// libc.
@_exported public import IndoorGeometry
@_exported public import IndoorGuide
@_exported public import IndoorModel
@_exported public import IndoorPositioning
@_exported public import IndoorStorage
