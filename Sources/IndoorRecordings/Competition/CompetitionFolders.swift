/// How the competition lays out its folders.
enum CompetitionFolders {
  /// The folders of traces below a site's or a floor's folder, by floor; none where it is neither.
  static func traceFolders(_ path: String) throws(RecordingError) -> [String] {
    if FileBytes.isFolder("\(path)/path_data_files") == true { return ["\(path)/path_data_files"] }
    var folders: [String] = []
    for name in try FileBytes.entries(of: path).names {
      let folder = "\(path)/\(name)/path_data_files"
      if FileBytes.isFolder(folder) == true { folders.append(folder) }
    }
    return folders
  }
}
