/// How the competition lays out its folders.
enum CompetitionFolders {
  /// What holds a floor's traces.
  static let traceFolder = "path_data_files"

  /// The folders of traces below a site's or a floor's folder, by floor; none where it is neither.
  static func traceFolders(_ path: String) throws(RecordingError) -> [String] {
    if FileBytes.isFolder("\(path)/\(traceFolder)") == true { return ["\(path)/\(traceFolder)"] }
    var folders: [String] = []
    for name in try FileBytes.entries(of: path).names {
      let folder = "\(path)/\(name)/\(traceFolder)"
      if FileBytes.isFolder(folder) == true { folders.append(folder) }
    }
    return folders
  }
}
